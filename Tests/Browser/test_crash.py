# SPDX-License-Identifier: Apache-2.0
"""What is kept when the process dies in the middle of a swipe, and when two front ends are at work."""

import http.client
import json
import random
import subprocess
import threading
import uuid

import pytest

from support.visitor import Visitor
from support.world import PROGRAM


def exported(world):
    """The steps that stand, as pairs of path and verdict, and the reviews that were counted."""
    text = json.loads(world.look("export").stdout)
    standing = [act for act in text["reviews"] if not act.get("undone_at")]
    return [(act["path"], act["verdict"]) for act in standing], sum(
        day["reviews"] for day in text["quota"])


@pytest.mark.parametrize("seed", range(6))
def test_a_kill_in_the_middle_of_a_swipe_loses_nothing_and_doubles_nothing(make_world, seed):
    chance = random.Random(seed)
    world = make_world(reviews=100)
    paths = {}
    told = {}
    wanted = []
    for _ in range(3):
        server = world.serve()
        visitor = Visitor(server)
        # What was sent and not answered when the process died is sent again, with its key.
        for card, verdict, key in wanted:
            status, answer = visitor.decide(card, verdict, key)
            assert status == 200, answer
            told[paths[card]] = verdict
        wanted = []
        cards = visitor.state()["cards"]
        # Some swipes are answered first, and the kill comes while more are under way. Three rounds of
        # at most thirty stay below the quota however fast the machine is.
        answered = chance.randrange(25)
        timer = threading.Timer(chance.uniform(0.0, 0.02), server.kill)
        try:
            for number in range(30):
                if number == answered:
                    timer.start()
                card = cards[0]
                paths[card["id"]] = card["path"]
                step = (card["id"], chance.choice(["keep", "delete", "pin"]), str(uuid.uuid4()))
                wanted = [step]
                status, answer = visitor.decide(*step)
                assert status == 200, answer
                told[card["path"]] = step[1]
                wanted = []
                cards = answer["state"]["cards"]
            server.kill()
        except (OSError, http.client.HTTPException):
            pass
        timer.join()
    for card, verdict, key in wanted:
        assert Visitor(world.serve()).decide(card, verdict, key)[0] == 200
        told[paths[card]] = verdict
    standing, counted = exported(world)
    assert sorted(standing) == sorted(told.items())
    assert counted == len(told)
    assert world.look("history", "--verify").returncode == 0


def test_two_front_ends_at_once_agree_and_share_one_quota(make_world):
    world = make_world(reviews=40)
    visitor = Visitor(world.serve())
    plain = subprocess.Popen(
        [*PROGRAM, "review", "--plain", "--rules", str(world.rules), "--state", str(world.state)],
        env=world.environment(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, text=True)
    statuses = []

    def swipe():
        state = visitor.state()
        while state["cards"]:
            status, answer = visitor.decide(state["cards"][0]["id"], "delete", seen=state["seen"])
            statuses.append(status)
            if status == 429:
                return
            state = visitor.state()

    swiping = threading.Thread(target=swipe)
    swiping.start()
    plain.communicate("k\n" * 60 + "q\n", timeout=600)
    swiping.join(600)
    standing, counted = exported(world)
    assert len(standing) == counted == 40
    assert len({path for path, _ in standing}) == 40
    # Who comes second is told; nobody is refused for another reason.
    assert set(statuses) <= {200, 409, 429}
    assert world.look("history", "--verify").returncode == 0
