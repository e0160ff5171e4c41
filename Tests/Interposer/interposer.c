// SPDX-License-Identifier: Apache-2.0
//
// Stands between a program and the C library and counts the calls that change something or ask
// the disk or the network. At one of them it kills the program or has the call fail. For tests;
// they compile it and put it into LD_PRELOAD:
//
//   STORM_AT     the number of the call, from 1; none: only counts. Where it cannot fail in truth,
//                as a write to a pipe of the program's own, the next one that can is taken
//   STORM_ERROR  the number of the error with which it fails; 0: the program is killed instead
//   STORM_COUNT  a file for the number of calls, written when the program ends by itself; empty
//                unless a call was hit that was to be hit
//   STORM_UNDER  a text: only calls about files whose path holds it are counted and hit
//   STORM_ROOM   1: only calls that take up room on a disk are counted and hit
//   STORM_LASTS  1: all such calls from that one on fail, not one alone
//   STORM_CLOCK  what the clock of the day says when the program begins, in seconds since 1970;
//                it goes on from there
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_long count, hits;
static long target;
static int failure, lasts, room;
static const char *under;
// How far ahead of the machine's the clock of the day is, in seconds.
static time_t ahead;
static int (*real_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("STORM_AT"), *error = getenv("STORM_ERROR");
    if (at) target = atol(at);
    if (error) failure = atoi(error);
    under = getenv("STORM_UNDER");
    lasts = getenv("STORM_LASTS") != NULL;
    room = getenv("STORM_ROOM") != NULL;
    const char *clock = getenv("STORM_CLOCK");
    struct timespec now;
    if (clock && clock_gettime(CLOCK_REALTIME, &now) == 0) ahead = atol(clock) - now.tv_sec;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("STORM_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    if (!target || hits) fprintf(file, "%ld", (long)count);
    fclose(file);
}

// Whether `file` is one of a disk.
static int is_kept(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

// Whether `file` leads to another program.
static int is_remote(int file) {
    int domain = 0;
    socklen_t size = sizeof domain;
    return getsockopt(file, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain != AF_UNIX;
}

// Whether `path`, or the file `at` where there is none, is one of those that are meant.
static int is_under(int at, const char *path) {
    char link[64], place[8192];
    if (!under) return 1;
    if (path && path[0] == '/') return strstr(path, under) != NULL;
    if (at == AT_FDCWD) strcpy(link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    ssize_t size = readlink(link, place, 4095);
    if (size < 0) return 0;
    place[size] = 0;
    if (path) snprintf(place + size, sizeof place - size, "/%s", path);
    return strstr(place, under) != NULL;
}

// Whether a call is one of those that are meant.
static int is_meant(int takes_room, int at, const char *path) {
    return (takes_room || !room) && is_under(at, path);
}

// Whether the call at `caller` is made by the library that runs threads, which ends the program
// where its own files fail.
static int is_runtime(void *caller) {
    Dl_info place;
    return dladdr(caller, &place) && place.dli_fname && strstr(place.dli_fname, "libdispatch");
}

// Whether this call is the one; a killed program does not come back from here.
static int struck(void *caller, int is_meant, int may_fail, int error) {
    if (!is_meant) return 0;
    long number = atomic_fetch_add(&count, 1) + 1;
    if (!target || number < target) return 0;
    if (failure && (!may_fail || is_runtime(caller))) return 0;
    if (atomic_fetch_add(&hits, 1) && !lasts) return 0;
    if (failure == 0) kill(getpid(), SIGKILL);
    errno = error ? error : failure;
    return 1;
}

#define WRAP(is_meant, may_fail, error, type, name, parameters, ...)          \
    type name parameters {                                                    \
        static type(*real) parameters;                                        \
        if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name);        \
        void *caller = __builtin_return_address(0);                           \
        int hit = struck(caller, is_meant, may_fail, error);                  \
        return hit ? -1 : real(__VA_ARGS__);                                  \
    }
// Calls about a path below the folder `at`, about an open file, and about two paths; `takes` says
// whether they take up room.
#define PATH_CALL(takes, at, path, type, name, parameters, ...) \
    WRAP(is_meant(takes, at, path), 1, 0, type, name, parameters, __VA_ARGS__)
#define FILE_CALL(takes, type, name, parameters, ...) \
    WRAP(is_meant(takes, file, NULL), is_kept(file), 0, type, name, parameters, __VA_ARGS__)
#define TWO_CALL(from_at, from, to_at, to, type, name, parameters, ...)                  \
    WRAP(is_meant(1, from_at, from) || is_meant(1, to_at, to), 1, 0, type, name, parameters, \
         __VA_ARGS__)
#define SOCKET_CALL(error, type, name, parameters, ...) \
    WRAP(!under && !room, is_remote(file), error, type, name, parameters, __VA_ARGS__)

PATH_CALL(1, AT_FDCWD, path, int, mkdir, (const char *path, mode_t mode), path, mode)
PATH_CALL(1, at, path, int, mkdirat, (int at, const char *path, mode_t mode), at, path, mode)
PATH_CALL(0, AT_FDCWD, path, int, rmdir, (const char *path), path)
TWO_CALL(AT_FDCWD, from, AT_FDCWD, to, int, link, (const char *from, const char *to), from, to)
TWO_CALL(at, from, to_at, to, int, linkat,
         (int at, const char *from, int to_at, const char *to, int flags), at, from, to_at, to,
         flags)
TWO_CALL(AT_FDCWD, from, AT_FDCWD, to, int, rename, (const char *from, const char *to), from, to)
TWO_CALL(at, from, to_at, to, int, renameat,
         (int at, const char *from, int to_at, const char *to), at, from, to_at, to)
PATH_CALL(0, AT_FDCWD, path, int, unlink, (const char *path), path)
PATH_CALL(0, at, path, int, unlinkat, (int at, const char *path, int flags), at, path, flags)
FILE_CALL(0, int, fchmod, (int file, mode_t mode), file, mode)
FILE_CALL(0, int, fchown, (int file, uid_t user, gid_t group), file, user, group)
FILE_CALL(0, int, futimens, (int file, const struct timespec times[2]), file, times)
PATH_CALL(0, at, path, int, utimensat,
          (int at, const char *path, const struct timespec times[2], int flags), at, path, times,
          flags)
FILE_CALL(1, int, ftruncate, (int file, off_t size), file, size)
FILE_CALL(1, int, ftruncate64, (int file, off_t size), file, size)
PATH_CALL(1, file, NULL, int, fsync, (int file), file)
PATH_CALL(1, file, NULL, int, fdatasync, (int file), file)
PATH_CALL(1, file, NULL, int, syncfs, (int file), file)
FILE_CALL(0, int, flock, (int file, int operation), file, operation)
PATH_CALL(0, at, path, int, faccessat, (int at, const char *path, int mode, int flags), at, path,
          mode, flags)
PATH_CALL(0, at, path, int, fstatat,
          (int at, const char *path, struct stat *status, int flags), at, path, status, flags)
FILE_CALL(1, ssize_t, write, (int file, const void *bytes, size_t size), file, bytes, size)
FILE_CALL(1, ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), file, bytes,
          size, at)
FILE_CALL(1, ssize_t, pwrite64, (int file, const void *bytes, size_t size, off_t at), file, bytes,
          size, at)
FILE_CALL(0, ssize_t, pread, (int file, void *bytes, size_t size, off_t at), file, bytes, size, at)
FILE_CALL(0, ssize_t, pread64, (int file, void *bytes, size_t size, off_t at), file, bytes, size,
          at)

SOCKET_CALL(ECONNREFUSED, int, connect, (int file, const struct sockaddr *to, socklen_t size), file, to,
     size)
SOCKET_CALL(ECONNRESET, ssize_t, send, (int file, const void *bytes, size_t size, int flags), file, bytes,
     size, flags)
SOCKET_CALL(ECONNRESET, ssize_t, recv, (int file, void *bytes, size_t size, int flags), file, bytes, size,
     flags)

// Calls with a mode that is there or not, and the one call for all that have no name of their own.
#define OPEN(name)                                                                            \
    int name(const char *path, int flags, ...) {                                              \
        static int (*real)(const char *, int, ...);                                           \
        va_list rest;                                                                         \
        if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name);           \
        va_start(rest, flags);                                                                \
        mode_t mode = va_arg(rest, mode_t);                                                   \
        va_end(rest);                                                                         \
        int meant = is_meant((flags & O_CREAT) != 0, AT_FDCWD, path);                         \
        void *caller = __builtin_return_address(0);                                           \
        return struck(caller, meant, 1, 0) ? -1 : real(path, flags, mode);                    \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                          \
    int name(int at, const char *path, int flags, ...) {                                      \
        static int (*real)(int, const char *, int, ...);                                      \
        va_list rest;                                                                         \
        if (!real) real = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name);      \
        va_start(rest, flags);                                                                \
        mode_t mode = va_arg(rest, mode_t);                                                   \
        va_end(rest);                                                                         \
        int meant = is_meant((flags & O_CREAT) != 0, at, path);                               \
        void *caller = __builtin_return_address(0);                                           \
        return struck(caller, meant, 1, 0) ? -1 : real(at, path, flags, mode);                \
    }
OPENAT(openat)
OPENAT(openat64)

long syscall(long number, ...) {
    static long (*real)(long, ...);
    va_list rest;
    long words[6];
    if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    va_start(rest, number);
    for (int index = 0; index < 6; index++) words[index] = va_arg(rest, long);
    va_end(rest);
    // All others are the runtime's own.
    int may_fail = number == SYS_openat2 || number == SYS_renameat2 || number == SYS_getdents64 ||
                   number == SYS_syncfs || number == SYS_statx;
    int has_path = number == SYS_openat2 || number == SYS_renameat2 || number == SYS_statx;
    int takes_room = number == SYS_renameat2 || number == SYS_syncfs;
    int meant = !under && !room;
    if (!meant && may_fail)
        meant = is_meant(takes_room, (int)words[0], has_path ? (const char *)words[1] : NULL) ||
                (number == SYS_renameat2 &&
                 is_meant(takes_room, (int)words[2], (const char *)words[3]));
    if (struck(__builtin_return_address(0), meant, may_fail, 0)) return -1;
    return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

// The clock of the day, wherever it is asked for; all others stay as they are.
int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_clock) {
        real_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    }
    int result = real_clock(clock, time);
    int is_of_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (result == 0 && is_of_day) time->tv_sec += ahead;
    return result;
}

int gettimeofday(struct timeval *time, void *zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *place) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}
