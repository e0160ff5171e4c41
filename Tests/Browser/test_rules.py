# SPDX-License-Identifier: Apache-2.0
"""The page of rules: what they take, how they are changed, and what becomes of the file."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import watched
from support.deck import eventually
from support.world import World, until

# A save that is refused stands in the console of the browser.
pytestmark = pytest.mark.refusals
axe = Axe()

RULES = """\
# Mine.
version: 1
timezone: UTC
drives:
  home: {kind: local, root: "%s"}
protect:
  - id: papers
    why: Papers stay
    match: {ext: pdf}
rules:
  # Downloaded once, installed, forgotten.
  - id: installers   # by hand
    why: They can be downloaded again
    match:
      ext: [iso, dmg]
    then: delete
  - id: logs
    match: {ext: log}
    then: review
  - id: odd
    match:
      any: [{name: "*.tmp"}, {name: "*.bak"}]
    then: review
"""
FILES = [f"setup-{number}.iso" for number in range(60)] + [
    "disk.dmg", "a.log", "b.log", "c.log", "offer.pdf", "left.tmp", "<b>bold.bak", "song.mp3"]


class RulesPage:
    """A tab with the page of rules; every wait is for something that the page shows."""

    def __init__(self, page, world):
        self.page = page
        self.world = world

    def card(self, rule):
        return self.page.locator(f"[data-rule='{rule}']")

    def draft(self, state):
        expect(self.page.locator(f"html[data-draft='{state}']")).to_have_count(1)

    def edit(self, rule, **fields):
        if not self.card(rule).locator(".form").count():
            self.card(rule).get_by_role("button", name="Edit").click()
        for label, text in fields.items():
            self.card(rule).get_by_label(label.replace("_", " "), exact=False).first.fill(text)

    @property
    def save(self):
        return self.page.get_by_role("button", name="Save", exact=True)

    @property
    def undo(self):
        return self.page.get_by_role("button", name="Undo last save")


@pytest.fixture(scope="module")
def served(worlds, browser, request):
    """One server and one browser for all tests of this page."""
    folder = worlds.folder / "rules-page"
    root = folder / "drive"
    root.mkdir(parents=True)
    for number, name in enumerate(FILES):
        (root / name).write_bytes(b"x" * (number + 1))
    world = World(folder, root)
    world.rules.write_text(RULES % root)
    world.run("sync", "--quiet")
    server = world.serve(page="rules")
    contexts = watched(browser, request)
    context = next(contexts)
    context.new_page().goto(server.link)
    yield world, server, context
    next(contexts, None)
    world.end()


@pytest.fixture
def rules(served):
    """The page, opened, over the rules as they are at first."""
    world, server, context = served
    world.rules.write_text(RULES % world.root)
    page = context.new_page()
    page.goto(server.base)
    expect(page.locator("html[data-started]")).to_have_count(1)
    yield RulesPage(page, world)
    page.close(run_before_unload=False)


def test_each_rule_shows_what_it_takes(rules):
    page = rules.page
    expect(page.locator("#lead")).to_contain_text("68 items")
    expect(rules.card("installers")).to_contain_text("Takes 61 items")
    expect(rules.card("installers")).to_contain_text("61 would be deleted")
    expect(rules.card("logs")).to_contain_text("3 to review")
    expect(rules.card("papers")).to_contain_text("Covers 1 item")
    rules.card("installers").get_by_role("button", name="Items").click()
    expect(rules.card("installers").locator(".item")).to_have_count(50)
    rules.card("installers").get_by_role("button", name="Show more").click()
    expect(rules.card("installers").locator(".item")).to_have_count(61)
    rules.card("odd").get_by_role("button", name="Items").click()
    # Names are text, whatever they are.
    expect(rules.card("odd").locator(".item", has_text="<b>bold.bak")).to_have_count(1)
    rules.card("installers").get_by_role("button", name="As text").click()
    expect(rules.card("installers").locator("pre")).to_contain_text("- id: installers   # by hand")


def test_an_edit_says_what_comes_of_it_is_saved_and_taken_back(rules):
    page, before = rules.page, rules.world.rules.read_text()
    expect(rules.undo).to_be_disabled()
    rules.edit("installers", File_extension="iso, dmg, mp3")
    rules.draft("good")
    expect(page.locator("#effect")).to_contain_text("+1 to delete")
    expect(page.locator("#effect")).to_contain_text("song.mp3")
    expect(rules.card("installers")).to_contain_text("Takes 62 items")
    page.locator("#what summary").click()
    expect(page.locator("#changed .item")).to_have_count(1)
    expect(page.locator("#diff")).to_contain_text("ext: [iso, dmg, mp3]")
    assert rules.world.rules.read_text() == before
    page.keyboard.press("Control+s")
    rules.draft("none")
    assert rules.world.rules.read_text() == before.replace("[iso, dmg]", "[iso, dmg, mp3]")
    expect(rules.undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(rules.card("installers")).to_contain_text("Takes 61 items")
    expect(rules.undo).to_be_disabled()
    assert rules.world.rules.read_text() == before


def test_what_is_wrong_is_said_at_its_field_and_not_saved(rules):
    rules.edit("logs", Age="over 30")
    rules.draft("bad")
    field = rules.card("logs").get_by_label("Age")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(rules.card("logs").locator(".wrong", has_text="30d")).to_have_count(1)
    expect(rules.save).to_be_disabled()
    field.fill("over 30d")
    rules.draft("good")
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(rules.save).to_be_enabled()
    rules.page.get_by_role("button", name="Discard").click()
    rules.draft("none")
    expect(rules.card("logs")).not_to_contain_text("over 30d")


def test_what_has_no_field_is_edited_as_yaml(rules):
    rules.edit("odd")
    field = rules.card("odd").get_by_label("any", exact=True)
    expect(field).to_have_value('[{name: "*.tmp"}, {name: "*.bak"}]')
    field.fill("[{name: '*.tmp'}")
    rules.draft("bad")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("[{name: '*.tmp'}]")
    rules.draft("good")
    expect(rules.page.locator("#effect")).to_contain_text("−1 to review")


def test_rules_are_switched_off_added_and_removed(rules):
    page = rules.page
    rules.card("installers").get_by_role("switch").uncheck()
    rules.draft("good")
    expect(page.locator("#effect")).to_contain_text("−61 to delete")
    page.get_by_label("Name of a new rule").fill("music")
    page.keyboard.press("Enter")
    rules.edit("music", File_extension="mp3")
    rules.edit("logs")
    rules.card("logs").get_by_role("button", name="Remove this rule").click()
    rules.draft("good")
    expect(page.locator("#effect")).to_contain_text("−2 to review")
    rules.save.click()
    rules.draft("none")
    expect(rules.card("logs")).to_have_count(0)
    expect(rules.card("music")).to_contain_text("Takes 1 item")
    text = rules.world.rules.read_text()
    assert "  - id: music\n    match: {ext: mp3}\n    then: review\n" in text
    assert "id: logs" not in text and "enabled: false" in text and "# by hand" in text


def test_another_hand_on_the_file_is_seen_and_nothing_is_lost(rules):
    page, path = rules.page, rules.world.rules
    rules.edit("installers", Why="Mine")
    rules.draft("good")
    theirs = path.read_text().replace("ext: log}", "ext: [log, mp3]}")
    path.write_text(theirs)
    # The page hears of it by itself, and keeps what was typed.
    expect(rules.card("logs")).to_contain_text("Takes 4 items")
    expect(rules.card("installers").get_by_label("Why")).to_have_value("Mine")
    rules.draft("good")
    rules.save.click()
    rules.draft("none")
    assert path.read_text() == theirs.replace("why: They can be downloaded again", "why: Mine")
    rules.edit("installers", Why="Again")
    rules.draft("good")
    saved = path.read_text()
    path.write_text("version: 1\nrules: [")
    expect(page.locator("#lead")).to_contain_text("errors")
    expect(page.locator(".findings li")).not_to_have_count(0)
    # Two hands on one field: that is said, where it is seen.
    path.write_text(saved.replace("why: Mine", "why: Theirs"))
    expect(page.locator("#notice")).to_contain_text("installers, why")
    saved = path.read_text()
    path.write_text("version: 1\nrules: [")
    expect(page.locator("#lead")).to_contain_text("errors")
    # What was typed outlives a moment in which the file cannot be read.
    path.write_text(saved)
    expect(page.locator(".findings li")).to_have_count(0)
    rules.edit("installers")
    expect(rules.card("installers").get_by_label("Why")).to_have_value("Again")
    path.write_text(saved.replace("id: installers ", "id: setups "))
    expect(rules.card("setups")).to_be_visible()
    expect(page.locator("#alert")).to_contain_text("installers")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(rules, scheme):
    page = rules.page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    rules.edit("installers", File_extension="iso")
    rules.card("logs").get_by_role("button", name="Items").click()
    expect(rules.card("logs").locator(".item")).to_have_count(3)
    rules.draft("good")
    page.locator("#what summary").click()
    found = axe.run(page).response["violations"]
    assert [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found] == []
    for width in (320, 700):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.parametrize("language", ["de", "fr", "es", "en-XA"])
def test_it_speaks_the_language_of_the_person(rules, language):
    page = rules.page
    english = page.locator("main").inner_text()
    page.goto(f"{page.url}?lang={language}")
    expect(page.locator("html[data-started]")).to_have_count(1)
    eventually(page, "document.querySelectorAll('.rule').length === 4")
    shown = page.locator("main").inner_text()
    for line in ("Takes 61 items", "would be deleted", "File extension", "Papers stay"):
        assert line in english
        assert (line in shown) == (line == "Papers stay"), line


def test_without_a_listing_it_says_what_to_do(served, browser, request, tmp_path):
    world = World(tmp_path, served[0].root)
    world.rules.write_text(RULES % world.root)
    contexts = watched(browser, request)
    page = next(contexts).new_page()
    page.goto(world.serve(page="rules").link)
    expect(page.locator("#lead code")).to_contain_text("cleanrules sync")
    assert until(lambda: page.locator(".rule").count() == 4)
    world.run("sync", "--quiet")
    expect(page.locator("#lead")).to_contain_text("68 items")
    next(contexts, None)
    world.end()
