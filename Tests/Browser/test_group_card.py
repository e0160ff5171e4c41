# SPDX-License-Identifier: Apache-2.0
"""A card of copies: what stays beside what would go, and every key of it."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.deck import DeckPage, at_rest

pytestmark = pytest.mark.refusals


class GroupPage(DeckPage):
    """A tab with a card of copies on top."""

    def to_group(self):
        for _ in range(9):
            if self.state()["cards"][0].get("group"):
                break
            self.press("ArrowDown")
        expect(self.group).to_be_visible()
        return self.seen()

    @property
    def group(self):
        return self.page.locator(".group")

    @property
    def card(self):
        return self.state()["cards"][0]

    def side(self, name):
        return self.page.locator(f".side.{name}")

    def seen(self):
        """Waits until both pictures are there."""
        self.ready()
        for name in ("left", "right"):
            expect(self.side(name).locator(".room :is(img, canvas)")).to_be_visible()
        return self

    def tool(self, name):
        return self.page.locator(f".tools [data-action='{name}']")


@pytest.fixture
def group(make_world, context):
    return GroupPage(context.new_page()).open(make_world("group").serve()).to_group()


@pytest.fixture
def copies(make_world, context):
    return GroupPage(context.new_page()).open(make_world("copies").serve()).to_group()


def test_what_stays_is_on_the_left_with_its_reason_and_what_would_go_on_the_right(group):
    expect(group.group.get_by_role("heading", name="3 copies of the same")).to_be_visible()
    expect(group.side("left")).to_contain_text("+ stays")
    expect(group.side("left")).to_contain_text("the shortest path")
    expect(group.side("right")).to_contain_text("− would go")
    expect(group.side("right")).to_contain_text("equal")
    expect(group.page.locator(".strip button")).to_have_count(2)
    expect(group.page.locator(".stack")).to_be_hidden()
    expect(group.button("Accept")).to_contain_text("Accept: 2 go, ")
    folders = group.page.locator(".beside tr", has_text="Folder").locator("td")
    expect(folders).to_have_text(["/copies", "/copies/deeper"])
    assert group.state()["groups"] == 1


def test_enter_accepts_the_card_in_one_step_and_undo_takes_it_back_in_one_go(group):
    paths = sorted(one["path"] for one in group.card["members"] if one["open"])
    group.press("Enter")
    expect(group.toast).to_contain_text(re.compile("Marked for deletion: 2 copies; .?beach.jpg.? stays"))
    assert sorted(group.marked()) == paths
    assert [(act["verdict"], act["items"]) for act in group.history() if act["verdict"] != "later"] == [("delete", 2)]
    assert group.state()["quota"]["used"] == 1
    group.press("u")
    assert group.marked() == [] and group.state()["quota"]["used"] == 0
    expect(group.group).to_be_visible()


def test_the_button_accepts_as_well(group):
    group.button("Accept").click()
    group.settled()
    assert len(group.marked()) == 2


def test_space_flips_the_two_in_place(group):
    left = group.side("left").locator("img").get_attribute("src")
    place = group.side("right").locator("img").bounding_box()
    assert group.side("right").locator("img").get_attribute("src") != left
    group.page.keyboard.press("Space")
    expect(group.side("right").locator("img")).to_have_attribute("src", left)
    expect(group.side("right")).to_contain_text("+ stays")
    assert group.side("right").locator("img").bounding_box() == place
    expect(group.status).to_have_text(re.compile("^Photo 1 of 3, stays"))
    group.page.keyboard.press("Space")
    expect(group.side("right")).to_contain_text("− would go")
    expect(group.status).to_have_text("Photo 2 of 3, would go, equal to photo 1")
    group.button("Flip").click()
    expect(group.side("right")).to_contain_text("+ stays")


def test_arrows_walk_over_the_members(group):
    name = lambda: group.page.locator(".beside tr", has_text="Folder").locator("td").nth(1)  # noqa: E731
    for key, folder in (("ArrowRight", "/copies/deeper/deeper"), ("ArrowRight", "/copies/deeper"), ("ArrowLeft", "/copies/deeper/deeper")):
        group.page.keyboard.press(key)
        expect(name()).to_have_text(folder)
    group.tool("previous").click()
    expect(name()).to_have_text("/copies/deeper")
    group.page.locator(".strip button").nth(1).click()
    expect(name()).to_have_text("/copies/deeper/deeper")
    assert [act for act in group.history() if act["verdict"] != "later"] == []


def test_k_keeps_this_too(group):
    group.page.keyboard.press("k")
    expect(group.side("right")).to_contain_text("+ stays too")
    expect(group.tool("stayToo")).to_have_attribute("aria-pressed", "true")
    expect(group.button("Accept")).to_contain_text("Accept: 1 goes, ")
    group.press("Enter")
    assert group.marked() == ["/copies/deeper/deeper/beach.jpg"]
    # Once more takes it away again.
    group.press("u")
    group.to_group()
    group.page.keyboard.press("k")
    group.page.keyboard.press("k")
    expect(group.side("right")).to_contain_text("− would go")


def test_s_makes_this_the_one_that_stays_and_the_former_one_waits_for_the_next_plan(group):
    group.page.keyboard.press("ArrowRight")
    group.page.keyboard.press("s")
    expect(group.side("left")).to_contain_text("your choice")
    expect(group.side("right")).to_contain_text("the next plan asks about it")
    rows = group.page.locator(".beside tr", has_text="Folder").locator("td")
    expect(rows).to_have_text(["/copies/deeper/deeper", "/copies"])
    # What stays by the rules is not to be given away here.
    group.page.keyboard.press("k")
    expect(group.alert).to_have_text("That one stays by your rules, or is decided already.")
    group.press("Enter")
    assert group.marked() == ["/copies/deeper/beach.jpg"]
    assert group.get(f"/api/card?id={group.history()[0] and group.get('/api/marked')['cards'][0]['id']}")["decided"] == "delete"


def test_the_choice_can_be_taken_back(group):
    group.page.keyboard.press("s")
    group.page.get_by_role("button", name="As the rule has it").click()
    expect(group.side("left")).to_contain_text("the shortest path")
    group.press("Enter")
    assert len(group.marked()) == 2


def test_d_shows_the_difference(group):
    group.page.keyboard.press("d")
    canvas = group.side("right").locator("canvas")
    expect(canvas).to_have_attribute("aria-label", "The difference, four times as strong: 0 % of the picture")
    expect(group.tool("difference")).to_have_attribute("aria-pressed", "true")
    group.tool("difference").click()
    expect(group.side("right").locator("img")).to_be_visible()


def test_the_difference_is_what_differs_and_not_how_bright_it_is(group):
    """The arithmetic by itself: a square that is another one, in a picture that is half as bright."""
    share = group.page.evaluate(
        """async () => {
            const { drawDifference } = await import('/more/groups.js');
            const picture = (light, own) => {
                const canvas = document.createElement('canvas');
                Object.assign(canvas, { width: 100, height: 100, naturalWidth: 100, naturalHeight: 100 });
                const context = canvas.getContext('2d');
                context.fillStyle = `rgb(${light}, ${light}, ${light})`;
                context.fillRect(0, 0, 100, 100);
                if (own) { context.fillStyle = '#f00'; context.fillRect(10, 10, 20, 20); }
                return canvas;
            };
            const canvas = document.createElement('canvas');
            return [drawDifference(canvas, picture(120), picture(60)), drawDifference(canvas, picture(120), picture(120, true))];
        }""")
    assert share[0] == 0 and share[1] == pytest.approx(4, abs=.01)


def test_z_shows_both_at_full_size_at_the_same_spot(copies):
    rooms = copies.page.locator(".side .room")
    copies.page.keyboard.press("z")
    copies.seen()
    expect(copies.tool("zoom")).to_have_attribute("aria-pressed", "true")
    copies.page.set_viewport_size({"width": 620, "height": 500})
    widths = rooms.locator("img").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
    assert widths[0] == widths[1] == rooms.locator("img").first.evaluate("(one) => one.naturalWidth")
    rooms.first.evaluate("(room) => room.scrollTo(0, room.scrollHeight)")
    expect(rooms.nth(1)).to_have_js_property("scrollTop", rooms.first.evaluate("(room) => room.scrollTop"))
    copies.page.keyboard.press("z")
    expect(copies.tool("zoom")).to_have_attribute("aria-pressed", "false")


def test_a_swipe_walks_and_a_tap_flips_and_neither_decides(group):
    box = group.side("right").locator(".room").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = group.page.mouse

    def drag(way):
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + way, y, steps=5)
        mouse.up()

    folder = group.page.locator(".beside tr", has_text="Folder").locator("td").nth(1)
    drag(-150)
    expect(folder).to_have_text("/copies/deeper/deeper")
    drag(150)
    expect(folder).to_have_text("/copies/deeper")
    drag(30)
    expect(folder).to_have_text("/copies/deeper")
    mouse.click(x, y)
    expect(group.side("right")).to_contain_text("+ stays")
    assert [act for act in group.history() if act["verdict"] != "later"] == []


def test_touch_swipes_as_well(group):
    box = group.side("right").locator(".room").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    folder = group.page.locator(".beside tr", has_text="Folder").locator("td").nth(1)
    group.touch("touchStart", (x, y))
    for way in (-30, -60, -100):
        group.touch("touchMove", (x + way, y))
    group.touch("touchEnd")
    expect(folder).to_have_text("/copies/deeper/deeper")


def test_down_puts_the_card_off_and_letters_of_the_deck_decide_nothing(group):
    for key in ("f", "x", "j"):
        group.page.keyboard.press(key)
    before = group.state()["cards"][0]["id"]
    group.press("ArrowDown")
    assert group.state()["cards"][0]["id"] != before
    assert {act["verdict"] for act in group.history()} == {"later"}


def test_with_letters_off_arrows_space_and_enter_remain(group):
    group.page.get_by_role("link", name="Settings").click()
    with group.page.expect_response("**/api/settings"):
        group.page.get_by_label("Single-letter keys").uncheck()
    group.page.get_by_role("link", name=re.compile("^Review")).click()
    group.seen()
    for key in ("k", "s", "d", "z"):
        group.page.keyboard.press(key)
    expect(group.side("right")).to_contain_text("− would go")
    expect(group.tool("stayToo").locator("kbd")).to_have_count(0)
    group.page.keyboard.press("Space")
    expect(group.side("right")).to_contain_text("+ stays")
    group.press("Enter")
    assert len(group.marked()) == 2


def test_enter_on_a_button_that_was_reached_by_keyboard_is_that_buttons(group):
    group.tool("stayToo").focus()
    group.page.keyboard.press("Enter")
    expect(group.side("right")).to_contain_text("+ stays too")
    expect(group.tool("stayToo")).to_be_focused()
    assert [act for act in group.history() if act["verdict"] != "later"] == []


def test_what_a_protection_covers_comes_back(group):
    state = group.state()
    group.route("/api/group", lambda route: route.fulfill(
        status=403, json={"error": {"code": "protected", "message": "covered"}, "state": state}))
    group.page.keyboard.press("Enter")
    expect(group.alert).to_contain_text("A protection of your rules covers it")
    expect(group.group).to_be_visible()
    assert group.marked() == []


def test_the_server_never_lets_all_members_go(group):
    """Of those under review all may go, for one stays besides; what is no member is refused."""
    card = group.card
    ids = [one["id"] for one in card["members"] if one["id"]]
    assert group.post("/api/group", card=card["id"], stay=[], go=ids + ids[:1])["status"] == 400
    assert group.post("/api/group", card=card["id"], stay=[], go=[])["status"] == 400
    assert group.post("/api/group", card=card["id"], go=ids)["status"] == 400
    assert group.marked() == []


def test_looks_alike_is_said_in_marks_and_words(context, make_world):
    """A plan that goes by looks, as the server would tell it."""
    def alike(route):
        answer = route.fetch()
        state = answer.json()
        for card in state.get("cards", []):
            if not card.get("group"):
                continue
            card["group"].update(kind="similar", to_open=3)
            for member in card["members"]:
                if member["id"]:
                    member["like"] = {"marks": 4, "correlation": 999}
                    member["size"] -= 9
                    member["details"].update(sharpness=120, album="")
                else:
                    member["shot"] = "beach: JPG + AAE"
                    member["details"].update(sharpness=480, stays="12 MP", width=4000, height=3000, album="Norway")
        route.fulfill(response=answer, json=state)

    page = context.new_page()
    page.route("**/api/state", alike)
    page.route("**/api/decide", alike)
    deck = GroupPage(page).open(make_world("group").serve())
    deck.to_group()
    page.reload()
    deck.seen()
    expect(deck.group.get_by_role("heading", name="3 pictures that look alike")).to_be_visible()
    expect(deck.side("left")).to_contain_text("12 MP")
    expect(deck.side("right")).to_contain_text("4 of 256 marks differ")
    expect(page.locator(".strip button").first).to_have_attribute(
        "aria-label", "Photo 2 of 3, would go, looks like photo 1, 4 of 256 marks differ, smaller: /copies/deeper/beach.jpg")
    expect(page.locator(".facts")).to_contain_text("after 3 more groups were looked at one by one")
    meters = page.locator(".beside tr", has_text="Sharpness").locator(".track i")
    widths = meters.evaluate_all("(all) => all.map((one) => one.style.inlineSize)")
    assert widths == ["100%", "25%"]
    expect(page.locator(".beside tr", has_text="Album").locator("td")).to_have_text(["Norway", "–"])
    shot = page.locator(".beside tr", has_text="Files of the shot, which stay or go together")
    expect(shot).to_contain_text("beach: JPG + AAE")
    page.unroute_all(behavior="ignoreErrors")


def test_a_card_of_a_shot_says_that_its_files_stay_or_go_together(context, make_world):
    """A picture with a file that belongs to it, as the server would tell it."""
    def shot(route):
        answer = route.fetch()
        state = answer.json()
        for card in state.get("cards", []):
            card["shot"] = "IMG_2000: JPG + AAE"
        route.fulfill(response=answer, json=state)

    page = context.new_page()
    page.route("**/api/state", shot)
    deck = DeckPage(page).open(make_world("small").serve()).ready()
    page.reload()
    deck.ready()
    expect(deck.top.locator("h2")).to_have_text("IMG_2000: JPG + AAE")
    expect(page.locator(".facts dl")).to_contain_text("IMG_2000: JPG + AAE, which stay or go together")
    page.unroute_all(behavior="ignoreErrors")


# MARK: The overview


def test_the_overview_lists_the_groups_and_opens_one(copies):
    copies.page.get_by_role("link", name="Groups").click()
    rows = copies.page.locator(".items li")
    expect(rows).to_have_count(6)
    # All are certain; what wins most comes first.
    expect(rows.first).to_contain_text("IMG_5.jpg")
    expect(rows.first).to_contain_text("3 would go, ")
    expect(rows.last).to_contain_text("IMG_0.jpg")
    rows.nth(2).get_by_role("button").click()
    expect(copies.side("left")).to_contain_text("IMG_3.jpg")
    copies.seen()
    copies.page.reload()
    expect(copies.side("left")).to_contain_text("IMG_3.jpg")
    copies.seen()
    copies.press("Enter")
    copies.page.get_by_role("link", name="Groups").click()
    expect(rows).to_have_count(5)


def test_without_groups_nothing_leads_to_the_overview(deck):
    expect(deck.page.get_by_role("link", name="Groups")).to_have_count(0)
    deck.page.goto(deck.server.base + "/groups")
    expect(deck.page.locator(".content")).to_contain_text("No group is left to decide.")


def test_where_not_all_pictures_were_looked_at_the_overview_and_the_plan_say_so(context, make_world):
    """A plan that asks what pictures show, as the server would tell it."""
    looks = {"eligible": 61200, "looked": 41230}

    def tell(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "looks": looks})

    page = context.new_page()
    page.route("**/api/state", tell)
    GroupPage(page).open(make_world("copies").serve()).ready()
    for name in ("Groups", "Plan"):
        page.get_by_role("link", name=name, exact=True).click()
        expect(page.locator("h1")).to_have_text(name)
        line = page.locator(".content > .dim", has_text="Pictures: ")
        expect(line).to_contain_text("Pictures: 41,230 of 61,200 looked at")
        expect(line).to_contain_text("cleanrules photos")
    looks["looked"] = 61200
    page.reload()
    expect(page.locator(".content .panel")).to_be_visible()
    expect(page.locator(".content")).not_to_contain_text("Pictures: ")
    page.unroute_all(behavior="ignoreErrors")


# MARK: Everybody


@pytest.mark.parametrize("theme", [
    {"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "light", "contrast": "more"},
    {"color_scheme": "dark", "forced_colors": "active"}])
def test_axe_finds_nothing_on_the_card_or_the_overview(copies, theme):
    page = copies.page
    page.emulate_media(**theme, reduced_motion="reduce")
    states = {}

    # Where the system chooses the colours, axe reckons those of the notice by what lies behind it.
    left_out = {"color-contrast"} if "forced_colors" in theme else set()

    def look(name):
        at_rest(page)
        states[name] = [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
                        for one in Axe().run(page).response["violations"] if one["id"] not in left_out]

    look("card")
    for key in ("d", "k", "z", "s"):
        page.keyboard.press(key)
        copies.seen()
        look(key)
    page.goto(copies.server.base + "/groups")
    expect(page.locator(".items li").first).to_be_visible()
    look("overview")
    assert states == {name: [] for name in states}


@pytest.mark.parametrize("width, height", [(320, 568), (390, 844), (1280, 800)])
def test_nothing_is_wider_than_the_window_or_too_small_to_hit(copies, width, height):
    page = copies.page
    page.set_viewport_size({"width": width, "height": height})
    for path in ("/", "/groups"):
        page.goto(copies.server.base + path)
        expect(page.locator(".pair, .items li").first).to_be_visible()
        at_rest(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, .button, nav a')]
                .filter((one) => one.checkVisibility() && !one.closest('[inert]'))
                .filter((one) => one.getBoundingClientRect().height < 43.5 || one.getBoundingClientRect().width < 43.5)
                .map((one) => one.outerHTML.slice(0, 80))""")
        assert small == [], path


def test_with_text_twice_as_large_nothing_is_cut_off(copies):
    page = copies.page
    page.set_viewport_size({"width": 640, "height": 900})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("left", "right"):
        inside = copies.side(name).evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
        assert inside, name
