# SPDX-License-Identifier: Apache-2.0
"""Time a plan over a fleet on Spark against five rules as SQL of Spark over the same items, in one run.

Usage: python3 Benchmarks/spark.py BINARIES PART [ITEMS [DRIVES [FILES [ROUNDS]]]]

With the Python of .build/python-tools/Spark, which script/spark-tests makes. BINARIES is the folder of `cleanrules`, PART
the program for workers, as script/cluster-part says it. A standalone master and two workers of one processor each run on
this machine alone. Both sides are warm: a first round is not counted, and the least of the others is. Counted are the
processors' seconds of all processes: master, workers, executors, their Pythons, filters and the driver, not what begins
and finishes the plan. The plan has two rules across drives; the SQL counts verdicts of five rules, one of them across
drives, over Parquet. Each file is a part of a million items, as parts of large fleets are: a task costs Spark and
Python the same, however little there is to do. It takes five minutes, and 10 GB of disk. Bytes are those that Spark says it has written for shuffles, and those of the answers that it kept.
"""

import contextlib
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Tests/Spark"), str(HERE.parent / "spark/src")]
NOW = "2026-11-28T00:00:00Z"
TICKS = os.sysconf("SC_CLK_TCK")
# The goals: what the plan may take of the time of the SQL, and how many bytes an item and rule across drives.
RATIO, BYTES = 0.6, 90
FIVE = """
with item as (
  select drive, id, path, size, hash, to_timestamp(modified) as changed,
         element_at(split(path, '/'), -1) as name from items),
grouped as (
  select size, hash, max_by(struct(drive, id), struct(changed, path, drive, id)) as stays
  from item where hash is not null and size > 0 group by size, hash
  having count(*) > 1 and count(distinct drive) > 1),
judged as (
  select i.size, case
    when i.size > 900000 and i.changed < timestamp '2024-11-28' then 'large and old'
    when lower(i.name) rlike '^(screen ?shot|img_[0-9]{4,}|f[0-9]+-9[0-9])' then 'by name'
    when lower(i.name) like '%.tmp' or i.name like '~$%' or i.name = 'Thumbs.db' then 'temporary'
    when g.stays is not null and (i.path like '/Downloads/%' or i.path like '/Old/%') then 'copy in downloads'
    when g.stays is not null and g.stays <> struct(i.drive, i.id) then 'copy'
    else 'keep' end as verdict
  from item i left join grouped g on i.size = g.size and i.hash = g.hash)
select verdict, count(*) as items, sum(size) as bytes from judged group by verdict order by verdict
"""


class Meter(threading.Thread):
    """Adds up the processors' seconds of processes and of all that they start, those included that have
    ended: it looks four times a second."""

    def __init__(self, roots):
        super().__init__(daemon=True)
        self.roots, self.known, self.spent = set(roots), set(), {}
        self.lock = threading.Lock()

    def run(self):
        while True:
            self.look()
            time.sleep(0.25)

    def look(self):
        found = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                head, _, tail = pathlib.Path(f"/proc/{name}/stat").read_text().rpartition(")")
                words = tail.split()
                found[int(name)] = (head.partition("(")[2], int(words[1]), words[19], [int(w) / TICKS for w in words[11:15]])
        with self.lock:
            for process in sorted(found, key=lambda process: int(found[process][2])):
                name, parent, start, times = found[process]
                if process in self.roots or (process, start) in self.known or self.is_known(found, parent):
                    self.known.add((process, start))
                    self.spent[process, start] = self.of(name, found.get(parent), times)

    def is_known(self, found, process):
        return process in self.roots or (process in found and (process, found[process][2]) in self.known)

    @staticmethod
    def of(name, parent, times):
        """A filter lives too short to be looked at: what it took is told by the worker that has waited for it."""
        if name.startswith("cleanrules-part"):
            return 0
        return sum(times if name.startswith("python") and parent and parent[0].startswith("python") else times[:2])

    def seconds(self):
        self.look()
        with self.lock:
            return sum(self.spent.values())


