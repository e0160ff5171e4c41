# SPDX-License-Identifier: Apache-2.0
"""The day's quota: a notice, a stop that never blocks undo, and a new day."""

import pytest
from playwright.sync_api import expect

from support.deck import DeckPage, until_held


@pytest.fixture
def near(make_world, open_deck):
    """The deck of a world with five reviews a day."""
    return open_deck(make_world(reviews=5).serve())


def test_near_the_end_a_notice_stands_above_the_card(near):
    near.press("ArrowLeft", "ArrowLeft", "ArrowRight")
    expect(near.page.locator(".notice")).to_be_hidden()
    near.press("ArrowRight")
    expect(near.page.locator(".notice")).to_have_text("1 left today. The count starts again at 00:00.")
    expect(near.page.locator(".meter")).to_contain_text("4 of 5 today")
    expect(near.status).to_contain_text("1 left today.")
    expect(near.top).to_be_visible()


def test_another_review_of_the_same_day_does_not_repeat_the_notice(near):
    near.press(*["ArrowLeft"] * 4)
    expect(near.page.locator(".notice")).to_contain_text("1 left today.")
    near.settled()
    near.page.reload()
    expect(near.page.locator(".notice")).to_contain_text("1 left today.")
    other = DeckPage(near.page.context.new_page()).open(near.server.world.serve())
    expect(other.page.locator(".meter")).to_contain_text("4 of 5 today")
    expect(other.page.locator(".notice")).to_be_hidden()


def test_at_the_end_the_page_stops_and_undo_still_works(near):
    near.press(*["ArrowLeft"] * 2, *["ArrowRight"] * 3)
    expect(near.summary).to_have_text("That’s 5 for today.")
    expect(near.summary).to_be_focused()
    expect(near.alert).to_have_text("That’s 5 for today.")
    expect(near.page.locator(".counts")).to_contain_text("2 marked for deletion")
    expect(near.page.locator(".summary")).to_contain_text("105 left for tomorrow (from 00:00, in ")
    for key in ("ArrowRight", "k", "d"):
        near.page.keyboard.press(key)
    near.settled()
    assert len(near.history()) == 5
    name = near.history()[0]["name"]
    near.page.keyboard.press("u")
    expect(near.top.locator("h2")).to_have_text(name)
    expect(near.page.locator(".meter")).to_contain_text("4 of 5 today")
    near.press("ArrowLeft")
    expect(near.summary).to_have_text("That’s 5 for today.")
    near.page.locator(".summary").get_by_role("button", name="Undo last").click()
    expect(near.top.locator("h2")).to_have_text(name)
    expect(near.button("Undo")).to_be_focused()


@pytest.mark.parametrize("by", ["key", "mouse"])
def test_the_space_bar_after_an_undo_of_the_stop_is_no_second_undo(near, by):
    near.press(*["ArrowLeft"] * 5)
    expect(near.summary).to_be_focused()
    if by == "key":
        near.page.keyboard.press("u")
    else:
        near.page.locator(".summary").get_by_role("button", name="Undo last").click()
    expect(near.page.locator(".meter")).to_contain_text("4 of 5 today")
    near.ready()
    near.page.keyboard.press("Space")
    expect(near.page.locator("dialog.preview")).to_be_visible()
    near.page.keyboard.press("Space")
    expect(near.page.locator("dialog.preview")).to_have_count(0)
    near.settled()
    assert [act["undone_at"] is not None for act in near.history()] == [True] + [False] * 4


def test_a_button_that_undid_undoes_again_when_it_is_pressed_again(near):
    """The button of the stop screen is gone, and the one of the deck is where the keyboard is then."""
    near.press(*["ArrowLeft"] * 5)
    near.page.locator(".summary").get_by_role("button", name="Undo last").focus()
    near.page.keyboard.press("Enter")
    expect(near.button("Undo")).to_be_focused()
    near.ready()
    near.page.keyboard.press("Enter")
    expect(near.page.locator(".meter")).to_contain_text("3 of 5 today")
    near.settled()
    assert [act["undone_at"] is not None for act in near.history()] == [True] * 2 + [False] * 3


