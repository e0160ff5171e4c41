# SPDX-License-Identifier: Apache-2.0
"""Worlds for the tests: folders with pictures, rules that leave them to a person, and a plan."""
import json
import os
import struct
import subprocess
import zlib

import pytest

from deck import Deck
from rounds import BINARY, ROOT, Rounds  # noqa: F401, of tests too



def png(red, green, blue, side=64):
    """A picture of one colour."""
    def chunk(kind, body):
        whole = kind + body
        return struct.pack(">I", len(body)) + whole + struct.pack(">I", zlib.crc32(whole))

    rows = b"".join(b"\0" + bytes([red, green, blue]) * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


class World:
    """A folder, rules, a state, and a plan over it."""

    def __init__(self, folder, names, reviews=None):
        self.folder = folder
        self.files = folder / "photos"
        self.decks = []
        for index, name in enumerate(names):
            file = self.files / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(png(200, 10 * index % 256, 30))
            os.utime(file, (1_600_000_000 + index, 1_600_000_000 + index))
        self.rules = folder / "rules.yaml"
        quota = f"quota:\n  reviews: {reviews}/day\n" if reviews else ""
        self.rules.write_text(
            f"version: 1\ntimezone: Europe/Berlin\ndrives:\n  photos: {{ kind: local, root: "
            f"{json.dumps(str(self.files))} }}\n{quota}rules:\n  - id: look\n    match:\n"
            f"      path: \"/**\"\n    then: review\n    why: a person is to look\n")
        self.state = folder / "state.sqlite"
        self.run("plan", "--rules", self.rules, "--state", self.state)

    def run(self, *arguments, **options):
        return subprocess.run(
            [BINARY, *map(str, arguments)], check=options.pop("check", True), text=True,
            capture_output=True, env=self.environment, **options)

    @property
    def environment(self):
        """Nothing is read from or written to the folders of whoever runs the tests."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8"}

    def review(self, *arguments, **options):
        return self.run("review", "--rules", self.rules, "--state", self.state, *arguments, **options)

    def deck(self, *arguments, **options):
        command = [BINARY, "review", "--tui", "--rules", str(self.rules), "--state",
                   str(self.state), *arguments]
        options["environment"] = {"HOME": str(self.folder)} | options.get("environment", {})
        deck = Deck(command, **options)
        self.decks.append(deck)
        return deck


@pytest.fixture
def world(tmp_path):
    worlds = []

    def make(names=None, reviews=None):
        names = names or [f"2021/IMG_{2040 + n}.png" for n in range(12)]
        worlds.append(World(tmp_path, names, reviews))
        return worlds[-1]

    yield make
    for made in worlds:
        for deck in made.decks:
            deck.close()


@pytest.fixture
def rounds(world, tmp_path):
    def make(notify, **options):
        return Rounds(world(**options), tmp_path, notify)
    return make
