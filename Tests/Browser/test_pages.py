# SPDX-License-Identifier: Apache-2.0
"""The pages besides the deck."""

import json
import re
import struct

import pytest
from playwright.sync_api import expect

from support.deck import eventually


def go(deck, name):
    deck.settled()
    deck.page.get_by_role("link", name=re.compile(f"^{name}")).first.click()
    expect(deck.page.locator(".content > *").first).to_be_visible()


def test_what_is_marked_is_listed_and_can_be_kept_instead(deck):
    name = deck.name
    deck.press("ArrowLeft", "ArrowLeft")
    expect(deck.page.get_by_role("link", name="Marked")).to_contain_text("2")
    go(deck, "Marked")
    own = deck.page.locator("section", has=deck.page.get_by_role("heading", name="Marked by you"))
    expect(own.locator("li")).to_have_count(2)
    own.get_by_role("button", name=f"Keep instead: {name}").click()
    expect(own.locator("li")).to_have_count(1)
    deck.settled()
    state = deck.state()
    assert state["marked"]["items"] == 1 and state["kept"]["items"] == 1
    deck.page.keyboard.press("u")
    expect(own.locator("li")).to_have_count(2)


def test_what_the_rules_delete_can_be_kept_too(deck):
    go(deck, "Marked")
    rules = deck.page.locator("section", has=deck.page.get_by_role("heading", name="By your rules"))
    expect(rules.locator("li")).to_have_count(10)
    row = rules.locator("li", has_text="thumb_3.jpg")
    row.get_by_role("button").click()
    expect(row).to_contain_text("+ keep")
    deck.settled()
    assert deck.state()["by_rules"]["items"] == 9


def test_the_plan_says_what_would_go_and_starts_only_when_asked_twice(deck):
    deck.press("ArrowLeft")
    go(deck, "Plan")
    page = deck.page
    expect(page.get_by_role("heading", name="11 items would go")).to_be_visible()
    expect(page.get_by_role("heading", name="The largest")).to_be_visible()
    expect(page.get_by_role("heading", name="Some at random")).to_be_visible()
    page.get_by_role("button", name="Start the undo window").click()
    question = page.get_by_role("dialog", name="Start the undo window?")
    expect(question).to_contain_text("11 items")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    expect(page.get_by_role("heading", name="11 items would go")).to_be_visible()
    page.get_by_role("button", name="Start the undo window").click()
    question.get_by_role("button", name="Start the undo window").click()
    expect(page.get_by_role("heading", name="11 items wait")).to_be_visible()
    expect(page.get_by_role("heading", name="Its undo window started")).to_be_visible()
    expect(page.get_by_role("heading", name="would go")).to_have_count(0)
    expect(page.locator("main .warn")).to_have_count(0)
    page.get_by_role("button", name="Take everything back").click()
    expect(deck.toast).to_contain_text("Taken back: 11 items. Nothing of it is deleted.")
    expect(page.get_by_role("heading", name="11 items wait")).to_have_count(0)


@pytest.mark.refusals
def test_a_plan_that_changed_meanwhile_is_not_started(deck):
    deck.press("ArrowLeft")
    go(deck, "Plan")
    page = deck.page
    page.get_by_role("button", name="Start the undo window").click()
    page.route("**/api/plan/stage", lambda route: route.continue_(post_data=json.dumps({"items": 12})))
    page.get_by_role("dialog").get_by_role("button", name="Start the undo window").click()
    expect(deck.alert).to_contain_text("Nothing was started.")
    expect(page.get_by_role("heading", name="11 items would go")).to_be_visible()


def test_the_statistics_are_a_picture_and_a_table_of_the_same(deck):
    deck.press("ArrowLeft", "ArrowRight", "ArrowRight")
    go(deck, "Statistics")
    page = deck.page
    expect(page.locator(".tile").first).to_contain_text("2 kept, 1 marked for deletion")
    expect(page.get_by_role("img", name="Chart of the decisions")).to_be_visible()
    eventually(page, "document.querySelector('.chart').naturalWidth > 0")
    rows = page.get_by_role("table").first.locator("tbody tr")
    expect(rows).to_have_count(7)
    expect(rows.last).to_contain_text("2")
    page.get_by_role("button", name="30 days").click()
    expect(page.get_by_role("button", name="30 days")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="30 days")).to_be_focused()


def test_statistics_call_what_is_only_marked_marked(deck):
    deck.press("ArrowLeft")
    go(deck, "Statistics")
    page = deck.page
    expect(page.locator(".tile").first).to_contain_text("1 marked for deletion")
    expect(page.get_by_role("columnheader", name="Marked").first).to_be_visible()
    eventually(page, "document.querySelector('.chart').naturalWidth > 0")
    chart = page.evaluate("fetch(document.querySelector('.chart').src).then((answer) => answer.text())")
    assert ">marked<" in chart and "deleted" not in page.locator("main").inner_text().lower()
    # The colours of what is kept are those of the rest of the page, where that is blue.
    for color in re.search(r"--keep: light-dark\((#\w+), (#\w+)\)", page.evaluate(
            "fetch('/app/app.css').then((answer) => answer.text())")).groups():
        assert f"fill=\"{color}\"" in chart or f"fill:{color}" in chart


