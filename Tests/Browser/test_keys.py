# SPDX-License-Identifier: Apache-2.0
"""Buttons and keys."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

GUIDE = Path(__file__).resolve().parents[2] / "docs/guide/review.md"


@pytest.mark.parametrize("key, verdict", [
    ("ArrowRight", "keep"), ("k", "keep"), ("ArrowLeft", "delete"), ("d", "delete"),
    ("ArrowDown", "later"), ("s", "later"), ("f", "pin"), ("Shift+k", None), ("Control+k", None),
    ("Alt+ArrowLeft", None), ("Meta+d", None), ("Shift+ArrowRight", None), ("ArrowUp", None),
])
def test_a_key_does_what_the_table_says(deck, key, verdict):
    deck.ready()
    if key == "Alt+ArrowLeft":
        # The browser's own key for going back would leave the page.
        deck.page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true }))")
    else:
        deck.page.keyboard.press(key)
    deck.settled()
    assert [act["verdict"] for act in deck.history()] == ([verdict] if verdict else [])


@pytest.mark.parametrize("name, verdict", [("Keep", "keep"), ("Delete", "delete"), ("Later", "later")])
def test_a_button_decides_and_keeps_the_focus(deck, name, verdict):
    deck.ready()
    deck.button(name).focus()
    deck.page.keyboard.press("Enter")
    deck.settled()
    assert [act["verdict"] for act in deck.history()] == [verdict]
    expect(deck.button(name)).to_be_focused()


def test_a_key_that_is_held_down_decides_once(deck):
    deck.ready()
    deck.page.keyboard.down("ArrowRight")
    deck.ready()
    for _ in range(5):
        deck.page.keyboard.down("ArrowRight")
    deck.page.keyboard.up("ArrowRight")
    deck.settled()
    assert len(deck.history()) == 1


def test_a_double_click_decides_once(deck):
    deck.ready()
    deck.button("Delete").dblclick()
    deck.ready()
    assert len(deck.history()) == 1


def test_letters_work_on_a_keyboard_without_latin_ones(deck):
    deck.ready()
    deck.page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'в', code: 'KeyD', bubbles: true }))")
    deck.settled()
    assert [act["verdict"] for act in deck.history()] == ["delete"]


def test_with_letters_off_only_arrows_decide(deck):
    deck.page.get_by_role("link", name="Settings").click()
    with deck.page.expect_response("**/api/settings"):
        deck.page.get_by_label("Single-letter keys").uncheck()
    deck.page.get_by_role("link", name=re.compile("^Review")).click()
    deck.ready()
    for key in ("k", "d", "s", "f", "g", "?", "i", "m"):
        deck.page.keyboard.press(key)
    expect(deck.page.locator("dialog")).to_have_count(0)
    assert deck.history() == []
    deck.press("ArrowLeft")
    assert [act["verdict"] for act in deck.history()] == ["delete"]
    deck.press("Control+z")
    assert deck.history()[0]["undone_at"]
    assert deck.button("Keep").get_attribute("aria-keyshortcuts") == "ArrowRight"


def test_keys_in_a_dialog_do_not_decide(deck):
    deck.ready()
    deck.page.keyboard.press("?")
    expect(deck.page.get_by_role("dialog", name="Keys")).to_be_visible()
    for key in ("k", "d", "ArrowRight", "ArrowLeft", "u"):
        deck.page.keyboard.press(key)
    deck.page.keyboard.press("Escape")
    expect(deck.page.locator("dialog")).to_have_count(0)
    assert deck.history() == []


def test_arrows_over_the_big_preview_do_not_decide(deck):
    deck.ready()
    deck.page.keyboard.press("Space")
    preview = deck.page.get_by_role("dialog", name="Big preview")
    expect(preview).to_be_visible()
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "+", "ArrowRight"):
        deck.page.keyboard.press(key)
    expect(preview.locator(".room")).to_have_attribute("data-zoom", "in")
    assert deck.history() == []
    expect(preview).to_be_visible()


def test_letters_over_the_big_preview_close_it_and_decide(deck):
    name = deck.name
    deck.page.keyboard.press("Space")
    expect(deck.page.get_by_role("dialog", name="Big preview")).to_be_visible()
    deck.page.keyboard.press("d")
    expect(deck.page.locator("dialog")).to_have_count(0)
    expect(deck.toast).to_contain_text("Marked for deletion")
    deck.ready()
    assert [(act["verdict"], act["name"]) for act in deck.history()] == [("delete", name)]
    assert deck.page.url == deck.server.base + "/"


def test_space_after_a_click_shows_the_preview_and_does_not_click_again(deck):
    deck.ready()
    deck.button("Delete").click()
    deck.ready()
    deck.page.keyboard.press("Space")
    expect(deck.page.get_by_role("dialog", name="Big preview")).to_be_visible()
    assert len(deck.history()) == 1


def test_the_reasons_can_be_put_away(deck):
    deck.ready()
    reasons = deck.page.locator(".facts details")
    expect(reasons).to_contain_text(re.compile("Bursts that were never|Pictures of screens"))
    deck.page.keyboard.press("i")
    expect(reasons).not_to_have_attribute("open", "")
    expect(deck.status).to_have_text("Reasons hidden")
    deck.press("ArrowRight")
    expect(reasons).not_to_have_attribute("open", "")
    deck.page.keyboard.press("i")
    expect(reasons).to_have_attribute("open", "")


def test_a_snooze_says_until_when(deck):
    deck.ready()
    deck.page.keyboard.press("z")
    deck.page.get_by_role("button", name="in 30 days").click()
    expect(deck.toast).to_contain_text("comes up again")
    deck.settled()
    act = deck.history()[0]
    assert act["verdict"] == "snooze" and act["until"]


def test_the_place_of_an_item_is_told(deck):
    deck.ready()
    deck.page.keyboard.press("o")
    expect(deck.page.get_by_role("dialog")).to_contain_text(re.compile("/(bursts|screens)/"))


def test_every_key_of_the_table_has_words_and_stands_in_the_help(deck):
    deck.ready()
    deck.page.keyboard.press("?")
    table = deck.page.evaluate("import('/app/keys.js').then((module) => [...module.keys, ...module.groupKeys])")
    rows = deck.page.locator("dialog .keys tr")
    expect(rows).to_have_count(len(table))
    for language in ("en", "de", "fr", "es"):
        strings = deck.page.evaluate(f"fetch('/strings/{language}.json').then((answer) => answer.json())")
        assert all(f"key.{entry['id']}" in strings for entry in table)


@pytest.mark.parametrize("table", ["keys", "groupKeys"])
def test_the_guide_lists_the_same_keys(deck, table):
    table = deck.page.evaluate(f"import('/app/keys.js').then((module) => module.{table})")
    strings = deck.page.evaluate("fetch('/strings/en.json').then((answer) => answer.json())")
    signs = {"ArrowRight": "→", "ArrowLeft": "←", "ArrowDown": "↓", "Escape": "Esc", "Mod": "Ctrl"}

    def shown(key):
        parts = [signs.get(part, part.upper() if len(part) == 1 else part) for part in key.split("+")]
        return "`" + "+".join(parts) + "`"

    rows = [
        f"| {' '.join(shown(key) for key in entry['keys'])} | {strings['key.' + entry['id']]} |"
        for entry in table]
    assert "\n".join(rows) in GUIDE.read_text()
