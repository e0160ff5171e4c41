# SPDX-License-Identifier: Apache-2.0
"""Plans over a fleet on Apache Spark.

cleanrules-spark plan FLEET.yaml [--now T] [--master URL] [--checkpoint] [--wait 2m]
spark-submit --master URL $(cleanrules-spark --main) plan FLEET.yaml [--now T] [--checkpoint]
cleanrules-spark export FLEET.yaml OUTPUT [--format parquet] [--work FOLDER] [--master URL] [--wait 2m]
spark-submit --master URL $(cleanrules-spark --main) export FLEET.yaml OUTPUT [--format parquet]
cleanrules-spark --main        prints the path of this file
cleanrules-spark --part        prints the version, and the path of the program that judges, if it has one
cleanrules-spark judge FOLDER  what 'cleanrules fleet plan --engine spark' starts
"""
import argparse
import contextlib
import ctypes
import os
import re
import shutil
import signal
import socket
import sys

FAILED, OFFLINE = 1, 75
# What masters begin with that Spark knows by itself; spark-submit looks at no more.
MASTERS = ("local", "yarn", "spark", "k8s", "mesos", "sc:")


def console(words=None):
    """The command 'cleanrules-spark'."""
    words = sys.argv[1:] if words is None else words
    if words == ["--main"]:
        print(os.path.abspath(__file__))
        return 0
    if words == ["--part"]:
        _find_package()
        import cleanrules_spark

        print(cleanrules_spark.__version__, cleanrules_spark.own_program() or "", sep="\n")
        return 0
    parser = argparse.ArgumentParser(
        prog="cleanrules-spark", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["plan", "judge", "export"])
    parser.add_argument("path", help="the fleet file, or the folder of a plan that was begun")
    parser.add_argument("output", nargs="?", help="the new folder that is exported to")
    parser.add_argument("--format", choices=["parquet"], help="what is exported")
    parser.add_argument(
        "--work", metavar="FOLDER", help="the folder of the fleet; default: as the fleet file says")
    parser.add_argument("--now", help="the instant that ages count back from")
    parser.add_argument("--master", help="the master of Spark; default: that of Spark's settings")
    parser.add_argument("--part", help="the program 'cleanrules-part'")
    parser.add_argument(
        "--checkpoint", action="store_true", help="keep what each step came to")
    parser.add_argument(
        "--wait", type=_seconds, default="2m", metavar="DURATION",
        help="give up where no worker has taken a task for so long, as in 90s, 10m or 2h; 0: never")
    options = parser.parse_intermixed_args(words)
    if (options.output is None) == (options.what == "export"):
        parser.error("export takes a fleet file and a folder, all else takes one path")
    if options.what != "export" and (options.format or options.work):
        parser.error("--format and --work go with export alone")
    voice = sys.stderr
    try:
        if options.what == "judge":
            _end_with_starter()
            voice = _aside(options.path + "/spark.log")
        return _work(options)
    except Exception as error:
        text, status = _reason(error, options.master)
        print(f"cleanrules-spark: {text}", file=voice, flush=True)
        return status


def _seconds(text):
    found = re.fullmatch(r"(\d{1,6})([smhd]?)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"'{text}' is no duration; write one as in 90s, 10m or 2h")
    return int(found.group(1)) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found.group(2)]


def _find_package():
    # Wherever this file was started from.
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def _work(options):
    _find_package()
    import cleanrules_spark

    spark = _session(options.master)
    try:
        if options.what == "judge":
            tell = _written(options.path + "/spark.progress")
            cleanrules_spark.judge(
                spark, options.path, options.part, options.checkpoint, options.wait, tell)
            os.unlink(options.path + "/spark.log")
        elif options.what == "export":
            print(cleanrules_spark.export(
                spark, options.path, options.output, options.work, options.wait), end="")
        else:
            text = cleanrules_spark.plan(
                spark, options.path, options.now, options.checkpoint, wait=options.wait)
            print(text, end="")
    finally:
        spark.stop()
    return 0


