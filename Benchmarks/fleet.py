# SPDX-License-Identifier: Apache-2.0
"""Time a plan over a fleet against one plan over the same listings, in one run.

Usage: python3 Benchmarks/fleet.py BINARIES [ITEMS [DRIVES [FILES [ROUNDS]]]]

BINARIES is the folder of `cleanrules`. Each round has four commands for each set of rules, in turn: `plan --all` over all
listings in one file; `fleet plan` in an empty work folder, which reads the listings; `fleet plan` as of a day later, which
has their snapshots; and that by one process at a time. Says the least time of processors of each, and what lies in the work folder. All plans of one instant
must have the same bytes. The last set of listings has one content on all drives, as many times as there are items.
"""

import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

NOW = ["2026-11-28T00:00:00Z", "2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z"]
RULES = {
    "none across drives": """
  - {id: old, match: {ext: [iso, tmp], modified_age: over 1y}, then: delete}
  - {id: large, match: {size: over 900KB}, then: review}
""",
    "two across drives": """
  - {id: old, match: {ext: [iso, tmp], modified_age: over 1y}, then: delete}
  - {id: copies, duplicates: {same: content, across: drives, keep: [oldest, shortest_path]}, then: delete}
  - {id: names, match: {ext: jpg}, duplicates: {same: [name, size], across: drives, copies: 2, keep: [newest]}, then: review}
""",
}


def lines(items, drives, same=False, seed=7):
    """The lines of each drive: a fourth are copies of some content, most of them on other drives; or all are of
    the `same` one."""
    draw = random.Random(seed)
    found = [[] for _ in range(drives)]
    for number in range(items):
        drive = draw.randrange(drives)
        content = draw.randrange(items // 4) if draw.random() < 0.25 else items + number
        content = 0 if same else content
        ending = draw.choice(["jpg", "jpg", "docx", "iso", "tmp"])
        found[drive].append(json.dumps({
            "drive": f"d{drive:04}", "id": f"i{number}",
            "path": f"/{draw.choice(['Photos', 'Work/2024', 'Old', 'Projects/a b'])}/f{content % 5000}-{number % 97}.{ending}",
            "size": 1000 + content % 1_000_000, "hashes": {"quickxor": f"{content:027d}A"[-27:] + "="},
            "modified": f"20{draw.randrange(15, 26):02}-0{draw.randrange(1, 9)}-11T10:00:00Z",
            "etag": f"e{number}"}))
    return found


def timed(*command):
    """The time of processors and of the clock that a command took, and what it said."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE)
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    assert done.returncode in (0, 6), f"{command}: {done.returncode}"
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, end - begin, done.stdout


def size(folder):
    return sum(os.path.getsize(os.path.join(top, name)) for top, _, names in os.walk(folder) for name in names)


def main():
    binaries = os.path.abspath(sys.argv[1])
    items, drives, files, rounds = [int(text) for text in sys.argv[2:6]] + [1_000_000, 200, 8, 3][len(sys.argv) - 2:]
    program = f"{binaries}/cleanrules"
    cases = [(name, False) for name in RULES] + [("two across drives", True)]
    with tempfile.TemporaryDirectory() as home:
        os.chdir(home)
        os.mkdir("listings")
        with open("fleet.yaml", "w") as fleet:
            fleet.write("version: 1\nrules: rules.yaml\nwork: work\nacross_owners: delete\n"
                        "source: {kind: listings, files: \"listings/*.ndjson\"}\n")
        written = None
        for name, same in cases:
            if written != same:
                write(lines(items, drives, same), drives, files)
                written = same
            with open("rules.yaml", "w") as file:
                file.write(f"version: 1\ntimezone: UTC\nlimits: {{percent: unlimited}}\nrules:{RULES[name]}")
            took = compare(program, rounds)
            contents = "one content" if same else "many contents"
            print(f"{items:,} items of {contents}, {drives} drives in {files} files, rules with {name}")
            base = min(cpu for cpu, _ in took["one plan"])
            for key, times in took.items():
                cpu = min(cpu for cpu, _ in times)
                wall = min(wall for _, wall in times)
                print(f"  {key:14} {cpu:6.2f} s of processors ({cpu / base:.2f}x), {wall:6.2f} s by the clock")
            print(f"  work folder {size('work') / 1e6:.0f} MB")


def write(found, drives, files):
    """Writes the lines of each drive into one of so many listings, and all of them into one."""
    with open("all.ndjson", "w") as whole:
        for place in range(files):
            with open(f"listings/{place:02}.ndjson", "w") as part:
                for drive in range(place * drives // files, (place + 1) * drives // files):
                    text = "\n".join(found[drive]) + "\n"
                    part.write(text)
                    whole.write(text)


def compare(program, rounds):
    """What each of the commands took, in so many rounds."""
    took = {"one plan": [], "fleet, new": [], "fleet, again": [], "again, a job": []}
    for _ in range(rounds):
        shutil.rmtree("work", ignore_errors=True)
        one = timed(program, "plan", "--no-state", "-q", "--rules", "rules.yaml", "--listing", "all.ndjson", "--all",
                    "--format", "ndjson", "--now", NOW[0])
        new = timed(program, "fleet", "plan", "fleet.yaml", "--quiet", "--now", NOW[0])
        shown = timed(program, "fleet", "show", "fleet.yaml", "--format", "ndjson")
        assert one[2] == shown[2], "the plans differ"
        again = timed(program, "fleet", "plan", "fleet.yaml", "--quiet", "--now", NOW[1])
        single = timed(program, "fleet", "plan", "fleet.yaml", "--quiet", "--jobs", "1", "--now", NOW[2])
        for key, one_took in zip(took, (one, new, again, single)):
            took[key].append(one_took[:2])
    return took


if __name__ == "__main__":
    main()
