#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plans over and over from the state's own catalog, and stages: what it takes, and how the state grows.

usage: plans.py PATH-OF-CLEANRULES LISTING [FOLDER]

LISTING is one of `cleanrules-bench listing`, of a million items for docs/performance.md. The rules are those of
`cleanrules-bench plan`. For each command it prints wall time, processor time, peak memory, and the size of the
state file with its log. FOLDER is where all is made; a new temporary folder by default.
"""
import glob
import os
import subprocess
import sys
import tempfile
import time

RULES = """version: 1
timezone: UTC
drives: {items: {kind: listing, file: "%s"}}
limits: {items: unlimited, bytes: unlimited, percent: unlimited}
protect:
  - id: papers
    match:
      any:
        - path: [/Keep, "/Keep/**"]
        - name_regex: "(?i)passport|contract"
rules:
  - id: screenshots
    match: {name: ["screenshot*", "screen shot*"], modified_age: over 365d}
    then: delete
  - id: leftovers
    match: {name: ["*.tmp", "~$*", "Thumbs.db"]}
    then: delete
  - id: copies
    duplicates: {same: content, keep: [oldest, shortest_path]}
    then: delete
  - id: films
    match: {mime: "video/*", size: over 500MB, modified_age: over 730d}
    then: review
"""


def main():
    binary, listing = (os.path.abspath(path) for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory(dir=sys.argv[3] if len(sys.argv) > 3 else None) as top:
        rules, state = top + "/rules.yaml", top + "/state.sqlite"
        with open(rules, "w") as file:
            file.write(RULES % listing)

        def run(*arguments):
            begin = time.monotonic()
            command = [binary, *arguments, "--rules", rules, "--state", state]
            if arguments[0] in ("show", "plan") and arguments[1:2] == ("diff",):
                command = [binary, *arguments, "--state", state]
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            size = sum(os.path.getsize(path) for path in glob.glob(state + "*"))
            print(
                f"{' '.join(arguments)[:52]:52} {time.monotonic() - begin:7.2f} s wall"
                f" {usage.ru_utime + usage.ru_stime:7.2f} s processor"
                f" {usage.ru_maxrss / 1024:7.1f} MiB, state {size / 1e6:7.1f} MB,"
                f" exit {child.returncode}", flush=True)

        run("sync", "-q")
        for day in range(1, 7):
            now = f"2026-11-2{day}T00:00:00Z"
            run("plan", "--offline", "-q", "--summary", "--now", now)
        run("plan", "--offline", "-q", "--summary", "--no-save", "--now", "2026-11-27T00:00:00Z")
        run("plan", "diff")


main()
