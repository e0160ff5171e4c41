# SPDX-License-Identifier: Apache-2.0
"""Runs what commands.txt says, and gives what each command printed, the same every time."""
import contextlib
import dataclasses
import datetime
import hashlib
import os
import pathlib
import re
import secrets
import shutil
import subprocess
import sys
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
# As long as the folder that stands for it while the commands run, so that tables keep their width.
HOME = "/home/pia"
PATIENCE = 60

RULES = """\
version: 1
timezone: Europe/Berlin
drives:
  photos: {kind: onedrive, account: pia.brook@outlook.example, root: /, client_id: demo}
  downloads: {kind: local, root: ~/Downloads}
protect:
  - {id: papers, why: Tax and contracts stay, match: {name: "*contract*"}}
rules:
  - id: copies
    why: The same file lies there twice
    duplicates: {same: content, keep: [shortest_path]}
    then: delete
  - id: installers
    why: Installed long ago
    in: downloads
    match: {ext: [exe, dmg], modified_age: over 90d}
    then: delete
  - {id: films, why: Large and seldom watched, match: {ext: [mp4, mov]}, then: review}
limits: {percent: 60}
quota: {reviews: 25/day}
tests:
  - name: old installers go, new ones stay
    now: 2026-01-15T12:00:00Z
    items:
      - {drive: downloads, path: /old.dmg, modified_age: 91d, expect: delete, by: installers}
      - {drive: downloads, path: /new.dmg, modified_age: 89d, expect: keep}
"""
# What differs from start to start and from machine to machine, and what stands for it.
DIFFERENT = [
    (r"127\.0\.0\.1:\d+", "127.0.0.1:38671"),
    (r"localhost%3A\d+", "localhost%3A46077"),
    (r"^[0-9a-f]{32}$", "5f0c2b7de1a94f0f8c3d6b5a4e210f97"),
    (r"\b(state|code_challenge)=[\w-]+", r"\1=…"),
    (r"[\d.]+ [KMGT]iB free(?! ·)", "73.0 GiB free"),
    (r"(the newest of) .*", r"\1 …"),
    (r"^.....  ?pictures: .*\n(      .*\n)*", "ok    pictures: all 13 kinds can be made\n"),
    (r"(libraries: glibc) .*", r"\1 …"),
]
PICTURES = """\
version: 1
drives:
  pictures: {kind: local, root: ~/Pictures}
rules:
  - id: smaller-copies
    why: The same picture is there in full
    similar: {as: copies, keep: [most_pixels, oldest]}
    then: review
"""
SLIP = """\
version: 1
rules:
  - {id: big, match: {size: over 50}, then: review}
"""


@dataclasses.dataclass
class Shown:
    """A command as it was typed, and what it printed."""
    line: str
    output: str


