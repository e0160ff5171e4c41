# SPDX-License-Identifier: Apache-2.0
"""Pictures to review: landscapes out of a seed, small and never the same twice."""

import colorsys
import math
import os
import random

from PIL import Image, ImageDraw

# The middle of 2023, counted back day by day: old enough for every rule, the same in every run.
FIRST_CHANGE = 1_688_000_000


def colour(hue, saturation, value):
    return tuple(int(255 * part) for part in colorsys.hsv_to_rgb(hue % 1, saturation, value))


def landscape(seed, size=(480, 360)):
    """Hills under a sky; the same for the same seed."""
    chance = random.Random(seed)
    width, height = size
    hue = chance.random()
    low, high = colour(hue, 0.35, 0.95), colour(hue + 0.08, 0.5, 0.55)
    sky = Image.new("RGB", (1, height))
    for y in range(height):
        share = y / height
        sky.putpixel((0, y), tuple(int(b + (a - b) * share) for a, b in zip(low, high)))
    image = sky.resize(size)
    draw = ImageDraw.Draw(image)
    x, y = chance.randint(width // 6, width * 5 // 6), chance.randint(height // 8, height // 2)
    radius = chance.randint(height // 18, height // 9)
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour(hue + 0.12, 0.25, 1))
    for layer in range(4):
        base = height * (0.5 + 0.13 * layer)
        turns = [chance.uniform(0, 6) for _ in range(3)]
        points = [(0, height)]
        for x in range(0, width + 12, 12):
            wave = sum(
                weight * math.sin(x / width * rate + turn)
                for weight, rate, turn in zip((1, 0.5, 0.2), (5, 13, 31), turns)
            )
            points.append((x, base - height * 0.09 * wave))
        points.append((width, height))
        draw.polygon(points, fill=colour(hue + 0.5 + layer * 0.02, 0.35 + 0.08 * layer, 0.62 - 0.13 * layer))
    return image


def write_landscape(path, seed, size=(480, 360)):
    """Writes one as JPEG and makes it old; the seed gives its day."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    landscape(seed, size).save(path, "JPEG", quality=80)
    age(path, seed)


def age(path, seed):
    """Sets when a file was changed: the larger the seed, the longer ago."""
    instant = FIRST_CHANGE - 86_400 * seed
    os.utime(path, (instant, instant))
