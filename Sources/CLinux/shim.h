#pragma once
// Eight system calls that Swift cannot reach otherwise: glibc declares statx(2), getdents64(2),
// renameat2(2), syncfs(2), memfd_create(2) and pipe2(2) only under _GNU_SOURCE, which the Glibc
// module is built without, has no wrapper at all for openat2(2), and syscall(2) itself is variadic, as prctl(2) is.
// The headers of extended attributes and of file systems are no part of that module either.
#include <linux/memfd.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <sys/vfs.h>
#include <unistd.h>

static inline int linux_openat2(int folder, const char *path, const struct open_how *how) {
    return (int)syscall(SYS_openat2, folder, path, how, sizeof *how);
}

static inline int linux_statx(
    int folder, const char *path, int flags, unsigned mask, struct statx *status) {
    return (int)syscall(SYS_statx, folder, path, flags, mask, status);
}

static inline long linux_getdents64(int folder, void *entries, size_t size) {
    return syscall(SYS_getdents64, folder, entries, size);
}

static inline int linux_renameat2(
    int folder, const char *name, int new_folder, const char *new_name, unsigned flags) {
    return (int)syscall(SYS_renameat2, folder, name, new_folder, new_name, flags);
}

static inline int linux_syncfs(int descriptor) {
    return (int)syscall(SYS_syncfs, descriptor);
}

static inline int linux_memfd_create(const char *name, unsigned flags) {
    return (int)syscall(SYS_memfd_create, name, flags);
}

static inline int linux_pipe2(int *ends, int flags) {
    return (int)syscall(SYS_pipe2, ends, flags);
}

// Has this process be ended with the thread that started it.
static inline int linux_end_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL);
}
