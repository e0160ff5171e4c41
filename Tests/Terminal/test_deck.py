# SPDX-License-Identifier: Apache-2.0
"""The deck in a terminal: keys, sizes, what terminals answer, names."""
import base64
import json
import re
import sqlite3
import time

import pytest


def test_letters_and_arrows_decide_and_undo_brings_the_card_back(world):
    deck = world().deck()
    deck.wait("1 of 12").wait("IMG_2040.png")
    deck.press("d").wait("2 of 12").wait("Marked for deletion: IMG_2040.png")
    deck.press("\x1b[C").wait("3 of 12").wait("Kept: IMG_2041.png")
    deck.press("\x1b[B").wait("Put off to the end: IMG_2042.png").wait("IMG_2043.png")
    deck.press("u").wait("Undone: put off to the end: IMG_2042.png")
    deck.settle()
    deck.press("\x7f").wait("Undone: kept: IMG_2041.png")
    deck.press("U").wait("Kept: IMG_2041.png")
    deck.press("q")
    assert deck.end() == 0
    deck.assert_restored()
    assert "2 decisions saved" in deck.text


def test_every_decision_is_recorded_before_the_next_card_and_outlives_a_kill(world):
    made = world()
    deck = made.deck()
    deck.wait("1 of 12").press("d").wait("2 of 12").press("k").wait("3 of 12")
    deck.kill(9)
    assert deck.end() == -9
    again = made.deck()
    again.wait("3 of 12").wait("IMG_2042.png")
    again.press("u").wait("Undone: kept: IMG_2041.png")


def test_a_key_that_is_held_down_decides_once(world):
    deck = world().deck()
    deck.wait("1 of 12").press("kkkk").wait("2 of 12").settle()
    assert "2 of 12" in deck.text


def test_a_key_decides_nothing_about_a_card_that_was_not_shown_yet(world):
    deck = world().deck()
    deck.wait("1 of 12").press("kd").wait("2 of 12").wait("Typed before this was shown").settle()
    assert "2 of 12" in deck.text and "Kept: IMG_2040.png" in deck.text
    deck.press("d").wait("3 of 12").wait("Marked for deletion: IMG_2041.png")
    # Undo is never too early.
    deck.press("ku").wait("Undone: kept: IMG_2042.png").wait("3 of 12")


