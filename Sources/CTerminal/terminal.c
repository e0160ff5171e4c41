// SPDX-License-Identifier: Apache-2.0
// A terminal that is always given back as it was, however the process ends; only SIGKILL cannot be
// caught. Everything that runs in a handler is async-signal-safe, see signal-safety(7).
#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// The other screen, no cursor, pasted text in brackets so that it is not taken for keys.
static const char enter_text[] = "\033[?1049h\033[?25l\033[?2004h\033[2J\033[H";
// CAN and ST end a sequence that was cut in the middle, so that the rest is not swallowed by it.
#define LEAVE_FIRST "\030\033\\\033[?2026l"
#define LEAVE_LAST "\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?2004l\033[0m\033[?25h\033[?1049l"
static const char leave_text[] = LEAVE_FIRST LEAVE_LAST;
static const char leave_text_pictures[] = LEAVE_FIRST "\033_Ga=d,d=A,q=2\033\\" LEAVE_LAST;

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
                                    SIGQUIT, SIGSYS, SIGXCPU, SIGXFSZ};
static const int soft_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT};
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static struct sigaction fatal_before[COUNT(fatal_signals)];
static struct sigaction soft_before[COUNT(soft_signals)];
static struct termios saved, raw;
static int input_end = -1, output_end = -1;
static int signal_pipe[2] = {-1, -1};
// Whether the terminal is ours: what ends the process gives it back only once.
static atomic_bool is_taken;
static atomic_bool has_pictures;
static bool has_exit_handler;

static void write_all(const char *text, size_t size) {
    while (size > 0) {
        ssize_t count = write(output_end, text, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;
        text += count;
        size -= (size_t)count;
    }
}

// Sets the mode even where this process is in the background of its terminal, which would
// otherwise stop it (SIGTTOU) right when it is about to end.
static void set_mode(const struct termios *mode) {
    sigset_t quiet, before;
    sigemptyset(&quiet);
    sigaddset(&quiet, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &quiet, &before);
    while (tcsetattr(input_end, TCSANOW, mode) != 0 && errno == EINTR) {}
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void give_back(void) {
    if (!atomic_exchange(&is_taken, false)) return;
    int before = errno;
    if (atomic_load(&has_pictures)) {
        write_all(leave_text_pictures, sizeof leave_text_pictures - 1);
    } else {
        write_all(leave_text, sizeof leave_text - 1);
    }
    set_mode(&saved);
    errno = before;
}

static void take(void) {
    if (atomic_exchange(&is_taken, true)) return;
    set_mode(&raw);
    write_all(enter_text, sizeof enter_text - 1);
}

static struct sigaction *before_fatal(int number) {
    for (size_t place = 0; place < COUNT(fatal_signals); place++) {
        if (fatal_signals[place] == number) return &fatal_before[place];
    }
    return NULL;
}

// Gives the terminal back, and lets the signal do what it would have done without us: Swift's
// handler prints where the program crashed, and then the default one ends the process.
static void on_fatal_signal(int number, siginfo_t *info, void *context) {
    give_back();
    const struct sigaction *before = before_fatal(number);
    if (before != NULL && (before->sa_flags & SA_SIGINFO)) {
        before->sa_sigaction(number, info, context);
    } else if (before != NULL && before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
        before->sa_handler(number);
    }
    // A signal that another process sent would not come again by itself, as a fault does.
    signal(number, SIG_DFL);
    // Blocked until this handler returns, and delivered then.
    raise(number);
}

static void put(char byte) {
    int before = errno;
    // A full pipe has been heard of already.
    (void)!write(signal_pipe[1], &byte, 1);
    errno = before;
}

static void on_soft_signal(int number, siginfo_t *info, void *context) {
    (void)info;
    (void)context;
    put((char)number);
}

static void watch(
    int number, void (*handler)(int, siginfo_t *, void *), struct sigaction *before) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handler;
    sigfillset(&action.sa_mask);
    // Calls that are under way are not disturbed; a stack that overflowed cannot hold a handler.
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigaction(number, &action, before);
    // What was ignored goes on being ignored, as nohup(1) has it.
    bool is_ignored = !(before->sa_flags & SA_SIGINFO) && before->sa_handler == SIG_IGN;
    if (is_ignored) sigaction(number, before, NULL);
}

static void watch_all(void) {
    for (size_t place = 0; place < COUNT(fatal_signals); place++) {
        watch(fatal_signals[place], on_fatal_signal, &fatal_before[place]);
    }
    for (size_t place = 0; place < COUNT(soft_signals); place++) {
        watch(soft_signals[place], on_soft_signal, &soft_before[place]);
    }
}

static void watch_nothing(void) {
    for (size_t place = 0; place < COUNT(fatal_signals); place++) {
        sigaction(fatal_signals[place], &fatal_before[place], NULL);
    }
    for (size_t place = 0; place < COUNT(soft_signals); place++) {
        sigaction(soft_signals[place], &soft_before[place], NULL);
    }
}

static int open_pipe(void) {
    if (signal_pipe[0] >= 0) {
        // What is left of the last time is old.
        char byte;
        while (read(signal_pipe[0], &byte, 1) == 1) {}
        return 0;
    }
    return pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) == 0 ? 0 : errno;
}

int terminal_enter(int input, int output, bool clears_pictures) {
    if (atomic_load(&is_taken)) return EBUSY;
    int error = open_pipe();
    if (error != 0) return error;
    if (tcgetattr(input, &saved) != 0) return errno;
    input_end = input;
    output_end = output;
    raw = saved;
    cfmakeraw(&raw);
    // Line feeds of what others print still begin a line.
    raw.c_oflag |= OPOST;
    atomic_store(&has_pictures, clears_pictures);
    if (!has_exit_handler) has_exit_handler = atexit(give_back) == 0;
    watch_all();
    take();
    return 0;
}

void terminal_clear_pictures(bool clears_pictures) {
    atomic_store(&has_pictures, clears_pictures);
}

void terminal_leave(void) {
    if (!atomic_load(&is_taken)) return;
    give_back();
    watch_nothing();
}

int terminal_suspend(void) {
    if (!atomic_load(&is_taken)) return 0;
    give_back();
    struct sigaction usual, before;
    memset(&usual, 0, sizeof usual);
    usual.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &usual, &before);
    // The whole process group, as the terminal driver does it: a script that waits for this program
    // stops with it, and so the shell gets the terminal back. Where nobody could wake them, the
    // kernel stops none (an orphaned process group, setpgid(2)).
    kill(0, SIGTSTP);
    // The signal may be taken by another thread a moment later.
    struct timespec moment = {0, 50 * 1000 * 1000};
    nanosleep(&moment, NULL);
    sigaction(SIGTSTP, &before, NULL);
    if (tcgetattr(input_end, &saved) != 0) return errno;
    take();
    return 0;
}

void terminal_resume(void) {
    if (!atomic_load(&is_taken)) return;
    set_mode(&raw);
    write_all(enter_text, sizeof enter_text - 1);
}

int terminal_signals(void) { return signal_pipe[0]; }

void terminal_wake(void) { put(terminal_woken); }

struct terminal_size terminal_measure(int output) {
    struct winsize size;
    struct terminal_size result = {0, 0, 0, 0};
    if (ioctl(output, TIOCGWINSZ, &size) != 0) return result;
    result.columns = size.ws_col;
    result.rows = size.ws_row;
    result.width = size.ws_xpixel;
    result.height = size.ws_ypixel;
    return result;
}
