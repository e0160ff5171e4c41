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
#include <unistd.h>

static atomic_long count, hits;
static long target;
static int failure;

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("STORM_AT"), *error = getenv("STORM_ERROR");
    if (at) target = atol(at);
    if (error) failure = atoi(error);
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

// Whether the call at `caller` is made by the library that runs threads, which ends the program
// where its own files fail.
static int is_runtime(void *caller) {
    Dl_info place;
    return dladdr(caller, &place) && place.dli_fname && strstr(place.dli_fname, "libdispatch");
}

// Whether this call is the one; a killed program does not come back from here.
static int struck(void *caller, int may_fail, int error) {
    long number = atomic_fetch_add(&count, 1) + 1;
    if (!target || number < target) return 0;
    if (failure && (!may_fail || is_runtime(caller))) return 0;
    if (atomic_fetch_add(&hits, 1)) return 0;
    if (failure == 0) kill(getpid(), SIGKILL);
    errno = error ? error : failure;
    return 1;
}

#define WRAP(may_fail, error, type, name, parameters, ...)                    \
    type name parameters {                                                    \
        static type(*real) parameters;                                        \
        if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name);        \
        int hit = struck(__builtin_return_address(0), may_fail, error);       \
        return hit ? -1 : real(__VA_ARGS__);                                  \
    }
#define CALL(type, name, parameters, ...) WRAP(1, 0, type, name, parameters, __VA_ARGS__)
#define FILE_CALL(type, name, parameters, ...) \
    WRAP(is_kept(file), 0, type, name, parameters, __VA_ARGS__)
#define SOCKET_CALL(error, type, name, parameters, ...) \
    WRAP(is_remote(file), error, type, name, parameters, __VA_ARGS__)

CALL(int, mkdir, (const char *path, mode_t mode), path, mode)
CALL(int, mkdirat, (int at, const char *path, mode_t mode), at, path, mode)
CALL(int, rmdir, (const char *path), path)
CALL(int, link, (const char *from, const char *to), from, to)
CALL(int, linkat, (int at, const char *from, int to_at, const char *to, int flags), at, from,
     to_at, to, flags)
CALL(int, rename, (const char *from, const char *to), from, to)
CALL(int, renameat, (int at, const char *from, int to_at, const char *to), at, from, to_at, to)
CALL(int, unlink, (const char *path), path)
CALL(int, unlinkat, (int at, const char *path, int flags), at, path, flags)
FILE_CALL(int, fchmod, (int file, mode_t mode), file, mode)
FILE_CALL(int, fchown, (int file, uid_t user, gid_t group), file, user, group)
FILE_CALL(int, futimens, (int file, const struct timespec times[2]), file, times)
CALL(int, utimensat, (int at, const char *path, const struct timespec times[2], int flags), at,
     path, times, flags)
FILE_CALL(int, ftruncate, (int file, off_t size), file, size)
FILE_CALL(int, ftruncate64, (int file, off_t size), file, size)
CALL(int, fsync, (int file), file)
CALL(int, fdatasync, (int file), file)
CALL(int, syncfs, (int file), file)
FILE_CALL(int, flock, (int file, int operation), file, operation)
CALL(int, faccessat, (int at, const char *path, int mode, int flags), at, path, mode, flags)
CALL(int, fstatat, (int at, const char *path, struct stat *status, int flags), at, path, status,
     flags)
FILE_CALL(ssize_t, write, (int file, const void *bytes, size_t size), file, bytes, size)
FILE_CALL(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), file, bytes, size,
     at)
FILE_CALL(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off_t at), file, bytes, size,
     at)
FILE_CALL(ssize_t, pread, (int file, void *bytes, size_t size, off_t at), file, bytes, size, at)
FILE_CALL(ssize_t, pread64, (int file, void *bytes, size_t size, off_t at), file, bytes, size, at)

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
        return struck(__builtin_return_address(0), 1, 0) ? -1 : real(path, flags, mode);                                      \
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
        return struck(__builtin_return_address(0), 1, 0) ? -1 : real(at, path, flags, mode);                                  \
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
    if (struck(__builtin_return_address(0), may_fail, 0)) return -1;
    return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
