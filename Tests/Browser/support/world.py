# SPDX-License-Identifier: Apache-2.0
"""A folder to clean up, its rules, a plan over it, and the server that shows it."""

import json
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

from . import pictures

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = shlex.split(os.environ.get("CLEANRULES_BIN", str(ROOT / ".build/debug/cleanrules")))

RULES = """\
version: 1
timezone: Europe/Berlin
drives:
  photos: {{kind: local, root: "{root}"}}
review: {{undo: {notice}}}
{quota}
protect:
  - {{id: papers, why: Papers stay, match: {{path: "/papers/**"}}}}
rules:
  - id: copies
    why: The same picture lies there more than once
    match: {{path: "/copies/**"}}
    duplicates: {{same: content, keep: [shortest_path]}}
    then: review
  - id: bursts
    why: Bursts that were never sorted out
    match: {{path: "/bursts/**", modified_age: over 30d}}
    then: review
  - id: screens
    why: Pictures of screens are rarely needed for long
    match: {{path: "/screens/**"}}
    then: review
  - id: certain
    why: Made again at any time
    match: {{path: "/certain/**"}}
    then: delete
"""


class World:
    """A folder with a plan in a state file of its own; as many servers over it as a test starts."""

    def __init__(self, folder, root):
        self.folder = folder
        self.root = root
        self.rules = folder / "rules.yaml"
        self.state = folder / "state.sqlite"
        self.servers = []

    def environment(self):
        """Nothing of the machine that a test runs on plays a part."""
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("XDG_")},
            "HOME": str(self.folder),
            "XDG_STATE_HOME": str(self.folder / "xdg-state"),
            "XDG_CACHE_HOME": str(self.folder / "xdg-cache"),
            "XDG_CONFIG_HOME": str(self.folder / "xdg-config"),
        }

    def write_rules(self, reviews=25, notice="10m"):
        # A notice that stays until the test has looked, however busy the machine is.
        quota = f"quota: {{reviews: {reviews}/day}}" if reviews is not None else ""
        self.rules.write_text(RULES.format(root=self.root, quota=quota, notice=notice))

    def run(self, *arguments, check=True):
        """Runs the program over this world and waits for its end."""
        return self.look(*arguments, "--rules", str(self.rules), check=check)

    def look(self, *arguments, check=True):
        """The same for commands that need no rules."""
        command = [*PROGRAM, *arguments, "--state", str(self.state)]
        done = subprocess.run(
            command, env=self.environment(), capture_output=True, text=True, timeout=600)
        if check and done.returncode not in (0, 2):
            raise AssertionError(f"{command} ended with {done.returncode}: {done.stderr}")
        return done

    def serve(self, port=0, page="review"):
        server = Server(self, port, page)
        self.servers.append(server)
        return server

    def end(self):
        for server in self.servers:
            server.stop()


class Server:
    """One `cleanrules review --web`, or of rules."""

    def __init__(self, world, port=0, page="review"):
        self.world = world
        command = [
            *PROGRAM, page, "--web", "--no-open", "--rules", str(world.rules), "--state",
            str(world.state),
        ]
        if port:
            command += ["--port", str(port)]
        self.errors = open(world.folder / "server.log", "ab")
        self.process = subprocess.Popen(
            command, env=world.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=self.errors, text=True)
        self.link = self.line(60)
        match = re.fullmatch(r"(http://127\.0\.0\.1:(\d+))/open/\S+", self.link)
        if not match:
            self.kill()
            raise AssertionError(f"the first line should be the address, not {self.link!r}")
        self.base, self.port = match[1], int(match[2])

    def line(self, seconds):
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        text = self.process.stdout.readline().strip() if ready else ""
        if not text:
            self.errors.flush()
            log = (self.world.folder / "server.log").read_text(errors="replace")
            self.kill()
            raise AssertionError(f"the server did not start: {log[-2000:]}")
        return text

    def stop(self):
        """As a person would: with SIGTERM."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        self.errors.close()

    def kill(self):
        """As nobody should: with SIGKILL."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)


def plain_content(root):
    """120 pictures: 90 of bursts, 20 of screens, and what the rules are sure of."""
    for number in range(90):
        pictures.write_landscape(str(root / f"bursts/IMG_{2000 + number}.jpg"), number)
    for number in range(20):
        pictures.write_landscape(str(root / f"screens/Screenshot {number:02}.png.jpg"), 200 + number)
    for number in range(10):
        pictures.write_landscape(str(root / f"certain/thumb_{number}.jpg"), 300 + number, (64, 48))


