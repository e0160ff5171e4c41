# SPDX-License-Identifier: Apache-2.0
"""Two windows, and a connection that comes and goes."""

import json

import pytest
from playwright.sync_api import expect

from support.deck import DeckPage, eventually, until_held
from support.world import until


def test_what_is_decided_in_one_window_shows_in_the_other(deck, context):
    other = DeckPage(context.new_page())
    other.page.goto(deck.server.base + "/")
    name = other.name
    assert deck.name == name
    deck.press("ArrowLeft")
    expect(other.top.locator("h2")).not_to_have_text(name)
    expect(other.page.locator(".meter")).to_contain_text("1 of 25 today")
    expect(other.page.get_by_role("link", name="Marked")).to_contain_text("1")
    expect(other.status).to_contain_text("Decided in another window")
    other.press("u")
    expect(deck.page.locator(".meter")).to_contain_text("0 of 25 today")


def test_the_card_in_hand_stays_when_another_comes_back(deck, context):
    """An undo elsewhere puts a card on top there, not under the hand of this person."""
    other = DeckPage(context.new_page())
    other.page.goto(deck.server.base + "/")
    deck.press("ArrowLeft")
    mine = deck.name
    expect(other.top.locator("h2")).to_have_text(mine)
    deck.press("u")
    expect(other.page.locator(".meter")).to_contain_text("0 of 25 today")
    expect(other.top.locator("h2")).to_have_text(mine)


@pytest.mark.refusals
def test_a_card_that_was_decided_elsewhere_is_not_decided_twice(deck, context):
    name = deck.name
    held = []
    deck.route("/api/decide", lambda route: held.append(route))
    deck.page.keyboard.press("ArrowLeft")
    until_held(deck.page, held)
    other = DeckPage(context.new_page())
    other.page.goto(deck.server.base + "/")
    assert other.name == name
    other.press("ArrowRight")
    held[0].continue_()
    expect(deck.alert).to_have_text("Already decided in another window.")
    deck.settled()
    assert [(act["name"], act["verdict"]) for act in deck.history()] == [(name, "keep")]
    expect(deck.top.locator("h2")).not_to_have_text(name)


def test_another_process_over_the_same_state_is_seen(deck, world):
    name = deck.name
    other = world.serve()
    page = deck.page.context.new_page()
    second = DeckPage(page).open(other)
    assert second.name == name
    second.press("ArrowRight")
    expect(deck.top.locator("h2")).not_to_have_text(name)
    expect(deck.page.locator(".meter")).to_contain_text("1 of 25 today")


def test_a_card_that_another_device_decided_says_which_one_and_when(deck, world):
    """Nothing of a local folder is shared: the answers are changed as another device would have them."""
    name = deck.name

    def shared(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "devices": True})

    def decided(route):
        answer = route.fetch()
        card = {**answer.json(), "device": "laptop", "decided_at": "2026-11-18T11:06:40Z"}
        route.fulfill(response=answer, json=card)

    deck.page.route("**/api/state", shared)
    deck.page.route(lambda url: "/api/card?" in url, decided)
    second = DeckPage(deck.page.context.new_page()).open(world.serve())
    second.press("ArrowRight")
    expect(deck.top.locator("h2")).not_to_have_text(name)
    expect(deck.status).to_contain_text("was decided on laptop")
    expect(deck.status).to_contain_text(": keep")
    expect(deck.toast).to_contain_text("was decided on laptop")
    deck.page.unroute_all(behavior="ignoreErrors")


@pytest.mark.refusals
def test_decisions_wait_for_the_connection_and_go_once(deck):
    first = deck.name
    deck.page.context.set_offline(True)
    for number in range(3):
        expect(deck.page.locator("article[data-place='0'][data-ready]")).to_have_count(1)
        deck.page.keyboard.press("ArrowLeft")
        eventually(deck.page, f"document.documentElement.dataset.waiting === '{number + 1}'")
    bar = deck.page.locator("#bar")
    expect(bar).to_contain_text("Connection lost. 3 decisions are waiting.")
    expect(deck.alert).to_contain_text("Connection lost.")
    deck.page.context.set_offline(False)
    expect(bar).to_be_hidden(timeout=15_000)
    deck.settled()
    acts = deck.history()
    assert len(acts) == 3 and acts[-1]["name"] == first
    expect(deck.page.locator(".meter")).to_contain_text("3 of 25 today")


