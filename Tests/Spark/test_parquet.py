# SPDX-License-Identifier: Apache-2.0
"""Parquet files of a plan hold all lines that 'cleanrules fleet show' shows, or there are none."""
import gzip
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import zlib

import pyarrow.parquet
import pytest
from test_spark import BIN, DRIVES, FLEET, HERE, NOW, PACKAGE, Fleet, small

sys.path.insert(0, str(PACKAGE))
import cleanrules_spark  # noqa: E402
from cleanrules_spark import __main__ as program  # noqa: E402
from cleanrules_spark import parquet  # noqa: E402

pytestmark = small
SCHEMAS = HERE.parent.parent / "docs/reference/schemas"


class Machine:
    """This machine, with no cluster."""

    environment = dict(os.environ)


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false", "spark.driver.memory": "512m", "spark.sql.shuffle.partitions": "1",
        "spark.local.dir": str(tmp_path_factory.mktemp("local")),
        # What others may have set.
        "spark.sql.files.maxPartitionBytes": "10k", "spark.sql.files.maxRecordsPerFile": "20"}
    builder = SparkSession.builder.master("local[1]").config(map=settings)
    session = builder.getOrCreate()
    yield session
    session.stop()


both = pytest.mark.parametrize("fleet", ["plain", "packed"], indirect=True)


@pytest.fixture
def fleet(tmp_path, request):
    """A fleet whose plan is made: a part of three drives, which does not lie in their order, four more, and
    one of none, in a folder whose name would be a pattern, or another text."""
    folder = tmp_path / "e {f,g}[h]* %41"
    folder.mkdir()
    fleet = Fleet(folder, Machine)
    listings = folder / "listings"
    texts = [(listings / f"{number}.ndjson").read_text() for number in (2, 0, 1)]
    for number in (0, 1):
        (listings / f"{number}.ndjson").unlink()
    (listings / "2.ndjson").write_text("".join(texts))
    (listings / "7.ndjson").write_text("")
    fleet.write(FLEET + f"lines: {getattr(request, 'param', 'plain')}\n")
    made = fleet.run("fleet", "plan", "fleet.yaml", *NOW)
    assert made.returncode == 0, made.stderr
    return fleet


def plan_of(fleet):
    return pathlib.Path(parquet.made(parquet.work_of(fleet.folder / "fleet.yaml")))


def bare(value):
    """A value without what is not there: a row has each column, and a line only some keys."""
    if isinstance(value, dict):
        return {key: bare(v) for key, v in value.items() if v is not None}
    return [bare(v) for v in value] if isinstance(value, list) else value


def rows(output):
    """The rows of each file, and its schema."""
    tables = [pyarrow.parquet.ParquetFile(p).read() for p in sorted(output.glob("*.parquet"))]
    return [bare(table.to_pylist()) for table in tables], [table.schema for table in tables]


def lines(text):
    return [bare(json.loads(line)) for line in text.splitlines()]


def demand_none(fleet):
    """Neither files nor drafts of them."""
    assert sorted(os.listdir(fleet.folder)) == ["fleet.yaml", "listings", "rules.yaml", "work"]


@both
def test_rows_are_the_lines_a_file_for_each_part_in_the_order_of_drives(fleet, spark, monkeypatch, capsys):
    before = {key: spark.conf.get(key, None) for key in parquet.SETTINGS}
    monkeypatch.chdir(fleet.folder)
    monkeypatch.setattr(program, "_session", lambda master: spark)
    monkeypatch.setattr(type(spark), "stop", lambda self: None)
    assert program.console(["export", "fleet.yaml", "--format", "parquet", "out.d"]) == 0
    shown = lines(fleet.lines())
    said = capsys.readouterr()
    assert said.out == f"{len(shown)} rows of 6 parts in 'out.d'\n"
    assert "parquet: 6 of 6 after " in said.err
    files, _ = rows(fleet.folder / "out.d")
    assert sorted([row["drive"] for row in file][::len(file) - 1] for file in files) == sorted(
        [["ada", "cäsar"]] + [[drive, drive] for drive in DRIVES[3:]])
    for file in files:
        drives = {row["drive"] for row in file}
        assert file == [line for line in shown if line["drive"] in drives]
    assert sum(map(len, files)) == len(shown) == 7 * 121
    assert (fleet.folder / "out.d").stat().st_mode & 0o777 == 0o700
    # The session is as it was, and nothing is left in the plan.
    assert {key: spark.conf.get(key, None) for key in parquet.SETTINGS} == before
    assert sorted(os.listdir(plan_of(fleet))) == [
        "job.json", "lines", "made.json", "manifest.json", "refusals.json"]
    # Nothing is written over.
    assert program.console(["export", "fleet.yaml", "out.d"]) == 1
    assert "is there already; name a folder that is not" in capsys.readouterr().err
    assert rows(fleet.folder / "out.d")[0] == files


