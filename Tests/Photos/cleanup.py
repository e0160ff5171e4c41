# SPDX-License-Identifier: Apache-2.0
"""Cleans a messy collection of pictures from end to end, as a person would who accepts what is proposed, and looks
whether anything is gone that stood alone. Called by script/photo-cleanup.

usage: cleanup.py PROGRAMS [--size SHARE] [--onedrive] [--keep FOLDER]

The person's time is not measured but laid down, as in Tests/Browser/support/person.py: the mind makes itself ready once
a card, a key is a key, and each picture of it is looked at.
"""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import messy

READY, KEY, LOOK = 1.35, 0.2, 0.8
QUARTER = 15 * 60
DAY = 86_400
# When the person sits down: what was made today has to be old enough for the rules.
BEGIN = 400 * DAY
# What a person deletes without knowing better: rules that name what is of no use by itself.
USELESS = ("old-screenshots", "leftovers", "pictures-without-content", "empty-folders")


class Clock:
    """A clock that is ahead of the machine's, for all programs that look at its file."""

    def __init__(self, place):
        self.ahead = BEGIN
        self.file = place / "clock"
        self.library = place / "clock.so"
        source = pathlib.Path(__file__).resolve().parent.parent / "Interposer/clock.c"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-O1", "-o", self.library, source, "-ldl"], check=True)
        self.write()
        threading.Thread(target=self.run, daemon=True).start()

    def write(self):
        new = self.file.with_suffix(".new")
        new.write_text(str(int(time.time()) + self.ahead))
        new.replace(self.file)

    def run(self):
        while self.file.parent.exists():
            try:
                self.write()
            except FileNotFoundError:
                return
            time.sleep(0.2)

    def environment(self):
        return {"CLOCK_FILE": str(self.file), "LD_PRELOAD": str(self.library)}


