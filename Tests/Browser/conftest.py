# SPDX-License-Identifier: Apache-2.0
"""Tests of the page in a real browser, against the real program."""

import os
import re

import pytest
from playwright.sync_api import expect, sync_playwright

from support.deck import DeckPage
from support.world import Worlds

# What has not come by then never will, however busy the machine is.
expect.set_options(timeout=120_000)


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "refusals: the server says no in this test, which the browser's console repeats")
    config.addinivalue_line("markers", "foreign: this test asks another address on purpose")


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as instance:
        yield instance


@pytest.fixture(scope="session")
def launch(playwright):
    """Starts a browser, with more arguments if a test needs them."""
    started = []

    def start(*arguments):
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=[*(["--no-sandbox"] if os.geteuid() == 0 else []), *arguments])
        started.append(browser)
        return browser

    yield start
    for browser in started:
        browser.close()


@pytest.fixture(scope="session")
def browser(launch):
    return launch()


@pytest.fixture(scope="session")
def worlds(tmp_path_factory):
    return Worlds(tmp_path_factory.mktemp("worlds"))


@pytest.fixture
def make_world(worlds):
    """Makes a world: `make_world("group", reviews=None)`."""
    made = []

    def make(content="plain", reviews=25):
        made.append(worlds.world(content, reviews))
        return made[-1]

    yield make
    for world in made:
        world.end()


@pytest.fixture
def world(make_world):
    return make_world()


@pytest.fixture
def server(world):
    return world.serve()


@pytest.fixture
def context(browser, request, make_world):
    """A browser of its own for each test; what it complains about or fetches from elsewhere fails the test.

    It is closed before the servers are, which it would complain about.
    """
    yield from watched(browser, request)


def watched(browser, request, **options):
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", **options)
    context.set_default_timeout(120_000)
    complaints = []
    refusals = request.node.get_closest_marker("refusals")
    foreign = request.node.get_closest_marker("foreign")

    def on_console(message):
        if message.type not in ("error", "warning"):
            return
        if refusals and re.search(r"Failed to load resource|EventSource", message.text):
            return
        complaints.append(f"console: {message.text}")

    def on_request(asked):
        if not re.match(r"(http://(127\.0\.0\.1|localhost):\d+/|about:|data:)", asked.url):
            complaints.append(f"asked for {asked.url}")

    context.on("console", on_console)
    context.on("weberror", lambda error: complaints.append(f"error: {error.error}"))
    context.on("request", on_request)
    yield context
    context.close()
    assert foreign or complaints == []


@pytest.fixture
def page(context):
    return context.new_page()


@pytest.fixture
def deck(page, server):
    """The deck of the plain world, opened, its tour skipped."""
    return DeckPage(page).open(server)


@pytest.fixture
def open_deck(context):
    """Opens the page of a server in a tab of its own."""
    def opened(server, skip_tour=True):
        return DeckPage(context.new_page()).open(server, skip_tour=skip_tour)

    return opened