class Story:
    """The home, the clock and the service in which the commands run."""

    def __init__(self, programs, work):
        self.home = work
        self.work = pathlib.Path(work)
        # Outside of the home, so that no command sees them.
        self.aside = pathlib.Path(work + ".aside")
        self.aside.mkdir()
        self.clock = self.aside / "clock"
        clock = self.aside / "clock.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-w", "-o", clock,
                        TOP / "Tests/Interposer/clock.c"], check=True)
        bin_folder = self.aside / "bin"
        bin_folder.mkdir()
        # No schedule of this machine is looked at or changed.
        table = self.aside / "crontab.txt"
        (bin_folder / "crontab").write_text(
            f'#!/bin/sh\ncase "$1" in\n-l) cat "{table}" 2>/dev/null && exit\n'
            f'echo "no crontab for pia" >&2; exit 1 ;;\n-) cat > "{table}" ;;\n'
            f'*) cat "$1" > "{table}" ;;\nesac\n')
        (bin_folder / "crontab").chmod(0o755)
        self.environment = {
            "PATH": f"{bin_folder}:{programs}:/usr/bin:/bin", "HOME": self.home, "TZ": "UTC",
            "LC_ALL": "C.UTF-8", "COLUMNS": "100", "CLEANRULES_TOKEN_STORE": "file",
            "LD_PRELOAD": str(clock), "CLOCK_FILE": str(self.clock)}
        self.program = os.path.realpath(f"{programs}/cleanrules")
        # The ids of plans and rounds, and how many came before each.
        self.names = {}
        rules = self.work / ".config/cleanrules/rules.yaml"
        rules.parent.mkdir(parents=True)
        rules.write_text(RULES)
        (self.work / "slip.yaml").write_text(SLIP)
        (self.work / "pictures.yaml").write_text(PICTURES)
        pictures = self.work / "Pictures"
        pictures.mkdir()
        for name in ("hills-1.jpg", "hills.heic"):
            shutil.copy(TOP / "Tests/PictureFixtures/looks" / name, pictures / name)
            os.utime(pictures / name, (1_700_000_000, 1_700_000_000))

    def at(self, instant):
        self.clock.write_text(str(int(datetime.datetime.fromisoformat(instant).timestamp())))

    @contextlib.contextmanager
    def service(self, programs):
        """A OneDrive that is simulated on this machine."""
        self.at("2026-01-15T12:00:00+00:00")
        with subprocess.Popen([f"{programs}/cleanrules-graphsim", "--scenario", "demo"], text=True,
                              stdout=subprocess.PIPE, env=self.environment) as simulator:
            try:
                address = simulator.stdout.readline().strip()
                self.environment |= {"CLEANRULES_GRAPH_URL": address, "CLEANRULES_LOGIN_URL": address}
                yield
            finally:
                simulator.terminate()

    def run(self, line, status=0):
        """What `line` prints on both outputs; it has to end with `status`."""
        run = subprocess.run(["/bin/bash", "-c", line], cwd=self.work, env=self.environment, text=True,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=PATIENCE, check=False)
        if run.returncode != status:
            sys.exit(f"error: '{line}' ends with {run.returncode}, not {status}:\n{run.stdout}")
        return self.scrubbed(run.stdout)

    def signed_in(self, line):
        """The same of a command that waits until its address was opened."""
        with subprocess.Popen(["/bin/bash", "-c", line + " --no-browser"], cwd=self.work, text=True,
                              env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
            said = ""
            for text in run.stdout:
                said += text
                if address := re.search(r"http://127\.0\.0\.1:\d+/\S+", text):
                    urllib.request.urlopen(address.group(), timeout=PATIENCE).read()
        if run.returncode != 0:
            sys.exit(f"error: '{line}' ends with {run.returncode}:\n{said}")
        return self.scrubbed(said)

    def scrubbed(self, text):
        """`text` without what is another one at every start or on every machine."""
        text = text.replace(self.home, HOME).replace(self.program, "/usr/bin/cleanrules")
        for name in re.findall(r"\b[pr]-(?:[0-9a-f]{16}|[0-9a-f]{12})\b", text):
            self.names.setdefault(name, len(self.names))
        for name, number in self.names.items():
            digits = hashlib.sha256(b"%d" % number).hexdigest()
            text = text.replace(name, name[:2] + digits[:len(name) - 2])
        for pattern, instead in DIFFERENT:
            text = re.sub(pattern, instead, text, flags=re.MULTILINE)
        return text


def shown(programs):
    """What commands.txt shows of each command: {name: [Shown]}."""
    work = "/tmp/" + secrets.token_hex(2)
    os.mkdir(work, 0o700)
    try:
        story = Story(programs, work)
        with story.service(programs):
            return told(story)
    finally:
        shutil.rmtree(work, ignore_errors=True)
        shutil.rmtree(work + ".aside", ignore_errors=True)


def told(story):
    pages, page, most = {}, [], None
    for number, line in enumerate((HERE / "commands.txt").read_text().splitlines(), 1):
        sign, _, rest = line.partition(" ")
        if sign == "=":
            page = pages.setdefault(rest, [])
        elif sign == "@":
            story.at(rest)
        elif sign == ">":
            most = int(rest)
        elif sign == "%":
            story.run(rest)
        elif sign in ("$", "&"):
            command, _, status = rest.partition(" #? ")
            output = story.signed_in(command) if sign == "&" else story.run(command, int(status or 0))
            page.append(Shown(command, cut(output, most)))
            most = None
        elif sign not in ("", "#"):
            sys.exit(f"error: commands.txt:{number}: '{sign}' begins no line")
    return pages


def cut(output, most):
    lines = output.rstrip("\n").split("\n")
    return "\n".join(lines[:most] + ["…"] if most and len(lines) > most else lines)


if __name__ == "__main__":
    for name, runs in shown(sys.argv[1]).items():
        print(f"= {name}")
        for one in runs:
            print(f"$ {one.line}\n{one.output}")
