# SPDX-License-Identifier: Apache-2.0
"""Plans on Spark are those of this machine, byte for byte, whatever is killed; else there is none."""
import os
import pathlib
import random
import shutil
import subprocess
import sys

import pytest
import tools

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent / "spark/src"
BIN = tools.programs()
sys.path.insert(0, str(PACKAGE))
from cleanrules_spark import filters  # noqa: E402

NOW = ("--now", "2026-06-01T12:00:00Z")
DRIVES = ["ada", "bob", "cäsar", "dora", "e f", "gus", "zoe"]
STEPS = ["keys", "common", "summaries", "settlements", "tallies", "totals", "lines"]
RULES = """
version: 1
timezone: UTC
limits: {items: unlimited, bytes: unlimited, percent: 100}
protect:
  - {id: secrets, match: {path: "/Keep/**"}}
rules:
  - {id: leftovers, match: {name: "*.tmp"}, then: delete}
  - id: copies
    match: {age: over 30d}
    duplicates: {same: content, across: drives, keep: [oldest, shortest_path]}
    then: delete
  - id: twins
    duplicates: {same: [size, modified], across: drives, keep: [newest_modified], copies: 2}
    then: delete
  - {id: folders, type: folder, match: {name: "*old*"}, then: delete}
"""
FLEET = """
version: 1
rules: rules.yaml
work: work
source: {kind: listings, files: "listings/*.ndjson"}
across_owners: delete
"""
small = pytest.mark.small


class Fleet:
    """A fleet in a folder of its own, a listing file a drive."""

    def __init__(self, folder, cluster, seed=7):
        self.folder, self.cluster = folder, cluster
        (folder / "listings").mkdir()
        (folder / "rules.yaml").write_text(RULES)
        self.write(FLEET)
        rng = random.Random(seed)
        for number, drive in enumerate(DRIVES):
            lines = [self.line(drive, rng, item) for item in range(120)]
            text = f'{{"drive":"{drive}","path":"/old","type":"folder"}}\n' + "".join(lines)
            (folder / f"listings/{number}.ndjson").write_text(text)

    def write(self, text):
        """Writes the fleet file."""
        (self.folder / "fleet.yaml").write_text(text)

    @staticmethod
    def line(drive, rng, item):
        content, day = rng.randrange(30), 1 + rng.randrange(28)
        folder = rng.choice(["", "/Keep", "/old", "/A"])
        name = f"{rng.choice('éxz')}{item}{rng.choice(['.tmp', '.jpg', '.jpg', '.bin'])}"
        return (
            f'{{"drive":"{drive}","id":"{drive}-{item}","path":"{folder}/{name}",'
            f'"size":{1000 + content},"hashes":{{"sha256":"{content:02x}{"0" * 62}"}},'
            f'"created":"2020-01-{day:02}T00:00:00Z","modified":"2021-02-{day:02}T01:02:03Z"}}\n')

    def run(self, *words, **more):
        environment = {**self.cluster.environment, "PYTHONPATH": str(PACKAGE), **more}
        environment["PYSPARK_DRIVER_PYTHON"] = more.get("PYSPARK_DRIVER_PYTHON", sys.executable)
        return subprocess.run(
            [BIN, *words], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=600)

    def spark(self, *words, **more):
        """Plans on Spark."""
        return self.run(
            "fleet", "plan", "fleet.yaml", "--engine", "spark", "--master", self.cluster.master,
            *NOW, *words, **more)

    def lines(self):
        shown = self.run("fleet", "show", "fleet.yaml", "--format", "ndjson")
        assert shown.returncode == 0, shown.stderr
        return shown.stdout

    def local(self):
        """The lines and the summary of the same plan, made by this machine."""
        shutil.rmtree(self.folder / "work", ignore_errors=True)
        made = self.run("fleet", "plan", "fleet.yaml", *NOW)
        assert made.returncode == 0, made.stderr
        lines = self.lines()
        assert lines.count('"verdict":"delete"') > 50 and '"survivors"' in lines
        shutil.rmtree(self.folder / "work")
        return lines, made.stdout

    def demand_none(self):
        """There is no plan, not a half one either."""
        assert self.run("fleet", "show", "fleet.yaml").returncode == 1
        assert not list(self.folder.glob("work/plans/*/manifest.json"))

    def log(self):
        return "\n".join(p.read_text() for p in self.folder.glob("work/plans/*/spark.log"))[-3000:]


class Orders:
    """What goes wrong on the workers."""

    def __init__(self, folder):
        self.folder = folder / "faults"
        (self.folder / "orders").mkdir(parents=True)
        self.part = self.folder / "faulty-part"
        shutil.copy(HERE / "faulty-part", self.part)
        (self.folder / "program").write_text(str(BIN.parent / "cleanrules-part"))

    def give(self, **orders):
        for path in (self.folder / "orders").iterdir():
            path.unlink()
        for step, what in orders.items():
            (self.folder / "orders" / step).write_text(what)

    def left(self):
        """Those that nobody has taken."""
        return sorted(p.name for p in (self.folder / "orders").iterdir() if not p.suffix)


