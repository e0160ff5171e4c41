# SPDX-License-Identifier: Apache-2.0
"""Asks the worker for looks, and compares two of them as the rules do."""
import struct
import subprocess
from dataclasses import dataclass

import numpy as np

BYTES = 1488


@dataclass
class Look:
    """What of an answer is compared."""

    mark: int
    small: np.ndarray
    detail: int
    brightness: int
    sharpness: int | None


def look(worker, file):
    """The look of a picture in memory; None where the worker has none."""
    answer = subprocess.run(
        [worker, "look", "any"], input=file, stdout=subprocess.PIPE, check=True).stdout
    if len(answer) != BYTES or answer[:5] != b"CRLK\1":
        raise SystemExit("error: the worker answers something else")
    flags = struct.unpack(">H", answer[5:7])[0]
    if not flags & 32:
        return None
    place = 7 + 22
    mark = int.from_bytes(answer[place:place + 32], "big")
    small = np.frombuffer(answer[place + 32:place + 32 + 1024], np.uint8)
    detail, brightness, sharpness = struct.unpack(">BBH", answer[place + 1056:place + 1060])
    return Look(mark, small, detail, brightness, sharpness if flags & 128 else None)


def second(one, other):
    """The correlation of two looks by their 1,024 greys, and the worst of 64 blocks once gain and
    offset are taken out, in standard deviations."""
    x, y = one.small.astype(np.float64), other.small.astype(np.float64)
    across, along = x.std(), y.std()
    if min(across, along) < 4:
        return 0.0, np.inf
    x, y = (x - x.mean()) / across, (y - y.mean()) / along
    blocks = np.abs(x - y).reshape(8, 4, 8, 4).mean((1, 3))
    return float((x * y).mean()), float(blocks.max())


LEVELS = {"near": (16, 0.98, 0.35), "close": (44, 0.92, 1.0), "loose": (80, 0.70, np.inf)}


def is_pair(level, distance, correlation, block):
    """Whether two looks are a pair at that level."""
    bits, least, most = LEVELS[level]
    return distance <= bits and correlation >= least and block <= most


WAVES = np.cos(np.pi / 128 * np.arange(1, 17)[:, None] * (2 * np.arange(64)[None, :] + 1))


def turned_marks(one):
    """The marks of the picture in all eight orientations, made of its small alone."""
    grid = np.kron(one.small.reshape(32, 32), np.ones((2, 2)))
    transform = WAVES @ grid @ WAVES.T
    signs = np.where(np.arange(16) % 2 == 0, -1, 1)
    marks = []
    for base in (transform, transform.T):
        for across in (1, signs[None, :]):
            for along in (1, signs[:, None]):
                values = (base * across * along).ravel()
                bits = values > np.sort(values)[127]
                marks.append(int("".join("1" if bit else "0" for bit in bits), 2))
    return marks
