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


def refused_until_sure(deck, path):
    """The server finds a last copy until that is accepted, as it does however often it is asked; what it was asked.

    The page asks again where the answer does not come in time.
    """
    asked = []

    def refuse(route):
        body = route.request.post_data_json
        asked.append(body)
        if body.get("accepts_last_copy"):
            return route.continue_()
        route.fulfill(status=422, json={"error": {"code": "last-copy", "message": "no copy"}})

    deck.route(path, refuse)
    return asked


def test_a_last_copy_that_only_the_server_knows_is_asked_about_too(deck):
    """The page did not know; the server refuses, and the card comes back."""
    name = deck.name
    asked = refused_until_sure(deck, "/api/decide")
    deck.page.keyboard.press("ArrowLeft")
    question = deck.page.get_by_role("dialog", name="This is the last copy")
    expect(question).to_be_visible()
    expect(deck.top.locator("h2")).to_have_text(name)
    expect(deck.page.locator("article[data-place='0'][data-ready]")).to_have_count(1)
    question.get_by_role("button", name="Mark the last copy").click()
    deck.settled()
    assert [act["name"] for act in deck.history()] == [name]
    assert "accepts_last_copy" not in asked[0] and asked[-1]["accepts_last_copy"] is True


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


def test_the_button_for_a_whole_rule_says_how_many_one_step_takes(deck):
    """One step is about 50 items at most, and this rule has put up more."""
    deck.ready()
    card = deck.state()["cards"][0]
    assert card["others_of_rule"] > card["next_of_rule"] == 49
    opener = deck.page.get_by_role("button", name="Same for the next 49 of this rule")
    expect(opener).to_contain_text(f"({card['others_of_rule']} in all)")
    opener.click()
    box = deck.page.get_by_role("dialog", name="The same for 50 cards of")
    expect(box.locator("li")).to_have_count(50)


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
    deck.route("/api/decide", lambda route: route.fulfill(
        status=403, json={"error": {"code": "protected", "message": "covered"}, "state": state}))
    deck.ready()
    with deck.page.expect_request("**/api/decide"):
        deck.page.keyboard.press("ArrowLeft")
    expect(deck.alert).to_contain_text("A protection of your rules covers it")
    expect(deck.top.locator("h2")).to_have_text(name)
    assert deck.history() == []


# MARK: What is known when a question is asked


@pytest.fixture
def changed(deck):
    """Decides a card in another window, and waits until this one has heard of it."""
    def change(card, verdict="keep"):
        assert deck.post("/api/decide", card=card["id"], verdict=verdict)["status"] == 200
        expect(deck.page.locator(".meter")).to_contain_text("1 of 25 today")

    return change


def told(deck, name, verdict="keep"):
    expect(deck.alert).to_have_text("Already decided in another window.")
    deck.settled()
    assert [(act["name"], act["verdict"]) for act in deck.history()] == [(name, verdict)]


def test_a_snooze_does_not_overwrite_what_was_decided_meanwhile(deck, changed):
    card = deck.state()["cards"][0]
    deck.ready()
    deck.page.keyboard.press("z")
    question = deck.page.get_by_role("dialog", name="Ask me again")
    expect(question).to_be_visible()
    changed(card)
    question.get_by_role("button", name="in 7 days").click()
    told(deck, card["name"])


def test_the_same_for_a_rule_does_not_overwrite_what_was_decided_meanwhile(deck, changed):
    card = deck.state()["cards"][1]
    deck.ready()
    deck.page.keyboard.press("g")
    box = deck.page.get_by_role("dialog", name="The same for")
    expect(box).to_contain_text(card["name"])
    changed(card)
    box.get_by_role("textbox").fill(str(box.locator("li").count()))
    box.get_by_role("button", name="Delete all").click()
    told(deck, card["name"])
    assert deck.state()["remaining"] == 109