def _written(path):
    """Writes down how far it is, for the program that has started this one: a line at a time."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)

    def tell(step):
        with contextlib.suppress(OSError):
            os.write(file, (" ".join(map(str, step)) + "\n").encode())

    return tell


class Unreachable(Exception):
    """There is no Spark."""


def _session(master):
    home = os.environ.get("SPARK_HOME")
    if home:  # Spark without pip brings its Python along.
        lib = home + "/python/lib"
        names = os.listdir(lib) if os.path.isdir(lib) else []
        sys.path += [f"{home}/python"] + [f"{lib}/{name}" for name in names if name.endswith(".zip")]
    try:
        import pandas  # noqa: F401, mapInArrow asks for it
        import pyarrow  # noqa: F401
        import pyspark
        from pyspark.sql import SparkSession
    except ImportError as error:
        lack = f"no Python package '{error.name}' here" if error.name else str(error)
        raise RuntimeError(
            f"{lack}; install it with"
            f" '{sys.executable} -m pip install pyspark pyarrow pandas'") from None
    if master and master.startswith("sc://"):
        _demand(master)
        builder = SparkSession.builder.remote(master)
    else:
        java = os.environ.get("JAVA_HOME")
        if not (os.access(java + "/bin/java", os.X_OK) if java else shutil.which("java")):
            raise RuntimeError(
                "no Java here; install it, as with 'apt-get install default-jre-headless', or"
                " name its folder in JAVA_HOME")
        builder = SparkSession.builder.config("spark.ui.showConsoleProgress", "false")
        if (master or "local").startswith("local"):  # the workers are this machine's
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        if master:
            _demand(master)
            builder = builder.master(master)
    try:
        return builder.appName("cleanrules fleet plan").getOrCreate()
    except Exception as error:
        if "Java gateway" in str(error) or "JAVA_GATEWAY" in str(error):
            # Spark ends just so where it does not know the kind of the master.
            if master and not master.startswith(MASTERS):
                raise RuntimeError(
                    f"'{master}' is no master of Spark; name one such as 'local[4]', 'yarn',"
                    " 'spark://HOST:7077' or 'sc://HOST' with --master") from error
            raise RuntimeError(
                f"the Java here does not run Spark {pyspark.__version__}; install another one, as with"
                " 'apt-get install default-jre-headless', or name its folder in JAVA_HOME") from error
        raise Unreachable(_last(error)) from error


def _demand(master):
    """Throws where nobody answers at a master of the kind that has an address; Spark itself would try for
    a minute."""
    places = re.fullmatch(r"(?:spark|sc)://([^/;]+).*", master)
    for place in places.group(1).split(",") if places else []:
        place = place.rpartition("@")[2]
        if master.startswith("sc:") and not re.search(r":\d+$", place):
            place += ":15002"  # where Spark Connect listens
        host, _, port = place.rpartition(":")
        with contextlib.suppress(OSError, ValueError):
            socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
            return
    if places:
        raise Unreachable("nobody answers there")


def _end_with_starter():
    """Has this process end with the one that started it: nobody would wait for it any more. prctl(2)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def _aside(path):
    """Has all that Spark says stand in a file; what is answered is where it would have said it."""
    voice = os.fdopen(os.dup(2), "w")
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    for number in (1, 2):
        os.dup2(log, number)
    os.close(log)
    return voice


def _reason(error, master):
    """Why there is no plan, in one clause, and the status that says so."""
    if isinstance(error, Unreachable):
        return (f"no master of Spark at '{master or 'its usual place'}': {error}; see that it runs, or"
                " name another one with --master"), OFFLINE
    part = re.search(r"cleanrules-part ended with (\d+): (.*)", str(error))
    if part:
        return part.group(2), int(part.group(1)) if part.group(1) == "3" else FAILED
    return _last(error), getattr(error, "status", FAILED)


def _last(error):
    """The sentence of a long complaint that says most."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    for mark in ("cleanrules-part ", "No space left on device", r"^[\w.]+Error: ", "^Caused by: "):
        for line in lines:
            if found := re.search(mark, line):
                return line[found.start():]
    return lines[0] if lines else type(error).__name__


if __name__ == "__main__":
    sys.exit(console())
