# SPDX-License-Identifier: Apache-2.0
"""Pictures: there before they are wanted, and no trouble when they are not."""

import io

import pytest
from playwright.sync_api import expect

from support.deck import DeckPage, eventually
from support.pictures import landscape


def jpeg(seed=1):
    content = io.BytesIO()
    landscape(seed, (240, 180)).save(content, "JPEG")
    return content.getvalue()


@pytest.fixture
def painted(page, server):
    """The deck, with pictures that are the test's own, and the list of those that were asked for."""
    asked = []

    def paint(route):
        asked.append(route.request.url)
        route.fulfill(body=jpeg(len(asked)), content_type="image/jpeg",
                      headers={"Cache-Control": "private, max-age=31536000, immutable"})

    page.route("**/t/**", paint)
    deck = DeckPage(page).open(server)
    deck.asked = asked
    deck.ready()
    return deck


def shown(deck):
    expect(deck.top.locator(".photo img")).to_be_visible()
    eventually(deck.page, "document.querySelector('article[data-place=\"0\"] img').naturalWidth > 0")


def test_exactly_the_next_five_pictures_are_fetched_and_none_twice(painted):
    shown(painted)
    cards = painted.state()["cards"]
    assert painted.asked == [f"{painted.server.base}{card['picture']}&k={painted.state()['key']}" for card in cards]
    painted.press("ArrowRight")
    shown(painted)
    assert len(painted.asked) == 6
    painted.press("ArrowLeft", "ArrowRight", "u")
    shown(painted)
    assert len(set(painted.asked)) == len(painted.asked) == 8


def test_the_first_two_come_before_the_others(painted):
    priorities = painted.page.evaluate(
        """async () => {
            const list = [];
            const made = document.createElement.bind(document);
            document.createElement = (tag) => {
                const element = made(tag);
                if (tag === 'img') list.push(element);
                return element;
            };
            const { Deck } = await import('/app/deck.js');
            const headers = { 'X-Cleanrules-Token': localStorage.getItem('token') };
            const { cards } = await (await fetch('/api/state', { headers })).json();
            new Deck({ preview() {} }, () => ({ gestures: true })).show(cards);
            return list.map((img) => img.getAttribute('fetchpriority'));
        }""")
    assert priorities == ["auto", "auto", "low", "low", "low"]


SHOWN_PART = """() => {
    const img = document.querySelector('article[data-place="0"] .photo img');
    const box = img.getBoundingClientRect();
    // object-fit: contain draws the picture in the middle of its box.
    const scale = Math.min(box.width / img.naturalWidth, box.height / img.naturalHeight);
    const width = img.naturalWidth * scale, height = img.naturalHeight * scale;
    let left = box.left + (box.width - width) / 2, top = box.top + (box.height - height) / 2;
    let right = left + width, bottom = top + height;
    for (let above = img.parentElement; above; above = above.parentElement) {
        if (getComputedStyle(above).overflow === 'visible') continue;
        const frame = above.getBoundingClientRect();
        left = Math.max(left, frame.left); top = Math.max(top, frame.top);
        right = Math.min(right, frame.right); bottom = Math.min(bottom, frame.bottom);
    }
    const area = Math.max(0, right - left) * Math.max(0, bottom - top);
    return [[img.naturalWidth, img.naturalHeight], area / (width * height)];
}"""

SHAPES = [(240, 180), (180, 240), (200, 200), (320, 180), (180, 320), (600, 100), (100, 600),
          (4000, 3000), (3000, 4000), (40, 30)]


@pytest.mark.parametrize("window", [(1280, 800), (1600, 600), (390, 844), (320, 568)], ids=str)
def test_nothing_of_a_picture_is_cut_off(page, server, window):
    """People decide about what they see: the whole picture lies within all that could hide a part of it."""
    pictures = []

    def paint(route):
        content = io.BytesIO()
        landscape(1, SHAPES[len(pictures) % len(SHAPES)]).save(content, "JPEG")
        pictures.append(route.request.url)
        route.fulfill(body=content.getvalue(), content_type="image/jpeg")

    page.route("**/t/**", paint)
    page.set_viewport_size({"width": window[0], "height": window[1]})
    deck = DeckPage(page).open(server)
    deck.ready()
    seen = {}
    for _ in SHAPES:
        shown(deck)
        shape, part = page.evaluate(SHOWN_PART)
        seen[tuple(shape)] = part
        deck.press("ArrowRight")
    assert set(seen) == set(SHAPES)
    assert {shape: part for shape, part in seen.items() if part < 0.995} == {}


def test_a_decision_with_the_picture_in_sight_is_not_blind(painted):
    shown(painted)
    painted.press("ArrowLeft")
    assert painted.history()[0]["blind"] is False


def test_a_late_picture_has_a_stand_in_and_makes_the_decision_blind(page, server):
    held = []
    page.route("**/t/**", lambda route: held.append(route))
    deck = DeckPage(page).open(server)
    expect(deck.top.locator(".blank")).to_contain_text("The preview is still on its way.")
    expect(deck.top.locator(".blank")).to_contain_text("Photo")
    name = deck.name
    deck.press("ArrowLeft")
    act = deck.history()[0]
    assert (act["name"], act["blind"]) == (name, True)
    for route in held:
        route.fulfill(body=jpeg(), content_type="image/jpeg")
    expect(deck.top.locator(".photo img")).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")
    page.goto(server.base + "/plan")
    expect(page.get_by_role("heading", name="Decided without a preview (1)")).to_be_visible()
    expect(page.locator("section", has_text="There was no picture")).to_contain_text(name)


@pytest.mark.refusals
def test_without_a_picture_there_is_the_kind_of_the_file(make_world, open_deck):
    deck = open_deck(make_world("mixed").serve())
    kinds = {}
    for _ in range(7):
        name = deck.name
        if name in ("archive.zip", "broken.jpg", "notes.txt"):
            expect(deck.top.locator(".blank")).to_contain_text("There is no preview.")
            kinds[name] = deck.top.locator(".blank .what").text_content()
        deck.press("ArrowLeft")
    assert kinds == {"archive.zip": "Archive", "broken.jpg": "Photo", "notes.txt": "Document"}
    blind = {act["name"] for act in deck.history() if act["blind"]}
    assert {"archive.zip", "broken.jpg", "notes.txt"} <= blind


def test_the_picture_has_words_for_who_does_not_see_it(painted):
    shown(painted)
    name = painted.name
    expect(painted.top.locator("img")).to_have_attribute("alt", f"Photo {name}, no description")


def test_the_big_preview_asks_for_the_large_picture(painted):
    shown(painted)
    count = len(painted.asked)
    painted.page.keyboard.press("Space")
    expect(painted.page.get_by_role("dialog").locator("img")).to_be_visible()
    assert len(painted.asked) == count + 1
    assert "&side=2048&k=" in painted.asked[-1]


def test_the_program_makes_the_pictures_itself(deck):
    """With the worker for pictures beside the program; without it there are only kinds of files."""
    status = deck.page.evaluate(
        "fetch(document.querySelector('article img')?.src ?? '/t/none').then((answer) => answer.status)")
    if deck.page.locator(".blank").count():
        pytest.skip("the worker for pictures is not built")
    assert status == 200
    shown(deck)


test_the_program_makes_the_pictures_itself = pytest.mark.refusals(test_the_program_makes_the_pictures_itself)
