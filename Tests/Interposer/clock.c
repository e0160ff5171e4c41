// SPDX-License-Identifier: Apache-2.0
//
// Shows a program another clock than the machine's: for tests, which compile it and put it into
// LD_PRELOAD. What counts how long something takes goes on as it is, and so do files' times.
//
//   CLOCK_AHEAD  by how many seconds the clock is ahead; negative: behind
//   CLOCK_FILE   a file that holds what it says, in seconds since 1970; read whenever it is asked
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t ahead;
static const char *file;

// What the file says; 0 where there is none.
static time_t written(void) {
    char digits[24] = {0};
    int descriptor = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0) return 0;
    ssize_t count = read(descriptor, digits, sizeof digits - 1);
    close(descriptor);
    return count > 0 ? atol(digits) : 0;
}

__attribute__((constructor)) static void begin(void) {
    const char *seconds = getenv("CLOCK_AHEAD");
    if (seconds) ahead = atol(seconds);
    file = getenv("CLOCK_FILE");
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        time->tv_sec += ahead;
        time_t instant = written();
        if (instant) *time = (struct timespec){instant, 0};
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    if (result == 0 && time) *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return result;
}

time_t time(time_t *place) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}