def write(items, drives, files):
    """A fleet of listing files, and the same items as Parquet."""
    import pyarrow
    import pyarrow.parquet

    import fleet

    os.makedirs("listings")
    found, columns = fleet.lines(items, drives), {k: [] for k in ("drive", "id", "path", "size", "hash", "modified")}
    for place in range(files):
        with open(f"listings/{place:03}.ndjson", "w") as part:
            for drive in range(place * drives // files, (place + 1) * drives // files):
                part.write("".join(line + "\n" for line in found[drive]))
                for item in map(json.loads, found[drive]):
                    item["hash"] = item["hashes"]["quickxor"]
                    for key, values in columns.items():
                        values.append(item[key])
    pyarrow.parquet.write_table(pyarrow.table(columns), "items.parquet", row_group_size=max(1, items // 8))
    pathlib.Path("rules.yaml").write_text(
        f"version: 1\ntimezone: UTC\nlimits: {{percent: unlimited}}\nrules:{fleet.RULES['two across drives']}")
    pathlib.Path("fleet.yaml").write_text(
        "version: 1\nrules: rules.yaml\nwork: work\nacross_owners: delete\n"
        "source: {kind: listings, files: \"listings/*.ndjson\"}\n")


def session(cluster):
    """A session on `cluster` that tells of its stages."""
    from pyspark.sql import SparkSession

    os.environ.update({k: v for k, v in cluster.environment.items() if k.startswith(("SPARK_", "PYSPARK_"))})
    builder = SparkSession.builder.master(cluster.master).appName("benchmark")
    for key, value in {
            "spark.ui.enabled": "true", "spark.ui.port": "0", "spark.ui.showConsoleProgress": "false",
            "spark.executor.memory": "1g", "spark.driver.memory": "1g", "spark.sql.shuffle.partitions": "8",
            "spark.ui.retainedStages": "10000"}.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def stages(spark):
    """How many bytes each stage so far has written for shuffles."""
    place = spark.sparkContext.uiWebUrl.split("//")[1].split(":")
    url = f"http://127.0.0.1:{place[1]}/api/v1/applications/{spark.sparkContext.applicationId}/stages"
    with urllib.request.urlopen(url) as answer:
        return {(s["stageId"], s["attemptId"]): s["shuffleWriteBytes"] for s in json.load(answer)}


def settled(spark):
    """The same, when Spark has written down what it did."""
    found = None
    while found != (found := stages(spark)):
        time.sleep(1)
    return sum(found.values())


def judged(binaries, part, spark, cleanrules_spark, meter):
    """What the parts of a plan took: the processors' seconds, the clock's, bytes shuffled."""
    shutil.rmtree("work/plans", ignore_errors=True)
    words = [f"{binaries}/cleanrules", "fleet", "plan", "fleet.yaml", "--quiet", "--now", NOW, "--engine", "spark"]
    environment = {**os.environ, "CLEANRULES_PART": part}
    begun = subprocess.run([*words, "--only", "begin"], env=environment, capture_output=True, text=True, check=True)
    folder, program = begun.stdout.split("\n")[:2]
    bytes_before = settled(spark)
    before, clock = meter.seconds(), time.monotonic()
    cleanrules_spark.judge(spark, folder, program, tell=lambda step: None)
    took = meter.seconds() - before, time.monotonic() - clock
    done = subprocess.run([*words, "--only", "finish"], env=environment, stdout=subprocess.DEVNULL)
    assert done.returncode in (0, 6), done.returncode
    return (*took, settled(spark) - bytes_before)


def queried(spark, meter):
    """What the SQL took, and what it came to."""
    before, clock = meter.seconds(), time.monotonic()
    rows = spark.sql(FIVE).collect()
    return meter.seconds() - before, time.monotonic() - clock, [tuple(row) for row in rows]


def main():
    binaries, part = map(os.path.abspath, sys.argv[1:3])
    given = [int(text) for text in sys.argv[3:7]]
    items, drives, files, rounds = given + [8_000_000, 400, 8, 2][len(given):]
    if importlib.util.find_spec("pyspark") is None:
        sys.exit("no PySpark in this Python; script/spark-tests makes one that has it in .build/python-tools/Spark")
    import cluster

    import cleanrules_spark

    with tempfile.TemporaryDirectory() as home:
        os.chdir(home)
        write(items, drives, files)
        standing = cluster.Cluster(home + "/cluster", sys.executable, part)
        try:
            spark = session(standing)
            meter = Meter([os.getpid()] + [process.pid for process in standing.processes])
            meter.start()
            spark.read.parquet(f"file://{home}/items.parquet").createOrReplaceTempView("items")
            plans = [judged(binaries, part, spark, cleanrules_spark, meter) for _ in range(rounds + 1)][1:]
            queries = [queried(spark, meter) for _ in range(rounds + 1)][1:]
            spark.stop()
        finally:
            standing.close()
            os.chdir("/")
    for verdict, count, _ in queries[0][2]:
        print(f"  SQL {verdict:20} {count:12,} items")
    plan, query = min(plans), min(queries)
    across = 2
    print(f"{items:,} items, {drives} drives in {files} files; two workers of one processor, warm")
    print(f"  plan on Spark {plan[0]:7.2f} s of processors, {plan[0] / items * 1e6:6.2f} us an item, {plan[1]:6.2f} s by the clock")
    print(f"  SQL           {query[0]:7.2f} s of processors, {query[0] / items * 1e6:6.2f} us an item, {query[1]:6.2f} s by the clock")
    print(f"  plan : SQL    {plan[0] / query[0]:7.2f}, the goal is {RATIO} at most")
    print(f"  shuffled      {plan[2] / items / across:7.1f} bytes an item and rule across drives, the goal is {BYTES} at most")


if __name__ == "__main__":
    main()