@pytest.mark.refusals
def test_an_answer_that_was_lost_does_not_decide_twice(deck):
    """The server hears it, the page does not hear the answer, and asks again."""
    calls = []

    def lose_the_answer(route):
        calls.append(json.loads(route.request.post_data)["key"])
        if len(calls) > 1:
            return route.continue_()
        route.fetch()
        route.abort()

    deck.route("/api/decide", lose_the_answer)
    deck.ready()
    deck.page.keyboard.press("ArrowLeft")
    until(lambda: deck.page.evaluate("document.documentElement.dataset.waiting") == "0" and len(calls) == 2)
    assert calls[0] == calls[1]
    assert len(deck.history()) == 1


@pytest.mark.refusals
def test_after_ten_waiting_decisions_the_deck_stops(deck):
    # There have to be cards at hand for that.
    eventually(deck.page, "performance.getEntriesByType('resource').some((one) => one.name.includes('/api/queue'))")
    deck.ready()
    deck.page.context.set_offline(True)
    for number in range(10):
        expect(deck.page.locator("article[data-place='0'][data-ready]")).to_have_count(1)
        deck.page.keyboard.press("ArrowRight")
        eventually(deck.page, f"document.documentElement.dataset.waiting === '{number + 1}'")
    expect(deck.page.locator("#bar")).to_contain_text("10 decisions are waiting")
    expect(deck.button("Keep")).to_be_disabled()
    deck.page.keyboard.press("ArrowRight")
    expect(deck.page.locator("html")).to_have_attribute("data-waiting", "10")
    assert deck.page.locator(".stack").evaluate("(stack) => stack.inert")
    deck.page.keyboard.press("u")
    expect(deck.page.locator("html")).to_have_attribute("data-waiting", "9")
    expect(deck.button("Keep")).to_be_enabled()
    deck.page.context.set_offline(False)
    deck.settled()
    assert len(deck.history()) == 9


@pytest.mark.refusals
def test_leaving_is_asked_about_only_while_decisions_wait(deck):
    asked = []

    def refuse(dialog):
        asked.append(dialog.type)
        dialog.accept()

    deck.page.on("dialog", refuse)
    deck.press("ArrowRight")
    deck.page.reload()
    deck.ready()
    assert asked == []
    deck.page.context.set_offline(True)
    deck.button("Keep").click()
    expect(deck.page.locator("html")).to_have_attribute("data-waiting", "1")
    deck.page.remove_listener("dialog", refuse)
    with deck.page.expect_event("dialog") as asking:
        deck.page.close(run_before_unload=True)
    assert asking.value.type == "beforeunload"
    asking.value.accept()


@pytest.mark.refusals
def test_after_a_killed_server_the_bar_names_the_command(world, open_deck):
    server = world.serve()
    deck = open_deck(server)
    deck.press("ArrowLeft")
    server.kill()
    bar = deck.page.locator("#bar")
    expect(bar).to_contain_text("Everything you decided is saved. Start again: cleanrules review --web")
    expect(bar.locator("code")).to_have_text("cleanrules review --web")
    expect(deck.alert).to_contain_text("Start again: cleanrules review --web")


@pytest.mark.refusals
def test_a_server_that_comes_back_gets_what_waited(world, open_deck):
    server = world.serve()
    deck = open_deck(server)
    token = deck.token
    names = []
    server.kill()
    for number, verdict in enumerate(("Delete", "Keep")):
        expect(deck.page.locator("article[data-place='0'][data-ready]")).to_have_count(1)
        names.append(deck.top.locator("h2").text_content())
        deck.button(verdict).click()
        eventually(deck.page, f"document.documentElement.dataset.waiting === '{number + 1}'")
    expect(deck.page.locator("#bar")).to_contain_text("2 decisions are waiting.")
    # What waits here goes to a server at this port only.
    expect(deck.page.locator("#bar code")).to_have_text(f"cleanrules review --web --port {server.port}")
    again = world.serve(port=server.port)
    # A new run has new keys, and lets nobody in who has those of the one before.
    expect(deck.page.locator("#bar")).to_contain_text(
        "cleanrules was started anew. Open the address that it printed; this page then goes on. 2 decisions are waiting.")
    sent = []
    streams = []
    deck.page.on("request", lambda one: sent.append(one.post_data_json["key"]) if one.url.endswith("/api/decide") else None)
    deck.page.on("request", lambda one: streams.append(one.url) if "/api/events" in one.url else None)
    # Whoever opens its address lets this whole browser in again.
    other = DeckPage(deck.page.context.new_page()).open(again)
    expect(deck.page.locator("#bar")).to_be_hidden(timeout=20_000)
    expect(deck.page.locator("html[data-waiting='0']")).to_have_count(1)
    assert deck.token == other.token != token
    acts = deck.history()
    assert [(act["name"], act["verdict"]) for act in acts] == [(names[1], "keep"), (names[0], "delete")]
    assert len(set(sent)) == 2
    # News and pictures come by the new keys.
    assert streams[-1:] == [f"{again.base}/api/events?k={deck.state()['key']}"]
    other.press("ArrowLeft")
    expect(deck.page.locator(".meter")).to_contain_text("3 of 25 today")
    expect(deck.top.locator(".photo img")).to_be_visible()


