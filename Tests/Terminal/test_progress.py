# SPDX-License-Identifier: Apache-2.0
"""What the commands show on a terminal: progress, colour, width, and pages of long lists."""
import json
import os
import re
import sqlite3

import pytest

from conftest import BINARY
from deck import Deck

RULES = """version: 1
timezone: Europe/Berlin
drives:
  here: {kind: local, root: /nowhere}
rules:
  - {id: old, match: {modified_age: over 100d, name: "*.iso"}, then: delete,
     why: nobody has any use for it after so long a time as this}
"""


class Commands:
    """A home with rules, and programs that run in terminals of their own."""

    def __init__(self, folder):
        self.folder = folder
        self.rules = folder / "rules.yaml"
        self.rules.write_text(RULES)
        self.listing = folder / "listing.ndjson"
        self.listing.write_text("".join(self.row(n) for n in range(3)))
        self.decks = []

    @staticmethod
    def row(number, name="old"):
        return json.dumps({"id": str(number), "path": f"/{name} {number}.iso", "size": 1_000_000,
                           "modified": "2020-01-01T00:00:00Z"}) + "\n"

    def shell(self, line, **options):
        environment = {"HOME": str(self.folder), "BIN": BINARY} | options.pop("environment", {})
        deck = Deck(["/bin/sh", "-c", f"cd '{self.folder}'; {line}; echo the end; read x"],
                    environment=environment, **options)
        self.decks.append(deck)
        return deck

    def plan(self, more="", **options):
        return self.shell(f'"$BIN" plan --rules rules.yaml --listing listing.ndjson {more}',
                          **options)


@pytest.fixture
def commands(tmp_path):
    made = Commands(tmp_path)
    yield made
    for deck in made.decks:
        deck.close()


def piped(commands, more="", **options):
    """A plan over a listing that comes through a pipe which stays open until the test closes it."""
    pipe = commands.folder / "pipe"
    os.mkfifo(pipe)
    deck = commands.shell(
        f'cat pipe | "$BIN" plan --rules rules.yaml --listing - --no-state {more}', **options)
    return deck, open(pipe, "w", encoding="utf-8")


def test_progress_shows_what_lasts_fits_the_window_and_is_taken_away(commands):
    deck, pipe = piped(commands, columns=100)
    with pipe:
        pipe.write(commands.row(1))
        pipe.flush()
        deck.wait("Reading '")
        deck.resize(30, 24)
        # Every line is shorter than the window now: nothing is wrapped.
        start = len(deck.raw)
        deck.wait(lambda: deck.raw.count(b"Reading", start) > 2)
        lines = re.split(rb"\r\x1b\[K", deck.raw[start:])[1:]
        assert lines and all(len(line.decode().rstrip()) < 30 for line in lines[:-1])
        deck.resize(100, 24)
    deck.wait("the end")
    assert "Reading" not in deck.text and "1 delete" in deck.text


def test_saving_is_shown_as_well(commands):
    state = commands.folder / "state.db"
    first = commands.plan(f"--state {state} -q --summary")
    first.wait("the end")
    other = sqlite3.connect(state, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    deck = commands.plan(f"--state {state} --now 2026-02-03T04:05:06Z")
    deck.wait("Saving ")
    other.execute("ROLLBACK")
    other.close()
    deck.wait("the end")
    assert "Saving" not in deck.text


@pytest.mark.parametrize("how", ["quiet", "dumb"])
def test_there_is_no_changing_line_where_it_is_not_wanted(commands, how):
    deck, pipe = piped(
        commands, "-q" if how == "quiet" else "",
        environment={"TERM": "dumb"} if how == "dumb" else {})
    with pipe:
        deck.settle(2.0)
        pipe.write(commands.row(1))
    deck.wait("the end")
    assert b"\x1b[K" not in deck.raw and b"Reading" not in deck.raw
    assert how == "quiet" or b"\x1b" not in deck.raw


def test_progress_never_goes_to_standard_output(commands):
    deck, pipe = piped(commands, "--format json > out.json")
    with pipe:
        deck.wait("Reading '")
        pipe.write(commands.row(1))
    deck.wait("the end")
    assert json.loads((commands.folder / "out.json").read_text())["totals"]["delete"]["items"] == 1


def test_colour_is_for_terminals_that_want_it(commands):
    red = b"\x1b[31m"
    assert red in commands.plan("--no-state").wait("the end").raw
    assert b"\x1b[" not in commands.plan("--no-state --color never").wait("the end").raw
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        deck = commands.plan("--no-state", environment=environment).wait("the end")
        assert red not in deck.raw
    deck = commands.plan("--no-state --color always", environment={"NO_COLOR": "1"})
    assert red in deck.wait("the end").raw
    commands.plan("--no-state > out.txt").wait("the end")
    assert "\x1b" not in (commands.folder / "out.txt").read_text()
    commands.plan("--no-state -o out.json --format table").wait("the end")
    assert "\x1b" not in (commands.folder / "out.json").read_text()


def test_a_reason_is_cut_to_the_width_and_a_path_never(commands):
    commands.listing.write_text(commands.row(1, "a name that is rather long"))
    wide = commands.plan("--no-state", columns=160).wait("the end")
    assert "…" not in wide.text
    for options in ({"columns": 76}, {"columns": 160, "environment": {"COLUMNS": "76"}}):
        narrow = commands.plan("--no-state", **options).wait("the end")
        assert "/a name that is rather long 1.iso" in narrow.text
        line = next(line for line in narrow.text.splitlines() if "rather long" in line)
        assert line.endswith("…") and len(line) <= 76, line


def test_a_terminal_is_shown_the_end_of_a_long_history_and_the_way_to_the_rest(world):
    made = world([f"IMG_{n}.png" for n in range(130)])
    made.run("keep", *[made.files / f"IMG_{n}.png" for n in range(130)], "--state", made.state)
    whole = made.run("history", "--state", made.state).stdout.splitlines()
    assert len(whole) > 130
    deck = Deck([BINARY, "history", "--state", str(made.state)], columns=160, rows=200,
                environment={"HOME": str(made.folder)})
    try:
        deck.wait("--before")
        lines = [line for line in deck.text.splitlines() if line]
        assert lines[0] == f"… {len(whole) - 100} earlier lines"
        assert "+02:00" in lines[1] or "+01:00" in lines[1]
    finally:
        deck.close()
