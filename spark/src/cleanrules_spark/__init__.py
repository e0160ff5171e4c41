# SPDX-License-Identifier: Apache-2.0
"""Plans over a fleet on Apache Spark: `cleanrules_spark.plan(spark, "contoso.yaml")`, and their lines as
Parquet files: `cleanrules_spark.export(spark, "contoso.yaml", "out/")`.

Spark stores, shuffles, schedules and retries; what is kept and what goes is judged by the program
cleanrules-part alone. DataFrame functions only, so that a session of Spark Connect does as well."""
import atexit
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

__all__ = ["plan", "judge", "export", "Refused"]
__version__ = "0.1.0"

# How many seconds no worker may have taken a task.
WAIT = 120
ROW = "unit int, bucket int, blob binary"
SETTINGS = {
    # A row may hold 64 MiB, and a batch at most 2 GiB.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "16",
    # As many tasks as there are units: each has a process with memory of its own.
    "spark.sql.adaptive.coalescePartitions.enabled": "false",
}


class Refused(Exception):
    """There is no plan; the text says why, in one clause."""

    def __init__(self, text, status=1):
        super().__init__(text)
        self.status = status


def plan(spark, fleet, now=None, checkpoint=False, cleanrules=None, wait=WAIT, tell=None):
    """Makes the plan over all drives of the fleet file `fleet`; what 'cleanrules fleet plan' says of it.
    The program `cleanrules` begins and finishes it, and is found on the PATH where it is not given; all
    else as for `judge`."""
    tool = cleanrules or os.environ.get("CLEANRULES") or "cleanrules"
    words = [tool, "fleet", "plan", fleet, "--engine", "spark", *(["--now", now] if now else [])]
    given = own_program()
    environment = {**os.environ, **({"CLEANRULES_PART": given} if given else {})}
    folder, part = _asked([*words, "--only", "begin"], environment).splitlines()
    if not os.path.exists(folder + "/manifest.json"):
        judge(spark, folder, part, checkpoint, wait, tell)
    return _asked([*words, "--only", "finish"], environment)


def judge(spark, folder, part=None, checkpoint=False, wait=WAIT, tell=None):
    """Has the parts of the plan in `folder`, which was begun, judged by the program `part`. Listings and
    folder have the same paths on all workers. With `checkpoint`, what each step comes to is kept in the
    folder, so that a lost cluster costs one step. Where no worker has taken a task for `wait` seconds,
    there is no plan; 0: they are waited for for ever. `tell` hears how far it is, a `Step` at a time;
    without it, standard error does."""
    demand(spark)
    work = _Work(spark, os.path.abspath(folder), part or program(), wait, tell or say)
    with work.ready():
        work.judge(checkpoint)


def export(spark, fleet, output, work=None, wait=WAIT, tell=None):
    """Writes all lines of the plan that was made last, of the fleet file `fleet`, into the new folder
    `output`, a Parquet file for each part that has some; what there is to say of it. Workers reach both
    folders under the same paths. `work` names the folder of the fleet, in the place of the fleet file;
    `wait` and `tell` as for `judge`."""
    from cleanrules_spark import parquet

    demand(spark)
    rows, parts = parquet.export(spark, fleet, output, work, wait, tell or say)
    return f"{rows} rows of {parts} parts in '{output}'\n"


def say(step):
    """Says how far a step is on standard error: that it began, now and then where it is, and how it
    ended."""
    text = f"{step.name}: {step.done} of {step.total}"
    if step.failed and step.done < step.total:
        text += f", {step.failed} failed and tried again"
    if step.done == step.total:
        text += f" after {step.seconds} s"
    print(text, file=sys.stderr, flush=True)


def demand(spark):
    """Throws where Spark is too old."""
    if tuple(int(n) for n in spark.version.split(".")[:2]) < (3, 5):
        raise Refused(f"Spark {spark.version} is too old; install 3.5 or later")


def own_program():
    """The program that CLEANRULES_PART names, or that of this wheel; None where there is neither."""
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin/cleanrules-part")
    return os.environ.get("CLEANRULES_PART") or (own if os.path.exists(own) else None)


def program():
    """The program that judges: as above, or one on the PATH."""
    found = own_program() or shutil.which("cleanrules-part")
    if not found:
        raise Refused("no program 'cleanrules-part' here; name it in CLEANRULES_PART")
    return found