def kinds(schema, schemas):
    """What kinds the values of a JSON Schema have."""
    if "$ref" in schema:
        return kinds(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    if "anyOf" in schema:
        return kinds(schema["anyOf"][0], schemas)
    kind = schema.get("type", "string")
    if kind == "object":
        return {key: kinds(value, schemas) for key, value in schema["properties"].items()}
    return [kinds(schema["items"], schemas)] if kind == "array" else kind


def kinds_of(type):
    """The same of a type of Arrow."""
    if pyarrow.types.is_struct(type):
        return {field.name: kinds_of(field.type) for field in type}
    if pyarrow.types.is_list(type):
        return [kinds_of(type.value_type)]
    return {"int64": "integer", "double": "number", "bool": "boolean"}.get(str(type), str(type))


def sample(kind, number=1):
    """A value of those kinds."""
    if isinstance(kind, dict):
        return {key: sample(value, number) for key, value in kind.items()}
    if isinstance(kind, list):
        return [sample(kind[0], n) for n in (1, 2)]
    return {"integer": (1 << 62) + number, "number": number / 4, "boolean": number == 1,
            "string": f"12345-01-01T00:00:0{number}Z \u2028\r\n\"\\ \U0001f4f7"}[kind]


def forge(fleet, number, entries):
    """Has a part of the plan that is of one drive consist of those lines."""
    folder = plan_of(fleet)
    manifest = json.loads((folder / "manifest.json").read_text())
    data = "".join(json.dumps(e, ensure_ascii=False) + "\n" for e in entries).encode()
    drive, = (d for d in manifest["drives"] if d["part"] == number)
    part, totals = manifest["parts"][number], manifest["totals"]
    for line in lines((folder / part["lines"]).read_text()):
        totals[line["verdict"]]["items"] -= 1
    for entry in entries:
        totals[entry["verdict"]]["items"] += 1
    part["bytes"] = drive["length"] = len(data)
    drive["sha256"] = hashlib.sha256(data).hexdigest()
    (folder / part["lines"]).write_bytes(data)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return manifest


def test_every_key_of_a_line_is_a_column_and_a_part_without_lines_is_no_file(fleet, spark):
    schemas = json.loads((SCHEMAS / "plan.schema.json").read_text())["$defs"]
    wanted = kinds(schemas["entry"], schemas)
    entry = {**sample(wanted), "verdict": "review"}
    forge(fleet, 4, [entry, {**entry, "rule": None}])
    forge(fleet, 3, [])
    output = fleet.folder / "out"
    cleanrules_spark.export(spark, str(fleet.folder / "fleet.yaml"), str(output), tell=lambda step: None)
    files, found = rows(output)
    assert len(files) == 4
    for schema in found:
        assert {field.name: kinds_of(field.type) for field in schema} == wanted
    assert [file for file in files if len(file) == 2] == [[entry, bare({**entry, "rule": None})]]


def test_lines_that_are_no_json_or_too_few_leave_nothing(fleet, spark):
    manifest = forge(fleet, 4, [{"verdict": "keep", "size": "many"}])
    with pytest.raises(Exception, match="many|MALFORMED"):
        export(fleet, spark)
    demand_none(fleet)
    forge(fleet, 4, [{"verdict": "keep"}])
    path = plan_of(fleet) / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["totals"]["keep"]["items"] += 1
    path.write_text(json.dumps(manifest))
    with pytest.raises(cleanrules_spark.Refused, match=r"\d+ rows came of \d+ lines"):
        export(fleet, spark)
    demand_none(fleet)


class NoSpark:
    """A session that nobody may ask for anything."""

    version = "3.5.1"


def export(fleet, spark=NoSpark(), **more):
    cleanrules_spark.export(
        spark, str(fleet.folder / "fleet.yaml"), str(fleet.folder / "out"), tell=lambda step: None, **more)


def refused(fleet, **more):
    with pytest.raises(cleanrules_spark.Refused) as error:
        export(fleet, **more)
    demand_none(fleet)
    assert "\n" not in str(error.value)
    return str(error.value)


@both
def test_a_plan_that_is_damaged_or_not_there_is_not_exported(fleet):
    folder, kept = plan_of(fleet), fleet.folder.parent / "kept"
    shutil.copytree(folder, kept)

    def again():
        shutil.rmtree(folder)
        shutil.copytree(kept, folder)

    target, = folder.glob("lines/000000.ndjson*")
    assert (target.suffix == ".gz") == ("packed" in (fleet.folder / "fleet.yaml").read_text())
    data = target.read_bytes()
    for place in (0, len(data) // 2, len(data) - 1):
        target.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1:])
        assert f"'{target}' is damaged; remove the folder" in refused(fleet)
    for other in (data[:-1], data + b"\n", b""):
        target.write_bytes(other)
        assert f"'{target}' is damaged" in refused(fleet)
    target.unlink()
    assert refused(fleet) == f"cannot use '{target}': No such file or directory"
    again()
    manifest = folder / "manifest.json"
    whole = json.loads(manifest.read_text())
    for change, said in [
            ({"format": 3}, "is damaged"), ({"about": "?"}, "is damaged"), ({"drives": 1}, "is damaged"),
            ({"format": 3 - whole["format"]}, "is damaged"), ({"drives": whole["drives"][1:]}, "is damaged"),
            ({"parts": whole["parts"][:-2]}, "is damaged"),  # the last one has no drive
            ({"tool": "cleanrules 9.9.9"}, "was made by cleanrules 9.9.9, and this package is "),
            ({"choice": {**whole["choice"], "only": ["ada"]}}, "is for a try")]:
        manifest.write_text(json.dumps({**whole, **change}))
        assert said in refused(fleet), change
    manifest.write_text("{")
    assert f"'{manifest}' is damaged" in refused(fleet)
    manifest.unlink()
    assert "cannot use" in refused(fleet)
    again()
    mark = folder.parent / "current"
    mark.write_text("../" + folder.name)
    assert "names no plan" in refused(fleet)
    mark.unlink()
    assert "make one with 'cleanrules fleet plan'" in refused(fleet)


