# SPDX-License-Identifier: Apache-2.0
"""Signing in and out from the page, against the simulated service."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.deck import at_rest
from support.world import PROGRAM
from test_offer import SavedPages, offer

OWNER = "pia.brook@outlook.example"


class Service:
    """One `cleanrules-graphsim`, with the drive of a person."""

    def __init__(self, folder, faults=()):
        program = Path(PROGRAM[0]).parent / "cleanrules-graphsim"
        if not program.exists():
            pytest.fail(f"there is no {program}, which signing in needs: build it first")
        script = folder / "faults.json"
        script.write_text(json.dumps({"rules": list(faults)}))
        self.process = subprocess.Popen(
            [str(program), "--scenario", "demo", "--faults", str(script)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def end(self):
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()


class Served(SavedPages):
    """Saved pages of a drive whose service is on this machine."""

    service = None

    def environment(self):
        around = super().environment()
        if self.service:
            around |= {
                "CLEANRULES_GRAPH_URL": self.service.address,
                "CLEANRULES_LOGIN_URL": self.service.address, "CLEANRULES_TOKEN_STORE": "file",
            }
        return around

    def write(self):
        super().write()
        rules = self.rules.read_text().replace("ana@example.com", OWNER)
        self.rules.write_text(rules)
        return self


@pytest.fixture
def served(tmp_path):
    """Makes a world beside a service with faults."""
    made = []

    def make(*faults):
        world = Served(tmp_path, tmp_path)
        made.append(world)
        world.write()
        world.service = Service(tmp_path, faults)
        return world

    yield make
    for world in made:
        world.end()
        if world.service:
            world.service.end()


def events(world):
    told = json.loads(world.run("stats", "events", "--format", "json").stdout)["events"]
    return {event["name"]: event.get("context") for event in told}


def signed_in(world):
    told = subprocess.run(
        [*PROGRAM, "whoami", "--rules", str(world.rules), "--format", "json"], env=world.environment(),
        capture_output=True, text=True, timeout=600)
    return json.loads(told.stdout)["accounts"][0]["signed_in"]


def test_signing_in_shows_a_code_and_leads_back_to_the_same_card(served, open_deck):
    world = served()
    deck = open_deck(world.serve())
    page = deck.page
    name = deck.name
    offer(deck).get_by_role("button", name="Sign in…").click()
    box = page.get_by_role("dialog", name="photos")
    expect(box).to_contain_text("Your password never comes here")
    expect(box).to_contain_text("cleanrules login photos")
    assert Axe().run(at_rest(page)).response["violations"] == []
    box.get_by_role("button", name="Get a code").click()
    expect(box).to_contain_text("and enter this code:")
    # The simulated service lives on loopback, whose address is no link.
    expect(box).to_contain_text(re.compile(r"http://127\.0\.0\.1:\d+"))
    assert Axe().run(at_rest(page)).response["violations"] == []
    # The service lets in whoever asks twice; then the dialog is gone.
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(offer(deck)).to_have_count(0)
    assert deck.name == name
    expect(page.get_by_role("link", name="Settings", exact=True)).to_be_visible()
    assert signed_in(world)
    told = events(world)
    assert {"hint-taken", "login-started", "login-code-shown", "login-done"} <= set(told)

    page.get_by_role("link", name="Settings", exact=True).click()
    account = page.locator(".account")
    expect(account).to_contain_text(OWNER)
    account.get_by_role("button", name="Sign out photos").click()
    sure = page.get_by_role("dialog")
    expect(sure).to_contain_text("decisions stay")
    assert Axe().run(at_rest(page)).response["violations"] == []
    sure.get_by_role("button", name="Cancel").click()
    assert signed_in(world)
    account.get_by_role("button", name="Sign out photos").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(account).to_contain_text("nobody")
    assert not signed_in(world)
    expect(page.get_by_role("link", name="Settings, sign-ins missing: 1")).to_be_visible()


def test_a_sign_in_is_given_up(served, open_deck):
    world = served({"on": "token", "fault": "authorization-pending", "times": "all"})
    deck = open_deck(world.serve())
    page = deck.page
    page.get_by_role("link", name="Settings, sign-ins missing: 1").click()
    page.locator(".account").get_by_role("button", name="Sign in… photos").click()
    box = page.get_by_role("dialog", name="photos")
    box.get_by_role("button", name="Get a code").click()
    expect(box).to_contain_text("and enter this code:")
    with page.expect_response("**/api/sign-in/cancel") as answer:
        box.get_by_role("button", name="Cancel").click()
    assert answer.value.json()["sign_in"]["stage"] == "cancelled"
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert not signed_in(world)
    page.locator(".account").get_by_role("button", name="Sign in… photos").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Get a code")).to_be_visible()


@pytest.mark.parametrize("fault, words", [
    ({"on": "token", "fault": "authorization-declined"}, "declined"),
    ({"on": "device-code", "fault": "unknown-client"}, "application"),
])
def test_a_sign_in_that_fails_says_why_and_begins_again(served, open_deck, fault, words):
    world = served(fault)
    deck = open_deck(world.serve())
    page = deck.page
    offer(deck).get_by_role("button", name="Sign in…").click()
    box = page.get_by_role("dialog", name="photos")
    box.get_by_role("button", name="Get a code").click()
    expect(box.locator(".warn")).to_contain_text(words)
    assert not signed_in(world)
    box.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert signed_in(world)
    assert "login-failed" in events(world)


@pytest.mark.refusals
def test_only_the_drives_of_the_rules_are_signed_in_to(served, open_deck):
    world = served()
    deck = open_deck(world.serve())
    for path, body in [("/api/sign-in", {"drive": "other"}), ("/api/sign-out", {"drive": "other"}), ("/api/sign-in", {})]:
        status = deck.page.evaluate(
            """async ([path, body]) => (await fetch(path, {method: 'POST', body: JSON.stringify(body), headers: {
                'Content-Type': 'application/json', 'X-Cleanrules-Token': localStorage.getItem('token')}})).status""",
            [path, body])
        assert status == 400
        # Without the token of the page nothing begins, whatever it names.
        bare = deck.page.evaluate(
            """async ([path, body]) => (await fetch(path, {method: 'POST', body: JSON.stringify({drive: 'photos'}), headers: {
                'Content-Type': 'application/json'}})).status""", [path, body])
        assert bare == 403
    assert deck.page.evaluate("""async () => (await (await fetch('/api/sign-in', {headers: {
        'X-Cleanrules-Token': localStorage.getItem('token')}})).json()).sign_in""") is None