@pytest.mark.refusals
def test_a_window_that_was_not_let_in_starts_when_another_one_is(server, context):
    deck = DeckPage(context.new_page())
    deck.page.goto(server.base + "/")
    expect(deck.page.locator("h1")).to_have_text("This page cannot start")
    DeckPage(context.new_page()).open(server)
    expect(deck.top).to_be_visible()


@pytest.mark.refusals
def test_a_busy_state_file_is_called_that_and_asked_again(deck):
    """Another process may hold the state file for a moment: that is no lost connection."""
    name = deck.name
    calls = []

    def refuse(route):
        calls.append(json.loads(route.request.post_data)["key"])
        if len(calls) > 2:
            return route.continue_()
        route.fulfill(status=503, json={"error": {"code": "busy", "message": "locked"}})

    deck.route("/api/decide", refuse)
    deck.page.keyboard.press("ArrowLeft")
    bar = deck.page.locator("#bar")
    expect(bar).to_contain_text("Another cleanrules is at work in the state file; this page tries again. 1 decision is waiting.")
    expect(deck.alert).to_contain_text("Another cleanrules is at work")
    expect(bar).to_be_hidden(timeout=15_000)
    deck.settled()
    assert len(set(calls)) == 1
    assert [act["name"] for act in deck.history()] == [name]


@pytest.mark.refusals
def test_a_server_that_never_answers_counts_as_lost(page, server):
    """The waits of the requests in question are cut to a tenth: the test does not last as long."""
    page.add_init_script(
        """window.waits = [];
        const wait = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (time) => { window.waits.push(time); return wait(window.isCut ? time / 10 : time); };""")
    deck = DeckPage(page).open(server)
    name = deck.name
    deck.take_down_alerts()
    page.evaluate("window.isCut = true")
    held = []

    def hold(route):
        if held:
            return route.continue_()
        held.append(route)

    page.route("**/api/decide", hold)
    page.keyboard.press("ArrowLeft")
    # Half a second later the request goes once more, and then the alert goes.
    eventually(page, "window.alerts.some((one) => one.includes('Connection lost.'))")
    deck.settled()
    assert [act["name"] for act in deck.history()] == [name]
    assert set(page.evaluate("window.waits")) == {20_000}


@pytest.mark.refusals
def test_a_server_that_ends_says_so(world, open_deck):
    server = world.serve()
    deck = open_deck(server)
    deck.press("ArrowRight")
    server.stop()
    bar = deck.page.locator("#bar")
    expect(bar).to_contain_text("cleanrules stopped.")
    expect(bar).to_contain_text("Everything you decided is saved.")
    expect(bar).to_contain_text("cleanrules review --web")


@pytest.mark.refusals
def test_without_a_stream_of_news_the_page_asks_by_itself(deck, context):
    """The server has room for four streams; a fifth window asks every ten seconds."""
    tab = context.new_page()
    tab.route("**/api/events*", lambda route: route.fulfill(status=503, json={"error": {"code": "busy", "message": ""}}))
    tab.clock.install()
    tab.goto(deck.server.base + "/")
    other = DeckPage(tab)
    expect(other.top).to_be_visible()
    tab.clock.run_for(400)
    name = deck.name
    deck.press("ArrowLeft")
    expect(other.top.locator("h2")).to_have_text(name)
    tab.clock.fast_forward(11_000)
    expect(other.top.locator("h2")).not_to_have_text(name)
