# SPDX-License-Identifier: Apache-2.0
"""The documentation site: whole, readable by everybody at any width, and nothing of it from elsewhere."""

import functools
import html.parser
import http.server
import os
import subprocess
import sys
import threading
import urllib.parse

import pytest
from playwright.sync_api import expect

from support.world import PROGRAM, ROOT
from test_look import violations

SITE = ROOT / ".build/site"
# One page of each sort.
SORTS = ["index.html", "docs/guide/nightly.html", "docs/reference/vocabulary.html", "docs/commands/plan.html",
         "search.html"]


# What reaches over the right edge of the screen, and cannot be scrolled by itself as blocks and tables can.
TOO_WIDE = """() => {
  const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
  const isScrolled = (one) => one.matches("article") ? false : scrolls(one) || isScrolled(one.parentElement);
  return [...document.querySelectorAll("article *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !isScrolled(one.parentElement))
    .map((one) => one.outerHTML.slice(0, 80)).slice(0, 3)
    .concat(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : []);
}"""


class Page(html.parser.HTMLParser):
    """The ids and the addresses of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.addresses, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if values.get("id"):
            self.ids.add(values["id"])
        for key in ("href", "src", "srcset", "action"):
            if values.get(key):
                isLink = tag == "a" or values.get("rel") in ("next", "prev", "index", "search")
                (self.addresses if isLink else self.loaded).append(values[key])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def pages():
    """The site, made anew: {path: page}."""
    programs = os.path.dirname(PROGRAM[0])
    if not os.path.exists(f"{programs}/cleanrules-graphsim"):
        pytest.fail(f"there is no {programs}/cleanrules-graphsim, which the site needs: build it first")
    made = subprocess.run([ROOT / "script/site", "-y"], env=os.environ | {"CLEANRULES_BIN": PROGRAM[0]},
                          capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return {str(path.relative_to(SITE)): Page(path.read_text()) for path in sorted(SITE.rglob("*.html"))}


@pytest.fixture(scope="session")
def base(pages):
    """The address of a server of the site on this machine."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def test_every_link_leads_to_a_page_and_a_place_that_are_there(pages):
    assert len(pages) > 80
    lost = []
    for path, page in pages.items():
        for address in page.addresses:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme:
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path)))
            if not parts.path:
                target = path
            if not (SITE / target).is_file():
                lost.append(f"{path}: {address}")
            elif parts.fragment and target in pages and parts.fragment not in pages[target].ids:
                lost.append(f"{path}: {address}")
    assert lost == []


def test_nothing_is_loaded_from_elsewhere(pages):
    foreign = [f"{path}: {address}" for path, page in pages.items() for address in page.loaded
               if urllib.parse.urlsplit(address).netloc or not (
                   SITE / os.path.dirname(path) / urllib.parse.urlsplit(address).path).exists()]
    assert foreign == []
    for style in SITE.rglob("*.css"):
        assert "@import" not in style.read_text() and "url(http" not in style.read_text(), style


def test_what_commands_print_is_the_same_at_every_start(pages):
    sys.path.insert(0, str(ROOT / "packaging/site"))
    import world

    for name, runs in world.shown(os.path.dirname(PROGRAM[0])).items():
        shown = Text((SITE / f"docs/commands/{name.replace(' ', '-')}.html").read_text()).text
        for run in runs:
            assert f"$ {run.line}\n{run.output}".strip() in shown, run.line


def test_each_schema_is_a_file_of_the_site(pages):
    def said(*words):
        return subprocess.run([*PROGRAM, "schema", *words], check=True, capture_output=True, text=True).stdout

    names = said("--list").split()
    assert "rules" in names
    for name in names:
        assert (SITE / f"schemas/{name}.schema.json").read_text() == said(name), name
    assert len(list((SITE / "schemas").iterdir())) == len(names)


class Text(html.parser.HTMLParser):
    """The text of a page without its tags."""

    def __init__(self, page):
        super().__init__()
        self.text = ""
        self.feed(page)

    def handle_data(self, data):
        self.text += data


def test_every_page_fits_a_narrow_screen(pages, base, page):
    page.set_viewport_size({"width": 320, "height": 640})
    wide = []
    for path in pages:
        page.goto(base + path)
        if found := page.evaluate(TOO_WIDE):
            wide.append((path, found))
    assert wide == []


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 320)])
def test_axe_finds_nothing_on_any_sort_of_page(base, page, theme, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    for path in SORTS:
        page.goto(base + path)
        assert violations(page) == [], path


def test_the_search_finds_a_page_by_a_word_on_it(base, page):
    page.goto(base + "search.html?q=quarantine")
    expect(page.locator("#search-results li").first).to_be_visible()