def test_ten_more_can_be_allowed_for_today(near):
    near.press(*["ArrowRight"] * 5)
    near.page.get_by_role("button", name="Allow 10 more today").click()
    expect(near.page.locator(".meter")).to_contain_text("5 of 15 today")
    near.press("ArrowRight")
    assert near.state()["quota"]["used"] == 6


def test_ten_more_by_a_double_click_are_ten(near):
    near.press(*["ArrowRight"] * 5)
    held = []
    near.page.route("**/api/quota/extend", lambda route: held.append(route))
    with near.page.expect_request("**/api/quota/extend"):
        near.page.get_by_role("button", name="Allow 10 more today").dblclick()
    until_held(near.page, held)
    assert len(held) == 1
    held[0].continue_()
    expect(near.page.locator(".meter")).to_contain_text("5 of 15 today")
    assert near.state()["quota"]["limit"] == 15


def test_later_is_free_at_every_count(near):
    near.press(*["ArrowDown"] * 7)
    expect(near.page.locator(".meter")).to_contain_text("0 of 5 today")


def test_the_standard_is_a_notice_at_20_and_a_stop_at_25(deck):
    quota = deck.state()["quota"]
    assert (quota["limit"], quota["warn_at"]) == (25, 20)
    deck.press(*["ArrowRight"] * 19)
    expect(deck.page.locator(".notice")).to_be_hidden()
    deck.press("ArrowRight")
    expect(deck.page.locator(".notice")).to_contain_text("5 left today.")
    deck.press(*["ArrowRight"] * 5)
    expect(deck.summary).to_have_text("That’s 25 for today.")


def test_without_a_quota_nothing_stops(make_world, open_deck):
    deck = open_deck(make_world(reviews=None).serve())
    deck.press("ArrowRight", "ArrowLeft")
    expect(deck.page.locator(".meter")).to_have_text("2 decided today")
    expect(deck.page.locator(".notice")).to_be_hidden()


@pytest.mark.refusals
def test_when_the_server_says_that_it_was_enough_the_card_comes_back(near):
    """Another front end used up the day before this page heard of it."""
    near.press(*["ArrowRight"] * 4)
    name = near.name
    card = near.state()["cards"][2]["id"]
    held = []
    near.route("/api/decide", lambda route: held.append(route))
    near.page.keyboard.press("ArrowLeft")
    until_held(near.page, held)
    assert len(held) == 1 and near.state()["quota"]["used"] == 4
    # The page's own requests are held: another window asks.
    other = near.page.context.new_page()
    other.goto(near.server.base + "/about")
    assert DeckPage(other).post("/api/decide", card=card, verdict="keep")["status"] == 200
    held[0].continue_()
    expect(near.alert).to_contain_text("That was all for today.")
    near.settled()
    expect(near.summary).to_have_text("That’s 5 for today.")
    near.page.keyboard.press("u")
    near.ready()
    assert near.history()[0]["undone_at"]
    assert name in [card["name"] for card in near.state()["cards"]]


def test_at_midnight_the_page_asks_for_the_new_day(page, world, server):
    """The page's clock is the test's; the server's answer is changed as the new day would change it."""
    deck = DeckPage(page).open(server)
    deck.press("ArrowRight")
    page.clock.install()
    page.reload()
    expect(deck.top).to_be_visible()
    page.clock.run_for(1_000)
    expect(page.locator(".meter")).to_contain_text("1 of 25 today")

    def tomorrow(route):
        answer = route.fetch()
        state = answer.json()
        state["quota"] = {**state["quota"], "used": 0, "left": 25, "next_day": "2099-01-01T00:00:00Z"}
        route.fulfill(response=answer, json=state)

    page.route("**/api/state", tomorrow)
    # The clock is the one that requests wait by, too: each hour the page's question is answered first.
    with page.expect_response("**/api/state"):
        page.clock.fast_forward(3_601_000)
    expect(page.locator(".meter")).to_contain_text("0 of 25 today")
    page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
def test_times_are_those_of_the_rules_wherever_the_browser_is(browser, request, make_world, zone):
    from conftest import watched
    server = make_world(reviews=5).serve()
    for context in watched(browser, request, timezone_id=zone):
        deck = DeckPage(context.new_page()).open(server)
        deck.press(*["ArrowRight"] * 4)
        expect(deck.page.locator(".notice")).to_contain_text("at 00:00.")
