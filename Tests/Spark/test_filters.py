# SPDX-License-Identifier: Apache-2.0
"""What the package does by itself, without a Spark."""
import os
import pathlib
import subprocess
import sys
import threading
import time

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent / "spark/src"
sys.path.insert(0, str(PACKAGE))
import cleanrules_spark  # noqa: E402
from cleanrules_spark import filters, watch  # noqa: E402

pytestmark = pytest.mark.small
# Frames of units 2 and 5, in buckets 0 and 3.
ANSWER = (
    b"\x02\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0one"
    b"\x05\0\0\0\x03\0\0\0\x05\0\0\0\0\0\0\0other")


def part(folder, answer, end="exit 0"):
    """A program that answers that, whatever it is told."""
    (folder / "answer").write_bytes(answer)
    program = folder / "part"
    program.write_text(f"#!/bin/sh\ncat >/dev/null\ncat '{folder}/answer'\n{end}\n")
    program.chmod(0o755)
    return str(program)


def answered(program):
    return list(filters.frames(program, ["filter", "tallies", "/", "1"], [(2, 0, b"?")], {}))


def test_frames_are_those_that_the_program_answers(tmp_path):
    assert answered(part(tmp_path, ANSWER)) == [(2, 0, b"one"), (5, 3, b"other")]
    assert answered(part(tmp_path, b"")) == []


@pytest.mark.parametrize("length", range(1, len(ANSWER)))
def test_a_torn_frame_is_an_error_that_names_step_and_unit(tmp_path, length):
    if length == 19:
        return  # a whole frame, as what was asked of fewer units is: a place counts what comes
    with pytest.raises(filters.PartFailed) as error:
        answered(part(tmp_path, ANSWER[:length]))
    said = str(error.value)
    assert said.startswith("cleanrules-part ended in tallies with a torn frame, ")
    place = ("the first one" if length < 16 else "of unit 3, bucket 1" if length < 19
             else "after that of unit 3, bucket 1" if length < 35 else "of unit 6, bucket 4")
    assert said.endswith(", " + place), said


def test_what_the_program_says_comes_before_a_torn_frame(tmp_path):
    with pytest.raises(filters.PartFailed, match="ended with 3: no rules"):
        answered(part(tmp_path, ANSWER[:20], "echo 'no rules' >&2; exit 3"))
    with pytest.raises(filters.PartFailed, match="answered too much in tallies, of unit 3"):
        answered(part(tmp_path, ANSWER[:8] + b"\xff" * 8))


@pytest.mark.parametrize("units, processors, tasks", [
    (1, 2, 1), (3, 2, 3), (8, 2, 4), (8, 64, 8), (400, 2, 100), (10_000, 64, 2_500), (8, 0, 8), (9, 1, 3)])
def test_a_task_has_several_units_where_processors_have_no_use_for_more(units, processors, tasks):
    assert cleanrules_spark.tasks_for(units, processors) == tasks


def test_each_unit_has_a_task_where_nobody_knows_how_many_processors_there_are():
    class Settings(dict):
        def get(self, key, default):
            return super().get(key, default)

    class Session:
        def __init__(self, context, **settings):
            self.conf, self.context = Settings(settings), context

        @property
        def sparkContext(self):
            if self.context is None:
                raise RuntimeError("Spark Connect has none")
            return self.context

    class Context:
        defaultParallelism = 7

    told = cleanrules_spark._processors
    assert told(Session(Context())) == 7
    assert told(Session(None)) == 0
    assert told(Session(Context(), **{"spark.dynamicAllocation.enabled": "true"})) == 0


