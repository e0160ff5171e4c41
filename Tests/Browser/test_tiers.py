# SPDX-License-Identifier: Apache-2.0
"""A day that an issuer's policy bounds: the stop, what there is, later, and a grant from a terminal."""

import sqlite3
import subprocess
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.deck import DeckPage, at_rest
from support.world import PROGRAM

POLICY = """\
version: 1
issuer: school
title: Example School
tiers:
  free: {reviews: 2/day, deletes: 1/day, bytes: 1MB/day}
  helper: {reviews: 50/day, deletes: 50/day, bytes: unlimited}
offers: [{id: h, tier: helper, title: Helper, price: 3 € a month}]
support: mailto:help@school.example
"""


class School:
    """An issuer, and a world whose rules are written for it."""

    def __init__(self, folder, world):
        self.folder, self.world = folder, world
        self.issue("init", "school")
        (folder / "policy.yaml").write_text(POLICY)
        (folder / "policy.jws").write_text(self.issue("policy", "sign", "policy.yaml"))
        shown = world.look("tier", "trust", str(folder / "issuer/school.pem"), "--fingerprint", "0000", check=False)
        shown = shown.stderr.splitlines()[1]
        world.look("tier", "trust", str(folder / "issuer/school.pem"), "--fingerprint", shown)
        world.look("tier", "redeem", str(folder / "policy.jws"), "--yes")
        world.rules.write_text(world.rules.read_text().replace("review:", "policy: {issuer: school}\nreview:"))
        world.run("plan", "--summary", "--quiet")

    def issue(self, *words):
        program = PROGRAM[0] + "-issuer"
        return subprocess.run([program, *words], cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def grant(self):
        seat = self.world.look("tier", "seat").stdout.strip()
        path = self.folder / "grant.jws"
        path.write_text(self.issue("grant", "--tier", "helper", "--to", "ada", "--seat", seat, "--for", "30d"))
        return str(path)

    def put_off_until(self, change=None):
        with sqlite3.connect(self.world.state) as state:
            if change is not None:
                state.execute("UPDATE setting SET value = ? WHERE name = 'front:tier-offers-after'", (str(change),))
            row = state.execute("SELECT value FROM setting WHERE name = 'front:tier-offers-after'").fetchone()
        return int(row[0])


@pytest.fixture
def school(tmp_path, make_world):
    return School(tmp_path, make_world())


@pytest.fixture
def stopped(school, open_deck):
    deck = open_deck(school.world.serve())
    deck.press("ArrowRight", "ArrowRight")
    expect(deck.summary).to_have_text("That’s 2 for today.")
    return deck


def clean(page):
    found = Axe().run(at_rest(page)).response["violations"]
    assert found == [], [violation["id"] for violation in found]


def test_the_stop_leads_to_what_there_is(stopped):
    page = stopped.page
    expect(page.locator(".summary")).to_contain_text("It is what Example School allows in a day.")
    expect(page.get_by_role("button", name="Allow 10 more today")).to_have_count(0)
    opener = page.get_by_role("button", name="I have a code")
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_text("cleanrules tier redeem CODE")).to_be_visible()
    clean(page)
    page.get_by_role("link", name="See what there is").click()
    expect(page.locator("main")).to_contain_text("3 € a month")
    clean(page)


def test_later_hides_it_for_a_day(stopped, school):
    page = stopped.page
    with page.expect_response("**/api/tier/later"):
        page.get_by_role("button", name="Maybe later").click()
    expect(page.get_by_role("link", name="See what there is")).to_have_count(0)
    expect(page.locator(".summary")).to_contain_text("It is what Example School allows in a day.")
    clean(page)
    left = school.put_off_until() - time.time()
    assert 86_400 - 600 < left <= 86_400
    page.reload()
    expect(stopped.summary).to_have_text("That’s 2 for today.")
    expect(page.get_by_role("link", name="See what there is")).to_have_count(0)
    school.put_off_until(int(time.time()) - 1)
    page.reload()
    expect(page.get_by_role("link", name="See what there is")).to_be_visible()


def test_a_grant_that_is_redeemed_in_a_terminal_opens_the_day_without_a_reload(stopped, school):
    page = stopped.page
    page.evaluate("window.stays = true")
    school.world.look("tier", "redeem", school.grant(), "--yes")
    expect(page.locator(".meter")).to_contain_text("2 of 25 today")
    expect(stopped.top).to_be_visible()
    assert page.evaluate("window.stays") is True
    clean(page)
