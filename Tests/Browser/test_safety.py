# SPDX-License-Identifier: Apache-2.0
"""Who gets in, and what the page may do."""

import http.server
import threading

import pytest
from playwright.sync_api import expect

from support.deck import eventually

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


def test_the_link_opens_once_and_leaves_no_trace(page, server, browser):
    answer = page.request.get(server.link, max_redirects=0)
    assert answer.status == 303
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"cr_{server.port}=") and "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    page.goto(server.base + "/")
    expect(page.locator("article[data-place='0']")).to_be_visible()
    assert page.url == server.base + "/"
    other = browser.new_context()
    try:
        assert other.request.get(server.link, max_redirects=0).status == 401
        assert other.request.get(server.base + "/api/state").status == 401
    finally:
        other.close()


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
def test_a_page_of_another_port_can_neither_write_nor_look(deck, context):
    class Foreign(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>foreign</title>")

        def log_message(self, *arguments):
            pass

    foreign = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    threading.Thread(target=foreign.serve_forever, daemon=True).start()
    try:
        before = deck.state()
        card = before["cards"][0]["id"]
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{foreign.server_port}/")
        page.evaluate(
            """async ([base, card]) => {
                const body = JSON.stringify({ card, verdict: 'delete', key: crypto.randomUUID() });
                for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
                    await fetch(base + '/api/decide', { method: 'POST', mode: 'no-cors',
                        credentials: 'include', headers: { 'Content-Type': type }, body }).catch(() => {});
                }
                for (const credentials of ['include', 'omit']) {
                    await fetch(base + '/api/decide', { method: 'POST', credentials, body,
                        headers: { 'Content-Type': 'application/json', 'X-Cleanrules-Token': 'x' },
                    }).catch(() => {});
                }
            }""", [deck.server.base, card])
        seen = page.evaluate(
            """(base) => new Promise((done) => {
                const image = new Image();
                image.onload = () => done(true);
                image.onerror = () => done(false);
                image.src = base + '/favicon.ico';
            })""", deck.server.base)
        assert not seen
        assert deck.state()["revision"] == before["revision"]
    finally:
        foreign.shutdown()


@pytest.mark.refusals
@pytest.mark.parametrize("change", ["no token", "wrong token", "plain text"])
def test_a_write_without_its_papers_is_refused(deck, change):
    before = deck.state()
    status = deck.page.evaluate(
        """async ([card, change, token]) => {
            const headers = { 'Content-Type': 'application/json', 'X-Cleanrules-Token': token };
            if (change === 'no token') delete headers['X-Cleanrules-Token'];
            if (change === 'wrong token') headers['X-Cleanrules-Token'] = token.replace(/.$/, '!');
            if (change === 'plain text') headers['Content-Type'] = 'text/plain';
            const answer = await fetch('/api/decide', { method: 'POST', headers,
                body: JSON.stringify({ card, verdict: 'delete', key: crypto.randomUUID() }) });
            return answer.status;
        }""", [before["cards"][0]["id"], change, before["token"]])
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
