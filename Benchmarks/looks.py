#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What looking at pictures costs, beside czkawka's core through its binding for Python.

    looks.py WORKER [FOLDER]

WORKER is `cleanrules-pictures` of a release build. Without FOLDER a dozen JPEG files of 12 megapixels
are made, and as many thumbnails of 256 pixels. Prints processor time a picture, all in, of both in
turn, and what share of the worker's is its start. `script/python-tools Benchmarks/czkawka` gets what
it needs: `.build/python-tools/czkawka/bin/python Benchmarks/looks.py WORKER`.
"""
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 3


def spent(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def of_children(work):
    before = spent(resource.RUSAGE_CHILDREN)
    work()
    return spent(resource.RUSAGE_CHILDREN) - before


def make(folder, count, width, height, quality):
    import numpy as np
    from PIL import Image, ImageFilter

    random = np.random.default_rng(7)
    for number in range(count):
        # Forms of several sizes and a grain, so that the files are as large as those of a camera.
        picture = Image.new("RGB", (width, height))
        for cells in (4, 17, 90, 400):
            if cells * 2 > width:
                continue
            part = Image.fromarray(
                random.integers(0, 256, (cells * 3 // 4, cells, 3), dtype=np.uint8))
            picture = Image.blend(
                picture, part.resize((width, height), Image.Resampling.BICUBIC), 0.4)
        grain = random.normal(0, 6, (height, width, 1))
        pixels = np.clip(np.asarray(picture) + grain, 0, 255).astype(np.uint8)
        picture = Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(0.7))
        picture.save(folder / f"{number:03}.jpg", quality=quality)


def look(worker, files):
    for path in files:
        with open(path, "rb") as file:
            answer = subprocess.run(
                [worker, "look", "any"], stdin=file, stdout=subprocess.PIPE, check=True).stdout
        if not int.from_bytes(answer[5:7], "big") & 32:
            raise SystemExit(f"error: no look of {path}")


def czkawka(folder):
    code = (
        "import czkawka, sys\n"
        "finder = czkawka.ImageSimilarity()\n"
        "finder.set_directories([sys.argv[1]])\n"
        "print(len(finder.find_similar()))\n"
    )
    # A cache of an earlier round would spare it everything.
    with tempfile.TemporaryDirectory() as home:
        subprocess.run(
            [sys.executable, "-c", code, str(folder)], check=True, stdout=subprocess.DEVNULL,
            env={"HOME": home, "XDG_CACHE_HOME": home, "PATH": "/usr/bin:/bin"})


def start(worker, count):
    """So many starts over a file that is no picture: no decoder is loaded for it."""
    for _ in range(count):
        subprocess.run(
            [worker, "look", "any"], input=b"no picture", stdout=subprocess.DEVNULL, check=True)


def compare(worker, folder, title):
    files = sorted(folder.iterdir())
    size = sum(path.stat().st_size for path in files) / len(files)
    ours, theirs, starts, empty = [], [], [], []
    for _ in range(ROUNDS):
        ours.append(of_children(lambda: look(worker, files)) / len(files))
        theirs.append(of_children(lambda: czkawka(folder)) / len(files))
        starts.append(of_children(lambda: start(worker, len(files))) / len(files))
        with tempfile.TemporaryDirectory() as nothing:
            empty.append(of_children(lambda: czkawka(pathlib.Path(nothing))) / len(files))
    ours, theirs, starts, empty = (1_000 * statistics.median(n) for n in (ours, theirs, starts, empty))
    print(f"{title}: {len(files)} files, {size / 1e6:.2f} MB each")
    print(f"  cleanrules-pictures {ours:.1f} ms a picture, of which {starts:.1f} ms are a bare start")
    print(f"  czkawka {theirs:.1f} ms a picture, of which {empty:.1f} ms are Python's start")
    print(f"  ratio {ours / (theirs - empty):.2f}")


def main():
    worker = sys.argv[1]
    if len(sys.argv) > 2:
        compare(worker, pathlib.Path(sys.argv[2]), "the folder")
        return
    for title, count, width, height, quality in [
        ("12 megapixels", 12, 4_000, 3_000, 92), ("thumbnails of 256 pixels", 60, 256, 192, 80),
    ]:
        with tempfile.TemporaryDirectory() as place:
            make(pathlib.Path(place), count, width, height, quality)
            compare(worker, pathlib.Path(place), title)


main()
