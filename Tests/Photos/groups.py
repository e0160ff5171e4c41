# SPDX-License-Identifier: Apache-2.0
"""Which copies of a picture stand in one group with it, by the program and by the core of czkawka, over the same files
in one run. Called by script/photo-accuracy --groups.

usage: groups.py PROGRAMS [--small] [--originals N] [FOLDER…]

Each picture is a file, and so is each of its copies and changes. The program looks at all of them and plans by one rule
of copies; czkawka groups them at three of its distances. Prints how many files of each kind are in the group of their
original, in how many groups the originals lie, and how many groups hold several motifs. Ends with 1 where the program
has a group of several motifs, or less than 97 % of the copies of a kind, of pictures that have enough to see, in the
group of their original.
"""
import argparse
import collections
import itertools
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import numpy as np

import scenes
from accuracy import CHANGES, COPIES, DETAIL_MIN, FOUND_MIN, file, pictures
from look import look

RULES = """version: 1
timezone: UTC
drives: {photos: {kind: local, root: "%s"}}
limits: {items: unlimited, bytes: unlimited, percent: unlimited}
rules:
  - id: copies
    why: One picture in several files
    match: {kind: image}
    similar: {as: copies, within: near, keep: [most_pixels, shortest_path]}
    then: review
"""
# In how many bits of 64 czkawka's hashes may differ.
DISTANCES = (1, 5, 10)
CZKAWKA = """
import czkawka, json, sys
finder = czkawka.ImageSimilarity()
finder.set_directories([sys.argv[1]])
finder.set_similarity(int(sys.argv[2]))
print(json.dumps([[str(path) for path in group] for group in finder.find_similar()]))
"""
ENDINGS = {"HEIC 50": "heic", "WebP 60": "webp"}
ORIGINAL = "original"


def make(place, originals, folders, worker):
    """Writes the files; of each path its motif and kind, of originals that have enough to see."""
    random = np.random.default_rng(17)
    # Half of them scenes, where there are other pictures at all.
    count = originals // 2 if folders else originals
    motifs = ((f"scene {number}", scenes.scene(random)) for number in range(count))
    found = itertools.chain(motifs, pictures(folders, 4_000)) if folders else motifs
    truth, number = {}, 0
    for _, picture in found:
        if number == originals:
            break
        if max(picture.size) < 800:
            # An eighth of it would be smaller than anybody keeps.
            continue
        data = file(picture, quality=95)
        seen = look(worker, data)
        if seen is None or seen.detail < DETAIL_MIN:
            continue
        number += 1
        folder = place / f"{number:03}"
        folder.mkdir()
        kinds = {ORIGINAL: lambda p, data=data: data, **COPIES, **CHANGES}
        for order, (kind, change) in enumerate(kinds.items()):
            path = folder / f"{order:02}.{ENDINGS.get(kind, 'jpg')}"
            path.write_bytes(change(picture))
            truth[str(path)] = (number, kind)
    return truth


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ours(programs, top, place):
    """The groups of a plan over what `photos` has seen: lists of paths."""
    (top / "rules.yaml").write_text(RULES % place)
    home = top / "home"
    home.mkdir()
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def run(*words):
        command = [programs / "cleanrules", *words, "-q", "--rules", top / "rules.yaml", "--state",
                   top / "state.sqlite"]
        return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout

    run("sync")
    run("photos")
    groups = collections.defaultdict(list)
    for line in run("plan", "--format", "ndjson").splitlines():
        entry = json.loads(line)
        if like := entry.get("like"):
            leader = str(place) + like["path"]
            groups[leader] = groups[leader] or [leader]
            groups[leader].append(str(place) + entry["path"])
    return list(groups.values())


def theirs(place, distance):
    # What an earlier run has kept would spare it everything.
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "XDG_CACHE_HOME": home, "PATH": "/usr/bin:/bin"}
        answer = subprocess.run(
            [sys.executable, "-c", CZKAWKA, str(place), str(distance)], check=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment).stdout
    # Its library may say other things before.
    return json.loads(answer.splitlines()[-1])


def judged(groups, truth):
    """By kind the share of files in the group of their original; the groups of any motif, those of several."""
    number = {path: place for place, group in enumerate(groups) for path in group}
    original = {motif: path for path, (motif, kind) in truth.items() if kind == ORIGINAL}
    together, all_files = collections.Counter(), collections.Counter()
    for path, (motif, kind) in truth.items():
        all_files[kind] += 1
        own = number.get(path)
        together[kind] += own is not None and own == number.get(original[motif])
    shares = {kind: 100 * together[kind] / count for kind, count in all_files.items()}
    mixed = sum(len({truth[path][0] for path in group if path in truth}) > 1 for group in groups)
    return shares, len(groups), mixed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--originals", type=int, default=40)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    if options.small:
        options.originals = min(options.originals, 12)
    programs = options.programs.resolve()
    with tempfile.TemporaryDirectory() as top:
        place = pathlib.Path(top) / "Pictures"
        place.mkdir()
        truth = make(place, options.originals, options.folders, programs / "cleanrules-pictures")
        columns = {}
        for title, find in [
            ("cleanrules, near", lambda: ours(programs, pathlib.Path(top), place)),
            *((f"czkawka, {distance}", lambda d=distance: theirs(place, d))
              for distance in DISTANCES),
        ]:
            before = spent()
            groups = find()
            columns[title] = (*judged(groups, truth), spent() - before)
    return told(columns, truth)


def told(columns, truth):
    originals = len({motif for motif, _ in truth.values()})
    print(f"{len(truth):,} files, {originals} originals\n")
    print("| in one group with their original | " + " | ".join(columns) + " |")
    print("|---|" + "---:|" * len(columns))
    for kind in [*COPIES, *CHANGES]:
        print(f"| {kind} | " + " | ".join(
            f"{shares[kind]:.0f} %" for shares, *_ in columns.values()) + " |")
    mean = [np.mean([shares[kind] for kind in COPIES]) for shares, *_ in columns.values()]
    print("| **copies, mean of ten kinds** | " + " | ".join(f"{share:.1f} %" for share in mean) + " |")
    print(f"| groups for {originals} originals | "
          + " | ".join(str(count) for _, count, *_ in columns.values()) + " |")
    print("| groups of several originals | "
          + " | ".join(str(mixed) for _, _, mixed, _ in columns.values()) + " |")
    print("| processor time a file, all in | " + " | ".join(
        f"{1_000 * seconds / len(truth):.1f} ms" for *_, seconds in columns.values()) + " |")
    shares, _, mixed, _ = columns["cleanrules, near"]
    faults = [f"{shares[kind]:.1f} % of {kind} are in the group of their original" for kind in COPIES
              if shares[kind] < FOUND_MIN]
    if mixed:
        faults.append(f"{mixed} groups hold several originals")
    for fault in faults:
        print("not held:", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
