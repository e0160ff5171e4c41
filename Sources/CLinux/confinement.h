#pragma once
// A filter of system calls is a program for the kernel, written in macros that Swift cannot
// import, and which calls there are differs from machine to machine: so it stands here. prctl(2)
// and syscall(2) are variadic.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Makes sure that no program gains rights by being run, and that this process ends with the one
// that started it.
static inline int confine_rights(void) {
    if (prctl(PR_SET_PDEATHSIG, 9, 0, 0, 0) != 0) return -1;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Closes all that is open but the first three. close_range(2).
static inline void confine_descriptors(void) {
    if (syscall(SYS_close_range, 3, ~0U, 0) == 0) return;
    for (int number = 3; number < 1024; number++) close(number);
}

// O_ACCMODE | O_CREAT | O_TRUNC of open(2), and CLONE_THREAD of clone(2): their headers would bring
// glibc's own declarations along, which belong to another module.
#define CONFINE_WRITING (00000003 | 00000100 | 00001000)
#define CONFINE_THREAD 0x00010000

#define CONFINE_REFUSE(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

// Refuses from now on: sockets, new processes, other programs, other processes, and whatever
// writes, makes, moves or removes a file. Reading, memory and threads stay. seccomp(2).
static inline int confine_calls(void) {
#if !defined(__x86_64__) && !defined(__aarch64__)
    // Nobody has written down the calls of other machines.
    errno = ENOSYS;
    return -1;
#else
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
#if defined(__x86_64__)
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
#else
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_AARCH64, 1, 0),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
        // The calls of the x32 way, which have numbers of their own.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        CONFINE_REFUSE(SYS_fork), CONFINE_REFUSE(SYS_vfork), CONFINE_REFUSE(SYS_creat),
        CONFINE_REFUSE(SYS_unlink), CONFINE_REFUSE(SYS_rmdir), CONFINE_REFUSE(SYS_mkdir),
        CONFINE_REFUSE(SYS_rename), CONFINE_REFUSE(SYS_link), CONFINE_REFUSE(SYS_symlink),
        CONFINE_REFUSE(SYS_chmod), CONFINE_REFUSE(SYS_chown), CONFINE_REFUSE(SYS_lchown),
        CONFINE_REFUSE(SYS_mknod), CONFINE_REFUSE(SYS_utime), CONFINE_REFUSE(SYS_utimes),
        CONFINE_REFUSE(SYS_futimesat), CONFINE_REFUSE(SYS_renameat),
        // open(2): only to read.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CONFINE_WRITING, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#endif
        CONFINE_REFUSE(SYS_socket), CONFINE_REFUSE(SYS_socketpair), CONFINE_REFUSE(SYS_connect),
        CONFINE_REFUSE(SYS_bind), CONFINE_REFUSE(SYS_listen), CONFINE_REFUSE(SYS_accept),
        CONFINE_REFUSE(SYS_accept4), CONFINE_REFUSE(SYS_sendto), CONFINE_REFUSE(SYS_sendmsg),
        CONFINE_REFUSE(SYS_execve), CONFINE_REFUSE(SYS_execveat), CONFINE_REFUSE(SYS_ptrace),
        CONFINE_REFUSE(SYS_process_vm_readv), CONFINE_REFUSE(SYS_process_vm_writev),
        CONFINE_REFUSE(SYS_kill), CONFINE_REFUSE(SYS_pidfd_open),
        CONFINE_REFUSE(SYS_pidfd_getfd), CONFINE_REFUSE(SYS_pidfd_send_signal),
        CONFINE_REFUSE(SYS_unlinkat), CONFINE_REFUSE(SYS_renameat2), CONFINE_REFUSE(SYS_mkdirat),
        CONFINE_REFUSE(SYS_linkat), CONFINE_REFUSE(SYS_symlinkat), CONFINE_REFUSE(SYS_mknodat),
        CONFINE_REFUSE(SYS_fchmod), CONFINE_REFUSE(SYS_fchmodat), CONFINE_REFUSE(SYS_fchown),
        CONFINE_REFUSE(SYS_fchownat), CONFINE_REFUSE(SYS_truncate),
        CONFINE_REFUSE(SYS_ftruncate), CONFINE_REFUSE(SYS_utimensat),
        CONFINE_REFUSE(SYS_setxattr), CONFINE_REFUSE(SYS_lsetxattr),
        CONFINE_REFUSE(SYS_fsetxattr), CONFINE_REFUSE(SYS_removexattr),
        CONFINE_REFUSE(SYS_lremovexattr), CONFINE_REFUSE(SYS_fremovexattr),
        CONFINE_REFUSE(SYS_mount), CONFINE_REFUSE(SYS_umount2), CONFINE_REFUSE(SYS_chroot),
        CONFINE_REFUSE(SYS_pivot_root), CONFINE_REFUSE(SYS_unshare), CONFINE_REFUSE(SYS_setns),
        CONFINE_REFUSE(SYS_bpf), CONFINE_REFUSE(SYS_perf_event_open),
        CONFINE_REFUSE(SYS_userfaultfd), CONFINE_REFUSE(SYS_io_uring_setup),
        CONFINE_REFUSE(SYS_keyctl), CONFINE_REFUSE(SYS_add_key), CONFINE_REFUSE(SYS_request_key),
        CONFINE_REFUSE(SYS_open_by_handle_at), CONFINE_REFUSE(SYS_setrlimit),
        // Its flags lie behind a pointer, where a filter cannot look: it does not exist.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        // prlimit64(2): only to ask.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 6),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]) + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // clone(2): only threads.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CONFINE_THREAD, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // openat(2): only to read.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CONFINE_WRITING, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
#endif
}

#undef CONFINE_REFUSE
#undef CONFINE_WRITING
#undef CONFINE_THREAD

// The version of Landlock that the kernel has; below 1 if it has none. landlock(7).
static inline int landlock_version(void) {
    return (int)syscall(
        SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// A set of rules under which nothing on the disk can be reached but what is added; a descriptor.
static inline int landlock_new_rules(void) {
    // All that version 1 knows, running programs included.
    struct landlock_ruleset_attr rules = {.handled_access_fs = (1ULL << 13) - 1};
    return (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
}

// Lets what is open as `place` be read, and all below it if it is a folder.
static inline int landlock_allow_reading(int rules, int place, int is_folder) {
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE
            | (is_folder ? LANDLOCK_ACCESS_FS_READ_DIR : 0),
        .parent_fd = place,
    };
    return (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

// Puts the rules into force for this process, for good.
static inline int landlock_enforce(int rules) {
    return (int)syscall(SYS_landlock_restrict_self, rules, 0);
}
