#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Deletes many files into the trash, with cleanrules, `gio trash` and `rm`, in one run.

usage: execute.py PATH-OF-CLEANRULES [FILES [FOLDER]]

Makes FILES small files (200,000 by default) in folders of 500 below FOLDER (a new temporary folder by
default), three times over, and prints for each command: wall time, processor time, peak memory, and how
many files are left. Every command sees the same tree, made anew; the trash is that of a home folder of its own.
"""
import os
import subprocess
import sys
import tempfile
import time

RULES = """version: 1
drives:
  tree: {kind: local, root: %s}
defaults: {undo_window: none}
limits: {items: unlimited, bytes: unlimited, percent: unlimited, listing_drop: unlimited}
rules:
  - {id: all, match: {ext: dat}, then: delete}
"""


def make_tree(root, count):
    """`count` files of 64 bytes, 500 a folder."""
    for folder in range(0, count, 500):
        path = f"{root}/d{folder // 500:05}"
        os.makedirs(path)
        for number in range(folder, min(folder + 500, count)):
            with open(f"{path}/file-{number:07}.dat", "wb") as file:
                file.write(b"%064d" % number)


def files_left(root):
    return sum(len(names) for _, _, names in os.walk(root))


def timed(label, command, env, root, **options):
    begin = time.monotonic()
    child = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    print(
        f"{label:28} {wall:8.2f} s wall {usage.ru_utime:8.2f} s user {usage.ru_stime:8.2f} s system"
        f" {usage.ru_maxrss / 1024:8.1f} MiB   exit {child.returncode}, {files_left(root)} files left",
        flush=True)
    return wall


def main():
    binary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
    with tempfile.TemporaryDirectory(dir=sys.argv[3] if len(sys.argv) > 3 else None) as top:
        env = dict(
            os.environ, HOME=top + "/home", XDG_DATA_HOME=top + "/home/share",
            XDG_STATE_HOME=top + "/home/state")
        os.makedirs(top + "/home/share")
        tree = top + "/cleanrules"
        make_tree(tree, count)
        rules = top + "/rules.yaml"
        with open(rules, "w") as file:
            file.write(RULES % tree)
        for name in ["sync"], ["plan", "--summary"], ["stage", "--yes", "--no-undo-window"], [
            "execute", "--yes"], ["restore", "--all", "--yes"]:
            timed(
                f"cleanrules {name[0]}", [binary, name[0], "--rules", rules, "-q", *name[1:]],
                env, tree)
        for label, command in [
            ("gio trash", ["xargs", "-0", "gio", "trash", "--"]),
            ("rm", ["xargs", "-0", "rm", "--"]),
        ]:
            tree = f"{top}/{label.split()[0]}"
            make_tree(tree, count)
            names = top + "/names"
            with open(names, "wb") as file:
                for folder, _, found in os.walk(tree):
                    for name in found:
                        file.write(os.fsencode(f"{folder}/{name}") + b"\0")
            with open(names, "rb") as file:
                timed(label, command, env, tree, stdin=file)


main()
