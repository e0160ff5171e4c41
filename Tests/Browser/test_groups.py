# SPDX-License-Identifier: Apache-2.0
"""Several items at once: copies of one, and all cards of one rule."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.refusals


@pytest.fixture
def group(make_world, open_deck):
    """A deck whose first card is a group of equal pictures."""
    deck = open_deck(make_world("group").serve())
    for _ in range(3):
        if deck.state()["cards"][0]["members"]:
            return deck
        deck.press("ArrowDown")
    raise AssertionError("there is no group")


def test_a_group_is_one_card_that_names_every_copy(group):
    expect(group.page.get_by_role("heading", name="3 copies of the same")).to_be_visible()
    members = group.page.locator(".members li")
    expect(members).to_have_count(3)
    assert group.state()["remaining"] == 3


def test_one_copy_can_be_kept_and_the_others_go(group):
    before = group.state()["cards"][0]
    member = next(member for member in before["members"] if member["id"])
    group.ready()
    group.page.get_by_role("button", name=f"Keep this one: {member['path']}").click()
    group.settled()
    expect(group.toast).to_contain_text("Kept: ")
    state = group.state()
    others = [one for one in before["members"] if one["id"] and one["id"] != member["id"]]
    assert state["marked"]["items"] == len(others)
    assert state["quota"]["used"] == 1
    group.press("u")
    assert group.state()["marked"]["items"] == 0


def test_the_last_copy_is_said_in_words_and_asked_about(page, server):
    """A card that the server calls the last copy."""
    from support.deck import DeckPage

    def mark(route):
        answer = route.fetch()
        state = answer.json()
        if "cards" in state:
            state["cards"][0]["last_copy"] = True
        route.fulfill(response=answer, json=state)

    page.route("**/api/state", mark)
    deck = DeckPage(page).open(server)
    name = deck.name
    expect(deck.top).to_contain_text("This is the last copy.")
    page.keyboard.press("ArrowLeft")
    question = page.get_by_role("dialog", name="This is the last copy")
    expect(question).to_contain_text(name)
    expect(question.get_by_role("button", name="Leave it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    assert deck.history() == []
    deck.drag((150, 0), (-150, 0))
    expect(question).to_be_visible()
    expect(deck.top).to_have_css("transform", "none")
    with page.expect_request("**/api/decide") as asked:
        question.get_by_role("button", name="Mark the last copy").click()
    assert asked.value.post_data_json["accepts_last_copy"] is True
    deck.settled()
    assert [act["verdict"] for act in deck.history()] == ["delete"]
    page.unroute_all(behavior="ignoreErrors")


def test_a_last_copy_that_only_the_server_knows_is_asked_about_too(deck):
    """The page did not know; the server refuses, and the card comes back."""
    name = deck.name
    answers = []

    def refuse(route):
        answers.append(route.request.post_data_json)
        if len(answers) > 1:
            return route.continue_()
        state = deck.page.context.request.get(deck.server.base + "/api/state").json()
        route.fulfill(status=422, json={"error": {"code": "last-copy", "message": "no copy"}, "state": state})

    deck.page.route("**/api/decide", refuse)
    deck.page.keyboard.press("ArrowLeft")
    question = deck.page.get_by_role("dialog", name="This is the last copy")
    expect(question).to_be_visible()
    expect(deck.top.locator("h2")).to_have_text(name)
    expect(deck.page.locator("article[data-place='0'][data-ready]")).to_have_count(1)
    question.get_by_role("button", name="Mark the last copy").click()
    deck.settled()
    assert [act["name"] for act in deck.history()] == [name]
    assert answers[1]["accepts_last_copy"] is True


def test_the_same_for_a_whole_rule_needs_the_number_typed(make_world, open_deck):
    deck = open_deck(make_world("small").serve())
    deck.ready()
    deck.page.keyboard.press("g")
    box = deck.page.get_by_role("dialog", name="The same for 3 cards of")
    expect(box.locator("li")).to_have_count(3)
    number = box.get_by_role("textbox")
    expect(number).to_be_focused()
    number.fill("2")
    box.get_by_role("button", name="Delete all").click()
    expect(box.get_by_role("alert")).to_have_text("That is another number. They are 3.")
    expect(number).to_be_focused()
    assert deck.history() == []
    number.fill("3")
    box.get_by_role("button", name="Delete all").click()
    expect(deck.summary).to_have_text("All done.")
    deck.settled()
    state = deck.state()
    assert state["marked"]["items"] == 3 and state["quota"]["used"] == 1
    deck.page.keyboard.press("u")
    expect(deck.top).to_be_visible()
    deck.settled()
    state = deck.state()
    assert state["remaining"] == 3 and state["quota"]["used"] == 0


def test_a_group_action_can_be_left(make_world, open_deck):
    deck = open_deck(make_world("small").serve())
    deck.ready()
    opener = deck.page.get_by_role("button", name="Same for the other 2")
    opener.click()
    expect(deck.page.get_by_role("dialog")).to_be_visible()
    deck.page.keyboard.press("Escape")
    expect(deck.page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()
    assert deck.history() == []


def test_what_a_protection_covers_comes_back(deck):
    name = deck.name
    state = deck.state()
    deck.page.route("**/api/decide", lambda route: route.fulfill(
        status=403, json={"error": {"code": "protected", "message": "covered"}, "state": state}))
    deck.page.keyboard.press("ArrowLeft")
    expect(deck.alert).to_contain_text("A protection of your rules covers it")
    expect(deck.top.locator("h2")).to_have_text(name)
    assert deck.history() == []
