# SPDX-License-Identifier: Apache-2.0
"""The plain review and files of decisions, through the command."""
import json
import sqlite3

import pytest


def test_the_plain_review_reads_answers_from_a_pipe_and_writes_only_lines(world):
    made = world()
    told = made.review("--plain", input="d\nu\nkeep\nwhy\nmarked\n\nquota\nq\n")
    assert told.returncode == 0
    assert "\x1b" not in told.stdout and "\r" not in told.stdout
    for box in "┌│─█":
        assert box not in told.stdout
    assert "Item 1 of 12" in told.stdout
    assert "Marked for deletion: IMG_2040.png. u undoes it." in told.stdout
    assert "Undone: marked for deletion: IMG_2040.png" in told.stdout
    assert "1 decision saved" in told.stderr


def test_the_end_of_input_ends_the_plain_review(world):
    made = world()
    assert made.review("--plain", input="k").returncode == 0
    assert "Item 2 of 12" in made.review("--plain", input="").stdout


def test_a_locked_state_has_its_status(world):
    made = world()
    other = sqlite3.connect(made.state, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert made.review("--plain", input="k\nq\n", check=False).returncode == 8
    other.execute("ROLLBACK")
    other.close()


def test_a_byte_order_mark_is_no_part_of_the_first_line(world):
    made = world()
    told = made.review("--plain", input="\ufeffk\n")
    assert "no answer here" not in told.stdout and "Item 2 of 12" in told.stdout
    made.review("--decisions", "-", input="\ufeff" + lines(
        {"path": "/2021/IMG_2041.png", "verdict": "keep"}))


def test_without_a_terminal_a_mode_is_to_be_named(world):
    told = world().review(check=False, input="")
    assert told.returncode == 64 and "--plain" in told.stderr


def lines(*decisions):
    return "".join(json.dumps(decision) + "\n" for decision in decisions)


def test_what_the_plan_does_not_ask_about_is_named_and_the_rest_is_decided(world, tmp_path):
    made = world()
    told = made.review("--decisions", "-", check=False, input=lines(
        {"path": "/nowhere", "verdict": "keep"}, {"path": "/2021/IMG_2040.png", "verdict": "keep"}))
    assert told.returncode == 6 and "line 1" in told.stderr and "/nowhere" in told.stderr
    assert "Item 2 of 12" in made.review("--plain", input="").stdout


def test_a_file_of_decisions_may_be_run_again(world, tmp_path):
    made = world()
    file = tmp_path / "d.ndjson"
    file.write_text(lines(
        {"path": "/2021/IMG_2040.png", "verdict": "keep"},
        {"path": "/2021/IMG_2041.png", "drive": "photos", "verdict": "delete"},
        {"path": "/2021/IMG_2042.png", "verdict": "snooze", "until": "2999-01-01"},
        {"path": "/2021/IMG_2043.png", "verdict": "later"}))
    first = made.review("--decisions", file)
    assert "4 decided" in first.stdout + first.stderr
    again = made.review("--decisions", file)
    assert "0 decided, 4 decided so before" in again.stdout + again.stderr


@pytest.mark.parametrize("line, text", [
    ("{", "line 2"), ('{"path":"/2021/IMG_2041.png","verdict":"burn"}', "burn"),
    ('{"path":"/2021/IMG_2040.png","verdict":"keep"}', "another verdict")])
def test_a_bad_line_decides_nothing_and_is_named(world, tmp_path, line, text):
    made = world()
    file = tmp_path / "d.ndjson"
    file.write_text(lines({"path": "/2021/IMG_2040.png", "verdict": "delete"}) + line + "\n")
    told = made.review("--decisions", file, check=False)
    assert told.returncode == 3 and text in told.stderr and "line 2" in told.stderr
    assert "Item 1 of 12" in made.review("--plain", input="").stdout


def test_the_quota_has_its_status(world, tmp_path):
    made = world(reviews=1)
    file = tmp_path / "d.ndjson"
    file.write_text(lines(
        *({"path": f"/2021/IMG_{2040 + n}.png", "verdict": "keep"} for n in range(3))))
    assert made.review("--decisions", file, check=False).returncode == 6
    other = tmp_path / "e.ndjson"
    other.write_text(lines({"path": "/2021/IMG_2045.png", "verdict": "keep"}))
    assert made.review("--decisions", other, check=False).returncode == 7
