# SPDX-License-Identifier: Apache-2.0
"""Rounds whose rules tell somebody what they came to."""
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("CLEANRULES_BIN") or str(ROOT / ".build/debug/cleanrules")
KEY = "a-key-of-some-length"


class Rounds:
    """Rounds over old pictures by rules that tell somebody."""

    def __init__(self, world, folder, notify):
        self.world = world
        self.folder = folder
        rules = world.rules.read_text().replace("then: review", "then: delete\n    undo_window: 1h")
        rules = rules.replace("rules:\n", "limits: { percent: unlimited }\nrules:\n", 1)
        self.rules = folder / "own.yaml"
        self.rules.write_text(rules + "notify:\n" + notify)
        self.key = folder / "key.notify"
        self.key.write_text(KEY + "\n")
        self.key.chmod(0o600)

    def run(self, *arguments, **environment):
        extended = self.world.environment | environment
        return subprocess.run(
            [BINARY, "run", "--rules", str(self.rules), "--state", str(self.folder / "own.sqlite"),
             "--report", "json", str(self.folder / "r.json"), *arguments],
            text=True, capture_output=True, env=extended, cwd=self.folder, timeout=100)

    def report(self):
        return json.loads((self.folder / "r.json").read_text())