def test_marks_say_which_units_and_buckets_are_done(tmp_path):
    for step in ("tallies", "totals"):
        os.makedirs(filters.marks(tmp_path, step))
        rows = iter([(2, 0, b""), (2, 3, b""), (5, 0, b""), (5, 3, b"")] if step == "tallies"
                    else [(2, 0, b""), (5, 0, b""), (2, 3, b""), (5, 3, b"")])
        answers, names = filters._marked(tmp_path, step, rows), []
        for _ in answers:
            names.append(sorted(os.listdir(filters.marks(tmp_path, step))))
        names.append(sorted(os.listdir(filters.marks(tmp_path, step))))
        done = ["000002", "000005"] if step == "tallies" else ["000000", "000003"]
        assert names == [[], [], done[:1], done[:1], done]
    # A folder that is not there is no reason to fail.
    assert list(filters._marked(tmp_path / "none", "lines", [(1, 0, b"")])) == [(1, 0, b"")]


class Spark:
    """A session that does nothing, and tells nothing of its tasks."""

    version = "3.5.1"

    def __init__(self):
        self.is_cancelled = threading.Event()

    def interruptTag(self, tag):
        self.is_cancelled.set()

    addTag = removeTag = lambda self, tag: None


def test_it_says_how_far_it_is_and_how_it_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(watch, "PAUSE", 0.01)
    monkeypatch.setattr(watch, "SILENCE", 0)
    said = []
    look = watch.Watch(Spark(), str(tmp_path), 60, lambda step: said.append(step[:4]))

    def until(*wanted):
        end = time.monotonic() + 60
        while wanted not in said and time.monotonic() < end:
            time.sleep(0.01)
        assert wanted in said, said

    with look.over(("tallies", 3), ("totals", 2)):
        until("tallies", 0, 3, 0)
        for name in (filters.BEGUN, "000001", filters.FAILED + "1"):
            filters.mark(tmp_path, "tallies", name)
        until("tallies", 1, 3, 1)
        filters.mark(tmp_path, "totals", filters.BEGUN)
        until("totals", 0, 2, 0)
    assert said[-2:] == [("tallies", 3, 3, 1), ("totals", 2, 2, 0)]
    look.end()
    assert os.listdir(tmp_path) == []


def test_what_no_worker_takes_is_given_up_and_a_task_under_way_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(watch, "PAUSE", 0.01)
    spark = Spark()
    with pytest.raises(cleanrules_spark.Refused, match="no worker has taken a task for 1 second:") as error:
        with watch.Watch(spark, str(tmp_path), 1, lambda step: None).over(("lines", 3)):
            assert spark.is_cancelled.wait(60)
            raise RuntimeError("cancelled")
    assert error.value.status == 75 and "--wait" in str(error.value)
    # Another error is that.
    with pytest.raises(RuntimeError, match="broken"):
        with watch.Watch(Spark(), str(tmp_path), 0.05, lambda step: None).over(("lines", 3)):
            filters.mark(tmp_path, "lines", filters.BEGUN)
            time.sleep(0.3)
            raise RuntimeError("broken")
    # For ever.
    spark = Spark()
    with watch.Watch(spark, str(tmp_path), 0, lambda step: None).over(("lines", 3)):
        assert not spark.is_cancelled.wait(0.3)


def test_an_old_spark_is_refused_in_a_sentence(tmp_path):
    for version in ("3.4.3", "2.4.8"):
        old = Spark()
        old.version = version
        with pytest.raises(cleanrules_spark.Refused) as error:
            cleanrules_spark.judge(old, str(tmp_path), "/bin/false")
        assert str(error.value) == f"Spark {version} is too old; install 3.5 or later"
    new = Spark()
    cleanrules_spark.demand(new)


def test_the_package_says_its_version_and_its_program(tmp_path):
    def said(**more):
        run = subprocess.run(
            [sys.executable, "-m", "cleanrules_spark", "--part"], capture_output=True, text=True,
            env={"PYTHONPATH": str(PACKAGE), **more}, check=True)
        return run.stdout
    assert said() == cleanrules_spark.__version__ + "\n\n"
    assert said(CLEANRULES_PART="/opt/part") == cleanrules_spark.__version__ + "\n/opt/part\n"
