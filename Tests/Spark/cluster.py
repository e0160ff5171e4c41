# SPDX-License-Identifier: Apache-2.0
"""A small Spark: a master and two workers of one processor each, on this machine alone."""
import ctypes
import os
import pathlib
import re
import signal
import subprocess
import time

SETTINGS = """\
spark.driver.host 127.0.0.1
spark.driver.bindAddress 127.0.0.1
spark.driver.memory 512m
spark.executor.memory 512m
spark.executor.cores 1
spark.ui.enabled false
spark.sql.shuffle.partitions 2
spark.task.maxFailures 4
spark.deploy.maxExecutorRetries -1
spark.excludeOnFailure.enabled false
"""


def end_with_starter():
    """Has a process end with the tests, however these end. prctl(2)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Cluster:
    """A master and two workers, or so many, which end with it."""

    def __init__(self, folder, python, part, workers=2):
        """Workers run `python`, and `part` as cleanrules-part."""
        import pyspark

        self.folder = pathlib.Path(folder)
        self.home = os.path.dirname(pyspark.__file__)
        self.settings = self.folder / "settings"
        self.settings.mkdir(parents=True)
        self.processes = []
        self.environment = {
            **os.environ, "SPARK_HOME": self.home, "SPARK_CONF_DIR": str(self.settings),
            "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_LOCAL_DIRS": str(self.folder / "local"), "PYSPARK_PYTHON": python,
            "SPARK_WORKER_DIR": str(self.folder / "work"),
        }
        self.settle({}, part)
        try:
            self._start("master", "master.Master", "--host", "127.0.0.1", "--port", "0")
            self.master = self._wait("master", r"Starting Spark master at (spark://\S+)")
            for number in range(1, workers + 1):
                self._start(
                    f"worker{number}", "worker.Worker", "--host", "127.0.0.1", "--cores", "1",
                    "--memory", "1g", self.master)
            for number in range(1, workers + 1):
                self._wait(f"worker{number}", "(Successfully registered)")
        except BaseException:
            self.close()
            raise

    def settle(self, more, part):
        """Has whatever is planned next go by `more` settings."""
        lines = [f"{key} {value}\n" for key, value in more.items()]
        text = SETTINGS + f"spark.executorEnv.CLEANRULES_PART {part}\n" + "".join(lines)
        (self.settings / "spark-defaults.conf").write_text(text)

    def _start(self, name, what, *words):
        command = [
            self.home + "/bin/spark-class", "org.apache.spark.deploy." + what, *words,
            "--webui-port", "0"]
        with open(self.folder / f"{name}.log", "wb") as log:
            self.processes.append(
                subprocess.Popen(
                    command, stdout=log, stderr=log, env=self.environment,
                    start_new_session=True, preexec_fn=end_with_starter))

    def _wait(self, name, pattern):
        until = time.monotonic() + 120
        while time.monotonic() < until:
            found = re.search(pattern, (self.folder / f"{name}.log").read_text(errors="replace"))
            if found:
                return found.group(1)
            time.sleep(0.2)
        raise RuntimeError(f"Spark's {name} does not start: see {self.folder}/{name}.log")

    def close(self):
        """Ends it, with all that it has started."""
        for process in reversed(self.processes):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
