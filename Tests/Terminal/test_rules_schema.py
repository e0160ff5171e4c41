# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of rules files, by an independent validator: it takes what 'check' takes and refuses
what 'check' refuses, but for what docs/reference/diagnostics.md says that no schema can tell."""
import functools
import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import jsonschema
import pytest
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from conftest import BINARY, ROOT

DRIVES = "version: 1\ndrives: {d: {kind: local, root: /d}}\n"
RULE = "rules: [{id: r, match: {ext: a}, then: delete}]\n"
# What stands around a piece.
FILES = {
    "drives": "version: 1\ndrives: {d: {@}}\nrules: []\n",
    "rule": DRIVES + "rules: [{id: r, @}]\n",
    "id": DRIVES + "rules: [{id: @, match: {ext: a}, then: delete}]\n",
    "condition": DRIVES + "rules: [{id: r, match: {@}, then: delete}]\n",
    "test": DRIVES + RULE + "tests: [{name: t, now: 2026-01-15T12:00:00Z, items: [{@}]}]\n",
    "notify": DRIVES + "rules: []\nnotify: [{@}]\n",
}


def piece(place, text):
    if place != "file":
        return FILES[place].replace("@", text)
    lines = [line for line in ["version: 1", "rules: []"] if line.split(":")[0] != text.split(":")[0]]
    return "\n".join([*lines, text, ""])


def cases():
    """Each case of the list: its line, its file, and its mark."""
    place = None
    for number, line in enumerate((ROOT / "Tests/Terminal/rules.cases").read_text().splitlines(), 1):
        if match := re.fullmatch(r"\[(\w+)\]", line):
            place = match[1]
        elif match := re.fullmatch(r"([+!-]) (.*)", line):
            yield f"line {number}", piece(place, match[2]), match[1]


def beyond_schemas():
    """The codes of what a schema cannot tell."""
    page = (ROOT / "docs/reference/diagnostics.md").read_text()
    section = page.split("## What the JSON Schema leaves to `check`")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE))


@pytest.fixture(scope="module")
def schema():
    text = subprocess.run([BINARY, "schema"], capture_output=True, text=True, check=True).stdout
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def read(text):
    """The file as an editor reads it: by the core schema of YAML 1.2, where a day is a text."""
    yaml = YAML(typ="safe", pure=True)
    yaml.constructor.add_constructor("tag:yaml.org,2002:timestamp", lambda _, node: node.value)
    return yaml.load(text)


@functools.cache
def checked(path):
    """The codes of the errors that 'check' finds."""
    run = subprocess.run([BINARY, "check", path, "--format", "json"], capture_output=True, text=True)
    assert run.returncode in (0, 3), run.stderr
    findings = json.loads(run.stdout)["findings"]
    return {one["code"] for one in findings if one["level"] == "error"}


def disagreements(files, schema):
    """Where schema and 'check' differ in what a schema can tell."""
    allowed = beyond_schemas()
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda file: checked(file[1]), files))
    for (name, path), codes in zip(files, found):
        try:
            faults = [fault.message for fault in schema.iter_errors(read(path.read_text()))]
        except (YAMLError, UnicodeDecodeError) as error:
            faults = [str(error)]
        if faults and not codes:
            yield f"{name}: the schema alone refuses it: {faults}"
        elif codes and not faults and not codes <= allowed:
            yield f"{name}: the schema takes it, 'check' says {codes}"


def test_the_schema_says_of_each_piece_what_check_says(tmp_path, schema):
    files, marks = [], {}
    for name, text, mark in cases():
        path = tmp_path / f"{name}.yaml"
        path.write_text(text)
        files.append((name, path))
        marks[name] = mark
    assert len(files) > 400
    assert not list(disagreements(files, schema))
    wrong = [name for name, path in files if (not checked(path)) != (marks[name] == "+")]
    assert not wrong, "the list says something else of them than 'check'"
    taken = {name for name, path in files if checked(path) and schema.is_valid(read(path.read_text()))}
    assert taken == {name for name, mark in marks.items() if mark == "!"}


def test_the_schema_says_of_each_file_here_what_check_says(schema):
    found = [*ROOT.glob("Tests/**/*.yaml"), *ROOT.glob("examples/**/*.yaml"), ROOT / "rules.example.yaml"]
    files = [(str(path), path) for path in sorted(found) if b"rules:" in path.read_bytes()]
    assert len(files) > 100
    assert not list(disagreements(files, schema))


def hints(schema):
    """Each default, example and snippet that the schema offers, with the schema that it has to fit."""
    found = []

    def walk(part, where):
        if isinstance(part, list):
            for number, one in enumerate(part):
                walk(one, f"{where}/{number}")
        elif isinstance(part, dict):
            offered = [part["default"]] if "default" in part and "properties" not in part else []
            for value in offered + part.get("examples", []) * ("properties" not in part):
                found.append((where, value, part))
            for snippet in part.get("defaultSnippets", []):
                filled = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", json.dumps(snippet["body"]))
                found.append((f"{where} {snippet['label']}", json.loads(filled), part))
            for key, one in part.items():
                if key not in ("default", "examples", "defaultSnippets"):
                    walk(one, f"{where}/{key}")

    walk(schema, "")
    return found


# What stands around a value of a key, by where the schema has the key.
AROUND = {
    "/$defs/condition": "rules: [{id: r, match: {@}, then: delete}]",
    "/$defs/rule": "rules: [{id: r, match: {ext: a}, then: delete, @}]",
    "/$defs/protection": "rules: []\nprotect: [{id: p, match: {ext: a}, @}]",
    "/$defs/test": "rules: []\ntests: [{name: t, now: 2026-01-15T12:00:00Z, items: [], @}]",
    "/$defs/item": "rules: []\ntests: [{name: t, now: 2026-01-15T12:00:00Z, items: [{path: /a, expect: keep, @}]}]",
    "/$defs/rule/properties/limits": "rules: [{id: r, match: {ext: a}, then: delete, limits: {@}}]",
    "/$defs/rule/properties/duplicates": "rules: [{id: r, duplicates: {same: content, @}, then: delete}]",
    "/$defs/rule/properties/surplus": "rules: [{id: r, surplus: {keep: 2, @}, then: delete}]",
    "/properties/notify/items": "rules: []\nnotify: [{to: webhook, url: env:CLEANRULES_NOTIFY_A, "
                                "key: env:CLEANRULES_NOTIFY_B, @}]",
    "": "rules: []\n@",
} | {f"/properties/{name}": f"rules: []\n{name}: {{@}}"
     for name in ("defaults", "limits", "policy", "quota", "review", "sync")}
LISTS = {"/$defs/rule": "rules", "/$defs/protection": "protect", "/$defs/test": "tests"}


def test_what_the_schema_offers_is_taken(tmp_path, schema):
    offers = hints(schema.schema)
    assert len(offers) > 90
    (tmp_path / "team.yaml").write_text("version: 1\nrules: []\n")
    files = []
    for number, (where, value, part) in enumerate(offers):
        whole = jsonschema.Draft202012Validator({"$defs": schema.schema["$defs"]} | part)
        assert whole.is_valid(value), f"{where}: {value}"
        place, key = (*where.rsplit("/properties/", 1), "")[:2]
        if " " in where:
            place = where.split(" ")[0]
            body = f"{LISTS[place]}: [{json.dumps(value)}]"
            text = body if LISTS[place] == "rules" else f"rules: []\n{body}"
        else:
            text = AROUND[place].replace("@", f"{key}: {json.dumps(value)}", 1)
            # The same key twice is no file: what stands around gives way.
            text = re.sub(rf"([{{ ]){key}: [^,{{}}\[\]]+, (.*\b{key}: )", r"\1\2", text)
        path = tmp_path / f"{number}.yaml"
        drives = ("drives: {photos: {kind: local, root: /d}, office: {kind: local, root: /e}, "
                  "cloud: {kind: onedrive, account: a@example.com, root: /}}\n")
        path.write_text("version: 1\n" + drives + text + "\n")
        files.append((f"{where}: {value}", path))
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda file: checked(file[1]), files))
    wrong = [(name, path.read_text(), codes) for (name, path), codes in zip(files, found) if codes]
    assert not wrong