def group_content(root):
    """One picture three times, and two others by themselves."""
    for number in range(3):
        path = root / f"copies/{'deeper/' * number}beach.jpg"
        pictures.write_landscape(str(path), 7)
    for number in range(2):
        pictures.write_landscape(str(root / f"bursts/IMG_{2000 + number}.jpg"), 20 + number)


def copies_content(root):
    """Six pictures, each two to four times, the larger ones more often; and two by themselves."""
    for picture in range(6):
        for number in range(2 + picture // 2):
            path = root / f"copies/{'deeper/' * number}IMG_{picture}.jpg"
            pictures.write_landscape(str(path), 40 + picture, (320 + 160 * picture, 240 + 120 * picture))
    for number in range(2):
        pictures.write_landscape(str(root / f"bursts/IMG_{2000 + number}.jpg"), 20 + number)


HOSTILE = [
    '<img src=x onerror=document.title="owned">.jpg',
    "a" * 200 + ".jpg",
    "invoice\u202egpj.exe",
    "family 👨‍👩‍👧 🏖.jpg",
    "two\nlines.jpg",
    "tab\tand\x1b[31mred.jpg",
    "\u200b\u2066hidden\u2069.jpg",
    "e\u0301 and é.jpg",
    "back\\nslash.jpg",
    "sun ☀\ufe0f a\ufe0f\ue000.jpg",
]


def hostile_content(root):
    """Names that would do something if they were more than text."""
    for number, name in enumerate(HOSTILE):
        pictures.write_landscape(str(root / "bursts" / name), number, (64, 48))


def mixed_content(root):
    """Things without a picture, and a broken one."""
    (root / "bursts").mkdir(parents=True)
    for number, (name, content) in enumerate([
        ("archive.zip", b"PK\x05\x06" + bytes(18)), ("broken.jpg", b"\xff\xd8 no picture"),
        ("notes.txt", b"words"),
    ]):
        path = root / "bursts" / name
        path.write_bytes(content)
        pictures.age(path, number)
    for number in range(4):
        pictures.write_landscape(str(root / f"bursts/picture_{number}.jpg"), 10 + number)


def small_content(root):
    """Three pictures."""
    for number in range(3):
        pictures.write_landscape(str(root / f"bursts/IMG_{2000 + number}.jpg"), number)


def decided_content(root):
    """Nothing for a person: the rules are sure of everything."""
    for number in range(3):
        pictures.write_landscape(str(root / f"certain/thumb_{number}.jpg"), number, (64, 48))


def large_content(root):
    """10,000 files, one picture in many copies with an own byte each."""
    folder = root / "bursts"
    folder.mkdir(parents=True)
    base = folder / "first.jpg"
    pictures.write_landscape(str(base), 1, (64, 48))
    content = base.read_bytes()
    base.unlink()
    for number in range(10_000):
        path = folder / f"IMG_{number:05}.jpg"
        path.write_bytes(content + number.to_bytes(4, "big"))
        pictures.age(path, number % 3000)


CONTENTS = {
    "plain": plain_content, "group": group_content, "copies": copies_content, "hostile": hostile_content,
    "mixed": mixed_content, "small": small_content, "decided": decided_content,
    "large": large_content,
}


class Worlds:
    """Each content is written and planned once; a test gets a copy of the plan."""

    def __init__(self, folder):
        self.folder = folder
        self.made = {}
        self.count = 0

    def template(self, content, reviews):
        key = (content, reviews)
        if key not in self.made:
            root = self.folder / f"content-{content}"
            if not root.exists():
                root.mkdir()
                CONTENTS[content](root)
            place = self.folder / f"template-{content}-{reviews}"
            place.mkdir()
            world = World(place, root)
            world.write_rules(reviews)
            world.run("plan", "--summary", "--quiet")
            self.made[key] = world
        return self.made[key]

    def world(self, content="plain", reviews=25):
        template = self.template(content, reviews)
        self.count += 1
        place = self.folder / f"world-{self.count}"
        shutil.copytree(template.folder, place)
        return World(place, template.root)


def json_of(answer):
    return json.loads(answer.body())


def until(condition, seconds=120):
    """Waits for something outside of the browser; within it, its own waits are used."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")