class Home:
    """The programs with a home of their own."""

    def __init__(self, place, programs):
        place.mkdir()
        self.place = place
        self.programs = programs
        self.clock = Clock(place)
        self.others = {}

    def environment(self):
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.place), "LC_ALL": "C.UTF-8", "TZ": "UTC",
            **self.clock.environment(), **self.others,
        }

    def start(self, *words, **options):
        command = [str(self.programs / "cleanrules"), *words, "--rules", "rules.yaml", "--state",
                   "state.sqlite"]
        return subprocess.Popen(
            command, cwd=self.place, env=self.environment(), stdout=subprocess.PIPE, **options)

    def run(self, *words, allowed=(0,)):
        process = self.start(*words, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        out, errors = process.communicate(timeout=1_800)
        if process.returncode not in allowed:
            sys.exit(f"error: {' '.join(words)} ended with {process.returncode}:\n"
                     f"{out.decode()}\n{errors.decode()}")
        return out.decode()


class Folder:
    """The collection as a folder of this machine."""

    def __init__(self, home, root):
        subprocess.run(
            [home.programs / "cleanrules", "init", root, "--template", "photos", "-o", "rules.yaml"],
            cwd=home.place, env=home.environment(), check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.root = root

    def begin(self):
        pass

    def contents(self):
        """The digests of what is there, by path."""
        return {
            "/" + str(path.relative_to(self.root)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in self.root.rglob("*") if path.is_file()
        }

    def end(self):
        pass


class OneDrive:
    """The collection as a personal OneDrive that does not exist. What is there is asked of the service itself."""

    ADDRESS = "pia.brook@outlook.example"

    def __init__(self, home, root):
        subprocess.run(
            [home.programs / "cleanrules", "init", root, "--template", "photos", "-o", "rules.yaml"],
            cwd=home.place, env=home.environment(), check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        rules = home.place / "rules.yaml"
        drive = re.search(r"    kind: local\n    root: .*\n", rules.read_text())[0]
        rules.write_text(rules.read_text().replace(
            drive, f"    kind: onedrive\n    account: {self.ADDRESS}\n    root: /\n    client_id: demo\n"))
        self.home = home
        self.process = subprocess.Popen(
            [home.programs / "cleanrules-graphsim", "--scenario", "personal", "--root", root],
            cwd=home.place, env=home.environment(), stdout=subprocess.PIPE, text=True)
        self.base = self.process.stdout.readline().strip()
        home.others = {"CLEANRULES_GRAPH_URL": self.base, "CLEANRULES_LOGIN_URL": self.base,
                       "CLEANRULES_TOKEN_STORE": "file"}

    def begin(self):
        self.home.run("login", "--device-code", "--no-browser")

    def contents(self):
        """The hashes of what the newest listing holds, by path."""
        self.home.run("sync", "-q")
        lines = [json.loads(line) for line in self.home.run("list", "-q").splitlines()]
        return {line["path"]: line["hashes"] for line in lines if line.get("type") != "folder"}

    def end(self):
        self.process.terminate()
        self.process.wait()


class Person:
    """Answers the review line by line."""

    def __init__(self, home):
        self.home = home
        self.cards = collections.Counter()
        self.seconds = 0.0

    def review(self):
        process = self.home.start("review", "--plain", stdin=subprocess.PIPE)
        while text := self.told(process.stdout):
            answer = self.answer(text)
            process.stdin.write(answer.encode() + b"\n")
            process.stdin.flush()
        process.stdin.close()
        process.wait()

    @staticmethod
    def told(stream):
        """What is said up to the next question; empty at the end."""
        text = b""
        while not text.endswith(b"> ") or b"[q]uit" not in text.rsplit(b"\n", 1)[-1]:
            byte = stream.read(1)
            if not byte:
                return ""
            text += byte
        return text.decode()

    def answer(self, text):
        if "[k]eep" not in text:
            return "q"
        self.seconds += READY + KEY
        if found := re.search(r"^(\d+) .*; a number keeps", text, re.M):
            self.cards["groups"] += 1
            self.seconds += (LOOK + KEY) * int(found[1])
            return "accept"
        self.cards["single"] += 1
        self.seconds += LOOK
        return "d" if any(f"'{rule}'" in text for rule in USELESS) else "k"


def rank(role):
    """Which of several files of one motif are worth most."""
    return {"chosen": 0, "original": 0, "frame": 0, "part": 0, "copy": 1}.get(role, 2)


def losses(truth, left):
    """What is gone that should not be, in words."""
    motifs = collections.defaultdict(list)
    for path, one in truth.items():
        if one.role not in ("leftover", "screenshot"):
            motifs[one.motif].append(path)
    found = []
    for motif, paths in motifs.items():
        stays = [path for path in paths if path in left]
        if not stays:
            found.append(f"nothing is left of {motif}: {paths}")
            continue
        best = min(rank(truth[path].role) for path in paths if truth[path].role != "part")
        if not any(rank(truth[path].role) == best for path in stays if truth[path].role != "part"):
            found.append(f"of {motif} only a worse copy is left: {stays}")
        parts = [path for path in paths if truth[path].role == "part"]
        pictures = [path for path in stays if truth[path].role in ("original", "copy", "chosen")]
        gone = [path for path in parts if path not in left]
        if gone:
            found.append(f"parts of {motif} are gone: {gone}, {pictures}")
    return found


def shown(title, left, truth):
    """A line of figures."""
    roles = collections.Counter(one.role for one in truth.values())
    stays = collections.Counter(truth[path].role for path in left if path in truth)
    cells = ", ".join(f"{role} {stays[role]} of {count}" for role, count in sorted(roles.items()))
    print(f"{title}: {cells}")


def clean(home, look, person):
    """Two evenings: what a plan asks is decided, staged, waits two weeks, and goes."""
    for evening in range(2):
        home.run("sync", "-q", allowed=(0,))
        home.run("photos", "-q", allowed=(0, 6))
        print(home.run("plan", "--summary", allowed=(0, 2)).strip().splitlines()[-1])
        plan = [json.loads(line) for line in
                home.run("plan", "-q", "--format", "ndjson", "--all", allowed=(0, 2)).splitlines()]
        if evening == 0:
            explained(home, [line["path"] for line in plan if line.get("verdict") == "review"])
        person.review()
        print(f"evening {evening + 1}: {sum(person.cards.values())} cards so far "
              f"({dict(person.cards)}), {person.seconds / 60:.1f} minutes of a person")
        print(home.run("stage", "--yes", allowed=(0, 2)).strip().splitlines()[-1])
        home.clock.ahead += 15 * DAY
        time.sleep(0.5)
        print(home.run("execute", "--yes", allowed=(0, 6)).strip().splitlines()[-1])
        look(f"after evening {evening + 1}")


def explained(home, paths):
    """Asks why of what the plan wants to take: each answer names what stays, or a rule's own words."""
    for path in paths:
        told = home.run("why", path)
        if not re.search(r"looks like .*, which stays|result: ", told):
            sys.exit(f"error: why says nothing of {path}:\n{told}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--size", type=float, default=1.0)
    parser.add_argument("--onedrive", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    place = pathlib.Path(tempfile.mkdtemp())
    try:
        sys.exit(attempt(place, options))
    finally:
        if options.keep:
            shutil.copytree(place, options.keep, dirs_exist_ok=True)
        shutil.rmtree(place)


def attempt(place, options):
    root = place / "Pictures"
    root.mkdir()
    truth = messy.make(root, options.size)
    print(f"{len(truth)} files: {messy.counted(truth)}")
    home = Home(place / "home", options.programs.resolve())
    drive = (OneDrive if options.onedrive else Folder)(home, root)
    try:
        drive.begin()
        home.run("sync", "-q")
        return judged(home, drive, truth, options.size)
    finally:
        drive.end()


def judged(home, drive, truth, size):
    before = drive.contents()
    person = Person(home)
    clean(home, lambda title: shown(title, drive.contents(), truth), person)
    wrong = losses(truth, drive.contents())
    if person.seconds > QUARTER * max(1.0, size):
        wrong.append(f"the review took {person.seconds / 60:.0f} minutes")
    home.run("restore", "--all", "--yes", allowed=(0, 6))
    after = drive.contents()
    wrong += [f"{path} did not come back" for path in before if after.get(path) != before[path]]
    for line in wrong:
        print(f"✘ {line}")
    if not wrong:
        print("✔ nothing that stood alone is gone, and all that went came back.")
    return 1 if wrong else 0


if __name__ == "__main__":
    main()