def test_the_statistics_can_be_saved_as_a_picture_to_share(deck):
    deck.press("ArrowLeft", "ArrowRight")
    go(deck, "Statistics")
    with deck.page.expect_download() as saved:
        deck.page.get_by_role("button", name="Picture to share").click()
    assert re.fullmatch(r"cleanrules-\d{4}-\d\d-\d\d\.png", saved.value.suggested_filename)
    with open(saved.value.path(), "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (1200, 630)


def test_the_streak_can_be_hidden(deck):
    deck.press("ArrowRight")
    go(deck, "Settings")
    with deck.page.expect_response("**/api/settings"):
        deck.page.get_by_label("Show the streak").uncheck()
    go(deck, "Statistics")
    expect(deck.page.locator(".tile").first).to_be_visible()
    expect(deck.page.get_by_role("heading", name="Streak")).to_have_count(0)


def test_settings_outlast_the_server_and_its_port(make_world, open_deck):
    world = make_world()
    deck = open_deck(world.serve())
    go(deck, "Settings")
    with deck.page.expect_response("**/api/settings"):
        deck.page.get_by_label("Theme").select_option("dark")
    expect(deck.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(deck.page.locator("body")).to_have_css("color", "rgb(235, 232, 225)")
    again = open_deck(world.serve())
    expect(again.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_language_changes_at_once(deck):
    go(deck, "Settings")
    deck.page.get_by_label("Language").select_option("de")
    expect(deck.page.locator("h1")).to_have_text("Einstellungen")
    expect(deck.page.locator("html")).to_have_attribute("lang", "de")
    deck.page.get_by_role("link", name="Prüfen").click()
    expect(deck.button("Keep")).to_contain_text("Behalten")
    deck.press("ArrowLeft")
    expect(deck.toast).to_contain_text("Zum Löschen vorgemerkt")


def test_the_first_visit_has_a_tour_of_five_steps(make_world, open_deck):
    world = make_world()
    deck = open_deck(world.serve(), skip_tour=False)
    tour = deck.page.get_by_role("dialog", name="A short tour")
    for step in range(1, 6):
        expect(tour).to_contain_text(f"{step} of 5")
        if step == 3:
            tour.get_by_role("button", name="Back").click()
            expect(tour).to_contain_text("2 of 5")
            tour.get_by_role("button", name="Next").click()
        with_end = tour.get_by_role("button", name="Start" if step == 5 else "Next")
        expect(with_end).to_be_focused()
        if step < 5:
            deck.page.keyboard.press("Enter")
    with deck.page.expect_response("**/api/settings"):
        deck.page.keyboard.press("Enter")
    expect(tour).to_have_count(0)
    deck.page.reload()
    deck.ready()
    expect(tour).to_have_count(0)
    go(deck, "Settings")
    deck.page.get_by_role("button", name="Show the tour again").click()
    expect(tour).to_be_visible()


@pytest.mark.parametrize("way", ["button", "Escape"])
def test_the_tour_can_be_skipped_and_does_not_come_back(make_world, open_deck, way):
    world = make_world()
    deck = open_deck(world.serve(), skip_tour=False)
    tour = deck.page.get_by_role("dialog", name="A short tour")
    expect(tour).to_be_visible()
    with deck.page.expect_response("**/api/settings"):
        if way == "button":
            tour.get_by_role("button", name="Skip the tour").click()
        else:
            deck.page.keyboard.press("Escape")
    deck.page.close()
    again = open_deck(world.serve(), skip_tour=False)
    eventually(again.page, "document.documentElement.dataset.started === ''")
    expect(again.page.get_by_role("dialog")).to_have_count(0)


def test_the_page_about_privacy_says_what_lies_where(deck, world):
    go(deck, "About")
    main = deck.page.locator("main")
    expect(main).to_contain_text("What you decide stays on this machine.")
    expect(main).to_contain_text(str(world.state))
    expect(main).to_contain_text(f"cleanrules forget --state {world.state}")
    deck.press()
    with deck.page.expect_download() as download:
        deck.page.get_by_role("link", name="Download the export").click()
    text = open(download.value.path()).read()
    assert json.loads(text)


@pytest.mark.refusals
def test_a_page_that_cannot_be_shown_says_so_and_tries_again(deck):
    deck.page.route("**/api/plan", lambda route: route.fulfill(
        status=500, json={"error": {"code": "failed", "message": "the state file cannot be read"}}))
    go(deck, "Plan")
    expect(deck.page.locator("main")).to_contain_text("This cannot be shown just now.")
    deck.page.unroute("**/api/plan")
    deck.page.get_by_role("button", name="Try again").click()
    expect(deck.page.get_by_role("heading", name="10 items would go")).to_be_visible()


def test_an_answer_that_comes_late_does_not_replace_a_newer_one(deck):
    go(deck, "Statistics")
    page = deck.page
    rows = page.get_by_role("table").first.locator("tbody tr")
    expect(rows).to_have_count(7)
    held = []
    page.route("**/api/stats?days=365", lambda route: held.append(route))
    with page.expect_request("**/api/stats?days=365"):
        page.get_by_role("button", name="365 days").click()
    page.get_by_role("button", name="30 days").click()
    expect(page.get_by_role("button", name="30 days")).to_have_attribute("aria-pressed", "true")
    count = rows.count()
    assert count != 7
    with page.expect_response("**/api/stats?days=365") as late:
        held[0].continue_()
    late.value.finished()
    # The page would draw it in the next turn: the time itself is meant.
    page.wait_for_timeout(200)
    assert rows.count() == count
