# SPDX-License-Identifier: Apache-2.0
"""Pictures that nobody took: scenes with forms and textures, and what floods weaker measures:
walls, black frames, chats, settings and printed pages."""
import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

WORDS = (
    "the house by the sea was quiet that summer and nobody asked why we stayed until october "
    "when rain came over fields bring bread milk apples see you at eight call me later thanks "
    "where are you on my way fine good night battery display sound storage privacy accounts"
).split()


def text(random, count):
    return " ".join(random.choice(WORDS) for _ in range(count))


def noise(random, width, height, cells):
    corners = random.integers(0, 256, (cells + 1, cells + 1, 3), dtype=np.uint8)
    return Image.fromarray(corners).resize((width, height), Image.Resampling.BICUBIC)


def scene(random):
    """Light of several sizes, a dozen forms before it, and a grain."""
    width, height = [(1200, 900), (900, 1200), (1200, 800)][random.integers(3)]
    picture = noise(random, width, height, 3)
    for cells, share in [(7, 0.4), (19, 0.3), (60, 0.2)]:
        picture = Image.blend(picture, noise(random, width, height, cells), share)
    draw = ImageDraw.Draw(picture)
    for _ in range(12):
        x, y = random.integers(0, width), random.integers(0, height)
        w, h = random.integers(60, 500), random.integers(60, 500)
        colour = tuple(int(part) for part in random.integers(0, 256, 3))
        if random.integers(2):
            draw.ellipse((x - w, y - h, x + w // 2, y + h // 2), fill=colour)
        else:
            draw.polygon(
                [(x, y), (x + w, y + h // 3), (x + w // 2, y + h), (x - w // 3, y + h // 2)],
                fill=colour)
    return picture.filter(ImageFilter.GaussianBlur(2))


def wall(random):
    base = np.array(random.integers(60, 230, 3))
    slope = np.linspace(0, random.integers(-25, 25), 800)[:, None, None]
    grain = random.normal(0, 2, (800, 1000, 3))
    return Image.fromarray(np.clip(base + slope + grain, 0, 255).astype(np.uint8))


def black(random):
    grain = np.abs(random.normal(0, 3, (800, 1000, 3)))
    return Image.fromarray(np.clip(grain + random.integers(0, 5), 0, 255).astype(np.uint8))


def chat(random):
    picture = Image.new("RGB", (1080, 1920), (236, 229, 221))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 1080, 150), fill=(7, 94, 84))
    font = ImageFont.load_default(36)
    draw.text((180, 50), text(random, 2), fill="white", font=font)
    y = 190
    while y < 1750:
        lines = int(random.integers(1, 6))
        width = int(random.integers(250, 800))
        left = 1040 - width if random.integers(2) else 40
        colour = (220, 248, 198) if left > 40 else (255, 255, 255)
        draw.rounded_rectangle((left, y, left + width, y + 30 + lines * 48), 20, fill=colour)
        for line in range(lines):
            draw.text(
                (left + 20, y + 15 + line * 48), text(random, 12)[: width // 20], fill="black",
                font=font)
        y += 60 + lines * 48
    return picture


def settings(random):
    isDark = random.integers(2)
    back, front = ((20, 20, 22), (230, 230, 230)) if isDark else ((245, 245, 247), (20, 20, 20))
    picture = Image.new("RGB", (1080, 1920), back)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(44)
    y = 160
    while y < 1800:
        if random.integers(5) == 0:
            y += 80
        draw.ellipse(
            (50, y + 20, 120, y + 90), fill=tuple(int(part) for part in random.integers(0, 256, 3)))
        draw.text((160, y + 30), text(random, int(random.integers(1, 4))), fill=front, font=font)
        if random.integers(2):
            draw.rounded_rectangle((900, y + 30, 1010, y + 85), 27, fill=(60, 180, 90))
        y += 120
    return picture


def page(random):
    picture = Image.new("RGB", (1000, 1414), "white")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(22)
    y = 110
    while y < 1300:
        for _ in range(int(random.integers(2, 10))):
            if y < 1300:
                draw.text((100, y), text(random, 40)[:72], fill="black", font=font)
                y += 30
        y += int(random.integers(10, 60))
    return picture
