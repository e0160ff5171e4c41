# SPDX-License-Identifier: Apache-2.0
"""A hint of what signing in would bring, over saved pages of a OneDrive."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.deck import at_rest
from support.world import World

RULES = """\
version: 1
timezone: Europe/Berlin
drives:
  photos: {kind: onedrive, account: ana@example.com, root: /, client_id: 11111111-2222-3333-4444-555555555555}
limits: {percent: unlimited}
rules:
  - {id: old, match: {name: "*.iso"}, then: delete}
  - {id: look, match: {name: "*.txt"}, then: review}
"""


class SavedPages(World):
    """Saved pages that nobody has signed in to yet, with a plan over them."""

    def write(self):
        self.rules.write_text(RULES)
        parent = {"driveId": "d1", "path": "/drive/root:"}
        items = [
            {"id": f"d1!{number}", "name": name, "size": 2048, "file": {}, "parentReference": parent}
            for number, name in enumerate(["a.iso", "b.iso", "one.txt", "two.txt"])]
        pages = self.folder / "pages.json"
        pages.write_text(json.dumps({"value": items}))
        self.run("plan", "--listing", str(pages), "--summary", "--quiet")
        return self


@pytest.fixture
def saved(tmp_path):
    world = SavedPages(tmp_path, tmp_path).write()
    yield world
    world.end()


def offer(deck):
    return deck.page.get_by_role("region", name="Sign in")


def answered(deck, act):
    with deck.page.expect_response("**/api/offer") as answer:
        act()
    assert answer.value.ok
    expect(offer(deck)).to_have_count(0)


def test_the_hint_tells_of_this_plan_and_leads_back_to_the_same_card(saved, open_deck):
    deck = open_deck(saved.serve())
    page = deck.page
    expect(offer(deck)).to_contain_text("2 items, 4.0 KiB")
    expect(offer(deck)).to_contain_text("a.iso")
    name = deck.name
    assert Axe().run(at_rest(page)).response["violations"] == []
    offer(deck).get_by_role("button", name="Sign in…").click()
    box = page.get_by_role("dialog", name="photos")
    expect(box).to_contain_text("cleanrules login photos")
    box.get_by_role("button", name="Close").click()
    assert deck.name == name
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= 320")
    answered(deck, lambda: offer(deck).get_by_role("button", name="Later").click())
    assert deck.name == name
    page.reload()
    deck.ready()
    expect(offer(deck)).to_have_count(0)
    events = json.loads(saved.run("stats", "events", "--format", "json").stdout)["events"]
    hints = [event["name"] for event in events if event["name"].startswith("hint-")]
    assert hints == ["hint-later", "hint-shown"]


def test_the_hint_is_swiped_away(saved, open_deck):
    deck = open_deck(saved.serve())
    expect(offer(deck)).to_be_visible()
    box = offer(deck).locator(".lead").bounding_box()
    x, y = box["x"] + 10, box["y"] + box["height"] / 2

    def swipe():
        deck.page.mouse.move(x, y)
        deck.page.mouse.down()
        deck.page.mouse.move(x + 60, y)
        deck.page.mouse.move(x + 160, y)
        deck.page.mouse.up()

    answered(deck, swipe)


def test_settings_say_who_is_signed_in_and_how_to(saved, open_deck):
    deck = open_deck(saved.serve())
    page = deck.page
    answered(deck, lambda: offer(deck).get_by_role("button", name="Do not ask again").click())
    page.get_by_role("link", name="Settings, sign-ins missing: 1").click()
    account = page.locator(".account")
    expect(account).to_contain_text("ana@example.com")
    expect(account).to_contain_text("nobody")
    expect(account).to_contain_text("cleanrules login photos")
    assert Axe().run(at_rest(page)).response["violations"] == []


def test_nobody_with_folders_hears_of_signing_in(deck):
    expect(offer(deck)).to_have_count(0)
    expect(deck.page.get_by_role("link", name="Settings", exact=True)).to_be_visible()
