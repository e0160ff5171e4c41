# SPDX-License-Identifier: Apache-2.0
"""The swipe: what counts as one, and all that does not."""

import re

import pytest
from playwright.sync_api import expect


def verdicts(deck):
    deck.settled()
    return [act["verdict"] for act in deck.history()]


def test_a_slow_drag_of_99_pixels_goes_back(deck):
    name = deck.name
    deck.drag((99, 0), pause=150)
    assert verdicts(deck) == []
    assert deck.name == name
    expect(deck.top).to_have_css("transform", "none")


def test_a_slow_drag_of_101_pixels_decides(deck):
    name = deck.name
    deck.drag((101, 0), pause=150)
    expect(deck.toast).to_contain_text(f"Kept: ")
    assert verdicts(deck) == ["keep"]
    assert deck.history()[0]["name"] == name
    deck.drag((-101, 0), pause=150)
    assert verdicts(deck) == ["delete", "keep"]


def test_a_fling_of_60_pixels_decides(deck):
    deck.fling(-20, -40, -60)
    expect(deck.toast).to_contain_text("Marked for deletion")
    assert verdicts(deck) == ["delete"]
    # The same way in a second is none.
    deck.fling(20, 40, 60, milliseconds=300)
    assert verdicts(deck) == ["delete"]


def test_a_fling_back_the_other_way_does_not_decide(deck):
    name = deck.name
    deck.fling(40, 95, 80, 60)
    assert verdicts(deck) == []
    assert deck.name == name


def test_a_drag_up_or_down_is_for_scrolling(deck):
    for step in ((20, 150), (60, -150), (0, 30), (0, -12)):
        deck.drag(step)
        expect(deck.page.locator("dialog.preview")).to_have_count(0)
    # Nor is one that ends where it began a click.
    deck.drag((0, 40), (0, 0))
    expect(deck.page.locator("dialog.preview")).to_have_count(0)
    assert verdicts(deck) == []
    deck.drag()
    expect(deck.page.locator("dialog.preview")).to_be_visible()


def test_a_card_may_leave_the_window_and_come_back(deck):
    name = deck.name
    deck.drag((-400, 0), (-900, 0), (5, 0), pause=150)
    assert verdicts(deck) == []
    assert deck.name == name


def test_the_right_button_does_not_drag(deck):
    deck.drag((200, 0), button="right")
    deck.drag((200, 0), button="middle")
    assert verdicts(deck) == []


def test_a_held_card_turns_with_its_way_and_says_what_it_will_do(deck):
    deck.drag((90, 0), up=False)
    expect(deck.top.locator(".stamp.keep")).to_have_css("opacity", "0.9")
    expect(deck.top.locator(".stamp.delete")).to_have_css("opacity", "0")
    turn = deck.top.evaluate("(card) => card.style.transform")
    assert turn == "translate(90px, 0px) rotate(4.5deg)"
    x, y = deck.page.evaluate("[innerWidth / 2, 0]")
    deck.page.mouse.move(x, y)
    deck.page.mouse.move(1279, 400)
    assert "rotate(15deg)" in deck.top.evaluate("(card) => card.style.transform")
    deck.page.keyboard.press("Escape")
    expect(deck.top).to_have_css("transform", "none")
    deck.page.mouse.up()
    assert verdicts(deck) == []


@pytest.mark.parametrize("reason", ["Escape", "second pointer", "window loses the focus"])
def test_whatever_interrupts_a_swipe_ends_it_without_a_decision(deck, reason):
    deck.drag((200, 0), up=False)
    if reason == "Escape":
        deck.page.keyboard.press("Escape")
    elif reason == "second pointer":
        deck.page.evaluate("dispatchEvent(new PointerEvent('pointerdown', { pointerId: 77, bubbles: true }))")
    else:
        deck.page.evaluate("dispatchEvent(new Event('blur'))")
    expect(deck.top).to_have_css("transform", "none")
    deck.page.mouse.up()
    assert verdicts(deck) == []


