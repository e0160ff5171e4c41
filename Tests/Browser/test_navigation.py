# SPDX-License-Identifier: Apache-2.0
"""Back, forward and reload: nothing is ever decided by them."""

import pytest
from playwright.sync_api import expect

PAGES = ["Marked", "Plan", "History", "Statistics", "Settings", "About"]


def test_every_page_has_an_address_a_title_and_a_heading(deck):
    deck.press("ArrowLeft")
    for name in PAGES:
        deck.page.get_by_role("link", name=name).first.click()
        expect(deck.page).to_have_title(f"{name} – cleanrules")
        expect(deck.page.locator("h1")).to_have_text(name)
        expect(deck.page.locator("h1")).to_be_focused()
        expect(deck.page.locator("nav [aria-current]")).to_contain_text(name)
        expect(deck.page.locator(".content > *").first).to_be_visible()
        deck.page.reload()
        expect(deck.page.locator("h1")).to_have_text(name)
        expect(deck.page.locator(".content > *").first).to_be_visible()
    for name in reversed(PAGES[:-1]):
        deck.page.go_back()
        expect(deck.page.locator("h1")).to_have_text(name)
    deck.page.go_back()
    deck.ready()
    expect(deck.page).to_have_title("Review (109) – cleanrules")
    deck.page.go_forward()
    expect(deck.page.locator("h1")).to_have_text("Marked")
    assert len(deck.history()) == 1


def test_going_back_after_a_decision_leaves_the_page_and_decides_nothing(deck):
    deck.page.get_by_role("link", name="Settings").click()
    deck.page.get_by_role("link", name="Review").click()
    deck.press("ArrowLeft", "ArrowLeft")
    deck.page.go_back()
    expect(deck.page.locator("h1")).to_have_text("Settings")
    deck.page.go_forward()
    deck.ready()
    assert len(deck.history()) == 2


def test_a_reload_keeps_the_place(deck):
    deck.press("ArrowLeft", "ArrowRight")
    name = deck.name
    deck.page.reload()
    assert deck.name == name
    assert len(deck.history()) == 2


def test_the_big_preview_is_a_step_of_the_history(deck):
    deck.ready()
    deck.top.get_by_role("button", name="Big preview").click()
    preview = deck.page.get_by_role("dialog", name="Big preview")
    expect(preview).to_be_visible()
    deck.page.go_back()
    expect(preview).to_have_count(0)
    assert deck.page.url == deck.server.base + "/"
    deck.page.go_forward()
    expect(preview).to_be_visible()
    deck.page.reload()
    expect(preview).to_be_visible()
    deck.page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
    assert deck.history() == []


def test_a_click_on_the_picture_shows_it_big(deck):
    deck.page.mouse.click(*deck.place())
    expect(deck.page.get_by_role("dialog", name="Big preview")).to_be_visible()
    deck.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(deck.page.get_by_role("dialog")).to_have_count(0)


def test_a_page_out_of_the_cache_asks_anew(deck):
    deck.ready()
    with deck.page.expect_response("**/api/state"):
        deck.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    deck.press("ArrowRight")
    assert len(deck.history()) == 1


@pytest.mark.foreign
def test_leaving_and_coming_back_shows_how_things_stand(deck, context):
    name = deck.name
    deck.page.goto("about:blank")
    other = context.new_page()
    other.goto(deck.server.base + "/")
    from support.deck import DeckPage
    DeckPage(other).press("ArrowLeft")
    deck.page.go_back()
    deck.ready()
    expect(deck.top.locator("h2")).not_to_have_text(name)


def test_the_skip_link_leads_past_the_pages(deck):
    deck.ready()
    deck.page.keyboard.press("Tab")
    link = deck.page.get_by_role("link", name="Skip to the content")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()


def test_tab_goes_through_card_buttons_notice_and_facts(deck):
    deck.press("ArrowLeft")
    deck.page.locator("h1").focus()
    order = []
    for _ in range(13):
        deck.page.keyboard.press("Tab")
        order.append(deck.page.evaluate(
            """() => {
                const focused = document.activeElement;
                const place = ['.stack', '.actions', '#toast', '.facts'].find((name) => focused.closest(name));
                return place ?? focused.tagName;
            }"""))
    places = [place for place, before in zip(order, [None, *order]) if place != before]
    assert places[:4] == [".stack", ".actions", "#toast", ".facts"]
