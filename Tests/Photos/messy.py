# SPDX-License-Identifier: Apache-2.0
"""A messy collection of pictures, as a telephone and three messengers leave it, and what each file of it is.

All pictures are made here. `make` returns the truth: of each file the motif that it shows and what it is to it.
"""
import datetime
import io
import json
import os
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter

import scenes

CAMERA = ("Canon", "Canon EOS 80D")
PHONE = ("Apple", "iPhone 12")
START = datetime.datetime(2023, 5, 1, 9, 0, 0)


@dataclass
class Truth:
    """What a file is: `original`, `copy`, `frame`, `screenshot`, `part` of a shot, `leftover`."""

    motif: str
    role: str


class Collection:
    def __init__(self, root, seed):
        self.root = root
        self.random = np.random.default_rng(seed)
        self.truth = {}
        self.clock = START
        self.count = 1000

    def later(self, **span):
        self.clock += datetime.timedelta(**span)
        return self.clock

    def number(self):
        self.count += 1
        return self.count

    def write(self, path, data, motif, role, when=None):
        """Writes a file whose times lie where the picture was taken."""
        assert path not in self.truth, path
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        seconds = (when or self.clock).replace(tzinfo=datetime.timezone.utc).timestamp()
        os.utime(place, (seconds, seconds))
        self.truth[path] = Truth(motif, role)
        return data

    def jpeg(self, picture, when=None, camera=None, quality=90):
        """A picture as a file, with what a camera writes into it."""
        exif = Image.Exif()
        if when:
            details = exif.get_ifd(0x8769)
            details[0x9003] = when.strftime("%Y:%m:%d %H:%M:%S")
            details[0x9011] = "+02:00"
        if camera:
            exif[0x010F], exif[0x0110] = camera
        place = io.BytesIO()
        picture.save(place, "JPEG", quality=quality, **({"exif": exif} if when or camera else {}))
        return place.getvalue()

    def photograph(self, folder, picture, camera=CAMERA, suffix="JPG", motif=None, role="original"):
        """A photograph as the camera filed it; its path."""
        path = f"{folder}/IMG_{self.number()}.{suffix}"
        when = self.clock
        self.write(path, self.jpeg(picture, when, camera), motif or path, role)
        return path

    def forwarded(self, picture, motif, name="WhatsApp Images"):
        """What a messenger makes of a picture: smaller, worse, and without any mark of the camera."""
        small = picture.resize([side // 2 for side in picture.size], Image.Resampling.LANCZOS)
        when = self.clock + datetime.timedelta(days=3)
        path = f"/{name}/IMG-{when:%Y%m%d}-WA{self.number():04}.jpg"
        self.write(path, self.jpeg(small, quality=65), motif, "copy", when)


def shaken(picture, random, most):
    """The same again, by a hand that moves a little: by `most` per cent of the width."""
    width, height = picture.size
    across, along = (int(random.uniform(0.2, most) / 100 * width) for _ in range(2))
    part = picture.crop((across, along, width - int(most / 100 * width) + across,
                         height - int(most / 100 * height) + along)).resize(picture.size)
    return part.filter(ImageFilter.GaussianBlur(float(random.uniform(0, 1.5))))


def make(root, size=1.0, seed=7):
    """Writes the collection below `root`; `size` says how many of everything. Returns the truth by path."""
    made = Collection(root, seed)
    random = made.random

    def times(count):
        return range(max(1, round(count * size)))

    for _ in times(60):
        made.later(hours=7)
        made.photograph("/Camera/2023", scenes.scene(random))
    for _ in times(25):
        made.later(hours=5)
        picture = scenes.scene(random)
        motif = made.photograph("/Camera/2023", picture)
        made.forwarded(picture, motif)
        if random.integers(2):
            made.forwarded(ImageEnhance.Brightness(picture).enhance(1.05), motif, "Telegram")
    for _ in times(10):
        made.later(hours=9)
        picture = scenes.scene(random)
        motif = f"moment {made.number()}"
        for _ in range(int(random.integers(2, 6))):
            made.photograph("/Camera/2023", shaken(picture, random, 0.8), motif=motif, role="frame")
            made.later(seconds=1)
    for make_one in (scenes.wall, scenes.black, scenes.page):
        for _ in times(8):
            made.later(hours=3)
            made.photograph("/Camera/2023", make_one(random), PHONE)
    for make_one in (scenes.chat, scenes.settings):
        for number in times(9):
            made.later(hours=1)
            path = f"/Screenshots/Screenshot_{made.clock:%Y%m%d-%H%M%S}.png"
            place = io.BytesIO()
            make_one(random).save(place, "PNG")
            made.write(path, place.getvalue(), path, "screenshot")
    for _ in times(8):
        # A negative beside its picture, and its notes.
        made.later(hours=6)
        picture = scenes.scene(random)
        path = made.photograph("/Negatives", picture)
        made.write(path[:-3] + "CR2", b"II*\0" + random.bytes(60_000), path, "part")
        made.write(path[:-3] + "xmp", f"<x:xmpmeta>{path}</x:xmpmeta>".encode(), path, "part")
        made.forwarded(picture, path)
    for _ in times(8):
        # Live Photos, the film beside the picture; every second one was sent to somebody.
        made.later(hours=6)
        picture = scenes.scene(random)
        path = made.photograph("/Phone", picture, PHONE)
        made.write(path[:-3] + "MOV", b"\0\0\0\x14ftypqt  " + random.bytes(40_000), path, "part")
        if made.count % 2:
            made.forwarded(picture, path)
    originals = [path for path, truth in made.truth.items() if truth.role == "original"]
    for path in random.choice(originals, max(1, round(12 * size)), replace=False):
        # A telephone that was copied by hand once.
        data = (root / path.lstrip("/")).read_bytes()
        when = datetime.datetime.fromtimestamp(
            (root / path.lstrip("/")).stat().st_mtime, datetime.timezone.utc)
        made.write("/Old telephone" + path, data, path, "copy", when.replace(tzinfo=None))
    for path in originals[: max(1, round(4 * size))]:
        # Chosen by hand: nothing takes these.
        made.write("/Best of 2023" + path[path.rindex("/"):], (root / path.lstrip("/")).read_bytes(),
                   path, "chosen")
    for path in ("/Camera/2023/Thumbs.db", "/Phone/.DS_Store", "/Phone/MVI_0001.THM"):
        made.write(path, random.bytes(9_000), path, "leftover")
    made.write("/Phone/IMG_0001.JPG", b"", "nothing", "leftover")
    (root / "New folder").mkdir()
    return made.truth


def counted(truth):
    """How many files there are of each kind, as JSON."""
    roles = [one.role for one in truth.values()]
    return json.dumps({role: roles.count(role) for role in sorted(set(roles))})
