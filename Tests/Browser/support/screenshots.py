# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of the page that the README and the guide show, over pictures of its own."""

import os
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from support import pictures  # noqa: E402
from support.deck import DeckPage, eventually  # noqa: E402
from support.world import World  # noqa: E402

RULES = """\
version: 1
timezone: Europe/Berlin
drives:
  photos: {{kind: local, root: "{root}"}}
quota: {{reviews: 25/day}}
rules:
  - id: same-picture
    why: The same picture lies there more than once
    match: {{path: "/Phone/**"}}
    duplicates: {{same: content, keep: [shortest_path]}}
    then: review
  - id: old-bursts
    why: Bursts that were never sorted out
    match: {{path: "/Camera Roll/**", modified_age: over 3y}}
    then: review
  - id: thumbnails
    why: Made again at any time
    match: {{path: "/.thumbs/**"}}
    then: delete
"""

ALIKE = """\
version: 1
timezone: Europe/Berlin
drives:
  photos: {{kind: local, root: "{root}"}}
quota: {{reviews: 25/day}}
rules:
  - id: small-copies
    why: A smaller copy of a picture that is there in full
    match: {{kind: image}}
    similar: {{as: copies, keep: [most_pixels, shortest_path]}}
    then: review
"""


def content(root):
    for number in range(48):
        pictures.write_landscape(
            str(root / f"Camera Roll/2021/IMG_{2031 + number}.JPG"), 100 + number, (1600, 1200))
    for number in range(3):
        pictures.write_landscape(str(root / f"Phone/{'again/' * number}Beach.jpg"), 91, (1600, 1200))
    for number in range(40):
        pictures.write_landscape(str(root / f".thumbs/{number:03}.jpg"), 300 + number, (160, 120))


def alike_content(root):
    """Pictures of a camera, each with what a messenger made of it; of the first one there is a third."""
    for number, seed in enumerate((21, 14, 18)):
        picture = pictures.landscape(seed, (1600, 1200))
        exif = Image.Exif()
        exif[0x0110] = "Pixel 7"
        exif.get_ifd(0x8769)[0x9003] = f"2023:07:04 12:3{number}:08"
        copies = [(f"Camera/IMG_{2041 + number}.JPG", (1600, 1200), {"quality": 90, "exif": exif}),
                  (f"WhatsApp/IMG-20230704-WA{12 + number:04}.jpg", (1280, 960), {"quality": 60})]
        if number == 0:
            copies.append(("Sent/Beach.jpg", (800, 600), {"quality": 75}))
        for path, size, options in copies:
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            picture.resize(size).save(place, "JPEG", **options)
            pictures.age(place, number)


def save(page, path, colours=96):
    """A screenshot in few colours, which these pages have: a fraction of the bytes."""
    page.screenshot(path=str(path))
    image = Image.open(path).convert("RGB")
    image.quantize(colours, method=Image.Quantize.MEDIANCUT).save(path, optimize=True)


@contextmanager
def served(fill, rules, *commands):
    """A review over what `fill` writes, after `commands`."""
    place = Path(tempfile.mkdtemp())
    root = place / "Pictures"
    root.mkdir()
    fill(root)
    world = World(place, root)
    world.rules.write_text(rules.format(root=root))
    try:
        for command in [*commands, ["plan", "--summary", "--quiet"]]:
            world.run(*command)
        yield world.serve()
    finally:
        world.end()
        shutil.rmtree(place)


class Camera:
    """A tab with a review, and the folder for pictures of it."""

    def __init__(self, browser, server, folder):
        self.folder = folder
        self.server = server
        # A context of its own: cookies are good for all ports of a machine.
        self.page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB").new_page()
        self.deck = DeckPage(self.page).open(server).ready()

    def to_group(self, count):
        """Puts cards off until one of so many copies is on top: it comes early or late, as the plan has it."""
        for _ in range(60):
            if len(self.deck.state()["cards"][0]["members"]) == count:
                return
            self.deck.press("ArrowDown")
        raise AssertionError(f"there is no group of {count} copies")

    def shot(self, name, path=None, width=1280, height=800, scheme="light"):
        page = self.page
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": height})
        if path:
            page.goto(self.server.base + path)
        expect(page.locator("article[data-place='0'] img, .side img, .content > *").locator("visible=true").first).to_be_visible()
        page.mouse.move(1, 1)
        eventually(page, "[...document.images].every((one) => one.loading === 'lazy' || one.complete)")
        eventually(page, "document.getAnimations().every((motion) => motion.playState !== 'running') && !document.querySelector('.gone')")
        save(page, self.folder / f"{name}.png")


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [])
        with served(content, RULES) as server:
            shoot(Camera(browser, server, folder))
        with served(alike_content, ALIKE, ["photos", "--quiet"]) as server:
            camera = Camera(browser, server, folder)
            camera.to_group(3)
            for name in ("left", "right"):
                expect(camera.page.locator(f".side.{name} .room img")).to_be_visible()
            camera.shot("review-alike-light")
        browser.close()


def shoot(camera):
    camera.to_group(3)
    camera.shot("review-copies-light")
    camera.deck.press("ArrowDown")
    camera.deck.press(*"kdkddkkdkdkd")
    camera.shot("review-light")
    camera.shot("review-dark", scheme="dark")
    camera.shot("review-narrow-light", width=320, height=640)
    camera.shot("review-narrow-dark", width=320, height=640, scheme="dark")
    camera.shot("review-plan-light", "/plan")
    camera.shot("review-marked-dark", "/marked", scheme="dark")
    camera.shot("review-stats-light", "/stats")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
