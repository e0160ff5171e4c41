# SPDX-License-Identifier: Apache-2.0
"""The notice after a decision, by a clock of the test's own."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def timed(page, world):
    """The deck with a clock that stands still; the server's own goes on."""
    from support.deck import DeckPage
    world.write_rules(notice="10s")
    deck = DeckPage(page)
    deck.open(world.serve())
    deck.ready()
    return deck


def decide(deck):
    """Decides a card, and from then on the test has the clock in its hand."""
    deck.page.clock.install()
    deck.page.reload()
    expect(deck.top).to_be_visible()
    deck.page.clock.run_for(400)
    deck.ready()
    deck.page.keyboard.press("ArrowLeft")
    expect(deck.toast).to_be_visible()
    deck.page.mouse.move(1, 1)
    deck.page.clock.pause_at(deck.page.evaluate("Date.now() / 1000 + 0.3"))


def test_the_notice_goes_after_ten_seconds(timed):
    decide(timed)
    timed.page.clock.run_for(9_000)
    expect(timed.toast).to_be_visible()
    timed.page.clock.run_for(1_500)
    expect(timed.toast).to_have_count(0)
    expect(timed.button("Undo")).to_be_enabled()


@pytest.mark.parametrize("way", ["pointer", "focus", "dialog", "hidden"])
def test_the_notice_waits_while_it_may_be_in_use(timed, way):
    decide(timed)
    page = timed.page
    if way == "pointer":
        timed.toast.hover()
    elif way == "focus":
        timed.toast.get_by_role("button", name="Undo").focus()
    elif way == "dialog":
        page.keyboard.press("?")
    else:
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.clock.run_for(60_000)
    expect(timed.toast).to_be_visible()
    if way == "pointer":
        page.mouse.move(1, 1)
    elif way == "focus":
        timed.button("Keep").focus()
    elif way == "dialog":
        page.keyboard.press("Escape")
    else:
        page.evaluate("Object.defineProperty(document, 'hidden', { value: false, configurable: true })")
    page.clock.run_for(11_000)
    expect(timed.toast).to_have_count(0)


@pytest.mark.parametrize("choice, stays, gone", [("30", 28_000, 3_000), ("5", 4_000, 2_000)])
def test_the_notice_stays_as_long_as_the_settings_say(timed, choice, stays, gone):
    timed.page.get_by_role("link", name="Settings").click()
    with timed.page.expect_response("**/api/settings"):
        timed.page.get_by_label("Notice after a decision").select_option(choice)
    timed.page.get_by_role("link", name="Review").click()
    decide(timed)
    timed.page.clock.run_for(stays)
    expect(timed.toast).to_be_visible()
    timed.page.clock.run_for(gone)
    expect(timed.toast).to_have_count(0)


def test_the_notice_can_stay_until_it_is_closed(timed):
    timed.page.get_by_role("link", name="Settings").click()
    with timed.page.expect_response("**/api/settings"):
        timed.page.get_by_label("Notice after a decision").select_option("0")
    timed.page.get_by_role("link", name="Review").click()
    decide(timed)
    timed.page.clock.run_for(3_600_000)
    expect(timed.toast).to_be_visible()
    timed.toast.get_by_role("button", name="Close").click()
    expect(timed.toast).to_have_count(0)


def test_escape_closes_the_notice(deck):
    deck.press("ArrowLeft")
    expect(deck.toast).to_be_visible()
    deck.page.keyboard.press("Escape")
    expect(deck.toast).to_have_count(0)


def test_the_countdown_is_seen_and_not_read_out(timed):
    decide(timed)
    page = timed.page
    page.evaluate(
        """() => {
            window.said = [];
            for (const id of ['status', 'alert']) {
                new MutationObserver(() => window.said.push(document.getElementById(id).textContent))
                    .observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
            }
        }""")
    before = timed.toast.locator(".count").text_content()
    page.clock.run_for(5_000)
    assert timed.toast.locator(".count").text_content() != before
    assert timed.toast.locator(".count").get_attribute("aria-hidden") == "true"
    assert page.evaluate("window.said") == []


def test_the_notice_takes_no_focus_and_follows_the_buttons(deck):
    deck.ready()
    deck.button("Delete").focus()
    deck.page.keyboard.press("Enter")
    expect(deck.toast).to_be_visible()
    expect(deck.button("Delete")).to_be_focused()
    for name in ("Undo", "Later", "Keep"):
        deck.page.keyboard.press("Tab")
        expect(deck.button(name)).to_be_focused()
    deck.page.keyboard.press("Tab")
    expect(deck.toast.get_by_role("button", name="Undo")).to_be_focused()


def test_what_was_decided_and_what_comes_next_is_said_once(deck):
    name = deck.name
    following = deck.page.locator("article[data-place='1'] h2").text_content()
    deck.press("ArrowLeft")
    expect(deck.status).to_contain_text("Marked for deletion")
    text = deck.status.text_content()
    assert name in text and following in text and "Undo available." in text
    assert "kibibytes" in text and "1 of 25 today." in text


def test_quick_steps_are_announced_at_most_once_in_700_milliseconds(deck):
    deck.ready()
    deck.page.evaluate(
        """() => {
            window.said = [];
            new MutationObserver(() => window.said.push(performance.now()))
                .observe(document.getElementById('status'), { childList: true, characterData: true, subtree: true });
        }""")
    deck.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    last = deck.state()["undo"]["name"]
    expect(deck.status).to_contain_text(last)
    times = deck.page.evaluate("window.said")
    assert all(later - earlier >= 650 for earlier, later in zip(times, times[1:]))


def test_a_name_that_is_too_long_for_the_notice_ends_in_dots(make_world, open_deck):
    deck = open_deck(make_world("hostile").serve())
    deck.page.set_viewport_size({"width": 320, "height": 640})
    while not deck.name.startswith("aaaa"):
        deck.press("ArrowDown")
    deck.press("ArrowLeft")
    text = deck.toast.locator("p")
    expect(text).to_contain_text("Marked for deletion")
    # The browser puts the dots where it cuts lines, and only there.
    expect(text).to_have_css("-webkit-line-clamp", "3")
    assert text.evaluate("(text) => text.scrollHeight > text.clientHeight")
    for name in ("Undo", "Close"):
        box = deck.toast.get_by_role("button", name=name).bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= 320