@pytest.fixture(scope="session")
def orders(tmp_path_factory):
    return Orders(tmp_path_factory.mktemp("orders"))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory, orders):
    from cluster import Cluster

    cluster = Cluster(tmp_path_factory.mktemp("spark") / "cluster", sys.executable, orders.part)
    yield cluster
    cluster.close()


@pytest.fixture
def fleet(tmp_path, cluster, orders):
    cluster.settle({}, orders.part)
    orders.give()
    return Fleet(tmp_path, cluster)


@small
def test_a_plan_is_the_same_although_a_task_is_killed_in_each_step(fleet, orders):
    lines, text = fleet.local()
    # However its lines are kept, it is the same plan.
    fleet.write(FLEET + "lines: packed\n")
    orders.give(**dict.fromkeys(STEPS, "task"))
    made = fleet.spark()
    assert made.returncode == 0, made.stderr + fleet.log()
    assert orders.left() == []
    assert made.stdout == text
    assert fleet.lines() == lines
    # How far it was is said, of each step, and that tasks have failed.
    for step in STEPS:
        total = 1 if step in filters.BY_BUCKETS else 7
        assert f"{step}: 0 of {total}\n" in made.stderr, made.stderr
        assert f"{step}: {total} of {total} after " in made.stderr, made.stderr
    # What was found out on the way is gone.
    left = {p.name for p in fleet.folder.glob("work/plans/*/*") if p.is_dir()}
    assert left == {"lines"}, left
    names = [p.name for p in fleet.folder.glob("work/plans/*/lines/*")]
    assert sorted(names) == sorted(f"00000{n}{end}" for n in range(7) for end in (".json", ".ndjson.gz"))
    # One that is made is not made again, and needs no Spark.
    again = fleet.spark("--master", "spark://127.0.0.1:1")
    assert again.returncode == 0 and again.stdout == text, again.stderr


@small
def test_where_nobody_answers_there_is_no_plan_and_a_sentence_says_what_to_do(tmp_path, cluster):
    fleet = Fleet(tmp_path, cluster)
    java = tmp_path / "java"
    (java / "bin").mkdir(parents=True)
    (java / "bin/java").write_text("#!/bin/sh\necho 'UnsupportedClassVersionError' >&2\nexit 1\n")
    (java / "bin/java").chmod(0o755)
    for words, more, status, said in [
        (["--master", "spark://127.0.0.1:1"], {}, 75, "see that it runs, or name another one"),
        ([], {"PYSPARK_DRIVER_PYTHON": "/nowhere/python3"}, 1, "cleanrules-spark"),
        ([], {"PYTHONPATH": ""}, 1, "cleanrules-spark"),
        ([], {"JAVA_HOME": "/nowhere"}, 1, "default-jre-headless"),
        ([], {"JAVA_HOME": str(java)}, 1, "the Java here does not run Spark"),
        (["--master", "sc://127.0.0.1:1"], {}, 75, "see that it runs, or name another one"),
        (["--master", "nonsense"], {}, 1, "'nonsense' is no master of Spark; name one"),
    ]:
        made = fleet.spark(*words, **more)
        assert made.returncode == status, made.stderr
        assert said in made.stderr and made.stderr.count("\n") == 1, made.stderr
        fleet.demand_none()


@small
def test_where_no_worker_takes_a_task_there_is_no_plan_and_a_sentence_says_what_to_do(tmp_path, orders):
    from cluster import Cluster

    empty = Cluster(tmp_path / "cluster", sys.executable, orders.part, workers=0)
    try:
        (tmp_path / "fleet").mkdir()
        fleet = Fleet(tmp_path / "fleet", empty)
        environment = {**empty.environment, "PYTHONPATH": str(PACKAGE), "CLEANRULES": str(BIN)}
        made = subprocess.run(
            [sys.executable, "-m", "cleanrules_spark", "plan", "fleet.yaml", *NOW, "--wait", "3s",
             "--master", empty.master], cwd=fleet.folder, env=environment, capture_output=True,
            text=True, timeout=600)
        assert made.returncode == 75, made.stderr
        last = made.stderr.splitlines()[-1]
        assert last.startswith("cleanrules-spark: no worker has taken a task for 3 seconds"), last
        assert "'--wait 1h'" in last
        fleet.demand_none()
        assert not list(fleet.folder.glob("work/plans/*/marks"))
    finally:
        empty.close()


