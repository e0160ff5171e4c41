# SPDX-License-Identifier: Apache-2.0
"""What a program asks of the machine that it runs on, read off its bytes."""
import struct

INTERPRETER, DYNAMIC = 3, 2
NEEDED_VERSIONS = 0x6FFFFFFE


def text(data, place):
    return data[place:data.index(b"\0", place)].decode()


def segments(data):
    """The kinds of the segments of a program of 64 bits."""
    assert data[:6] == b"\x7fELF\x02\x01", "no program of 64 bits, little endian"
    start, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    return [struct.unpack_from("<I", data, start + size * number)[0] for number in range(count)]


def versions(data):
    """Which versions it asks for, of which libraries: {(library, version)}."""
    start, (size, count) = struct.unpack_from("<Q", data, 40)[0], struct.unpack_from("<HH", data, 58)
    heads = [struct.unpack_from("<IIQQQQIIQQ", data, start + size * number) for number in range(count)]
    found = set()
    for _, kind, _, _, place, _, link, files, _, _ in heads:
        if kind != NEEDED_VERSIONS:
            continue
        names = heads[link][4]
        for _ in range(files):
            _, many, library, first, following = struct.unpack_from("<HHIII", data, place)
            entry = place + first
            for _ in range(many):
                _, _, _, name, more = struct.unpack_from("<IHHII", data, entry)
                found.add((text(data, names + library), text(data, names + name)))
                entry += more
            place += following
    return found


def newest(found, family):
    """The newest of the versions that begin with `family`, as numbers; nothing where none does."""
    numbers = [v.split("_", 1)[1] for _, v in found if v.startswith(family + "_")]
    return max((tuple(map(int, n.split("."))) for n in numbers if n[0].isdigit()), default=())
