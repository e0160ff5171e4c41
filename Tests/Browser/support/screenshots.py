# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of the page that the README and the guide show, over pictures of its own."""

import os
import shutil
import sys
import tempfile
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


def content(root):
    for number in range(48):
        pictures.write_landscape(
            str(root / f"Camera Roll/2021/IMG_{2031 + number}.JPG"), 100 + number, (1600, 1200))
    for number in range(3):
        pictures.write_landscape(str(root / f"Phone/{'again/' * number}Beach.jpg"), 91, (1600, 1200))
    for number in range(40):
        pictures.write_landscape(str(root / f".thumbs/{number:03}.jpg"), 300 + number, (160, 120))


def save(page, path, colours=96):
    """A screenshot in few colours, which these pages have: a fraction of the bytes."""
    page.screenshot(path=str(path))
    image = Image.open(path).convert("RGB")
    image.quantize(colours, method=Image.Quantize.MEDIANCUT).save(path, optimize=True)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp())
    root = place / "Pictures"
    root.mkdir()
    content(root)
    world = World(place, root)
    world.rules.write_text(RULES.format(root=root))
    world.run("plan", "--summary", "--quiet")
    try:
        shoot(world.serve(), folder)
    finally:
        world.end()
        shutil.rmtree(place)


def shoot(server, folder):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [])
        page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB").new_page()
        deck = DeckPage(page).open(server)

        def shot(name, path=None, width=1280, height=800, scheme="light"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.set_viewport_size({"width": width, "height": height})
            if path:
                page.goto(server.base + path)
            expect(page.locator("article[data-place='0'] img, .side img, .content > *").locator("visible=true").first).to_be_visible()
            page.mouse.move(1, 1)
            eventually(page, "[...document.images].every((one) => one.loading === 'lazy' || one.complete)")
            eventually(page, "document.getAnimations().every((motion) => motion.playState !== 'running') && !document.querySelector('.gone')")
            save(page, folder / f"{name}.png")

        deck.ready()
        # The group of copies comes early or late, as the plan has it.
        for _ in range(60):
            if deck.state()["cards"][0]["members"]:
                break
            deck.press("ArrowDown")
        else:
            raise AssertionError("there is no group of copies")
        shot("review-copies-light")
        deck.press("ArrowDown")
        deck.press(*"kdkddkkdkdkd")
        shot("review-light")
        shot("review-dark", scheme="dark")
        shot("review-narrow-light", width=320, height=640)
        shot("review-narrow-dark", width=320, height=640, scheme="dark")
        shot("review-plan-light", "/plan")
        shot("review-marked-dark", "/marked", scheme="dark")
        shot("review-stats-light", "/stats")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
