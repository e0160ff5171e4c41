# SPDX-License-Identifier: Apache-2.0
"""Names that want to be more than names, and decks of every size."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from support.world import HOSTILE

pytestmark = pytest.mark.refusals


def test_whatever_a_file_is_called_is_only_shown(make_world, open_deck):
    deck = open_deck(make_world("hostile").serve())
    seen = []
    for _ in HOSTILE:
        seen.append(deck.name)
        # No name makes the page wider than the window.
        assert deck.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        deck.press("ArrowLeft")
    assert '<img src=x onerror=document.title="owned">.jpg' in seen
    assert "a" * 200 + ".jpg" in seen
    assert "invoice\\u202Egpj.exe" in seen
    assert "family 👨‍👩‍👧 🏖.jpg" in seen
    assert "two\\nlines.jpg" in seen
    assert "tab\\tand\\u001B[31mred.jpg" in seen
    assert "\\u200B\\u2066hidden\\u2069.jpg" in seen
    assert "back\\\\nslash.jpg" in seen
    assert "sun ☀\ufe0f a\\uFE0F\\uE000.jpg" in seen
    for path in ("/marked", "/history", "/plan"):
        deck.page.goto(deck.server.base + path)
        expect(deck.page.locator(".item").first).to_be_visible()
        text = deck.page.locator("main").text_content()
        assert not any(character in text for character in "\u202e\u2066\x1b\n\u200b")
        for width in (1280, 320):
            deck.page.set_viewport_size({"width": width, "height": 700})
            assert deck.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert "owned" not in deck.page.title()
    assert deck.page.locator("main img[onerror]").count() == 0


def test_names_in_announcements_are_escaped_too(make_world, open_deck):
    deck = open_deck(make_world("hostile").serve())
    for _ in HOSTILE:
        deck.press("ArrowLeft")
        text = deck.status.text_content() + deck.toast.text_content()
        assert not any(character in text for character in "\u202e\u2066\x1b\n\u200b")


def test_a_deck_of_nothing_says_what_the_rules_do(make_world, open_deck):
    deck = open_deck(make_world("decided").serve())
    expect(deck.summary).to_have_text("Nothing to review.")
    expect(deck.page.locator(".summary")).to_contain_text("3 deletions are planned by the rules.")
    deck.page.get_by_role("link", name="See the plan").click()
    expect(deck.page.locator("h1")).to_have_text("Plan")


def test_the_last_card_ends_in_a_summary_with_the_focus(make_world, open_deck):
    deck = open_deck(make_world("small").serve())
    deck.press("ArrowRight", "ArrowLeft", "ArrowRight")
    expect(deck.summary).to_have_text("All done.")
    expect(deck.summary).to_be_focused()
    expect(deck.page).to_have_title("Review – all done – cleanrules")
    expect(deck.page.locator(".counts")).to_contain_text("1 marked for deletion · 2 kept")
    deck.page.keyboard.press("u")
    deck.ready()
    expect(deck.page).to_have_title("Review (1) – cleanrules")


def test_ten_thousand_cards_start_fast_and_stay_small(make_world, open_deck):
    server = make_world("large", None).serve()
    deck = open_deck(server)
    deck.ready()
    assert deck.state()["remaining"] == 10_000
    asked = []
    deck.page.on("request", lambda one: asked.append(urlsplit(one.url)))
    deck.page.goto(server.base + "/")
    expect(deck.top).to_be_visible()
    deck.ready()
    # As many cards as a screen needs, and not the deck: what it starts with does not grow with it.
    wanted = [int(parse_qs(one.query)["n"][0]) for one in asked if one.path == "/api/queue"]
    assert sum(wanted) <= 100
    cdp = deck.page.context.new_cdp_session(deck.page)
    cdp.send("HeapProfiler.enable")

    def heap():
        cdp.send("HeapProfiler.collectGarbage")
        return deck.page.evaluate("performance.memory.usedJSHeapSize"), deck.page.evaluate("document.querySelectorAll('*').length")

    # As fast as the page takes them, in the page itself: 300 cards.
    swipe = """(count) => new Promise((done) => {
        const step = () => {
            if (count === 0 && document.documentElement.dataset.waiting === '0') return done();
            if (count > 0 && document.querySelector('article[data-place="0"][data-ready]')) {
                count -= 1;
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
            }
            setTimeout(step, 20);
        };
        step();
    })"""
    deck.page.evaluate(swipe, 20)
    bytes_before, nodes_before = heap()
    deck.page.evaluate(swipe, 80)
    bytes_after, nodes_after = heap()
    assert deck.state()["remaining"] == 9_900
    assert nodes_after < nodes_before + 60
    assert bytes_after < bytes_before + 3_000_000
