# SPDX-License-Identifier: Apache-2.0
"""The documents that the program writes, held against the published schemas. These allow no key that
they do not name, so that they cannot lag behind."""
import functools
import json
import os
import re
import shutil
import subprocess

import jsonschema
import pytest

from conftest import BINARY, ROOT

FOLDER = ROOT / "docs/reference/schemas"
NAMES = ["check", "fleet", "plan", "privacy", "run", "status", "suggest", "test", "why"]


@functools.cache
def validator(name):
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def hold(name, text):
    document = json.loads(text)
    faults = [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(document)]
    assert not faults, faults
    return document


def closed(schema):
    """Whether no object in the schema takes keys that it does not name."""
    if isinstance(schema, list):
        return all(map(closed, schema))
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        return False
    return all(map(closed, schema.values()))


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_closed_and_listed(name):
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text())
    assert closed(schema)
    assert f"schemas/{name}.schema.json" in (ROOT / "docs/reference/json.md").read_text()


def test_no_schema_is_without_a_test():
    assert sorted(path.name.split(".")[0] for path in FOLDER.iterdir()) == NAMES


def test_schemas_are_printed(home):
    assert home.run("schema", "--list").stdout.split() == ["rules", *NAMES]
    for name in NAMES:
        assert home.run("schema", name).stdout == (FOLDER / f"{name}.schema.json").read_text()
    assert json.loads(home.run("schema").stdout) == json.loads(home.run("schema", "rules").stdout)


RULES = """version: 1
timezone: UTC
drives:
  d: {{ kind: local, root: d }}
  e: {{ kind: local, root: e }}
limits: {{ percent: unlimited{limits} }}
quota: {{ deletes: 3/day }}
rules:
  - id: old
    match: {{ name: "*.iso" }}
    then: delete
    undo_window: {window}
  - id: twice
    in: ["d:/copies", "e:/copies"]
    duplicates: {{ same: content, verify: bytes }}
    then: delete
    undo_window: {window}
  - {{ id: look, match: {{ name: "*.bak" }}, then: review }}
  - {{ id: unused, match: {{ name: "*.none" }}, then: delete }}
tests:
  - name: one
    now: 2026-01-15T12:00:00Z
    items:
      - {{ path: /a.iso, size: 1MB, expect: delete, by: old }}
      - {{ path: /b.iso, size: 1MB, expect: {expect} }}
"""


GENERATIONS = """version: 1
timezone: UTC
drives:
  d: { kind: local, root: d }
rules:
  - id: old
    match: { ext: tar }
    surplus: { keep: { last: 1, daily: 1, weekly: 2 } }
    then: delete
"""