@pytest.mark.parametrize("cut", [1, 7, 1 << 20])
def test_packed_lines_come_a_piece_at_a_time_and_are_no_more_than_were_written(cut):
    lines = b"".join(b'{"path":"/%d"}\n' % n for n in range(1000)) + b"x" * (5 << 20)
    members = [gzip.compress(lines[:5000], 1), gzip.compress(lines[5000:], 1)]
    packed = b"".join(members)

    def unpacked(packed, length=len(lines)):
        return list(parquet._unpacked((packed[n:n + cut] for n in range(0, len(packed), cut)), length))

    pieces = unpacked(packed)
    assert b"".join(pieces) == lines and max(map(len, pieces)) <= parquet.PIECE
    turned = packed[:90] + bytes([packed[90] ^ 1]) + packed[91:]
    for other in (packed[:-1], packed + b"\n", members[0], members[1], members[0] * 2, turned, b""):
        with pytest.raises(zlib.error):
            unpacked(other)
    for length in (0, 4999, len(lines) - 1, len(lines) + 1):
        with pytest.raises(zlib.error):
            unpacked(packed, length)


@pytest.mark.parametrize("line, folder", [
    ("work: fleet plans  # of May", "fleet plans"), ("work:   'a: #b'", "a: #b"), ('work: "ä [1]" ', "ä [1]"),
    ("work: ../w\r", "../w"), ("work: /srv/w", "/srv/w"), ("work: w\n# other\n\nsource: {}", "w"),
    ("work: w\n  more", None), ("work: w\n\n\n  more", None), ("work: {a: b}", None), ("work: &a w", None),
    ("work: >\n  w", None), ('work: "a\\tb"', None), ("work: 'it''s'", None), ("work: w: x", None),
    ("work: a#b", None), ("work: w\nwork: x", None), ("work: w\n'work': x", None), ("{work: w}", None),
    ("works: w", None), ("# work: w", None), ("source:\n  work: w", None), ("work:\n  w", None)])
def test_the_folder_of_a_fleet_is_read_off_its_line_or_asked_for(tmp_path, line, folder):
    path = tmp_path / "fleet.yaml"
    path.write_bytes(f"version: 1\nrules: rules.yaml\n{line}\n".encode())
    if folder:
        assert parquet.work_of(str(path)) == os.path.join(tmp_path, folder)
        return
    with pytest.raises(cleanrules_spark.Refused, match="name that with --work"):
        parquet.work_of(str(path))


def test_what_is_no_folder_of_this_machine_is_refused(tmp_path):
    for output in ("s3://bucket/out", "file:///out"):
        with pytest.raises(cleanrules_spark.Refused, match="is no folder of this machine"):
            cleanrules_spark.export(NoSpark(), "none.yaml", output)
    with pytest.raises(cleanrules_spark.Refused, match="cannot use 'none.yaml': No such file"):
        cleanrules_spark.export(NoSpark(), "none.yaml", str(tmp_path / "out"))
    with pytest.raises(cleanrules_spark.Refused, match="there is no plan in"):
        cleanrules_spark.export(NoSpark(), "none.yaml", str(tmp_path / "out"), work=str(tmp_path))


@pytest.mark.parametrize("words", [
    ["export", "fleet.yaml"], ["plan", "fleet.yaml", "out"], ["plan", "fleet.yaml", "--format", "parquet"],
    ["judge", "folder", "--work", "w"], ["export", "fleet.yaml", "out", "--format", "csv"]])
def test_wrong_words_are_wrong_usage(words):
    run = subprocess.run(
        [sys.executable, "-m", "cleanrules_spark", *words], capture_output=True, text=True,
        env={"PYTHONPATH": str(PACKAGE)})
    assert run.returncode == 2 and "usage: cleanrules-spark" in run.stderr
