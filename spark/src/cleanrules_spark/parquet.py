# SPDX-License-Identifier: Apache-2.0
"""Writes the lines of a plan that was made as Parquet files, for analysts. The plan is only read."""
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import uuid
import zlib

from cleanrules_spark import Refused, __version__, settled, watch

# The keys of lines, as in docs/reference/json.md. Instants stay the text that they are: years have more
# than four digits there, which no timestamp of Spark has.
HASH = "struct<algorithm:string,value:string>"
SURVIVORS = (
    f"array<struct<created:string,drive:string,etag:string,hash:{HASH},id:string,modified:string,"
    "path:string,sha256:string,size:bigint>>")
ALSO = (
    "array<struct<`group`:string,kind:string,needed:bigint,rule:string,"
    f"survivors:{SURVIVORS},survivors_total:bigint,verify:string>>")
LIKE = "struct<block:double,correlation:double,drive:string,id:string,marks:bigint,path:string>"
SCHEMA = (
    f"also {ALSO}, applied array<string>, companion_of struct<drive:string,id:string,path:string>,"
    " created string, ctag string, drive string, etag string, first_seen string, `group` string,"
    f" hash {HASH}, id string, kind string, `like` {LIKE}, method string, modified string,"
    " needed bigint, path string, reason string, reversible boolean, rule string, rule_digest string,"
    f" sha256 string, size bigint, survivors {SURVIVORS}, survivors_total bigint, taken_back string,"
    " type string, undo_window string, verdict string, verify string")
PACKED = 2  # the format of plans whose lines are packed
EMPTY = 20  # how long the member is that a packed file without lines holds, which is of no drive
PIECE = 1 << 20
# A task for each file, whatever its length, so that it becomes one file with its lines in their order.
SETTINGS = {
    "spark.sql.files.maxPartitionBytes": str(1 << 40), "spark.sql.files.openCostInBytes": str(1 << 40),
    "spark.sql.files.maxPartitionNum": None}
# A line of a fleet file that names the folder of the fleet, and goes on on no other line.
WORK = (r"""^work:[ ]+(?:'([^'\n]+)'|"([^"\\\n]+)"|([\w./][\w./-]*(?:[ ][\w./-]+)*))"""
        r"""[ ]*(?:[ ]\#[^\n]*)?\r?$(?!\s*\n[ \t]+[^\s#])""")


