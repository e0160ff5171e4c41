#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures beside this file, all of the same scene of 64 by 48 pixels: the upper left
quarter green, the rest of the left half red, the right half blue. Every kind is the smallest file
of its kind that the tools make. Wants Pillow, ffmpeg and heif-enc (Debian: libheif-examples).
"""
import io
import pathlib
import struct
import subprocess
import tempfile
import zlib

from PIL import Image

HERE = pathlib.Path(__file__).parent
WIDTH, HEIGHT = 64, 48
GREEN, RED, BLUE = (0, 160, 0), (200, 0, 0), (0, 0, 220)


def scene():
    picture = Image.new("RGB", (WIDTH, HEIGHT), RED)
    picture.paste(GREEN, (0, 0, WIDTH // 2, HEIGHT // 2))
    picture.paste(BLUE, (WIDTH // 2, 0, WIDTH, HEIGHT))
    return picture


def jpeg(picture, **more):
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=92, subsampling=0, **more)
    return file.getvalue()


def turned():
    """Stored lying on its side, with the note in EXIF that says so (6: turn clockwise)."""
    exif = Image.Exif()
    exif[0x0112] = 6
    return jpeg(scene().transpose(Image.Transpose.ROTATE_90), exif=exif)


def directory(entries, start, following=0):
    """A TIFF directory at `start`, with what does not fit into its entries after it."""
    sizes = {1: "B", 2: "s", 3: "H", 4: "I", 5: "II", 10: "ii"}
    body, extra = b"", b""
    after = start + 2 + 12 * len(entries) + 4
    for tag, kind, values in sorted(entries):
        if kind == 2:
            count, data = len(values) + 1, values.encode() + b"\0"
        else:
            count = len(values)
            flat = [n for value in values for n in (value if isinstance(value, tuple) else (value,))]
            data = struct.pack("<" + sizes[kind][0] * len(flat), *flat)
        if len(data) > 4:
            place = struct.pack("<I", after + len(extra))
            extra += data + b"\0" * (len(data) % 2)
        else:
            place = data.ljust(4, b"\0")
        body += struct.pack("<HHI", tag, kind, count) + place
    return struct.pack("<H", len(entries)) + body + struct.pack("<I", following) + extra


def raw():
    """A DNG: a JPEG preview first, and the sensor's own pixels behind it."""
    preview = jpeg(scene())
    sensor = struct.pack("<H", 2048) * (32 * 24)
    first, second, preview_at, sensor_at = 8, 600, 1_000, 1_000 + len(preview) + len(preview) % 2
    head = [
        (254, 4, [1]), (256, 4, [WIDTH]), (257, 4, [HEIGHT]), (258, 3, [8, 8, 8]), (259, 3, [7]),
        (262, 3, [6]), (271, 2, "Contoso"), (272, 2, "Camera 9"), (273, 4, [preview_at]),
        (274, 3, [1]), (277, 3, [3]), (278, 4, [HEIGHT]), (279, 4, [len(preview)]),
        (330, 4, [second]), (50706, 1, [1, 4, 0, 0]), (50708, 2, "Contoso Camera 9"),
        (50721, 10, [(1, 1), (0, 1), (0, 1), (0, 1), (1, 1), (0, 1), (0, 1), (0, 1), (1, 1)]),
        (50778, 3, [21]),
    ]
    body = [
        (254, 4, [0]), (256, 4, [32]), (257, 4, [24]), (258, 3, [16]), (259, 3, [1]),
        (262, 3, [32803]), (273, 4, [sensor_at]), (277, 3, [1]), (278, 4, [24]),
        (279, 4, [len(sensor)]), (33421, 3, [2, 2]), (33422, 1, [0, 1, 1, 2]),
    ]
    file = b"II*\0" + struct.pack("<I", first) + directory(head, first)
    file = file.ljust(second, b"\0") + directory(body, second)
    file = file.ljust(preview_at, b"\0") + preview
    return file.ljust(sensor_at, b"\0") + sensor


def pdf():
    drawing = (
        b"0.784 0 0 rg 0 0 64 48 re f 0 0.627 0 rg 0 24 32 24 re f 0 0 0.863 rg 32 0 32 48 re f"
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 64 48] /Contents 4 0 R /Resources << >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
    ]
    file, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return file + b"xref\n0 5\n0000000000 65535 f \n%strailer\n<< /Size 5 /Root 1 0 R >>\n" % (
        table
    ) + b"startxref\n%d\n%%%%EOF\n" % len(file)


