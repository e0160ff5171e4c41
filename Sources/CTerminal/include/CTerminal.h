// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// The size of a terminal in cells, and in pixels where it tells (0: it does not).
struct terminal_size {
    int columns, rows, width, height;
};

/// Bytes that `terminal_signals` hands out besides the numbers of signals.
enum { terminal_woken = 0 };

/// Takes over the terminal at `input` and `output`: raw mode, the other screen, no cursor.
///
/// From now on everything that ends the process first gives the terminal back as it was. With
/// `clears_pictures` the pictures of kitty's protocol are deleted then. Returns 0 or an errno.
int terminal_enter(int input, int output, bool clears_pictures);

/// Says whether pictures of kitty's protocol are to be deleted when the terminal is given back.
void terminal_clear_pictures(bool clears_pictures);

/// Gives the terminal back as it was, and the signals with it. Does nothing where it was not taken.
void terminal_leave(void);

/// Gives the terminal back, stops the process as Ctrl-Z does, and takes it again afterwards.
///
/// Returns 0, or an errno where the terminal could not be taken again.
int terminal_suspend(void);

/// Takes the terminal once more after someone else used it while this process was stopped.
void terminal_resume(void);

/// The reading end of the pipe in which signals come, one byte each: INT, TERM, HUP, WINCH, TSTP
/// and CONT by their numbers. -1 before the terminal is taken.
int terminal_signals(void);

/// Puts a `terminal_woken` into the pipe.
void terminal_wake(void);

/// The size of the terminal at `output`; all 0 where it cannot be told.
struct terminal_size terminal_measure(int output);
