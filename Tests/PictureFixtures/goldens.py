#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of Tests/Goldens/looks, and works out what a look of each has to be.

Tests/Goldens/looks/looks.txt names them, a line each: the file, the seed of its scene, its size, which pixels it
has, how it is stored, and by how many bits its mark may be off once a decoder has had it. The rest of the line is
the look: mark, detail, brightness, sharpness, and a hash of the small picture. The scenes are those of
Tests/PhotoLooksTests/SampleScene.swift; the looks are worked out here by their definition and by nothing of the
program, so that two that know nothing of each other have to agree. They never change without a new version.

Usage: goldens.py [WORKER]     With the worker (cleanrules-pictures), says how far off its looks are.

Wants Pillow and numpy (Tests/Photos/requirements.txt), and heif-enc (Debian: libheif-examples).
"""
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Goldens/looks"
LIST = FOLDER / "looks.txt"
WORD = (1 << 64) - 1


class Random:
    """SplitMix64, as Tests/Support/SplitMix64.swift has it."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound, count=1):
        places = np.arange(1, count + 1, dtype=np.uint64)
        with np.errstate(over="ignore"):
            mixed = np.uint64(self.state) + places * np.uint64(0x9E3779B97F4A7C15)
            mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        self.state = (self.state + count * 0x9E3779B97F4A7C15) & WORD
        return ((mixed ^ (mixed >> np.uint64(31))) % np.uint64(bound)).astype(np.int64)


