# SPDX-License-Identifier: Apache-2.0
"""The page as a test sees it."""

import time

from playwright.sync_api import expect

from .world import until


def eventually(page, expression):
    """Waits for an expression of the page to be true; asked from here, since the page's policy allows no eval."""
    return until(lambda: page.evaluate(expression))


def until_held(page, held):
    """Waits until a route has put a request into `held`; the browser's events arrive only while it is asked something."""
    return until(lambda: page.evaluate("1") and held)


def at_rest(page):
    """Waits until nothing moves: in the middle of a motion colours and places are others."""
    eventually(page, "document.getAnimations().every((motion) => motion.playState !== 'running')")
    return page


class DeckPage:
    """A tab with the review in it. Every wait is for something that the page shows."""

    def __init__(self, page):
        self.page = page

    def open(self, server, skip_tour=True):
        self.server = server
        self.page.goto(server.link)
        if skip_tour:
            # Only the first tab of a state file sees the tour.
            tour = self.page.get_by_role("button", name="Skip the tour")
            expect(self.page.locator("h1")).to_be_attached()
            eventually(self.page, "document.documentElement.dataset.started === ''")
            if tour.count():
                with self.page.expect_response("**/api/settings"):
                    tour.click()
        return self

    @property
    def top(self):
        return self.page.locator("article[data-place='0']")

    @property
    def name(self):
        self.ready()
        return self.top.locator("h2").text_content()

    def ready(self):
        """Waits until the card on top takes decisions, and until all before it are recorded."""
        expect(self.page.locator("article[data-place='0'][data-ready]")).to_have_count(1)
        expect(self.page.locator("html[data-waiting='0']")).to_have_count(1)
        return self

    def press(self, *keys):
        for key in keys:
            self.ready()
            self.page.keyboard.press(key)
        self.settled()
        return self

    def settled(self):
        expect(self.page.locator("html[data-waiting='0']")).to_have_count(1)

    def take_down_alerts(self):
        """Keeps every alert in `window.alerts`, for those that go again before anybody asks."""
        self.page.evaluate(
            """() => {
                const alert = document.getElementById('alert');
                window.alerts = [];
                new MutationObserver(() => { if (alert.textContent) window.alerts.push(alert.textContent); })
                    .observe(alert, { childList: true, characterData: true, subtree: true });
            }""")

    def button(self, name):
        return self.page.locator(f".actions [data-action='{name.lower()}']")

    @property
    def token(self):
        """What the page says with every request."""
        return self.page.evaluate("localStorage.getItem('token')")

    def get(self, path):
        """Looks as the page would."""
        return self.page.evaluate(
            """(path) => fetch(path, { headers: { 'X-Cleanrules-Token': localStorage.getItem('token') } })
                .then((answer) => answer.json())""", path)

    def state(self):
        return self.get("/api/state")

    def history(self):
        return self.get("/api/history")["acts"]

    def marked(self):
        return [card["path"] for card in self.get("/api/marked")["cards"]]

    def route(self, path, handler):
        """Has `handler` stand before the server at `path`, for every request from now on."""
        def handle(route):
            if "x-probe" in route.request.headers:
                return route.fulfill(status=299)
            handler(route)

        self.page.route(f"**{path}", handle)
        # The browser may let a request pass that follows at once. This one does nothing: it has no token.
        until(lambda: self.page.evaluate(
            """(path) => fetch(path, { method: 'POST', headers: { 'X-Probe': '1' } })
                .then((answer) => answer.status === 299)""", path))

    def post(self, path, **body):
        """Changes something as another window would."""
        return self.page.evaluate(
            """async ([path, body]) => {
                const answer = await fetch(path, { method: 'POST', body: JSON.stringify({ key: crypto.randomUUID(), ...body }),
                    headers: { 'Content-Type': 'application/json', 'X-Cleanrules-Token': localStorage.getItem('token') } });
                return { status: answer.status, body: await answer.json() };
            }""", [path, body])

    @property
    def toast(self):
        return self.page.locator("#toast .toast")

    @property
    def status(self):
        return self.page.locator("#status")

    @property
    def alert(self):
        return self.page.locator("#alert")

    @property
    def summary(self):
        return self.page.locator(".summary h2")

    def place(self):
        """The middle of the picture on top."""
        self.ready()
        box = self.top.locator(".photo").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, *steps, up=True, pause=0, button="left"):
        """Drags the card from its middle over `steps`, each `(dx, dy)`."""
        x, y = self.place()
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down(button=button)
        for dx, dy in steps:
            mouse.move(x + dx, y + dy, steps=6)
        if pause:
            # A card that rests before it is let go was not flung: the time itself is meant.
            self.page.wait_for_timeout(pause)
        if up:
            mouse.up(button=button)

    def fling(self, *ways, milliseconds=15):
        """Drags over `ways` to the right or left, at times of its own, however busy the machine is."""
        x, y = self.place()
        begin = time.time()
        for number, (kind, way) in enumerate(
            [("mousePressed", 0), *(("mouseMoved", way) for way in ways), ("mouseReleased", ways[-1])]):
            self.protocol.send("Input.dispatchMouseEvent", {
                "type": kind, "x": x + way, "y": y, "button": "left", "clickCount": 1,
                "buttons": 0 if kind == "mouseReleased" else 1,
                "timestamp": begin + number * milliseconds / 1000,
            })

    @property
    def protocol(self):
        if not hasattr(self, "cdp"):
            self.cdp = self.page.context.new_cdp_session(self.page)
        return self.cdp

    def touch(self, kind, *points):
        self.protocol.send("Input.dispatchTouchEvent", {
            "type": kind,
            "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)],
        })
