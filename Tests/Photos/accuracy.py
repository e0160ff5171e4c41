# SPDX-License-Identifier: Apache-2.0
"""How many copies of a picture the looks of it find, and how many pairs of different pictures they
take for one. Called by script/photo-accuracy.

usage: accuracy.py WORKER [--small] [FOLDER…]
"""
import concurrent.futures
import hashlib
import io
import itertools
import pathlib
import re
import sys
import warnings

import numpy as np
import pillow_heif
from PIL import Image, ImageDraw, ImageEnhance, ImageFont

import scenes
from look import LEVELS, is_pair, look, second, turned_marks

pillow_heif.register_heif_opener()
warnings.simplefilter("ignore")
Image.MAX_IMAGE_PIXELS = 200_000_000

DETAIL_MIN = 50
# So that there are more strangers than families: which pictures of folders get copies.
FAMILY_EVERY = 4
# What is held: pairs of different pictures at near and close; copies at near, of each kind; and
# frames of bursts that near takes for copies.
FALSE_MAX, FOUND_MIN, BURST_MAX = 0, 97.0, 1.0


def file(picture, form="JPEG", **options):
    """A picture as the bytes of a file."""
    place = io.BytesIO()
    picture.save(place, form, **{"quality": 90, **options})
    return place.getvalue()


def smaller(picture, share):
    size = [max(1, round(side * share)) for side in picture.size]
    return picture.resize(size, Image.Resampling.LANCZOS)


def messenger(picture):
    """Through two messengers: made smaller and written badly, twice."""
    once = smaller(picture, min(1, 1280 / max(picture.size)))
    again = Image.open(io.BytesIO(file(once, quality=70)))
    return file(smaller(again, 0.8), quality=60)


COPIES = {
    "half the size": lambda p: file(smaller(p, 1 / 2)),
    "a quarter": lambda p: file(smaller(p, 1 / 4)),
    "an eighth": lambda p: file(smaller(p, 1 / 8)),
    "JPEG 90": lambda p: file(p, quality=90),
    "JPEG 70": lambda p: file(p, quality=70),
    "JPEG 50": lambda p: file(p, quality=50),
    "JPEG 30": lambda p: file(p, quality=30),
    "HEIC 50": lambda p: file(p, "HEIF", quality=50),
    "WebP 60": lambda p: file(p, "WEBP", quality=60),
    "messenger": messenger,
}


def warm(picture):
    red, green, blue = picture.split()
    return Image.merge(
        "RGB", (red.point(lambda v: min(255, v * 1.12)), green, blue.point(lambda v: v * 0.85)))


def caption(picture, share):
    copy = picture.copy()
    draw = ImageDraw.Draw(copy)
    font = ImageFont.load_default(max(8, picture.height * share))
    draw.text(
        (picture.width * 0.05, picture.height * (0.95 - share)), "Summer by the sea", "white", font)
    return copy


def crop(picture, share, shift=(0, 0)):
    """Without a rim of `share`; a shift moves what is left in parts of the picture."""
    width, height = picture.size
    left, top = width * share / 2 + width * shift[0], height * share / 2 + height * shift[1]
    return picture.crop(
        tuple(round(v) for v in (left, top, left + width * (1 - share), top + height * (1 - share))))


CHANGES = {
    "25 % brighter": lambda p: file(ImageEnhance.Brightness(p).enhance(1.25)),
    "25 % darker": lambda p: file(ImageEnhance.Brightness(p).enhance(0.75)),
    "more contrast": lambda p: file(ImageEnhance.Contrast(p).enhance(1.3)),
    "warmer": lambda p: file(warm(p)),
    "grey": lambda p: file(p.convert("L")),
    "small caption": lambda p: file(caption(p, 0.05)),
    "large caption": lambda p: file(caption(p, 0.12)),
    "crop 2 %": lambda p: file(crop(p, 0.02)),
    "crop 5 %": lambda p: file(crop(p, 0.05)),
    "crop 10 %": lambda p: file(crop(p, 0.10)),
}
# Two frames of one scene, the second from a camera that has moved.
BURSTS = {
    f"burst {per_cent} %": (
        lambda p: file(crop(p, 0.10)),
        lambda p, s=per_cent / 100: file(crop(p, 0.10, (s * 0.9, s * 0.45))),
    )
    for per_cent in (1, 2, 3)
}
TURNS = {
    "turned": lambda p: file(p.transpose(Image.Transpose.ROTATE_90)),
    "mirrored": lambda p: file(p.transpose(Image.Transpose.FLIP_LEFT_RIGHT)),
}
# What a collection full of copies holds of every motif.
SOUP = ["JPEG 30", "messenger", "25 % darker", "grey", "crop 5 %"]