def test_keys_that_are_typed_during_a_slow_step_decide_nothing(world):
    made = world()
    deck = made.deck()
    deck.wait("1 of 12").settle()
    other = sqlite3.connect(made.state, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    deck.press("k").settle(0.5)
    deck.press("d").settle(0.5)
    other.execute("ROLLBACK")
    other.close()
    deck.wait("2 of 12").wait("Typed before this was shown").settle()
    assert "2 of 12" in deck.text


def test_pasted_text_decides_nothing(world):
    deck = world().deck()
    deck.wait("1 of 12").press("\x1b[200~dkdkq\x1b[201~").settle()
    assert "1 of 12" in deck.text
    deck.press("k").wait("2 of 12")


def test_keys_with_modifiers_decide_nothing(world):
    deck = world().deck()
    deck.wait("1 of 12").press("\x1b[1;5D\x1b[1;2C\x1bd\x1bk\x04").settle()
    assert "1 of 12" in deck.text


def test_keys_that_are_typed_while_the_terminal_is_asked_are_kept(world):
    deck = world().deck(terminal="silent", environment={"SSH_CONNECTION": "1 2 3 4"})
    deck.wait(lambda: b"\x1b[c" in deck.raw).press("k")
    deck.wait("2 of 12").wait("Kept: IMG_2040.png")


def test_escape_alone_quits(world):
    deck = world().deck()
    deck.wait("1 of 12").press("\x1b")
    assert deck.end() == 0
    deck.assert_restored()
    assert b"Nothing was decided" in deck.raw


def test_ctrl_c_ends_with_130(world):
    deck = world().deck()
    deck.wait("1 of 12").press("\x03")
    assert deck.end() == 130
    deck.assert_restored()


def test_the_facts_say_why(world):
    deck = world().deck()
    deck.wait("1 of 12").press("i").wait("Rule: look (a person is to look)").wait("Esc back")
    deck.press("\x1b").wait("1 of 12").wait("q quit")


def test_marks_can_be_taken_back_in_the_list(world):
    deck = world().deck()
    deck.wait("1 of 12").press("d").wait("2 of 12").settle().press("m").wait("Marked for deletion: 1 item")
    deck.press("k").wait("+ kept").wait("Marked for deletion: 0 items")
    deck.press("d").wait("- marked").wait("Marked for deletion: 1 item")
    deck.press("m").wait("2 of 12")


def test_all_cards_of_a_rule_go_with_their_number_only(world):
    deck = world().deck()
    deck.wait("1 of 12").press("g").wait("12 cards of rule look")
    deck.press("k").wait("Type 12 and Enter")
    deck.press("11\r").wait("nothing is decided").wait("1 of 12")
    deck.press("g").wait("12 cards").press("k").wait("Type 12").press("12\r").wait("All done")
    deck.press("u").wait("1 of 12")


def decide(made, *decisions):
    """Lets another front end decide."""
    lines = "".join(
        json.dumps({"path": f"/2021/{name}", "verdict": verdict}) + "\n"
        for name, verdict in decisions)
    assert made.review("--decisions", "-", input=lines).returncode == 0


def test_a_list_is_decided_as_it_was_shown(world):
    made = world()
    deck = made.deck()
    deck.wait("1 of 12").press("g").wait("12 cards of rule look").press("k").wait("Type 12")
    decide(made, ("IMG_2045.png", "delete"))
    deck.wait("2 of 12").press("12\r").wait("already decided in another window: delete")
    deck.press("m").wait("Marked for deletion: 1 item")
    decide(made, ("IMG_2045.png", "pin"))
    deck.wait("Marked for deletion: 0 items").press("d")
    deck.settle().press("k").wait("already decided in another window: keep for good").wait("Nothing is marked")


def test_what_is_marked_and_kept_in_the_list_is_ones_own(world):
    deck = world().deck()
    deck.wait("1 of 12").press("d").wait("2 of 12").settle().press("m").wait("for deletion: 1 item")
    for _ in range(3):
        deck.press("k").wait("for deletion: 0 items").settle()
        deck.press("d").wait("for deletion: 1 item").settle()


def test_the_quota_stops_decisions_and_never_undo(world):
    made = world(reviews=2)
    deck = made.deck()
    deck.wait("1 of 12").press("k").wait("2 of 12").press("d").wait("That was all for today")
    assert "2/2 today" in deck.text
    deck.press("k").settle()
    assert "That was all for today" in deck.text
    deck.press("u").wait("2 of 12").wait("1/2 today")
    deck.press("d").wait("That was all for today").press("q")
    assert deck.end() == 0
    again = made.deck()
    again.wait("That was all for today").press("q")
    assert again.end() == 7


def test_what_another_front_end_decides_is_seen(world):
    made = world()
    deck = made.deck()
    deck.wait("1 of 12").settle()
    assert made.review("--plain", input="k\nq\n").returncode == 0
    deck.wait("Decided in another window: IMG_2040.png").wait("2 of 12")


@pytest.mark.parametrize("first, then", [((60, 18), (200, 60)), ((200, 60), (60, 18))])
def test_a_new_size_is_filled(world, first, then):
    deck = world().deck(columns=first[0], rows=first[1])
    deck.wait("1 of 12").settle()
    deck.resize(*then)
    deck.wait(lambda: "q quit" in deck.screen.display[then[1] - 2], "the line of keys")
    assert "today" in deck.screen.display[0]
    assert deck.screen.display[then[1] - 1].strip() == ""
    assert all(len(line.rstrip()) <= then[0] for line in deck.screen.display)
    deck.press("k").wait("2 of 12")


def test_a_terminal_that_is_too_small_says_so_and_decides_nothing(world):
    deck = world().deck()
    deck.wait("1 of 12").settle()
    deck.resize(40, 10)
    deck.wait("needs 60×18").press("k").settle()
    deck.resize(100, 24)
    deck.wait("1 of 12")


def pictures(raw):
    """The pictures of kitty's protocol: id and bytes."""
    found, body = [], None
    for keys, letters in re.findall(rb"\x1b_G([^;\x1b]*);?([^\x1b]*)\x1b\\", raw):
        keys = dict(pair.split(b"=") for pair in keys.split(b","))
        assert len(letters) <= 4096
        if keys.get(b"a") == b"T":
            assert keys[b"q"] == b"2" and keys[b"C"] == b"1"
            found.append([int(keys[b"i"]), letters])
        elif b"a" not in keys and found:
            found[-1][1] += letters
    return [(number, base64.b64decode(letters)) for number, letters in found]


def test_kitty_gets_png_pictures_and_each_is_deleted_by_its_number(world):
    deck = world().deck(terminal="kitty")
    deck.wait(lambda: len(pictures(deck.raw)) == 1, "a picture")
    deck.press("k").wait(lambda: len(pictures(deck.raw)) == 2, "the next picture")
    (first, body), (second, _) = pictures(deck.raw)
    assert body.startswith(b"\x89PNG") and first != second
    assert b"a=d,d=I,i=%d" % first in deck.raw
    deck.press("q")
    assert deck.end() == 0
    # The rest is deleted when the terminal is given back.
    assert deck.raw.rfind(b"\x1b_Ga=d,d=A,q=2") > deck.raw.rfind(b"a=T")
    deck.assert_restored()


def test_sixel_pictures_stand_inside_their_frame(world):
    deck = world().deck(terminal="sixel")
    deck.wait(lambda: re.search(rb"\x1bP[0-9;]*q.*?\x1b\\", deck.raw, re.S), "a sixel picture")
    row = int(re.findall(rb"\x1b\[(\d+);(\d+)H\x1bP[0-9;]*q", deck.raw)[0][0])
    assert 3 <= row < 20


def test_iterm2_gets_the_picture_as_it_is(world):
    deck = world().deck(terminal="iterm2")
    deck.wait(lambda: b"\x1b]1337;File=inline=1;" in deck.raw, "a picture")


def test_silence_means_half_blocks(world):
    deck = world().deck(terminal="silent")
    deck.wait(lambda: "▀" in deck.text, "half blocks")
    assert b"\x1b_Ga=T" not in deck.raw


def test_inside_tmux_nothing_is_asked_and_blocks_are_shown(world):
    deck = world().deck(terminal="kitty", environment={"TMUX": "/tmp/x,1,0", "TERM": "tmux-256color"})
    deck.wait(lambda: "▀" in deck.text, "half blocks")
    assert b"\x1b_G" not in deck.raw and b"\x1b[c" not in deck.raw


def test_no_color_sends_no_colours(world):
    deck = world().deck(environment={"NO_COLOR": "1"})
    deck.wait("1 of 12").press("d").wait("2 of 12").settle().press("q")
    deck.end()
    for codes in re.findall(rb"\x1b\[([0-9;]*)m", deck.raw):
        assert all(int(code or 0) in (0, 1, 2, 7) for code in codes.split(b";")), codes


def test_a_frame_is_shown_at_once_and_nothing_is_sent_without_a_change(world):
    deck = world().deck()
    deck.wait("1 of 12").settle(0.6)
    before = len(deck.raw)
    time.sleep(1.2)
    deck.settle(0.1)
    assert len(deck.raw) == before
    assert deck.raw.count(b"\x1b[?2026h") == deck.raw.count(b"\x1b[?2026l")
    deck.press("i").settle()
    # Only what differs is sent, and the screen is not cleared.
    assert deck.raw[before:].count(b"\x1b[2J") == 0


def test_names_cannot_command_the_terminal(world):
    names = [
        "a\x1b]0;owned\x07.png", "b\x1b[2Jclear.png", "c\u202egnp.exe", "d\nnew.png",
        "e\u2067x.png", "f" * 200 + "-tail.jpeg", "g日本語のとても長い名前のファイルです写真写真写真.png",
    ]
    deck = world(names).deck()
    shown = ["\\u001B]0;owned\\u0007", "\\u001B[2J", "\\u202Egnp.exe", "d\\nnew.png",
             "\\u2067x.png", "…", "…"]
    for index, text in enumerate(shown):
        deck.wait(f"{index + 1} of 7").wait(text).settle()
        name = deck.screen.display[1]
        assert name.rstrip().endswith((".png", ".exe", ".jpeg")), name
        deck.press("k").settle()
    deck.wait("All done")
    assert b"owned\x07" not in deck.raw and "\u202e".encode() not in deck.raw
