# SPDX-License-Identifier: Apache-2.0
"""A terminal for the program under test: a pty, a screen (pyte), and answers to its questions."""
import codecs
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pyte

# What terminals answer to XTVERSION, kitty's query, CSI 16 t and DA1.
TERMINALS = {
    "silent": {},
    "plain": {b"\x1b[c": b"\x1b[?62;22c"},
    "kitty": {
        b"\x1b[>q": b"\x1bP>|kitty(0.35.2)\x1b\\",
        b"\x1b_Gi=31": b"\x1b_Gi=31;OK\x1b\\",
        b"\x1b[16t": b"\x1b[6;20;10t",
        b"\x1b[c": b"\x1b[?62;c",
    },
    "sixel": {b"\x1b[16t": b"\x1b[6;20;10t", b"\x1b[c": b"\x1b[?62;4;22c"},
    "iterm2": {
        b"\x1b[>q": b"\x1bP>|iTerm2 3.5.0\x1b\\",
        b"\x1b[16t": b"\x1b[6;20;10t",
        b"\x1b[c": b"\x1b[?62;4c",
    },
}
STRINGS = re.compile(rb"\x1b[_P\]].*?(?:\x1b\\|\x07)", re.S)
# What has not come by then never will, however busy the machine is, in seconds.
WAIT = 300


class Deck:
    """The program in a terminal of its own."""

    def __init__(self, command, columns=100, rows=24, terminal="plain", environment=None):
        self.terminal = dict(TERMINALS[terminal])
        self.raw = b""
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.pending = b""
        self.main, self.side = pty.openpty()
        self.resize(columns, rows, tell=False)
        self.before = termios.tcgetattr(self.side)
        variables = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "TZ": "Europe/Berlin",
        }
        variables.update(environment or {})
        self.process = subprocess.Popen(
            command, stdin=self.side, stdout=self.side, stderr=self.side, env=variables,
            start_new_session=True, preexec_fn=self.sit_down)

    @staticmethod
    def sit_down():
        """Takes the terminal, and hears all signals: whoever started these tests may have some ignored, as `nohup` does."""
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)

    def resize(self, columns, rows, tell=True):
        size = struct.pack("HHHH", rows, columns, columns * 10, rows * 20)
        fcntl.ioctl(self.side, termios.TIOCSWINSZ, size)
        if tell:
            self.screen.resize(rows, columns)

    def pump(self, seconds=0.05):
        """Takes what the program wrote, and answers it."""
        if not select.select([self.main], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self.main, 65536)
        except OSError:
            return False
        self.raw += piece
        for question, answer in list(self.terminal.items()):
            if question in self.raw:
                del self.terminal[question]
                os.write(self.main, answer)
        self.show(piece)
        return bool(piece)

    def show(self, piece):
        # pyte knows no strings of kitty, sixel and iTerm2: they are taken out.
        self.pending = STRINGS.sub(b"", self.pending + piece)
        cut = max(self.pending.rfind(s) for s in (b"\x1b_", b"\x1bP", b"\x1b]"))
        whole = self.pending if cut < 0 else self.pending[:cut]
        if cut < 0 and self.pending.endswith(b"\x1b"):
            whole = self.pending[:-1]
        self.pending = self.pending[len(whole):]
        whole = re.sub(rb"\x1b\[>q|\x18", b"", whole)
        self.stream.feed(self.decoder.decode(whole))

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, condition, what="the screen"):
        """Pumps until `condition` (a text on the screen, or a function) holds."""
        holds = condition if callable(condition) else lambda: condition in self.text
        end = time.monotonic() + WAIT
        while not holds():
            self.pump()
            if time.monotonic() > end:
                raise AssertionError(f"{what}: {condition!r} did not come:\n{self.text}")
        return self

    def settle(self, seconds=0.3):
        """Pumps until nothing comes any more for a while, and nothing is being worked on."""
        end = time.monotonic() + WAIT
        while self.pump(seconds) or self.is_working():
            if time.monotonic() > end:
                raise AssertionError(f"it does not come to rest:\n{self.text}")
        return self

    def is_working(self):
        """Whether a thread of the session runs, or would if the machine had a turn for it."""
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if int(self.fields(process)[3]) != self.process.pid:
                    continue
                if any(self.fields(task)[0] in "RD" for task in (process / "task").iterdir()):
                    return True
            except (OSError, IndexError):
                continue
        return False

    @staticmethod
    def fields(process):
        """What proc(5) tells of a process or thread after its name: state, parent, group, session."""
        return (process / "stat").read_text(errors="replace").rpartition(")")[2].split()

    def press(self, keys):
        os.write(self.main, keys if isinstance(keys, bytes) else keys.encode())
        return self

    def kill(self, number):
        os.kill(self.process.pid, number)
        return self

    def end(self):
        """Waits for the program's end; its exit status, negative for a signal."""
        end = time.monotonic() + WAIT
        while self.process.poll() is None:
            self.pump()
            if time.monotonic() > end:
                self.process.kill()
                raise AssertionError(f"it did not end:\n{self.text}")
        self.settle(0.1)
        return self.process.returncode

    def assert_restored(self):
        """The terminal is as it was: its modes, the main screen, a cursor."""
        now = termios.tcgetattr(self.side)
        assert now == self.before, f"modes differ: {now[:4]} and {self.before[:4]}"
        last = {}
        for mode, state in re.findall(rb"\x1b\[\?(1049|25|2004|2026)([hl])", self.raw):
            last[mode] = state
        assert last.get(b"1049") == b"l", "the other screen is still shown"
        assert last.get(b"25") == b"h", "there is no cursor"
        assert last.get(b"2004") == b"l", "pasted text is still in brackets"
        assert last.get(b"2026", b"l") == b"l", "a frame has no end"

    def close(self):
        # Also what was started in a group of its own, and perhaps stopped.
        try:
            group = os.tcgetpgrp(self.side)
            if group not in (0, os.getpgrp()):
                os.killpg(group, signal.SIGKILL)
        except (OSError, ProcessLookupError):
            pass
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.main)
        os.close(self.side)