# Several pictures of one motif: stereo pairs, frames of films, boards, letters, charts.
LEFT_OUT = re.compile(
    r"basketball|rubberwhale|left\d|right\d|aloe[LR]|alphabets|symbols|cartoon|roadsigns|/html/|hanukkah|flags|textures|"
    r"skycultures|/text/|shape_sample|scenery3d|webroot|/gui/|opencv-logo|board|outline")


def pictures(folders, limit):
    """The pictures of the folders, at most 1,200 pixels, each once."""
    seen = set()
    names = sorted(
        path for folder in folders for path in pathlib.Path(folder).rglob("*")
        if path.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp", ".heic"}
        and not LEFT_OUT.search(str(path)))
    for path in names[:limit]:
        data = path.read_bytes()
        mark = hashlib.sha256(data).digest()
        if mark in seen:
            continue
        seen.add(mark)
        try:
            picture = Image.open(io.BytesIO(data))
            if min(picture.size) < 200 or max(picture.size) > 8 * min(picture.size):
                continue
            picture = picture.convert("RGBA")
        except (OSError, ValueError):
            continue
        white = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(white, picture).convert("RGB")
        yield str(path), smaller(picture, min(1, 1200 / max(picture.size)))


class Set:
    """Looks by kind of picture and by motif."""

    def __init__(self, worker):
        self.worker = worker
        self.looks = {}
        self.names = {}

    def add(self, kind, motif, data):
        found = look(self.worker, data)
        if found is not None:
            self.looks[kind, motif] = found

    def family(self, item):
        motif, name, picture = item
        self.names[motif] = name
        self.add("whole", motif, file(picture, quality=95))
        if name != "scene" and motif % FAMILY_EVERY:
            return
        for kind, change in {**COPIES, **CHANGES, **TURNS}.items():
            # Nobody keeps a copy of less than 100 pixels.
            if max(picture.size) < 100 * {"a quarter": 4, "an eighth": 8}.get(kind, 1):
                continue
            self.add(kind, motif, change(picture))
        for kind, (still, moved) in BURSTS.items():
            self.add(kind + " still", motif, still(picture))
            self.add(kind, motif, moved(picture))

    def of(self, kinds):
        return [(key, one) for key, one in self.looks.items() if key[0] in kinds]


def distances(marks):
    words = np.array([list(mark.to_bytes(32, "big")) for mark in marks], np.uint8).view(np.uint64)
    for place in range(len(marks)):
        yield np.bitwise_count(words[place + 1:] ^ words[place]).sum(1)


def false_pairs(found, group, looks):
    """Counts the pairs of different motifs that each level takes for one; the closest of them."""
    keys, looks = [key for key, _ in looks], [one for _, one in looks]
    usable = [one.detail >= DETAIL_MIN for one in looks]
    counts = dict.fromkeys(LEVELS, 0)
    pairs, least, listed = 0, 256, []
    for place, bits in enumerate(distances([one.mark for one in looks]) if looks else []):
        others = np.arange(place + 1, len(looks))
        differ = np.array([keys[o][1] != keys[place][1] for o in others], bool)
        pairs += int(differ.sum())
        if not usable[place]:
            continue
        both = differ & np.array([usable[o] for o in others], bool)
        if both.any():
            least = min(least, int(bits[both].min()))
        for other, distance in zip(others[both & (bits <= 80)], bits[both & (bits <= 80)]):
            correlation, block = second(looks[place], looks[other])
            for level in LEVELS:
                if is_pair(level, distance, correlation, block):
                    counts[level] += 1
                    if level == "close":
                        listed.append((keys[place], keys[other], int(distance),
                                       round(correlation, 3), round(block, 2)))
    low = 100 * (1 - sum(usable) / max(1, len(usable)))
    print(f"| {group} | {len(looks):,} | {pairs:,} | {low:.0f} % | {least} | "
          + " | ".join(str(count) for count in counts.values()) + " |")
    found.append((group, counts))
    return listed


