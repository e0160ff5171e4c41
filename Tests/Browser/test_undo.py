# SPDX-License-Identifier: Apache-2.0
"""Undo: always there, as often as wanted."""

import pytest
from playwright.sync_api import expect


def test_undo_brings_the_card_back_on_top_and_refunds_the_day(deck):
    name = deck.name
    deck.press("ArrowLeft")
    assert deck.state()["quota"]["used"] == 1
    expect(deck.page.locator(".meter")).to_contain_text("1 of 25")
    deck.press("u")
    expect(deck.top.locator("h2")).to_have_text(name)
    expect(deck.toast).to_contain_text("Taken back: mark for deletion")
    expect(deck.page.locator(".meter")).to_contain_text("0 of 25")
    state = deck.state()
    assert state["quota"]["used"] == 0 and state["marked"]["items"] == 0


def test_the_button_names_what_it_takes_back(deck):
    expect(deck.button("Undo")).to_be_disabled()
    name = deck.name
    deck.press("ArrowRight")
    expect(deck.button("Undo")).to_have_accessible_name(f"Undo: keep {name}")


def test_thirty_steps_are_taken_back_one_by_one(make_world, open_deck):
    deck = open_deck(make_world(reviews=None).serve())
    names = []
    for number in range(30):
        names.append(deck.name)
        deck.press("ArrowLeft" if number % 3 else "ArrowRight")
    assert deck.state()["remaining"] == 80
    for name in reversed(names):
        deck.press("u")
        expect(deck.top.locator("h2")).to_have_text(name)
    state = deck.state()
    assert state["remaining"] == 110 and state["marked"]["items"] == 0 and state["undo"] is None


def test_several_presses_at_once_take_several_steps_back(deck):
    first = deck.name
    deck.press("ArrowLeft", "ArrowRight", "ArrowLeft")
    for _ in range(3):
        deck.page.keyboard.press("u")
    expect(deck.top.locator("h2")).to_have_text(first)
    deck.settled()
    assert all(act["undone_at"] for act in deck.history())


def test_a_step_can_be_made_again(deck):
    name = deck.name
    deck.press("ArrowLeft", "u", "Shift+u")
    expect(deck.toast).to_contain_text("Done again: mark for deletion")
    expect(deck.top.locator("h2")).not_to_have_text(name)
    assert deck.state()["marked"]["items"] == 1
    deck.press("Control+z")
    expect(deck.top.locator("h2")).to_have_text(name)


def test_undo_outlasts_a_reload(deck):
    name = deck.name
    deck.press("ArrowLeft")
    deck.page.reload()
    expect(deck.toast).to_have_count(0)
    deck.press("u")
    expect(deck.top.locator("h2")).to_have_text(name)


@pytest.mark.refusals
def test_undo_outlasts_a_server_that_was_killed(world, open_deck):
    server = world.serve()
    deck = open_deck(server)
    name = deck.name
    deck.press("ArrowLeft")
    server.kill()
    deck.page.close()
    again = open_deck(world.serve())
    assert again.state()["marked"]["items"] == 1
    again.button("Undo").click()
    expect(again.top.locator("h2")).to_have_text(name)


def test_undo_works_from_the_notice(deck):
    name = deck.name
    deck.press("ArrowLeft")
    deck.toast.get_by_role("button", name="Undo").click()
    expect(deck.top.locator("h2")).to_have_text(name)


def test_any_step_can_be_taken_back_from_the_history(deck):
    first = deck.name
    deck.press("ArrowLeft", "ArrowRight", "ArrowRight")
    deck.page.get_by_role("link", name="History").click()
    rows = deck.page.locator(".item")
    expect(rows).to_have_count(3)
    rows.nth(2).get_by_role("button", name="Undo").click()
    expect(rows.nth(2)).to_contain_text("taken back")
    expect(rows.nth(2).get_by_role("button")).to_have_count(0)
    deck.page.get_by_role("link", name="Review").click()
    expect(deck.top.locator("h2")).to_have_text(first)
    assert [bool(act["undone_at"]) for act in deck.history()] == [False, False, True]


def test_nothing_to_undo_is_said(deck):
    deck.ready()
    deck.page.keyboard.press("u")
    expect(deck.alert).to_have_text("There is nothing to undo.")


def test_the_numbers_are_as_before(deck):
    before = deck.state()
    deck.press("ArrowLeft", "ArrowDown", "f", "ArrowRight", "u", "u", "u", "u")
    after = deck.state()
    for key in ("remaining", "put_off", "marked", "kept", "by_rules"):
        assert after[key] == before[key], key
    assert after["quota"]["used"] == 0


def test_later_is_free_and_comes_up_at_the_end(make_world, open_deck):
    deck = open_deck(make_world("small").serve())
    name = deck.name
    deck.press("ArrowDown")
    assert deck.state()["quota"]["used"] == 0
    deck.press("ArrowRight", "ArrowRight")
    expect(deck.top.locator("h2")).to_have_text(name)


def test_redo_pressed_twice_at_once_is_one(deck):
    deck.press("ArrowLeft", "ArrowRight", "u", "u").ready()
    assert all(act["undone_at"] for act in deck.history())
    held = []
    deck.page.route("**/api/redo", lambda route: held.append(route))
    with deck.page.expect_request("**/api/redo"):
        deck.page.keyboard.press("Shift+U")
        deck.page.keyboard.press("Shift+U")
    assert deck.history()[0]["undone_at"] is not None
    assert len(held) == 1
    held[0].continue_()
    expect(deck.toast).to_contain_text("Done again: mark for deletion")
    assert [act["verdict"] for act in deck.history() if not act["undone_at"]] == ["delete"]