def test_the_next_card_is_there_at_once(deck):
    following = deck.page.locator("article[data-place='1'] h2").text_content()
    deck.drag((150, 0))
    expect(deck.top.locator("h2")).to_have_text(following)


class TestTouch:
    """With a finger."""

    @pytest.fixture
    def deck(self, browser, request, server):
        from conftest import watched
        from support.deck import DeckPage
        for context in watched(browser, request, has_touch=True, is_mobile=True):
            page = context.new_page()
            page.set_viewport_size({"width": 390, "height": 844})
            yield DeckPage(page).open(server)

    def swipe(self, deck, dx, start=None, end="touchEnd", more=()):
        x, y = deck.place()
        x = start if start is not None else x
        deck.touch("touchStart", (x, y))
        for step in range(1, 7):
            deck.touch("touchMove", (x + dx * step / 6, y), *more)
        deck.touch(end)

    def test_a_finger_decides(self, deck):
        self.swipe(deck, 130)
        expect(deck.toast).to_contain_text("Kept")
        self.swipe(deck, -130)
        expect(deck.toast).to_contain_text("Marked for deletion")
        assert verdicts(deck) == ["delete", "keep"]

    def test_a_cancelled_touch_never_decides(self, deck):
        name = deck.name
        self.swipe(deck, 180, end="touchCancel")
        assert verdicts(deck) == []
        assert deck.name == name

    def test_a_second_finger_never_decides(self, deck):
        x, y = deck.place()
        deck.touch("touchStart", (x, y))
        for step in range(1, 7):
            deck.touch("touchMove", (x + 30 * step, y))
        deck.touch("touchStart", (x + 180, y), (x + 20, y + 40))
        deck.touch("touchEnd")
        assert verdicts(deck) == []

    def test_a_swipe_from_the_edge_belongs_to_the_browser(self, deck):
        self.swipe(deck, 200, start=20)
        self.swipe(deck, -200, start=375)
        assert verdicts(deck) == []


def test_the_outcome_of_a_swipe_is_a_matter_of_way_and_speed(deck):
    cases = [
        (99, 0, None), (100, 0, "keep"), (-100, 0, "delete"), (30, 0.5, "keep"), (29, 3, None),
        (-30, -0.5, "delete"), (60, -2, None), (-60, 2, None), (60, 0.49, None), (0, 0, None),
    ]
    outcomes = deck.page.evaluate(
        """async (cases) => {
            const { swipeOutcome } = await import('/app/deck.js');
            return cases.map(([dx, speed]) => swipeOutcome({ dx, speed }));
        }""", [case[:2] for case in cases])
    assert outcomes == [case[2] for case in cases]


def test_with_gestures_off_cards_stay_where_they_are(deck):
    deck.page.get_by_role("link", name="Settings").click()
    with deck.page.expect_response("**/api/settings"):
        deck.page.get_by_label("Swipe cards").uncheck()
    deck.page.get_by_role("link", name=re.compile("^Review")).click()
    for step in ((300, 0), (0, 40), (-20, 5)):
        deck.drag(step)
        expect(deck.page.locator("dialog.preview")).to_have_count(0)
    assert verdicts(deck) == []


def test_with_reduced_motion_nothing_turns_or_flies(deck):
    deck.page.emulate_media(reduced_motion="reduce")
    deck.drag((90, 0), up=False)
    assert "rotate(0deg)" in deck.top.evaluate("(card) => card.style.transform")
    deck.page.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.moves = [];
            Element.prototype.animate = function (steps, options) {
                window.moves.push(JSON.stringify(steps));
                return animate.call(this, steps, options);
            };
        }""")
    deck.page.mouse.move(1200, 400)
    deck.page.mouse.up()
    expect(deck.toast).to_contain_text("Kept")
    moves = deck.page.evaluate("window.moves")
    assert moves and not any("transform" in move for move in moves)