def _asked(words, environment=None):
    try:
        answer = subprocess.run(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    except OSError as error:
        raise Refused(f"'{words[0]}' cannot be started: {error.strerror}") from None
    sys.stderr.write(answer.stderr)
    if answer.returncode:
        lines = answer.stderr.strip().splitlines()
        text = lines[-1] if lines else f"'{words[0]}' ended with {answer.returncode}"
        raise Refused(text, answer.returncode)
    return answer.stdout


@contextlib.contextmanager
def settled(spark, settings):
    """Settings of a session, for as long as it lasts; None: as Spark has it."""
    before = {key: spark.conf.get(key, None) for key in settings}

    def settle(values):
        for key, value in values.items():
            spark.conf.unset(key) if value is None else spark.conf.set(key, value)

    try:
        settle(settings)
        yield
    finally:
        settle(before)


def tasks_for(units, processors):
    """How many tasks judge so many units: several units a task, where there are more of them than
    processors have use for. Two for each processor, for units are shared out by chance; 0: nobody knows how
    many there are, and each unit has one."""
    return min(units, max(2 * processors or units, (units + 3) // 4))


def _processors(spark):
    """How many tasks the cluster has room for at once; 0 where the session cannot tell."""
    try:
        if spark.conf.get("spark.dynamicAllocation.enabled", "false") == "true":
            return 0  # Executors come as there are tasks for them.
        return spark.sparkContext.defaultParallelism
    except Exception:  # Spark Connect has no context.
        return 0


def _copy(path, name):
    """The file at `path` under that name, for as long as this process lasts: workers that come later in the
    session ask for it, whatever they are to do then."""
    if not _copies:
        _copies.append(tempfile.mkdtemp(prefix="cleanrules-spark-"))
        atexit.register(shutil.rmtree, _copies[0], ignore_errors=True)
    copy = f"{_copies[0]}/{name}"
    return copy if os.path.exists(copy) else shutil.copy(path, copy)


_copies = []


class _Work:
    """The work on one plan."""

    def __init__(self, spark, folder, part, wait, tell):
        from cleanrules_spark import filters, watch

        self.filters, self.spark, self.folder, self.part = filters, spark, folder, part
        self.languages = {k: v for k, v in os.environ.items() if k in filters.LANGUAGES}
        with open(part, "rb") as file:
            # One session may plan with several of them.
            self.name = "cleanrules-part-" + hashlib.sha256(file.read()).hexdigest()[:16]
        job = json.loads(_asked([part, "filter", "describe", folder, "1"]))
        self.units, self.buckets, self.steps = job["units"], job["buckets"], job["steps"]
        # A task takes several buckets, one after the other: to bring together what four units tell takes
        # less than to judge one, and a task costs Spark and Python the same whatever it does.
        self.places = min(self.buckets, (self.units + 3) // 4)
        self.tasks = tasks_for(self.units, _processors(spark))
        # What all units are told: there before anything is judged, and small.
        self.everywhere = tuple(filters.read(folder, "carried", 0, [0]))
        self.kept = []
        self.watch = watch.Watch(spark, folder, wait, tell)

    @contextlib.contextmanager
    def ready(self):
        """Settings, and what workers need, for as long as it lasts."""
        from pyspark import cloudpickle

        cloudpickle.register_pickle_by_value(self.filters)
        try:
            with settled(self.spark, SETTINGS):
                self._send(_copy(self.part, self.name))
                yield
        finally:
            self.watch.end()
            for frame in self.kept:
                frame.unpersist()
            cloudpickle.unregister_pickle_by_value(self.filters)

    def _send(self, path):
        try:
            context = self.spark.sparkContext
        except Exception:  # Spark Connect has none.
            self.spark.addArtifacts(path, file=True)
        else:
            context.addFile(path)

    # The steps.

    def judge(self, checkpoint):
        answers = []
        if "summaries" in self.steps:
            answers.append(self._meet("keys", "common", answers, checkpoint))
            answers.append(self._meet("summaries", "settlements", answers, checkpoint))
            answers.append(self._meet("tallies", "totals", answers, checkpoint))
        rows = self._units("lines", answers).select("unit")
        with self.watch.over(("lines", self.units)):
            told = rows.collect()
        missing = set(range(self.units)) - {row.unit for row in told}
        if missing:
            raise Refused(f"unit {min(missing) + 1} of {self.units} has no lines; plan again")

    def _meet(self, ask, answer, told, checkpoint):
        """Has units ask something, brings that together by buckets, and answers it. What was answered is a
        DataFrame; with `checkpoint` it lies in files, and the name of the phase stands for it."""
        if checkpoint and self._has(answer):
            return answer
        asked = self._units(ask, told).repartition(self.places, "bucket")
        function = self._through(answer, (), (), answer if checkpoint else None)
        frame = asked.sortWithinPartitions("bucket").mapInArrow(function, ROW)
        if not checkpoint:
            from pyspark import StorageLevel

            self.kept.append(frame.persist(StorageLevel.DISK_ONLY))
        with self.watch.over((ask, self.units), (answer, self.buckets)):
            frame.count()
        return answer if checkpoint else frame

    def _has(self, phase):
        names = set(os.listdir(f"{self.folder}/{phase}"))
        wanted = (f"{u:06}-{b:06}" for u in range(self.units) for b in range(self.buckets))
        return all(name in names for name in wanted)

    def _units(self, step, told):
        """Has each unit do `step`, with what it was told."""
        rows = self._seeds()
        for frame in told:
            if not isinstance(frame, str):
                rows = rows.unionByName(frame)
        rows = rows.repartition(self.tasks, "unit").sortWithinPartitions("unit")
        phases = tuple(frame for frame in told if isinstance(frame, str))
        return rows.mapInArrow(self._through(step, self.everywhere, phases), ROW)

    def _seeds(self):
        """A row for each unit."""
        rows = self.spark.range(0, self.units, 1, (self.units + 999) // 1000)
        return rows.selectExpr("cast(id as int) unit", "0 bucket", "cast('' as binary) blob")

    def _through(self, step, everywhere, told, kept=None):
        return self.filters.through(
            self.name, step, self.folder, self.languages, everywhere, told, self.buckets, kept)