def found_pairs(made, title, kinds, of):
    """The share of copies that each level finds."""
    print(f"\n| {title} | pairs | " + " | ".join(LEVELS)
          + " | bits: 99 %, most | correlation: 1 % | block: 99 % |")
    print("|---|---|---|---|---|---|---|---|")
    shares = {}
    for kind in kinds:
        rows, counts = [], dict.fromkeys(LEVELS, 0)
        for (name, motif), copy in made.of({kind}):
            whole = made.looks.get((of(kind), motif))
            # What has too little to see is in no group; the first table says how many have.
            if whole is None or whole.detail < DETAIL_MIN:
                continue
            bits = (whole.mark ^ copy.mark).bit_count()
            correlation, block = second(whole, copy)
            rows.append((bits, correlation, min(block, 9)))
            if min(whole.detail, copy.detail) >= DETAIL_MIN:
                for level in LEVELS:
                    counts[level] += is_pair(level, bits, correlation, block)
        if not rows:
            continue
        table = np.array(rows)
        shares[kind] = {level: 100 * count / len(rows) for level, count in counts.items()}
        print(f"| {kind} | {len(rows)} | "
              + " | ".join(f"{share:.1f} %" for share in shares[kind].values())
              + f" | {np.quantile(table[:, 0], .99):.0f}, {table[:, 0].max():.0f}"
              f" | {np.quantile(table[:, 1], .01):.3f} | {np.quantile(table[:, 2], .99):.2f} |")
    return shares


def main():
    worker, *rest = sys.argv[1:]
    small = "--small" in rest
    folders = [argument for argument in rest if argument != "--small"]
    random = np.random.default_rng(17)
    motifs = [("scene", scenes.scene(random)) for _ in range(12 if small else 40)]
    if not small:
        motifs = itertools.chain(motifs, pictures(folders, 4_000))
    made = Set(worker)
    count = 6 if small else 60
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(made.family, ((n, name, p) for n, (name, p) in enumerate(motifs))))
        kinds = ["wall", "black", "chat", "settings", "page"]
        for kind in kinds:
            drawn = [getattr(scenes, kind)(random) for _ in range(count)]
            list(pool.map(lambda item, kind=kind: made.add(kind, f"{kind} {item[0]}", file(item[1])),
                          enumerate(drawn)))
    wholes = made.of({"whole"})
    # One look of a flat picture is no motif: detail tells how many there are.
    usable = [key[1] for key, one in wholes if one.detail >= DETAIL_MIN]
    print(f"{len(made.looks):,} looks of {len(wholes)} motifs, {len(usable)} of them with detail\n")
    print("| different pictures | looks | pairs | too little detail | fewest bits | near | close | loose |")
    print("|---|---|---|---|---|---|---|---|")
    found, listed = [], []
    listed += false_pairs(found, "as they are", wholes)
    listed += false_pairs(found, "with five copies each", made.of({"whole", *SOUP}))
    listed += false_pairs(found, "walls, black frames", made.of({"wall", "black"}))
    listed += false_pairs(found, "chats, settings, pages", made.of({"chat", "settings", "page"}))
    copies = found_pairs(made, "copies", COPIES, lambda kind: "whole")
    found_pairs(made, "changed copies", CHANGES, lambda kind: "whole")
    bursts = found_pairs(made, "frames of a burst", BURSTS, lambda kind: kind + " still")
    turned(made)
    for one, other, *numbers in listed:
        print("false:", made.names.get(one[1], one), "and", made.names.get(other[1], other), *numbers)
    faults = [f"{counts[level]} pairs of {group} are {level}" for group, counts in found
              for level in ("near", "close") if counts[level] > FALSE_MAX]
    faults += [f"{share['near']:.1f} % of {kind} are near" for kind, share in copies.items()
               if share["near"] < FOUND_MIN]
    faults += [f"{share['near']:.1f} % of {kind} are near" for kind, share in bursts.items()
               if share["near"] > BURST_MAX]
    for fault in faults:
        print("not held:", fault)
    sys.exit(1 if faults else 0)


def turned(made):
    """How far the nearest of the eight marks that follow from the small is."""
    bits = [
        min((mark ^ copy.mark).bit_count() for mark in turned_marks(whole))
        for kind in TURNS for (_, motif), copy in made.of({kind})
        if (whole := made.looks.get(("whole", motif))) and whole.detail >= DETAIL_MIN]
    print(f"\nturned and mirrored: {np.mean(np.array(bits) <= 16) * 100:.1f} % of {len(bits)} within "
          f"16 bits, at most {max(bits)}")


if __name__ == "__main__":
    main()