class Home:
    def __init__(self, folder):
        self.folder = folder
        self.environment = {}
        for drive in "de":
            for name in ["a.iso", "b.iso", "c.bak", "copies/x", "copies/y"]:
                path = folder / drive / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("same" if "copies" in name else name)
        self.rules()

    def rules(self, window="none", limits="", expect="delete"):
        (self.folder / "rules.yaml").write_text(
            RULES.format(window=window, limits=limits, expect=expect))

    def run(self, *words):
        run = subprocess.run(
            [BINARY, *words], text=True, capture_output=True, cwd=self.folder,
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LC_ALL": "C.UTF-8", **self.environment})
        return run

    def held(self, name, *words):
        return hold(name, self.run(*words, "--format", "json").stdout)

    def round(self, *words):
        self.run("run", "--rules", "rules.yaml", "--report", "json", "r.json", *words)
        return hold("run", (self.folder / "r.json").read_text())


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


def test_plans(home):
    for options in [[], ["--all"], ["--no-state"], ["--offline"]]:
        plan = home.held("plan", "plan", "-q", "--rules", "rules.yaml", *options)
        assert any("survivors" in entry for entry in plan["entries"])
    assert "part" in home.held("plan", "plan", "-q", "d/copies", "--rules", "rules.yaml")["drives"][0]
    home.run("stage", "--yes", "--no-undo-window", "--rules", "rules.yaml")
    home.run("undo", "--all", "--yes")
    home.held("plan", "plan", "-q", "--rules", "rules.yaml")
    home.rules(limits=", items: 1")
    plan = home.held("plan", "plan", "-q", "--rules", "rules.yaml")
    assert any(limit["exceeded"] for limit in plan["limits"])


def test_privacy(home):
    assert home.held("privacy", "privacy", "--format", "json")["sent"]
    (home.folder / "rules.yaml").write_text("version: 1\nrules: [{id: look, match: {kind: image}, then: review}]\n")
    assert home.held("privacy", "privacy", "--format", "json", "--rules", "rules.yaml")["sent"] == []


def test_suggestions(home):
    none = home.held("suggest", "rules", "suggest", "--rules", "rules.yaml")
    assert none["missing"] > 0 and none["suggestions"] == []
    (home.folder / "rules.yaml").write_text(
        "version: 1\ntimezone: UTC\ndrives: {d: {kind: listing, file: l.ndjson}}\n"
        "rules: [{id: look, match: {kind: image}, then: review}]\n")
    items = [(f"/{number}/Screenshot_{number}.png", number in (7, 57)) for number in range(100)]
    items += [(f"/{number}/IMG_{number}.jpg", True) for number in range(40)]
    (home.folder / "l.ndjson").write_text(
        "".join(json.dumps({"path": path, "size": 1000}) + "\n" for path, _ in items))
    (home.folder / "decisions").write_text("".join(
        json.dumps({"path": path, "verdict": "keep" if stays else "delete"}) + "\n"
        for path, stays in items))
    home.run("sync")
    home.run("plan", "-q", "--rules", "rules.yaml")
    home.run("review", "--decisions", "decisions")
    found = home.held("suggest", "rules", "suggest", "--rules", "rules.yaml")["suggestions"]
    assert {one["kind"] for one in found} == {"rule", "exception"}
    assert found[0]["contradicted_by"]["count"] == 2 and found[0]["test"]


def test_explanations(home):
    words = ["--rules", "rules.yaml"]
    item = home.held("why", "why", "/a.iso", *words)["items"]
    assert [one["drive"] for one in item] == ["d", "e"], "an item of each drive"
    assert item[0]["rules"][0]["match"]["outcome"] == "yes"
    copies = home.held("why", "why", "d:/copies/y", *words)["items"][0]
    assert [member["is_item"] for member in copies["rules"][1]["group"]].count(True) == 1
    home.run("plan", "-q", *words)
    home.run("snooze", "d:/c.bak", "--until", "2099-01-01")
    assert "until" in home.held("why", "why", "d:/c.bak", *words)["items"][0]["decision"]
    (home.folder / "rules.yaml").write_text(GENERATIONS)
    for day in [1, 2, 9]:
        path = home.folder / "d" / f"{day}.tar"
        path.write_text("tar")
        os.utime(path, (1_577_880_000 + day * 86_400,) * 2)
    kept = home.held("why", "why", "/9.tar", *words)["items"][0]["rules"][0]
    assert {"key": "weekly", "period": "2020-W02", "text": "the newest of week 2020-W02"} in kept["kept_for"]
    gone = home.held("why", "why", "/1.tar", *words)["items"][0]["rules"][0]
    assert [ground.get("other") for ground in gone["not_kept_for"]] == [None, None, "/2.tar"]


def test_checks_and_tests_of_rules(home):
    home.held("check", "check", "rules.yaml")
    home.held("test", "test", "rules.yaml")
    home.rules(expect="keep")
    assert home.held("test", "test", "rules.yaml")["failed"] == 1
    for text in ["", "version: 1\nrules: [{}]\n", "version: 1\nrules: []\nx: [\n", "\x01"]:
        (home.folder / "rules.yaml").write_text(text)
        assert not home.held("check", "check", "rules.yaml")["usable"]


def test_rounds_and_what_waits(home):
    home.held("status", "status")
    home.run("plan", "-q", "--rules", "rules.yaml")
    home.run("stage", "--yes", "--no-undo-window")
    home.held("status", "status")
    assert "dry_run" in home.round("--dry-run")
    assert home.round("--max-delete", "1")["left"] > 0
    report = home.round("--stage")
    assert "refused" in report["stage"], "what needs a flag"
    assert report["execute"]["counts"]["deferred"] > 0, "the quota"
    home.held("status", "status", "--all")
    home.run("restore", "--all", "--yes")
    home.held("status", "status", "--all")
    home.rules(window="1h")
    for name in ["new.iso", "newer.iso"]:
        (home.folder / "d" / name).write_text(name)
    assert home.round("--stage-only")["stage"]["items"]
    home.round("--execute-only")
    (home.folder / "d").rename(home.folder / "away")
    assert "failed" in home.round("--stage")
    (home.folder / "d").mkdir()
    assert home.round("--stage")["held_drives"]
    home.rules(expect="keep")
    assert "error" in home.round("--stage")
    (home.folder / "rules.yaml").unlink()
    assert home.round()["rules"]
    home.held("status", "status")


def test_pictures(home):
    shutil.copy(ROOT / "Tests/PictureFixtures/plain.png", home.folder / "d/one.png")
    (home.folder / "rules.yaml").write_text(
        "version: 1\ntimezone: UTC\ndrives: {d: {kind: local, root: d}}\nphotos: {a_day: 2h}\n"
        "rules: [{id: alike, match: {kind: image}, similar: {as: copies}, then: review}]\n")
    assert "pictures" not in home.held("status", "status")
    report = home.round("--stage")
    assert report["pictures"][0]["looked"] == 1 and report["plan"]["looks"]["looked"] == 0
    assert home.held("status", "status")["pictures"]["drives"][0]["looked"] == 1


@pytest.fixture
def organisation():
    """The address of a simulated organisation, whose people are in one group."""
    program = os.path.join(os.path.dirname(BINARY), "cleanrules-graphsim")
    server = subprocess.Popen(
        [program, "--scenario", "fleet"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield re.search(r"http://[^ ]*:[0-9]+", server.stdout.readline())[0]
    finally:
        server.terminate()
        server.wait()


def test_nights_of_fleets(home, organisation):
    (home.folder / "fleet-rules.yaml").write_text(
        "version: 1\ntimezone: UTC\nlimits: {percent: unlimited}\n"
        'rules: [{id: images, match: {name: "*.iso"}, then: delete, undo_window: 1h}]\n')
    (home.folder / "fleet.yaml").write_text(
        "version: 1\nrules: fleet-rules.yaml\nwork: work\n"
        "graph: {tenant: contoso.example, client_id: 5a1d0e2c-7b46-4c39-8f10-3e9c6d2b7a54}\n"
        "users: {list: [u001@contoso.example, nobody@contoso.example]}\n"
        "caps: {day: {items: 10}}\n")
    home.environment |= {
        "CLEANRULES_GRAPH_URL": organisation, "CLEANRULES_LOGIN_URL": organisation,
        "CLEANRULES_CLIENT_SECRET": "no-secret-at-all"}
    for extra in [["--stage"], ["--dry-run"], ["--execute-only"]]:
        run = home.run("fleet", "run", "fleet.yaml", "--report", "json", "-", *extra)
        report = hold("fleet", run.stdout)
        assert report["not_found"] or extra != ["--stage"], run.stderr
    home.environment["CLEANRULES_GRAPH_URL"] = "http://127.0.0.1:1"
    hold("fleet", home.run("fleet", "run", "fleet.yaml", "--report", "json", "-").stdout)
