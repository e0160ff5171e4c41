#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Six nights with many pictures: what a round takes when all of them are known, and how the state grows.

usage: photo_nights.py FOLDER-OF-BINARIES [PICTURES [FOLDER]]

Makes a folder with PICTURES files (200,000 by default), which are called as pictures and hold a few bytes. What each of
them shows is made up by `cleanrules-bench looks`, a tenth of them copies, so that none has to be decoded: each night a
hundredth of them come in new, their looks are kept, and a round lists, plans and keeps the plan, a day later than the one
before. For each round it prints wall time, processor time, peak memory, the groups of pictures that look alike, the size
of the state file with its log, and that of its backups. Ends with 1 where a round does not know all pictures, looks at
one, or finds fewer groups than the night before. FOLDER is where all is made; a new temporary folder by default.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

NIGHTS = 6
PER_FOLDER = 200
DAY = 86_400

RULES = """version: 1
timezone: UTC
drives: {photos: {kind: local, root: "%s"}}
limits: {items: unlimited, bytes: unlimited, percent: unlimited}
photos: {a_day: 2h}
rules:
  - id: small-copies
    why: A smaller copy of a picture that is there in full
    match: {kind: image}
    similar: {as: copies, keep: [most_pixels, oldest_taken]}
    then: review
  - id: bursts
    why: Several pictures of one moment; the two sharpest stay
    match: {kind: image}
    similar: {as: shots, taken_within: 10s, copies: 2, keep: [sharpest, most_pixels]}
    then: review
"""


class Nights:
    def __init__(self, binaries, place):
        self.binaries = binaries
        self.place = place
        self.pictures = place / "Pictures"
        self.state = place / "state.sqlite"
        self.rules = place / "rules.yaml"
        self.rules.write_text(RULES % self.pictures)
        self.clock = place / "clock.so"
        source = pathlib.Path(__file__).resolve().parent.parent / "Tests/Interposer/clock.c"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-O1", "-o", self.clock, source, "-ldl"], check=True)
        self.count = 0
        self.groups = 0

    def add(self, folder, count):
        """Files that are called as pictures."""
        for number in range(count):
            if number % PER_FOLDER == 0:
                place = self.pictures / folder / f"{number // PER_FOLDER:04}"
                place.mkdir(parents=True)
            self.count += 1
            with open(place / f"IMG_{self.count:06}.JPG", "w") as file:
                file.write(f"picture {self.count}\n")

    def know(self, seed):
        """Keeps made up looks of what nobody has looked at."""
        subprocess.run(
            [self.binaries / "cleanrules-bench", "looks", self.pictures, "--state", self.state,
             "--seed", str(seed)], check=True, stdout=subprocess.DEVNULL)

    def sizes(self):
        """The bytes of the state with its log, and of its backups."""
        own = sum(path.stat().st_size for path in self.place.glob("state.sqlite*"))
        return own, sum(path.stat().st_size for path in self.place.glob("backups/**/*")
                        if path.is_file())

    def round(self, night):
        """Makes a round, prints what it took, and returns what was wrong with it."""
        home = self.place / "home"
        home.mkdir(exist_ok=True)
        out = self.place / "out.json"
        command = [self.binaries / "cleanrules", "run", "--rules", self.rules, "--state",
                   self.state, "--format", "json", "-q"]
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "LD_PRELOAD": str(self.clock), "CLOCK_AHEAD": str(night * DAY),
        }
        begin = time.monotonic()
        with open(out, "wb") as file:
            child = subprocess.Popen(command, stdout=file, env=environment)
            _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - begin
        if child.returncode != 0:
            return f"the round ended with {child.returncode}"
        report = json.loads(out.read_bytes())
        looks = report["plan"]["looks"]
        state, backups = self.sizes()
        print(f"{night or 'first':>5} {self.count:10,} {looks['looked']:10,} {looks.get('groups', 0):8,}"
              f" {wall:9.2f} {usage.ru_utime + usage.ru_stime:9.2f} {usage.ru_maxrss / 1024:9.1f}"
              f" {state / 1e6:9.1f} {backups / 1e6:11.1f}", flush=True)
        return self.fault(night, looks, report.get("pictures") or []) if night else None

    def fault(self, night, looks, drives):
        if looks["looked"] != looks["eligible"] or looks["eligible"] != self.count:
            return f"night {night} knows {looks['looked']} of {self.count} pictures"
        if any(drive["new"] or drive["missed"] for drive in drives):
            return f"night {night} looked at pictures that were known: {drives}"
        if looks["groups"] < max(1, self.groups):
            return f"night {night} finds {looks['groups']} groups after {self.groups}"
        self.groups = looks["groups"]
        return None


def main():
    binaries = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
    top = sys.argv[3] if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory(dir=top) as place:
        nights = Nights(binaries, pathlib.Path(place))
        nights.add("all", count)
        print("night   pictures  looked at   groups    wall s     cpu s       MiB  state MB  backups MB")
        # Nobody has looked at anything yet, and nothing looks: it would find that these are no pictures.
        nights.rules.write_text((RULES % nights.pictures).replace("photos: {a_day: 2h}\n", ""))
        faults = [nights.round(0)]
        nights.rules.write_text(RULES % nights.pictures)
        for night in range(1, NIGHTS + 1):
            if night > 1:
                nights.add(f"night-{night}", max(10, count // 100))
            nights.know(night)
            faults.append(nights.round(night))
        faults = [fault for fault in faults if fault]
        for fault in faults:
            print("✘", fault)
    return 1 if faults else 0


sys.exit(main())
