# SPDX-License-Identifier: Apache-2.0
"""What runs on the workers: a process of cleanrules-part a task. Rows go in as frames, frames come out as
rows, and nobody here looks into one. Workers need not have this package: it is sent to them."""
import collections
import contextlib
import os
import struct
import subprocess
import threading
import uuid

import pyarrow

HEAD, LENGTH = "<IIQ", "<Q"
SCHEMA = pyarrow.schema(
    [("unit", pyarrow.int32()), ("bucket", pyarrow.int32()), ("blob", pyarrow.binary())])
# What the process is told of its surroundings; whatever else stands there is not for it.
KNOWN = {"PATH", "LD_LIBRARY_PATH", "TMPDIR"}
LANGUAGES = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"}
# The largest frame: a blob, and what is around it.
FRAME_MAX = 1 << 27
# How much is handed on at once.
ROWS_MAX, BYTES_MAX = 256, 4 << 20


class PartFailed(Exception):
    """A process of cleanrules-part did not do what it was asked."""


def frames(program, arguments, rows, languages):
    """The frames that the program answers to `rows`, each (unit, bucket, bytes); the rows are fed to it from
    a thread, and what it answers is read to its end."""
    surroundings = {k: v for k, v in os.environ.items() if k in KNOWN}
    process = subprocess.Popen(
        [program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env={**surroundings, **languages})
    trouble, words = [], collections.deque(maxlen=20)
    place, torn = None, None

    def feed():
        try:
            with process.stdin as pipe:
                for unit, bucket, blob in rows:
                    pipe.write(struct.pack(HEAD, unit, bucket, len(blob)))
                    pipe.write(blob)
        except BrokenPipeError:
            trouble.append(PartFailed("cleanrules-part did not read all that it was told"))
        except BaseException as error:  # of whoever supplies the rows
            trouble.append(error)
            process.kill()

    threads = [
        threading.Thread(target=feed, daemon=True),
        threading.Thread(target=lambda: words.extend(process.stderr), daemon=True)]
    try:
        for thread in threads:
            thread.start()
        while head := process.stdout.read(struct.calcsize(HEAD)):
            if len(head) < struct.calcsize(HEAD):
                torn = f"after that {place}" if place else "the first one"
                break  # its status says why, where it is not 0
            unit, bucket, length = struct.unpack(HEAD, head)
            place = f"of unit {unit + 1}, bucket {bucket + 1}"
            if length > FRAME_MAX:
                raise PartFailed(f"cleanrules-part answered too much in {arguments[1]}, {place}")
            blob = process.stdout.read(length)
            if len(blob) < length:
                torn = place
                break
            yield unit, bucket, blob
        status = process.wait()
        for thread in threads:
            thread.join()
    finally:
        # Whoever wants no more, or has failed, leaves no process behind.
        process.kill()
        process.wait()
    if trouble and not isinstance(trouble[0], PartFailed):
        raise trouble[0]
    if status:
        raise PartFailed(_reason(status, words))
    if torn:
        raise PartFailed(f"cleanrules-part ended in {arguments[1]} with a torn frame, {torn}")
    if trouble:
        raise trouble[0]


def _reason(status, words):
    if status < 0:
        return f"cleanrules-part was ended by signal {-status}, as happens where memory is short"
    said = [w.decode(errors="replace").strip() for w in words if w.strip()]
    return f"cleanrules-part ended with {status}: {said[-1] if said else 'it said nothing'}"


def part(name):
    """The program: the one that the worker's surroundings name, or else the one that was sent along."""
    from pyspark import SparkFiles

    return os.environ.get("CLEANRULES_PART") or SparkFiles.get(name)


# What is done by buckets; all else is done by units.
BY_BUCKETS = {"common", "settlements", "totals"}


def through(name, step, folder, languages, everywhere, told, buckets, kept=None):
    """A function for mapInArrow that does `step` of the plan in `folder`. All parts are told `everywhere`
    first. Of the phases `told`, what was told to a unit lies in files of the folder, in so many buckets;
    with `kept`, what is answered is left there as that phase, and its rows hold nothing. Marks in the
    folder say how far it is."""

    def rows(batches):
        yield from everywhere
        known = set()
        for batch in batches:
            for unit, bucket, blob in zip(*(batch.column(c) for c in ("unit", "bucket", "blob"))):
                unit = unit.as_py()
                yield unit, bucket.as_py(), memoryview(blob.as_buffer())
                if unit not in known:
                    known.add(unit)
                    for phase in told:
                        yield from read(folder, phase, unit, range(buckets))

    def run(batches):
        # Nothing is started for a task without rows.
        filled = (batch for batch in batches if batch.num_rows)
        first = next(filled, None)
        if first is None:
            return
        mark(folder, step, BEGUN)
        source = rows(_chain(first, filled))
        answers = frames(part(name), ["filter", step, folder, "1"], source, languages)
        if kept:
            answers = _kept(folder, kept, answers)
        try:
            yield from _batches(_marked(folder, step, answers))
        except GeneratorExit:  # nobody wants more of it
            raise
        except BaseException:
            mark(folder, step, FAILED + uuid.uuid4().hex)
            raise

    return run


# Marks: empty files, by which whoever looks on counts what is done. Nothing else depends on them.

BEGUN, FAILED = "begun", "failed-"


def marks(folder, step):
    """The folder of the marks of a step."""
    return f"{folder}/marks/{step}"


def mark(folder, step, name):
    """Leaves a mark; one that cannot be left is not missed."""
    with contextlib.suppress(OSError):
        os.close(os.open(f"{marks(folder, step)}/{name}", os.O_WRONLY | os.O_CREAT, 0o600))


def _marked(folder, step, answers):
    """`answers`, with a mark for each unit, or bucket, whose last one they have passed."""
    which = 1 if step in BY_BUCKETS else 0
    last = None
    for row in answers:
        if last not in (None, row[which]):
            mark(folder, step, f"{last:06}")
        last = row[which]
        yield row
    if last is not None:
        mark(folder, step, f"{last:06}")


def _chain(first, rest):
    yield first
    yield from rest


def _batches(answers):
    rows, size = [], 0
    for row in answers:
        rows.append(row)
        size += len(row[2])
        if len(rows) == ROWS_MAX or size >= BYTES_MAX:
            yield _batch(rows)
            rows, size = [], 0
    if rows:
        yield _batch(rows)


def _batch(rows):
    columns = [pyarrow.array(c, f.type) for c, f in zip(zip(*rows), SCHEMA)]
    return pyarrow.RecordBatch.from_arrays(columns, schema=SCHEMA)


# What is told, as the program has it in files: each blob after its length.


def path(folder, phase, unit, bucket):
    """The file of what is told there."""
    return f"{folder}/{phase}/{unit:06}-{bucket:06}"


def _kept(folder, phase, answers):
    place, blobs = None, []
    for unit, bucket, blob in answers:
        if place not in (None, (unit, bucket)):
            write(path(folder, phase, *place), blobs)
            yield *place, b""
            blobs = []
        place = (unit, bucket)
        blobs.append(blob)
    if place:
        write(path(folder, phase, *place), blobs)
        yield *place, b""


def write(target, blobs):
    """Writes a file that others see whole or not at all, for this user alone."""
    head, name = os.path.split(target)
    draft = f"{head}/.{name}.{uuid.uuid4().hex}"
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            for blob in blobs:
                file.write(struct.pack(LENGTH, len(blob)))
                file.write(blob)
            file.flush()
            os.fsync(file.fileno())
        os.rename(draft, target)
    except BaseException:
        if os.path.lexists(draft):
            os.unlink(draft)
        raise


def read(folder, phase, unit, buckets):
    """What was told there, as frames; one that is torn is for the program to refuse."""
    for bucket in buckets:
        with open(path(folder, phase, unit, bucket), "rb") as file:
            while head := file.read(struct.calcsize(LENGTH)):
                length = struct.unpack(LENGTH, head)[0] if len(head) == struct.calcsize(LENGTH) else 0
                yield unit, bucket, file.read(min(length, FRAME_MAX)) or b"\0"
