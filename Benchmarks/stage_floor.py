#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What SQLite alone takes for the rows of a staging: the least that `stage` can take with these tables.

usage: stage_floor.py PATH-OF-CLEANRULES [ENTRIES]

Has cleanrules stage one file into a new state file, and has SQLite multiply what that left, a staged item and
its line of the history, to ENTRIES (200,000 by default) with paths, tags and keys of their own, in one transaction.
Prints processor time an entry: with all, without each of the indexes, without all of them, and of each table alone.
"""
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile

RULES = """version: 1
drives: {tree: {kind: local, root: "%s"}}
limits: {items: unlimited, bytes: unlimited, percent: unlimited, listing_drop: unlimited}
rules: [{id: all, match: {ext: dat}, then: delete}]
"""
NUMBERS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
PATH = "'/d' || printf('%05d', i / 500) || '/file-' || printf('%07d', i) || '.dat'"
TAG = "printf('%d:%d:64', i * 7919, i)"
OWN = {
    "staged_item": {
        "number": "i + 1000", "path": PATH, "id": PATH, "item_key": f"'/home/ida/tree' || {PATH}",
        "etag": TAG, "stamp": TAG},
    "history": {"sequence": "i + 1000", "staged": "i + 1000", "path": PATH, "id": PATH},
}


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def multiply(state, table, count):
    columns = [row[1] for row in state.execute(f"PRAGMA table_info({table})")]
    condition = "WHERE event = 'staged'" if table == "history" else ""
    row = state.execute(f"SELECT {', '.join(columns)} FROM {table} {condition}").fetchone()
    values = [OWN[table].get(name, f"?{place + 1}") for place, name in enumerate(columns)]
    state.execute(
        f"{NUMBERS % count} INSERT INTO {table} ({', '.join(columns)})"
        f" SELECT {', '.join(values)} FROM n", row)


def main():
    binary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
    with tempfile.TemporaryDirectory() as top:
        env = dict(
            os.environ, HOME=top, XDG_DATA_HOME=top + "/share", XDG_STATE_HOME=top + "/state")
        rules, path = top + "/rules.yaml", top + "/state.sqlite"
        os.makedirs(top + "/tree")
        with open(rules, "w") as file:
            file.write(RULES % (top + "/tree"))
        with open(top + "/tree/x.dat", "w") as file:
            file.write("x")
        for arguments in ["plan", "-q", "--summary"], ["stage", "-q", "--yes"]:
            subprocess.run(
                [binary, *arguments, "--rules", rules, "--state", path], env=env, check=True,
                stdout=subprocess.DEVNULL)
        state = sqlite3.connect(path, isolation_level=None)
        indexes = [
            row[0] for row in state.execute(
                "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
                " AND tbl_name = 'staged_item' ORDER BY name").fetchall()]
        both = ["staged_item", "history"]
        for label, tables, dropped in [
            ("items with their indexes, and the history", both, []),
            *((f"the same without {name}", both, [name]) for name in indexes),
            ("items without indexes, and the history", both, indexes),
            ("items with their indexes", ["staged_item"], []),
            ("items without indexes", ["staged_item"], indexes),
            ("the history", ["history"], []),
        ]:
            state.execute("BEGIN")
            for name in dropped:
                state.execute(f"DROP INDEX {name}")
            begin = processor_time()
            for table in tables:
                multiply(state, table, count)
            spent = processor_time() - begin
            state.execute("ROLLBACK")
            print(f"{label:46} {spent / count * 1e6:6.2f} µs an entry", flush=True)


main()
