# SPDX-License-Identifier: Apache-2.0
"""Whatever ends the deck, the terminal is as it was."""
import os
import pathlib
import shutil
import signal
import sys
import termios

import pytest

from conftest import BINARY
from deck import WAIT, Deck

FATAL = ["ILL", "TRAP", "ABRT", "BUS", "FPE", "SEGV", "QUIT"]


@pytest.mark.parametrize("name", FATAL)
@pytest.mark.parametrize("terminal", ["plain", "kitty"])
def test_a_fatal_signal_leaves_the_terminal_as_it_was(world, name, terminal):
    deck = world().deck(
        terminal=terminal, environment={"SWIFT_BACKTRACE": "enable=no"})
    deck.wait("1 of 12").settle()
    number = getattr(signal, f"SIG{name}")
    deck.kill(number)
    assert deck.end() == -number
    deck.assert_restored()


def test_swift_tells_where_it_crashed_after_the_terminal_is_given_back(world):
    # The program has the Swift library in itself, and so does not know where the toolchain lies.
    toolchain = pathlib.Path(shutil.which("swift")).resolve().parents[1]
    helper = toolchain / "libexec/swift/linux/swift-backtrace"
    settings = f"enable=yes,color=no,interactive=no,swift-backtrace={helper}"
    deck = world().deck(environment={"SWIFT_BACKTRACE": settings})
    deck.wait("1 of 12").settle()
    deck.kill(signal.SIGSEGV)
    deck.end()
    deck.assert_restored()
    told = deck.raw.find(b"rashed")
    assert told > deck.raw.find(b"\x1b[?1049l"), "no backtrace on the main screen"


@pytest.mark.parametrize("name, status", [("INT", 130), ("TERM", 143)])
def test_a_signal_that_ends_it_has_its_own_status(world, name, status):
    deck = world().deck()
    deck.wait("1 of 12").press("k").wait("2 of 12")
    deck.kill(getattr(signal, f"SIG{name}"))
    assert deck.end() == status
    deck.assert_restored()
    assert b"1 decision saved" in deck.raw


def test_a_hang_up_ends_it(world):
    deck = world().deck()
    deck.wait("1 of 12").kill(signal.SIGHUP)
    assert deck.end() != 0
    deck.assert_restored()


def test_a_terminal_that_goes_away_ends_it(world):
    deck = world().deck()
    deck.wait("1 of 12").settle()
    keep = os.dup(deck.main)
    os.close(deck.main)
    os.close(keep)
    deck.main = os.open(os.devnull, os.O_RDONLY)
    assert deck.process.wait(WAIT) != 0


def test_a_window_change_is_survived(world):
    deck = world().deck()
    deck.wait("1 of 12")
    for _ in range(20):
        deck.kill(signal.SIGWINCH)
    deck.settle().press("k").wait("2 of 12")


@pytest.mark.parametrize("how", ["key", "signal", "stop"])
def test_ctrl_z_gives_the_terminal_back_and_fg_takes_it_again(world, how):
    made = world()
    # A parent in the same session, as a shell is: else the kernel stops nobody.
    parent = [
        sys.executable, "-c",
        "import os,sys,signal\n"
        "child=os.fork()\n"
        "if child==0:\n"
        "    os.setpgid(0,0)\n"
        "    signal.signal(signal.SIGTTOU,signal.SIG_IGN); os.tcsetpgrp(0,os.getpid())\n"
        "    signal.signal(signal.SIGTTOU,signal.SIG_DFL)\n"
        "    os.execv(sys.argv[1],sys.argv[1:])\n"
        "open(os.environ['PID_FILE'],'w').write(str(child))\n"
        "while True:\n"
        "    _,status=os.waitpid(child,os.WUNTRACED)\n"
        "    if os.WIFSTOPPED(status): open(os.environ['PID_FILE']+'.stopped','w'); continue\n"
        "    sys.exit(os.waitstatus_to_exitcode(status))\n",
    ]
    file = made.folder / "pid"
    deck = Deck(
        parent + [BINARY, "review", "--tui", "--rules", str(made.rules), "--state", str(made.state)],
        environment={"PID_FILE": str(file), "HOME": str(made.folder)})
    made.decks.append(deck)
    deck.wait("1 of 12").settle()
    child = int(file.read_text())
    if how == "key":
        deck.press("\x1a")
    else:
        os.kill(child, signal.SIGTSTP if how == "signal" else signal.SIGSTOP)
    stopped = made.folder / "pid.stopped"
    deck.wait(stopped.exists, "the stop")
    deck.settle(0.2)
    if how != "stop":
        deck.assert_restored()
    else:
        # Nothing can be done about this one: the shell sets its own modes then.
        termios.tcsetattr(deck.side, termios.TCSANOW, deck.before)
    deck.screen.reset()
    os.kill(child, signal.SIGCONT)
    deck.wait("1 of 12").press("k").wait("2 of 12").press("q")
    assert deck.end() == 0
    deck.assert_restored()
