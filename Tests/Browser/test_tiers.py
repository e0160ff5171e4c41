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
        # It answers at an address of its own, which the policy names.
        self.service = subprocess.Popen([PROGRAM[0] + "-issuer", "serve"], cwd=folder, stdout=subprocess.PIPE, text=True)
        address = self.service.stdout.readline().strip()
        (folder / "policy.yaml").write_text(POLICY + f"redeem: {address}\n")
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

    def code(self):
        return self.issue("code", "--tier", "helper", "--for", "30d").strip()

    def end(self):
        self.service.kill()
        self.service.wait()
        self.service.stdout.close()

    def put_off_until(self, change=None):
        with sqlite3.connect(self.world.state) as state:
            if change is not None:
                state.execute("UPDATE setting SET value = ? WHERE name = 'front:tier-offers-after'", (str(change),))
            row = state.execute("SELECT value FROM setting WHERE name = 'front:tier-offers-after'").fetchone()
        return int(row[0])


@pytest.fixture
def school(tmp_path, make_world):
    school = School(tmp_path, make_world())
    yield school
    school.end()


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
    page.get_by_role("button", name="I have a code").click()
    box = page.get_by_role("dialog", name="I have a code")
    expect(box.get_by_text("cleanrules tier redeem CODE")).to_be_visible()
    clean(page)
    box.get_by_role("button", name="Cancel").click()
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


def test_a_code_is_redeemed_once_what_it_brings_was_agreed_to(stopped, school):
    page, code = stopped.page, school.code()
    page.evaluate("window.stays = true")
    page.get_by_role("button", name="I have a code").click()
    box = page.get_by_role("dialog", name="I have a code")
    box.get_by_role("textbox").fill(f" {code.lower()} ")
    box.get_by_role("button", name="See what it brings").click()
    expect(box).to_contain_text("Example School")
    expect(box).to_contain_text("helper")
    expect(box.get_by_role("button", name="Redeem it")).to_be_focused()
    clean(page)
    # It is agreed to for this code alone.
    box.get_by_role("textbox").fill("7K3QD-0XV5M")
    expect(box.get_by_role("button", name="See what it brings")).to_be_visible()
    box.get_by_role("textbox").fill(code)
    box.get_by_role("textbox").press("Enter")
    box.get_by_role("button", name="Redeem it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".meter")).to_contain_text("2 of 25 today")
    expect(stopped.top).to_be_visible()
    assert page.evaluate("window.stays") is True
    page.get_by_role("link", name="Settings", exact=True).click()
    expect(page.locator("main")).to_contain_text("helper")
    expect(page.locator("main").get_by_role("button", name="I have a code")).to_be_visible()
    clean(page)


@pytest.mark.refusals
def test_a_code_that_is_none_says_so_and_changes_nothing(stopped, school):
    page = stopped.page
    page.get_by_role("button", name="I have a code").click()
    box = page.get_by_role("dialog", name="I have a code")
    for text, words in [("what?", "that is no code"), ("7K3QD-0XV5M-9ZB2T-H4N8E", "knows no such code")]:
        box.get_by_role("textbox").fill(text)
        box.get_by_role("button", name="See what it brings").click()
        expect(box.locator(".warn")).to_contain_text(words)
    clean(page)
    # Without the token of the page nothing begins.
    bare = page.evaluate("""async (code) => (await fetch('/api/tier/code', {method: 'POST', body: JSON.stringify({code}), headers: {
        'Content-Type': 'application/json'}})).status""", school.code())
    assert bare == 403