def export(spark, fleet, output, work, wait, tell):
    """Writes the plan that was made last into the new folder `output`, which is there with all rows or not
    at all; how many rows of how many parts."""
    if re.match(r"\w+:/", output):
        raise Refused(f"'{output}' is no folder of this machine; mount the store, and name a folder of it")
    output = os.path.abspath(output)
    draft = f"{os.path.dirname(output)}/.{os.path.basename(output)}.{uuid.uuid4().hex}"
    try:
        _demand_new(output)
        folder = made(os.path.abspath(work or work_of(fleet)))
        parts, totals = sound(folder)
        os.mkdir(draft, 0o700)
        look = watch.Watch(spark, folder, wait, tell)
        look.wait = wait if look.context else 0  # Spark Connect does not tell that tasks are under way.
        try:
            with settled(spark, SETTINGS), look.over(("parquet", len(parts))):
                rows = _write(spark, parts, draft + "/rows", totals)
        finally:
            look.end()
        os.chmod(draft + "/rows", 0o700)
        _demand_new(output)
        os.rename(draft + "/rows", output)
    except OSError as error:
        raise Refused(f"cannot use '{error.filename}': {error.strerror}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return rows, len(parts)


def _demand_new(output):
    if os.path.lexists(output):
        raise Refused(f"'{output}' is there already; name a folder that is not")


def work_of(fleet):
    """The folder `work` of a fleet file, read off its line; no guess where that is written otherwise."""
    with open(fleet, encoding="utf-8", errors="replace") as file:
        text = file.read()
    found = re.findall(WORK, text, re.MULTILINE)
    if len(found) != 1 or len(re.findall(r"^[\"']?work[\"']?\s*:", text, re.MULTILINE)) != 1:
        raise Refused(
            f"'{fleet}' does not name its folder on one line, as in 'work: fleet'; name that with --work")
    return os.path.join(os.path.dirname(os.path.abspath(fleet)), "".join(found[0]))


def made(work):
    """The folder of the plan that was made last."""
    mark = work + "/plans/current"
    if not os.path.exists(mark):
        raise Refused(f"there is no plan in '{work}'; make one with 'cleanrules fleet plan'")
    with open(mark, encoding="ascii", errors="replace") as file:
        name = file.read(257)
    if not re.fullmatch("[0-9a-fA-F]{1,256}", name):
        raise Refused(f"'{mark}' names no plan; make one with 'cleanrules fleet plan'")
    return f"{work}/plans/{name}"


def sound(folder):
    """The paths of the lines of each part of a plan, and how many lines have which verdict. Throws where
    lines are not what was written."""
    path, drives = folder + "/manifest.json", {}
    try:
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
        if manifest["about"] != "cleanrules fleet plan":
            raise _damaged(path)
        if manifest["tool"] != f"cleanrules {__version__}":  # its lines may have other keys, or another form
            raise Refused(f"the plan was made by {manifest['tool']}, and this package is {__version__};"
                          " install the one of that version")
        if manifest["format"] not in (1, PACKED):
            raise _damaged(path)
        packed = manifest["format"] == PACKED
        if manifest["choice"]["only"] is not None:
            raise Refused("the plan is for a try; plan over all drives with 'cleanrules fleet plan'")
        for drive in sorted(manifest["drives"], key=lambda d: (d["start"], d["length"])):
            lines = (drive["length"], drive["sha256"], int(drive["unpacked"]) if packed else None)
            drives.setdefault(drive["part"], []).append(lines)
        parts = [(f"{folder}/{part['lines']}", part["bytes"], drives.pop(number, []))
                 for number, part in enumerate(manifest["parts"])]
        totals = {verdict: manifest["totals"][verdict]["items"] for verdict in ("keep", "review", "delete")}
    except (ValueError, KeyError, TypeError):
        raise _damaged(path) from None
    for _, length, there in parts:
        lengths = sum(lines[0] for lines in there)
        if length != (EMPTY if packed and lengths == 0 else lengths):
            raise _damaged(path)
    if drives:
        raise _damaged(path)
    for path, length, _ in parts:
        if os.stat(path).st_size != length:
            raise _damaged(path)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (path, _, _), whole in zip(parts, pool.map(_is_whole, parts)):
            if not whole:
                raise _damaged(path)
    return [path for path, _, _ in parts], totals


def _is_whole(part):
    with open(part[0], "rb") as file:
        for length, wanted, unpacked in part[2]:
            digest, pieces = hashlib.sha256(), _pieces(file, length)
            try:
                for piece in pieces if unpacked is None else _unpacked(pieces, unpacked):
                    digest.update(piece)
            except zlib.error:
                return False
            if digest.hexdigest() != wanted:
                return False
    return True


def _pieces(file, left):
    while piece := file.read(min(left, PIECE)):
        left -= len(piece)
        yield piece


def _unpacked(pieces, left):
    """The lines in members of gzip, of which no more may come than were written, a piece at a time."""
    member = None
    for packed in pieces:
        while packed:
            member = member or zlib.decompressobj(16 + zlib.MAX_WBITS)
            lines = member.decompress(packed, PIECE)
            left -= len(lines)
            if left < 0:
                raise zlib.error("more than was written")
            yield lines
            packed = member.unconsumed_tail
            if member.eof:
                packed, member = member.unused_data, None
    if member or left:
        raise zlib.error("less than was written")


def _damaged(path):
    return Refused(f"'{path}' is damaged; remove the folder that it lies in, and plan again")


def _literal(path):
    """A path for Spark, which takes others for patterns."""
    return "file://" + re.sub(r"([\[\]{}*?\\])", r"\\\1", path)


def _write(spark, paths, target, totals):
    """Has Spark write the rows, and reads them once more to count them."""
    reader = spark.read.schema(SCHEMA).options(lineSep="\n", encoding="UTF-8", mode="FAILFAST")
    lines = reader.json([_literal(path) for path in paths])
    lines.write.options(maxRecordsPerFile=0).parquet("file://" + target)
    counts = spark.read.schema(SCHEMA).parquet(_literal(target)).groupBy("verdict").count().collect()
    rows = {row["verdict"]: row["count"] for row in counts}
    if rows != {verdict: count for verdict, count in totals.items() if count}:
        raise Refused(
            f"{sum(rows.values())} rows came of {sum(totals.values())} lines; see that all workers reach"
            " both folders under the same paths, and type the same again")
    return sum(rows.values())