def huge_png():
    """A PNG that says of itself that it is 60,000 by 60,000 pixels."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b"\0" * 4_000)) + chunk(b"IEND", b"")
    )


def huge_gif():
    """A GIF of one picture of 65,535 by 65,535 pixels."""
    return (
        b"GIF89a" + struct.pack("<HHBBB", 65_535, 65_535, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff" + b","
        + struct.pack("<HHHHB", 0, 0, 65_535, 65_535, 0) + b"\x02\x02\x4c\x01\0;"
    )


def hills():
    """A scene with enough to see to be compared: hills of light in three colours."""
    picture = Image.new("RGB", (320, 240))
    state = 9
    planes = []
    for _ in range(3):
        plane = Image.new("L", (320, 240), 0)
        for cells, share in [(3, 1.0), (6, 0.5), (12, 0.35), (24, 0.2)]:
            corners = Image.new("L", (cells + 1, cells + 1))
            for place in range((cells + 1) ** 2):
                state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
                corners.putpixel((place % (cells + 1), place // (cells + 1)), state >> 56)
            plane = Image.blend(plane, corners.resize((320, 240), Image.Resampling.BICUBIC), share)
        planes.append(plane)
    return Image.merge("RGB", planes)


def looks():
    """The scene of hills in all the ways in which it can be stored."""
    picture = hills()
    folder = HERE / "looks"
    folder.mkdir(exist_ok=True)
    picture.save(folder / "hills.png", optimize=True)
    # How the upright scene has to be stored so that each orientation turns it back.
    stored = {
        1: [], 2: [Image.Transpose.FLIP_LEFT_RIGHT], 3: [Image.Transpose.ROTATE_180],
        4: [Image.Transpose.FLIP_TOP_BOTTOM], 5: [Image.Transpose.TRANSPOSE],
        6: [Image.Transpose.ROTATE_90], 7: [Image.Transpose.TRANSVERSE],
        8: [Image.Transpose.ROTATE_270],
    }
    for orientation, steps in stored.items():
        turned = picture
        for step in steps:
            turned = turned.transpose(step)
        exif = Image.Exif()
        exif[0x0112] = orientation
        turned.save(folder / f"hills-{orientation}.jpg", quality=80, exif=exif)
        if orientation == 6:
            turned.save(folder / "hills-6.png", optimize=True, exif=exif)
            turned.save(folder / "hills-6.webp", quality=80, exif=exif)
    picture.convert("CMYK").save(folder / "hills-cmyk.jpg", quality=85)
    picture.convert("L").save(folder / "hills-grey.jpg", quality=80)
    picture.quantize(64).save(folder / "hills-palette.png", optimize=True)
    wide = picture.convert("L").point(lambda grey: grey * 257, "I").convert("I;16")
    wide.save(folder / "hills-16.png")
    clear = picture.convert("RGBA")
    clear.putalpha(200)
    clear.save(folder / "hills-alpha.png", optimize=True)
    small = picture.resize((160, 120), Image.Resampling.LANCZOS)
    small.save(
        folder / "hills-moving.gif", save_all=True,
        append_images=[small.transpose(Image.Transpose.ROTATE_180)], duration=100)
    small.save(folder / "hills.tiff", compression="tiff_lzw")
    picture.resize((1, 1)).save(folder / "one.png")
    whole = (folder / "hills-1.jpg").read_bytes()
    (folder / "hills-cut.jpg").write_bytes(whole[: len(whole) * 9 // 10])
    with tempfile.TemporaryDirectory() as place:
        source = pathlib.Path(place) / "hills.png"
        picture.save(source)
        run("heif-enc", "-q", "70", str(source), "-o", str(folder / "hills.heic"))


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


def main():
    looks()
    picture = scene()
    (HERE / "plain.jpg").write_bytes(jpeg(picture))
    (HERE / "turned.jpg").write_bytes(turned())
    clear = picture.convert("RGBA")
    clear.paste((0, 0, 0, 0), (WIDTH // 2, 0, WIDTH, HEIGHT))
    clear.save(HERE / "clear.png", optimize=True)
    for name in ["plain.png", "plain.gif", "plain.bmp", "plain.tiff"]:
        picture.save(HERE / name)
    picture.save(HERE / "plain.webp", quality=90)
    (HERE / "plain.dng").write_bytes(raw())
    (HERE / "plain.pdf").write_bytes(pdf())
    (HERE / "huge.png").write_bytes(huge_png())
    (HERE / "huge.gif").write_bytes(huge_gif())
    (HERE / "cut.jpg").write_bytes(jpeg(picture)[:150])
    (HERE / "page.jpg").write_bytes(b"<html><script>document.write('no picture')</script></html>\n")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "scene.png"
        picture.save(source)
        run("heif-enc", "-q", "90", str(source), "-o", str(HERE / "plain.heic"))
        run(
            "ffmpeg", "-y", "-loop", "1", "-i", str(source), "-t", "1", "-r", "5", "-pix_fmt",
            "yuv420p", "-c:v", "mpeg4", "-q:v", "3", "-bitexact", str(HERE / "plain.mp4"),
        )
    # A list of films, which tells a careless reader to fetch others.
    (HERE / "list.mp4").write_text("#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nplain.mp4\n")
    (HERE / "drawing.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">'
        '<rect width="64" height="48" fill="#c80000"/>'
        '<rect width="32" height="24" fill="#00a000"/>'
        '<rect x="32" width="32" height="48" fill="#0000dc"/></svg>\n'
    )


main()
