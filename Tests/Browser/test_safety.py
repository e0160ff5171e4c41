# SPDX-License-Identifier: Apache-2.0
"""Who gets in, and what the page may do."""

import http.server
import json
import threading

import pytest
from playwright.sync_api import expect

from support.deck import DeckPage, eventually
from support.visitor import Visitor, ask

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


@pytest.fixture
def foreign():
    """A server at another port of this machine, and what it was sent."""
    class Foreign(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.heard.append(self.headers)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>foreign</title>")

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    server.heard = []
    server.base = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def cookie_of(context, server):
    """What the browser shows to every port of this machine."""
    (cookie,) = [one for one in context.cookies() if one["name"] == f"cr_{server.port}"]
    return f"{cookie['name']}={cookie['value']}"


def test_the_link_opens_once_and_leaves_no_trace(page, server):
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    deck = DeckPage(page).open(server)
    deck.ready()
    assert answers[0].status == 303
    cookie = answers[0].header_value("set-cookie")
    assert cookie.startswith(f"cr_{server.port}=") and "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    # Neither the address bar nor the way back has the token.
    assert page.url == page.evaluate("location.href") == server.base + "/"
    assert deck.token in answers[0].header_value("location")
    page.reload()
    assert page.url == server.base + "/"
    deck.ready()
    deck.press("ArrowLeft")
    assert len(deck.history()) == 1
    assert page.evaluate("performance.getEntriesByType('navigation')[0].name") == server.base + "/"
    assert not any(deck.token in answer.url for answer in answers[1:] if "#" not in answer.url)
    for headers in ({}, {"Sec_Fetch_Mode": "navigate"}):
        assert ask(server, "GET", server.link.removeprefix(server.base), **headers)[0].status == 401
    assert ask(server, "GET", "/api/state")[0].status == 401


def test_a_second_window_at_the_plain_address_is_let_in(deck, context):
    other = DeckPage(context.new_page())
    other.page.goto(deck.server.base + "/")
    expect(other.top.locator(".photo img")).to_be_visible()
    other.press("ArrowLeft")
    assert len(other.history()) == 1
    other.page.keyboard.press("Space")
    expect(other.page.locator("dialog.preview img")).to_have_js_property("complete", True)
    assert other.page.evaluate("document.querySelector('dialog.preview img').naturalWidth") > 0


LOOKS = ["/api/state", "/api/queue", "/api/marked", "/api/history", "/api/plan", "/api/stats",
         "/api/stats/chart.svg", "/api/settings", "/api/about", "/api/help", "/api/export", "/api/events"]


def test_the_cookie_alone_shows_nothing(deck, context):
    """Servers at other ports are sent the cookie, and could ask by themselves."""
    card = deck.state()["cards"][0]
    cookie = cookie_of(context, deck.server)
    picture = card["picture"]
    for path in [*LOOKS, f"/api/card?id={card['id']}", f"/api/same-rule?id={card['id']}", picture,
                 f"{picture}&k=", f"{picture}&k={'0' * 64}"]:
        answer, body = ask(deck.server, "GET", path, Cookie=cookie)
        assert answer.status == 401, path
        assert json.loads(body)["error"]["code"] == "no-token"
    key = deck.state()["key"]
    assert ask(deck.server, "GET", f"{picture}&k={key}", Cookie=cookie)[0].status == 200
    # What stands in addresses lets look at pictures, and at nothing else.
    assert ask(deck.server, "GET", f"/api/state?k={key}", Cookie=cookie)[0].status == 401
    assert ask(deck.server, "GET", f"{picture}&k={key}")[0].status == 401
    for token in ({}, {"X_Cleanrules_Token": key}, {"X_Cleanrules_Token": "0" * 64}):
        answer, _ = ask(
            deck.server, "POST", "/api/decide",
            json.dumps({"card": card["id"], "verdict": "delete", "key": "0123456789"}), Cookie=cookie,
            Origin=deck.server.base, Content_Type="application/json", **token)
        assert answer.status == 403
    assert deck.history() == []


def test_who_writes_requests_by_hand_needs_no_more_than_the_cookie(server):
    visitor = Visitor(server)
    assert len(visitor.token) == 64
    status, _ = visitor.decide(visitor.state()["cards"][0]["id"], "keep")
    assert status == 200


def test_a_server_that_the_browser_goes_to_gets_the_cookie_and_nothing_with_it(deck, context, foreign):
    before = deck.state()
    page = context.new_page()
    page.goto(deck.server.base + "/about")
    page.evaluate("(address) => { location.href = address; }", foreign.base + "/")
    page.wait_for_url(foreign.base + "/")
    headers = foreign.heard[0]
    cookie = headers["Cookie"]
    assert cookie == cookie_of(context, deck.server), "the cookie is what this test is about"
    # It was sent the cookie, but nothing of the token: not in the address, not as the referrer.
    assert deck.token not in str(headers) and before["key"] not in str(headers)
    card = before["cards"][0]
    for path in ["/api/state", "/api/export", card["picture"]]:
        for more in ({}, {"Sec_Fetch_Site": "same-origin", "Sec_Fetch_Mode": "cors"}):
            assert ask(deck.server, "GET", path, Cookie=cookie, **more)[0].status == 401
    for path, body in (("/api/decide", {"card": card["id"], "verdict": "delete", "key": "0123456789"}),
                       ("/api/plan/stage", {"items": 10}), ("/api/undo", {"act": None})):
        answer, _ = ask(deck.server, "POST", path, json.dumps(body), Cookie=cookie,
                        Origin=deck.server.base, Content_Type="application/json",
                        Sec_Fetch_Site="same-origin")
        assert answer.status == 403, path
    assert deck.state()["revision"] == before["revision"]


SECRET_WAYS = {
    "a fetch of a page": {"Sec_Fetch_Mode": "cors", "Sec_Fetch_Dest": "empty"},
    "a picture of a page": {"Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"},
    "a worker": {"Service_Worker": "script", "Sec_Fetch_Mode": "same-origin"},
    "a worker that says no more": {"Service_Worker": "script"},
    "a worker that goes there": {"Service_Worker": "script", "Sec_Fetch_Mode": "navigate"},
}


def test_only_a_person_who_goes_there_uses_the_link_up(page, server):
    path = server.link.removeprefix(server.base)
    for name, headers in SECRET_WAYS.items():
        answer, _ = ask(server, "GET", path, **headers)
        assert answer.status == 403, name
        assert answer.headers["Set-Cookie"] is None and answer.headers["Location"] is None, name
    DeckPage(page).open(server).ready()


@pytest.mark.foreign
def test_a_page_of_another_port_cannot_use_the_link_up(page, context, server, foreign):
    other = context.new_page()
    other.goto(foreign.base + "/")
    other.evaluate(
        """async (link) => {
            for (const mode of ['no-cors', 'cors']) await fetch(link, { mode, credentials: 'include' }).catch(() => {});
            await new Promise((done) => {
                const image = new Image();
                image.onload = image.onerror = done;
                image.src = link;
            });
        }""", server.link)
    assert context.cookies() == []
    DeckPage(page).open(server).ready()


@pytest.mark.refusals
def test_without_the_cookie_the_page_says_how_to_get_in(page, server):
    page.goto(server.base + "/")
    expect(page.locator("body")).to_contain_text("cleanrules review --web")


def test_every_answer_carries_the_policy(deck):
    for path in ("/", "/app/main.js", "/app/app.css", "/strings/en.json", "/api/state", "/nothing"):
        headers = deck.page.request.get(deck.server.base + path).headers
        assert headers["content-security-policy"] == POLICY, path
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "no-referrer", path
        assert headers["cross-origin-resource-policy"] == "same-origin", path
        assert not any(name.startswith("access-control") for name in headers), path


@pytest.mark.foreign
def test_a_name_that_only_points_here_is_turned_away(launch, server):
    browser = launch("--host-resolver-rules=MAP evil.test 127.0.0.1")
    page = browser.new_page()
    assert page.goto(f"http://evil.test:{server.port}/").status == 421
    browser.close()


@pytest.mark.foreign
def test_a_page_of_another_port_can_neither_write_nor_look(deck, context, foreign):
    before = deck.state()
    card = before["cards"][0]
    page = context.new_page()
    page.goto(foreign.base + "/")
    page.evaluate(
        """async ([base, card, token]) => {
            const body = JSON.stringify({ card, verdict: 'delete', key: crypto.randomUUID() });
            for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
                await fetch(base + '/api/decide', { method: 'POST', mode: 'no-cors',
                    credentials: 'include', headers: { 'Content-Type': type }, body }).catch(() => {});
            }
            for (const credentials of ['include', 'omit']) {
                await fetch(base + '/api/decide', { method: 'POST', credentials, body,
                    headers: { 'Content-Type': 'application/json', 'X-Cleanrules-Token': token },
                }).catch(() => {});
            }
        }""", [deck.server.base, card["id"], deck.token])
    # Not even with the key of the pictures.
    for path in ("/favicon.ico", f"{card['picture']}&k={before['key']}"):
        assert not page.evaluate(
            """(address) => new Promise((done) => {
                const image = new Image();
                image.onload = () => done(true);
                image.onerror = () => done(false);
                image.src = address;
            })""", deck.server.base + path), path
    assert deck.state()["revision"] == before["revision"]


@pytest.mark.refusals
@pytest.mark.parametrize("change", ["no token", "wrong token", "plain text"])
def test_a_write_without_its_papers_is_refused(deck, change):
    before = deck.state()
    assert before["token"] is None, "the token is handed over once, with the address"
    status = deck.page.evaluate(
        """async ([card, change, token]) => {
            const headers = { 'Content-Type': 'application/json', 'X-Cleanrules-Token': token };
            if (change === 'no token') delete headers['X-Cleanrules-Token'];
            if (change === 'wrong token') headers['X-Cleanrules-Token'] = token.replace(/.$/, '!');
            if (change === 'plain text') headers['Content-Type'] = 'text/plain';
            const answer = await fetch('/api/decide', { method: 'POST', headers,
                body: JSON.stringify({ card, verdict: 'delete', key: crypto.randomUUID() }) });
            return answer.status;
        }""", [before["cards"][0]["id"], change, deck.token])
    assert status == 403
    assert deck.state()["revision"] == before["revision"]


@pytest.mark.foreign
def test_a_script_in_the_markup_does_not_run(deck):
    deck.page.evaluate(
        """() => {
            addEventListener('securitypolicyviolation', () => { window.blocked = true; });
            const script = document.createElement('script');
            script.textContent = 'window.owned = true';
            document.body.append(script);
        }""")
    eventually(deck.page, "window.blocked")
    assert deck.page.evaluate("window.owned") is None