def test_a_last_copy_that_was_kept_meanwhile_is_not_marked(deck, changed):
    def refuse(route):
        route.fulfill(status=422, json={"error": {"code": "last-copy", "message": "no copy"}})

    card = deck.state()["cards"][0]
    deck.route("/api/decide", refuse)
    deck.page.keyboard.press("ArrowLeft")
    question = deck.page.get_by_role("dialog", name="This is the last copy")
    expect(question).to_be_visible()
    deck.page.unroute("**/api/decide")
    changed(card)
    question.get_by_role("button", name="Mark the last copy").click()
    told(deck, card["name"])


def test_a_row_that_is_behind_does_not_overwrite_what_was_decided_meanwhile(deck, changed):
    deck.page.goto(deck.server.base + "/marked")
    row = deck.page.locator("li", has_text="thumb_3.jpg")
    expect(row).to_be_visible()
    card = next(one for one in deck.get("/api/by-rules")["cards"] if one["name"] == "thumb_3.jpg")
    held = []
    deck.page.route("**/api/by-rules*", lambda route: held.append(route))
    changed(card, "pin")
    row.get_by_role("button").click()
    expect(deck.alert).to_have_text("Already decided in another window.")
    assert [act["verdict"] for act in deck.history()] == ["pin"]
    deck.page.unroute_all(behavior="ignoreErrors")


# MARK: Copies by themselves


def test_a_row_is_about_that_copy_alone(group):
    """The first member stands for its group on the deck, and for itself in a list."""
    members = [one for one in group.state()["cards"][0]["members"] if one["id"]]
    first, other = members
    assert group.post("/api/decide", card=other["id"], verdict="pin")["status"] == 200
    assert group.post("/api/decide", card=first["id"], verdict="delete", alone=True)["status"] == 200
    assert group.marked() == [first["path"]]
    group.page.goto(group.server.base + "/marked")
    with group.page.expect_request("**/api/decide") as asked:
        # Twice by mistake is once.
        group.page.get_by_role("button", name="Keep instead: beach.jpg").dblclick()
    assert asked.value.post_data_json["alone"] is True
    expect(group.page.get_by_role("button", name="Keep instead: beach.jpg")).to_have_count(0)
    expect(group.alert).to_be_empty()
    acts = group.history()
    assert [(act["verdict"], act["items"]) for act in acts if act["verdict"] != "later"] == [
        ("keep", 1), ("delete", 1), ("pin", 1)]
    assert group.get(f"/api/card?id={other['id']}")["decided"] is not None
    assert [one["undone_at"] for one in acts] == [None] * len(acts)


def test_a_last_copy_among_several_cards_is_asked_about_for_all_of_them(make_world, open_deck):
    deck = open_deck(make_world("small").serve())
    asked = refused_until_sure(deck, "/api/together")
    deck.ready()
    deck.page.keyboard.press("g")
    box = deck.page.get_by_role("dialog", name="The same for 3 cards of")
    box.get_by_role("textbox").fill("3")
    box.get_by_role("button", name="Delete all").click()
    question = deck.page.get_by_role("dialog", name="This is the last copy")
    expect(question).to_contain_text("Of some of what is on these 3 cards no copy would be left. Mark them all the same?")
    expect(deck.top).to_be_visible()
    assert deck.history() == []
    question.get_by_role("button", name="Mark the last copy").click()
    expect(deck.summary).to_have_text("All done.")
    deck.settled()
    first, again = asked[0], asked[-1]
    assert again == {**first, "key": again["key"], "accepts_last_copy": True} and first["key"] != again["key"]
    assert len(first["cards"]) == first["typed"] == 3
    assert [(act["verdict"], act["items"]) for act in deck.history()] == [("delete", 3)]


def test_the_cards_come_back_when_the_last_copies_are_left(make_world, open_deck):
    deck = open_deck(make_world("small").serve())
    refused_until_sure(deck, "/api/together")
    name = deck.name
    deck.page.keyboard.press("g")
    box = deck.page.get_by_role("dialog", name="The same for 3 cards of")
    box.get_by_role("textbox").fill("3")
    box.get_by_role("button", name="Delete all").click()
    deck.page.get_by_role("button", name="Leave it").click()
    assert deck.name == name
    deck.press("ArrowRight", "ArrowRight", "ArrowRight")
    expect(deck.summary).to_have_text("All done.")
    assert [act["verdict"] for act in deck.history()] == ["keep"] * 3
