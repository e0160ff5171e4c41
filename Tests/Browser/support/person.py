# SPDX-License-Identifier: Apache-2.0
"""How many pictures a scripted person settles in a minute: the same 1,000, 300 of them in groups, one by one and by groups.

What the person takes is not measured but laid down, by the keystroke-level model of Card, Moran and Newell (1980): the
mind makes itself ready once a card, a key is a key, and each picture is looked at. What the page takes from the key to the
next card is measured, in a real browser over the real program, and added. Nobody gets tired, makes mistakes, or has to
remember whether a picture was there before, which one by one is most of the work: the figures flatter one by one.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from support import pictures  # noqa: E402
from support.deck import DeckPage  # noqa: E402
from support.world import World  # noqa: E402

READY, KEY, LOOK = 1.35, 0.2, 0.8

RULES = """\
version: 1
timezone: Europe/Berlin
drives:
  photos: {{kind: local, root: "{root}"}}
rules:
  - id: copies
    match: {{path: "/copies/**"}}
{copies}    then: review
  - id: single
    match: {{path: "/single/**"}}
    then: review
"""


def content(root, singles, groups):
    for number in range(singles):
        pictures.write_landscape(str(root / f"single/IMG_{number:04}.jpg"), number % 2_000, (320, 240))
    for number in range(groups):
        first = root / f"copies/IMG_{5000 + number}.jpg"
        pictures.write_landscape(str(first), 3_000 + number, (320, 240))
        for again in range(2):
            copy = root / f"copies/{'again/' * (again + 1)}IMG_{5000 + number}.jpg"
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(first, copy)


def review(place, root, by_groups, browser):
    """Goes through all cards; how many there were, and the seconds of the person and of the page."""
    place.mkdir()
    world = World(place, root)
    copies = "    duplicates: {same: content, keep: [shortest_path]}\n" if by_groups else ""
    world.rules.write_text(RULES.format(root=root, copies=copies))
    world.run("plan", "--summary", "--quiet")
    page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB").new_page()
    try:
        deck = DeckPage(page).open(world.serve())
        cards, person, waited, keys = 0, 0.0, 0.0, 0
        while True:
            state = deck.state()
            if not state["remaining"]:
                return cards, person, waited, keys, state["marked"]["items"]
            card = state["cards"][0]
            deck.ready()
            used = []
            if card.get("group"):
                # Looks at the one that stays, flips to each other one, and accepts.
                for place_ in range(card["group"]["going"]):
                    used += (["ArrowRight"] if place_ else []) + ["Space"]
                used += ["Enter"]
                looks = 1 + card["group"]["going"]
            else:
                used, looks = (["ArrowRight"] if cards % 2 else ["ArrowLeft"]), 1
            person += READY + KEY * len(used) + LOOK * looks
            for key in used[:-1]:
                page.keyboard.press(key)
            begin = time.monotonic()
            page.keyboard.press(used[-1])
            deck.settled()
            waited += time.monotonic() - begin
            keys += len(used)
            cards += 1
    finally:
        world.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--singles", type=int, default=700)
    parser.add_argument("--groups", type=int, default=100)
    options = parser.parse_args()
    place = Path(tempfile.mkdtemp())
    root = place / "Pictures"
    total = options.singles + 3 * options.groups
    print("| | cards | keys | person | page | pictures settled a minute | of those in groups alone |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    try:
        content(root, options.singles, options.groups)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
                args=["--no-sandbox"] if os.geteuid() == 0 else [])
            for name, by_groups in (("one by one", False), ("by groups", True)):
                cards, person, waited, keys, _ = review(place / str(by_groups), root, by_groups, browser)
                single = (READY + KEY + LOOK) * options.singles
                page = waited / cards
                grouped = 3 * options.groups / max(1e-9, person - single + page * (cards - options.singles))
                print(f"| {name} | {cards} | {keys} | {person:.0f} s | {1000 * page:.0f} ms a card | "
                      f"{60 * total / (person + waited):.1f} | {60 * grouped:.1f} |")
            browser.close()
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    main()
