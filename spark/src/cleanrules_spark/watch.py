# SPDX-License-Identifier: Apache-2.0
"""Looks on while Spark works: says how far it is, and ends what no worker takes."""
import collections
import contextlib
import os
import shutil
import threading
import time
import uuid

from cleanrules_spark import Refused, filters

# How far a step is: how many units or buckets are done, of how many; how many tasks have failed; how many
# seconds it has taken.
Step = collections.namedtuple("Step", "name done total failed seconds")
# How many seconds lie between two looks, and at least between two words about one step.
PAUSE, SILENCE = 1, 5


class Watch:
    """Watches steps of the plan in `folder`, by the marks that tasks leave there: Spark Connect tells less
    of its tasks than is asked for here."""

    def __init__(self, spark, folder, wait, tell):
        self.spark, self.folder, self.wait, self.tell = spark, folder, wait, tell
        self.name = "cleanrules-" + uuid.uuid4().hex
        try:
            self.context = spark.sparkContext
        except Exception:  # Spark Connect has none.
            self.context = None

    @contextlib.contextmanager
    def over(self, *steps):
        """Watches the work on `steps`, each a name and how many units or buckets there are to do."""
        for name, _ in steps:
            place = filters.marks(self.folder, name)
            shutil.rmtree(place, ignore_errors=True)
            with contextlib.suppress(OSError):
                os.makedirs(place, 0o700)
        look = _Look(self, steps)
        self._group(", ".join(name for name, _ in steps))
        look.start()
        try:
            yield
        except Exception as error:
            look.end()
            if look.has_given_up:
                raise Refused(_idle(self.wait), 75) from error
            raise
        except BaseException:
            look.end()
            raise
        finally:
            self._ungroup()
        look.end()
        look.say_all()

    def end(self):
        """Removes all marks."""
        shutil.rmtree(self.folder + "/marks", ignore_errors=True)

    def _group(self, text):
        with contextlib.suppress(Exception):
            if self.context:
                self.context.setJobGroup(self.name, f"cleanrules: {text}")
            else:
                self.spark.addTag(self.name)

    def _ungroup(self):
        with contextlib.suppress(Exception):
            if self.context:
                for key in ("spark.jobGroup.id", "spark.job.description"):
                    self.context.setLocalProperty(key, None)
            else:
                self.spark.removeTag(self.name)

    def cancel(self):
        """Has Spark give up what it was asked for."""
        with contextlib.suppress(Exception):
            if self.context:
                self.context.cancelJobGroup(self.name)
            else:
                self.spark.interruptTag(self.name)

    def has_workers(self):
        """Whether a task is under way, or some executor waits for one; None where nobody says so."""
        if not self.context:
            return None
        with contextlib.suppress(Exception):
            tracker = self.context.statusTracker()
            stages = map(tracker.getStageInfo, tracker.getActiveStageIds())
            if any(stage and stage.numActiveTasks for stage in stages):
                return True
            # The driver counts as one.
            return len(self.context._jsc.sc().statusTracker().getExecutorInfos()) > 1
        return None


class _Look(threading.Thread):
    """Looks at one piece of work until that is over."""

    def __init__(self, watch, steps):
        super().__init__(daemon=True)
        self.watch, self.steps = watch, steps
        self.is_over = threading.Event()
        self.begin = dict.fromkeys((name for name, _ in steps))
        self.said = {}
        self.has_given_up = False

    def run(self):
        last, seen = time.monotonic(), None
        self._say(0, 0, 0)
        while not self.is_over.wait(PAUSE):
            found = [self._count(name) for name, _ in self.steps]
            self._tell(found)
            now = time.monotonic()
            workers = self.watch.has_workers()
            # Where nobody tells of executors, a task that began may be at work still.
            begun = any(has_begun for _, _, has_begun in found)
            if found != seen or workers or (workers is None and begun):
                last, seen = now, found
            elif self.watch.wait and now - last >= self.watch.wait:
                self.has_given_up = True
                break
        # What Spark was asked for may not be known to it yet as what is to be given up.
        while self.has_given_up and not self.is_over.is_set():
            self.watch.cancel()
            self.is_over.wait(PAUSE)

    def end(self):
        self.is_over.set()
        self.join()

    def say_all(self):
        """Says that all is done."""
        for index, (_, total) in enumerate(self.steps):
            self._say(index, total, self.said.get(index, (0, 0, 0))[1])

    def _tell(self, found):
        for index, (done, failed, has_begun) in enumerate(found):
            total = self.steps[index][1]
            # What is done is said to be over when Spark says so.
            if has_begun and done < total:
                self._say(index, done, failed)

    def _say(self, index, done, failed):
        """Says what has changed, not too often."""
        name, total = self.steps[index]
        now = time.monotonic()
        begin = self.begin[name] = self.begin[name] or now
        before = self.said.get(index)
        if before and (done, failed) == before[:2]:
            return
        if before and done < total and now - before[2] < SILENCE:
            return
        if not before and done:  # that it began comes first
            self.watch.tell(Step(name, 0, total, 0, 0))
        self.said[index] = (done, failed, now)
        self.watch.tell(Step(name, done, total, failed, int(now - begin)))

    def _count(self, name):
        """How many are done and how many tasks have failed, and whether one has begun."""
        try:
            names = os.listdir(filters.marks(self.watch.folder, name))
        except OSError:
            return 0, 0, False
        done = sum(name.isdigit() for name in names)
        return done, sum(n.startswith(filters.FAILED) for n in names), bool(names)


def _idle(seconds):
    number, unit = (seconds // 60, "minute") if seconds % 60 == 0 else (seconds, "second")
    long = f"{number} {unit}" + ("" if number == 1 else "s")
    return (f"no worker has taken a task for {long}: there is none, or none with the memory and processors"
            " that an executor asks for, or others have them all; start workers and type the same again,"
            " or wait longer, as with '--wait 1h'")