@pytest.mark.skipif(not tools.PART, reason="there is no build that it could be linked from")
def test_the_program_for_workers_makes_the_plan_of_the_usual_one(fleet, orders):
    # Where the program that plans is one that links the libraries of this machine.
    usual = subprocess.run(
        [tools.BUILT, "fleet", "plan", "fleet.yaml", *NOW], cwd=fleet.folder,
        env=fleet.cluster.environment, capture_output=True, text=True)
    assert usual.returncode == 0, usual.stderr
    lines = fleet.lines()
    made = subprocess.run(
        [tools.BUILT, "fleet", "plan", "fleet.yaml", "--engine", "spark", "--master",
         fleet.cluster.master, *NOW], cwd=fleet.folder, capture_output=True, text=True, timeout=600,
        env={**fleet.cluster.environment, "PYTHONPATH": str(PACKAGE), "CLEANRULES_PART": tools.PART,
             "PYSPARK_DRIVER_PYTHON": sys.executable})
    assert made.returncode == 0, made.stderr + fleet.log()
    assert "lines: 7 of 7" in made.stderr, "it was made anew, by the other program"
    assert "import: " not in made.stderr and fleet.lines() == lines


def test_a_plan_is_the_same_although_an_executor_is_killed(fleet, orders):
    lines, _ = fleet.local()
    orders.give(summaries="executor", totals="executor", lines="executor")
    made = fleet.spark()
    assert made.returncode == 0, made.stderr + fleet.log()
    assert orders.left() == [] and fleet.lines() == lines


def test_a_plan_is_the_same_with_speculative_tasks_and_doubled_answers(fleet, orders):
    lines, _ = fleet.local()
    fleet.cluster.settle(
        {"spark.speculation": "true", "spark.speculation.interval": "100ms",
         "spark.speculation.quantile": "0.1", "spark.speculation.multiplier": "1.1",
         "spark.speculation.minTaskRuntime": "100ms"}, orders.part)
    orders.give(
        summaries="double", settlements="double", tallies="slow", totals="double", lines="slow")
    made = fleet.spark()
    assert made.returncode == 0, made.stderr + fleet.log()
    assert orders.left() == [] and fleet.lines() == lines


@pytest.mark.parametrize("step", STEPS[:-1])
@pytest.mark.parametrize("fault", ["lost", "turned"])
def test_what_is_lost_or_damaged_on_the_way_makes_no_plan(fleet, orders, step, fault):
    orders.give(**{step: fault})
    made = fleet.spark()
    assert made.returncode == 1, made.stdout
    said = "not complete" if fault == "lost" else "damaged"
    assert orders.left() == [] and said in made.stderr, made.stderr + fleet.log()
    fleet.demand_none()


def test_a_full_disk_makes_no_plan_and_the_same_command_goes_on_when_there_is_room(fleet, orders):
    lines, _ = fleet.local()
    orders.give(lines="full")
    made = fleet.spark("--checkpoint")
    assert made.returncode == 1 and "lines" in made.stderr, made.stderr + fleet.log()
    fleet.demand_none()
    # The steps before it are not done again.
    orders.give(**dict.fromkeys(STEPS[:-1], "lost"))
    made = fleet.spark("--checkpoint")
    assert made.returncode == 0, made.stderr + fleet.log()
    assert orders.left() == sorted(STEPS[:-1]) and fleet.lines() == lines


def test_another_program_is_refused(fleet, tmp_path):
    other = tmp_path / "other-part"
    shutil.copy(BIN.parent / "cleanrules-part", other)
    with open(other, "ab") as file:
        file.write(b"\0")
    fleet.cluster.settle({}, other)
    made = fleet.spark()
    assert made.returncode == 1 and "is not the one that the plan was begun by" in made.stderr
    fleet.demand_none()


def test_the_package_plans_by_itself_for_spark_submit_and_notebooks(fleet):
    lines, text = fleet.local()
    main = subprocess.run(
        [sys.executable, "-m", "cleanrules_spark", "--main"], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(PACKAGE)}).stdout.strip()
    environment = {**fleet.cluster.environment, "CLEANRULES": str(BIN)}
    environment["PYSPARK_DRIVER_PYTHON"] = sys.executable
    made = subprocess.run(
        [fleet.cluster.home + "/bin/spark-submit", "--master", fleet.cluster.master, main, "plan",
         "fleet.yaml", *NOW], cwd=fleet.folder, env=environment, capture_output=True, text=True,
        timeout=600)
    assert made.returncode == 0, made.stderr[-3000:]
    # spark-submit has all that a driver says on one way.
    assert text in made.stdout and fleet.lines() == lines


def test_the_package_plans_through_spark_connect_as_well(fleet):
    lines, text = fleet.local()
    script = (
        "import sys, cleanrules_spark\n"
        "from pyspark.sql import SparkSession\n"
        "spark = SparkSession.builder.remote('local[2]').getOrCreate()\n"
        "said = cleanrules_spark.plan(spark, 'fleet.yaml', now=sys.argv[1], cleanrules=sys.argv[2])\n"
        "spark.stop()\n"
        "open('said', 'w').write(said)\n")
    environment = {**fleet.cluster.environment, "PYTHONPATH": str(PACKAGE)}
    made = subprocess.run(
        [sys.executable, "-c", script, NOW[1], BIN], cwd=fleet.folder, env=environment,
        capture_output=True, text=True, timeout=600)
    assert made.returncode == 0, made.stderr[-3000:]
    assert (fleet.folder / "said").read_text() == text and fleet.lines() == lines