def scene(seed, width, height):
    """Hills of light of several sizes, an edge, noise."""
    random = Random(seed)
    sums = np.zeros((height, width), np.int64)
    for cells, weight in [(3, 8), (5, 5), (9, 3), (17, 2), (33, 1)]:
        corners = random.below(256, (cells + 1) ** 2).reshape(cells + 1, cells + 1)
        x, y = np.arange(width) * 256 * cells // width, np.arange(height) * 256 * cells // height
        columns, rows = np.minimum(x // 256, cells - 1), np.minimum(y // 256, cells - 1)
        right, down = (x - columns * 256)[None, :], (y - rows * 256)[:, None]
        above = corners[rows][:, columns] * (256 - right) + corners[rows][:, columns + 1] * right
        below = corners[rows + 1][:, columns] * (256 - right) + corners[rows + 1][:, columns + 1] * right
        sums += weight * ((above * (256 - down) + below * down) >> 16)
    edge, step = int(random.below(width)[0]), int(random.below(60)[0])
    span = max(1, int(sums.max() - sums.min()))
    light = (sums - sums.min()) * 190 // span + np.where(np.arange(width)[None, :] > edge, step, 0)
    noise = random.below(4, width * height).reshape(height, width)
    return np.minimum(255, light + noise).astype(np.uint8)


def pixels(kind, seed, width, height):
    """The picture as it is stored, upright, and the greys that a look sees of it."""
    planes = [scene(seed + 100 * number, width, height) for number in range(4)]
    grey = planes[0]
    if kind == "dark":
        grey = grey // 12
    elif kind == "pale":
        grey = 200 + grey // 8
    elif kind == "two":
        grey = np.where(grey >= 128, 255, 0).astype(np.uint8)
    elif kind == "sixteen":
        grey = grey // 16 * 17
    if kind in ("colour", "clear"):
        wide = [plane.astype(np.int64) for plane in planes]
        grey = ((77 * wide[0] + 150 * wide[1] + 29 * wide[2] + 128) >> 8).astype(np.uint8)
        picture = Image.fromarray(np.dstack(planes[:4 if kind == "clear" else 3]))
    elif kind == "grey-clear":
        picture = Image.fromarray(np.dstack([grey, planes[3]]), "LA")
    else:
        picture = Image.fromarray(grey)
    if "clear" in kind:
        opacity = planes[3].astype(np.int64)
        grey = ((grey * opacity + 255 * (255 - opacity) + 127) // 255).astype(np.uint8)
    return picture, grey


# MARK: Looks, by their definition


def weights(target, source):
    """How much of each pixel of a row lies below each pixel of a row of another length."""
    found = np.zeros((target, source), np.int64)
    for place in range(target):
        start, end = place * source, (place + 1) * source
        for pixel in range(start // target, (end - 1) // target + 1):
            found[place, pixel] = min(end, (pixel + 1) * target) - max(start, pixel * target)
    return found


def means(greys, width, height):
    sums = weights(height, greys.shape[0]) @ greys.astype(np.int64) @ weights(width, greys.shape[1]).T
    return ((2 * sums + greys.size) // (2 * greys.size)).astype(np.uint8)


WAVES = np.round(
    16_384 * np.cos(np.pi / 128 * np.arange(1, 17)[:, None] * (2 * np.arange(64)[None, :] + 1))
).astype(np.int64)


def deviation(values):
    count, sums = values.size, int(values.sum())
    return math.isqrt(256 * (count * int((values * values).sum()) - sums * sums)) // count


def sharpness(greys):
    height, width = greys.shape
    longer = max(width, height)
    if longer < 800:
        return "-"
    width, height = [(2 * side * 800 + longer) // (2 * longer) for side in (width, height)]
    if min(width, height) < 64:
        return "-"
    values = means(greys, width, height).astype(np.int64)
    rim = np.pad(values, 1, mode="reflect")
    edges = rim[:-2, 1:-1] + rim[2:, 1:-1] + rim[1:-1, :-2] + rim[1:-1, 2:] - 4 * values
    areas = [
        (slice(row * height // 8, (row + 1) * height // 8), slice(column * width // 8, (column + 1) * width // 8))
        for row in range(8) for column in range(8)]
    found = sorted(100 * deviation(edges[area]) // (deviation(values[area]) + 64) for area in areas)
    return min(found[57], 1_000)


def look(greys):
    """The columns of a look."""
    grid = means(greys, 64, 64)
    values = (WAVES @ grid.astype(np.int64) @ WAVES.T).ravel()
    median = np.sort(values)[127]
    mark = int("".join("1" if value > median else "0" for value in values), 2)
    steps = [np.abs(np.diff(grid.astype(np.int64), axis=axis)) * 100 // 255 for axis in (0, 1)]
    detail = min(sum(int(step.sum()) for step in steps) // 90, 100)
    brightness = (int(np.sort(grid.ravel())[4_095 * 99 // 100]) * 200 + 255) // 510
    small = 14_695_981_039_346_656_037
    for value in means(grid, 32, 32).ravel().tolist():
        small = (small ^ value) * 1_099_511_628_211 & WORD
    return [f"{mark:064x}", str(detail), str(brightness), str(sharpness(greys)), f"{small:016x}"]


# MARK: Files

# How an upright picture has to be stored so that each orientation turns it back.
STEPS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def store(picture, file, words):
    options = {}
    for word in words:
        name, _, value = word.partition("=")
        options[name] = int(value) if value.isdigit() else value or True
    if orientation := options.pop("orientation", None):
        picture = picture.transpose(STEPS[orientation])
        options["exif"] = Image.Exif()
        options["exif"][0x0112] = orientation
    if options.pop("ink", False):
        picture = picture.convert("CMYK")
    if options.pop("deep", False):
        picture = Image.fromarray(np.asarray(picture).astype(np.uint16) * 257)
    if options.pop("bit", False):
        picture = picture.convert("1", dither=Image.Dither.NONE)
    if options.pop("palette", False):
        # Sixteen greys, four bits a pixel.
        index = Image.fromarray(np.asarray(picture) // 17, "P")
        index.putpalette([level * 17 for level in range(16) for _ in range(3)])
        picture = index
    if options.pop("moving", False):
        options.update(save_all=True, append_images=[picture.transpose(Image.Transpose.ROTATE_180)], duration=100)
    if file.suffix != ".heic":
        picture.save(file, **options)
        return
    with tempfile.TemporaryDirectory() as place:
        source = pathlib.Path(place) / "picture.png"
        picture.save(source)
        subprocess.run(
            ["heif-enc", "-q", str(options["quality"]), source, "-o", file], check=True, capture_output=True)


def compare(worker, file, told, most):
    """Says how far the look of the worker is from the one that was worked out."""
    answer = subprocess.run([worker, "look", "any"], input=file.read_bytes(), stdout=subprocess.PIPE, check=True).stdout
    mark = int.from_bytes(answer[29:61], "big")
    off = bin(mark ^ int(told[0], 16)).count("1")
    detail, brightness = answer[29 + 32 + 1024], answer[29 + 32 + 1025]
    print(f"{file.name:20} {off:3} of {most} bits, detail {detail} for {told[1]}, brightness {brightness} for {told[2]}")


def main():
    lines = []
    for line in LIST.read_text().splitlines():
        if line.startswith("#"):
            lines.append(line)
            continue
        name, seed, width, height, kind, form, most = words = line.split()[:7]
        picture, greys = pixels(kind, int(seed), int(width), int(height))
        store(picture, FOLDER / name, [] if form == "-" else form.split(","))
        told = look(greys)
        lines.append(" ".join(words + told))
        if len(sys.argv) > 1:
            compare(sys.argv[1], FOLDER / name, told, most)
    LIST.write_text("\n".join(lines) + "\n")


main()
