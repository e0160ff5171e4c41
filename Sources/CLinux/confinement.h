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

// O_ACCMODE | O_CREAT | O_TRUNC of open(2), CLONE_THREAD of clone(2), and commands of fcntl(2) and
// ioctl(2): their headers would bring glibc's own declarations along, which belong to another
// module.
#define CONFINE_WRITING (00000003 | 00000100 | 00001000)
#define CONFINE_THREAD 0x00010000
#define CONFINE_F_SETFL 4
#define CONFINE_F_DUPFD_CLOEXEC 1030
#define CONFINE_F_GETPIPE_SZ 1032
#define CONFINE_TCGETS 0x5401
#define CONFINE_TIOCGWINSZ 0x5413
#define CONFINE_FIONREAD 0x541b
#define CONFINE_FIONBIO 0x5421
#define CONFINE_FIONCLEX 0x5450
#define CONFINE_FIOCLEX 0x5451

#define CONFINE_LOAD(field) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define CONFINE_ALLOW(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define CONFINE_REFUSE(code) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (code))
// The next `count` steps are for the call `number` alone.
#define CONFINE_FOR(number, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, (count))

// Leaves the calls below and no others: those that read, that concern the memory, threads, signals,
// clocks and names of this process alone, and those that write to what is open. All other calls do
// not exist any more (ENOSYS), those among them that are still to be invented: libraries know what
// to do where a call is missing. All threads there are are bound by it. seccomp(2).
static inline int confine_calls(void) {
#if !defined(__x86_64__) && !defined(__aarch64__)
    // Nobody has written down the calls of other machines.
    errno = ENOSYS;
    return -1;
#else
    struct sock_filter filter[] = {
        CONFINE_LOAD(arch),
#if defined(__x86_64__)
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
#else
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_AARCH64, 1, 0),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        // The calls of the x32 way have numbers of their own, none of which is here.
        CONFINE_LOAD(nr),

        // Memory.
        CONFINE_ALLOW(SYS_mmap), CONFINE_ALLOW(SYS_munmap), CONFINE_ALLOW(SYS_mprotect),
        CONFINE_ALLOW(SYS_mremap), CONFINE_ALLOW(SYS_madvise), CONFINE_ALLOW(SYS_brk),
        CONFINE_ALLOW(SYS_msync), CONFINE_ALLOW(SYS_mlock), CONFINE_ALLOW(SYS_mlock2),
        CONFINE_ALLOW(SYS_munlock), CONFINE_ALLOW(SYS_get_mempolicy),
        // What is open.
        CONFINE_ALLOW(SYS_read), CONFINE_ALLOW(SYS_readv), CONFINE_ALLOW(SYS_pread64),
        CONFINE_ALLOW(SYS_preadv), CONFINE_ALLOW(SYS_preadv2), CONFINE_ALLOW(SYS_lseek),
        CONFINE_ALLOW(SYS_write), CONFINE_ALLOW(SYS_writev), CONFINE_ALLOW(SYS_pwrite64),
        CONFINE_ALLOW(SYS_close), CONFINE_ALLOW(SYS_close_range), CONFINE_ALLOW(SYS_dup),
        CONFINE_ALLOW(SYS_dup3), CONFINE_ALLOW(SYS_pipe2), CONFINE_ALLOW(SYS_eventfd2),
        CONFINE_ALLOW(SYS_ppoll), CONFINE_ALLOW(SYS_pselect6), CONFINE_ALLOW(SYS_epoll_create1),
        CONFINE_ALLOW(SYS_epoll_ctl), CONFINE_ALLOW(SYS_epoll_pwait),
        CONFINE_ALLOW(SYS_fadvise64), CONFINE_ALLOW(SYS_readahead),
        CONFINE_ALLOW(SYS_timerfd_create), CONFINE_ALLOW(SYS_timerfd_settime),
        CONFINE_ALLOW(SYS_timerfd_gettime),
        // What lies where, and how large it is.
        CONFINE_ALLOW(SYS_fstat), CONFINE_ALLOW(SYS_newfstatat), CONFINE_ALLOW(SYS_statx),
        CONFINE_ALLOW(SYS_statfs), CONFINE_ALLOW(SYS_fstatfs), CONFINE_ALLOW(SYS_faccessat),
        CONFINE_ALLOW(SYS_faccessat2), CONFINE_ALLOW(SYS_readlinkat),
        CONFINE_ALLOW(SYS_getdents64), CONFINE_ALLOW(SYS_getcwd),
        // Threads.
        CONFINE_ALLOW(SYS_futex), CONFINE_ALLOW(SYS_set_robust_list), CONFINE_ALLOW(SYS_rseq),
        CONFINE_ALLOW(SYS_set_tid_address), CONFINE_ALLOW(SYS_membarrier),
        CONFINE_ALLOW(SYS_sched_yield), CONFINE_ALLOW(SYS_sched_getaffinity),
        CONFINE_ALLOW(SYS_sched_getparam), CONFINE_ALLOW(SYS_sched_getscheduler),
        CONFINE_ALLOW(SYS_sched_get_priority_max), CONFINE_ALLOW(SYS_sched_get_priority_min),
        CONFINE_ALLOW(SYS_getcpu), CONFINE_ALLOW(SYS_exit), CONFINE_ALLOW(SYS_exit_group),
        // Signals that come.
        CONFINE_ALLOW(SYS_rt_sigaction), CONFINE_ALLOW(SYS_rt_sigprocmask),
        CONFINE_ALLOW(SYS_rt_sigreturn), CONFINE_ALLOW(SYS_rt_sigpending),
        CONFINE_ALLOW(SYS_rt_sigsuspend), CONFINE_ALLOW(SYS_rt_sigtimedwait),
        CONFINE_ALLOW(SYS_sigaltstack), CONFINE_ALLOW(SYS_restart_syscall),
        // Clocks.
        CONFINE_ALLOW(SYS_clock_gettime), CONFINE_ALLOW(SYS_clock_getres),
        CONFINE_ALLOW(SYS_clock_nanosleep), CONFINE_ALLOW(SYS_nanosleep),
        CONFINE_ALLOW(SYS_gettimeofday), CONFINE_ALLOW(SYS_times),
        CONFINE_ALLOW(SYS_timer_create), CONFINE_ALLOW(SYS_timer_settime),
        CONFINE_ALLOW(SYS_timer_gettime), CONFINE_ALLOW(SYS_timer_getoverrun),
        CONFINE_ALLOW(SYS_timer_delete), CONFINE_ALLOW(SYS_getitimer),
        CONFINE_ALLOW(SYS_setitimer),
        // Who and where this process is.
        CONFINE_ALLOW(SYS_getpid), CONFINE_ALLOW(SYS_gettid), CONFINE_ALLOW(SYS_getppid),
        CONFINE_ALLOW(SYS_getuid), CONFINE_ALLOW(SYS_geteuid), CONFINE_ALLOW(SYS_getgid),
        CONFINE_ALLOW(SYS_getegid), CONFINE_ALLOW(SYS_getresuid), CONFINE_ALLOW(SYS_getresgid),
        CONFINE_ALLOW(SYS_getgroups), CONFINE_ALLOW(SYS_capget), CONFINE_ALLOW(SYS_umask),
        CONFINE_ALLOW(SYS_uname), CONFINE_ALLOW(SYS_sysinfo), CONFINE_ALLOW(SYS_getrusage),
        CONFINE_ALLOW(SYS_getrlimit), CONFINE_ALLOW(SYS_getrandom),
#if defined(__x86_64__)
        // The same under older names.
        CONFINE_ALLOW(SYS_stat), CONFINE_ALLOW(SYS_lstat), CONFINE_ALLOW(SYS_access),
        CONFINE_ALLOW(SYS_readlink), CONFINE_ALLOW(SYS_getdents), CONFINE_ALLOW(SYS_poll),
        CONFINE_ALLOW(SYS_select), CONFINE_ALLOW(SYS_pipe), CONFINE_ALLOW(SYS_dup2),
        CONFINE_ALLOW(SYS_eventfd), CONFINE_ALLOW(SYS_epoll_create),
        CONFINE_ALLOW(SYS_epoll_wait), CONFINE_ALLOW(SYS_time), CONFINE_ALLOW(SYS_alarm),
        CONFINE_ALLOW(SYS_pause), CONFINE_ALLOW(SYS_getpgrp), CONFINE_ALLOW(SYS_arch_prctl),
        // open(2): only to read.
        CONFINE_FOR(SYS_open, 4),
        CONFINE_LOAD(args[1]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CONFINE_WRITING, 0, 1),
        CONFINE_REFUSE(EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#endif
        // openat(2): only to read. The flags of openat2(2) lie behind a pointer, where a filter
        // cannot look.
        CONFINE_FOR(SYS_openat, 4),
        CONFINE_LOAD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CONFINE_WRITING, 0, 1),
        CONFINE_REFUSE(EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // clone(2): only threads. So it is with the flags of clone3(2) as with those of openat2(2).
        CONFINE_FOR(SYS_clone, 4),
        CONFINE_LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CONFINE_THREAD, 1, 0),
        CONFINE_REFUSE(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // tgkill(2): only threads of this process, for abort(3).
        CONFINE_FOR(SYS_tgkill, 4),
        CONFINE_LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)getpid(), 1, 0),
        CONFINE_REFUSE(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // prlimit64(2): only to ask, and only about this process.
        CONFINE_FOR(SYS_prlimit64, 8),
        CONFINE_LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 4),
        CONFINE_LOAD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]) + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
        CONFINE_REFUSE(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // fcntl(2): neither locks, nor F_SETOWN and F_SETSIG, by which the kernel would send a
        // signal to another process. The commands up to F_SETFL are harmless.
        CONFINE_FOR(SYS_fcntl, 6),
        CONFINE_LOAD(args[1]),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, CONFINE_F_SETFL, 0, 3),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CONFINE_F_DUPFD_CLOEXEC, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CONFINE_F_GETPIPE_SZ, 1, 0),
        CONFINE_REFUSE(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // ioctl(2): nothing that types at a terminal (TIOCSTI, TIOCLINUX) or speaks to a device.
        CONFINE_FOR(SYS_ioctl, 14),
        CONFINE_LOAD(args[1]),
        CONFINE_ALLOW(CONFINE_TCGETS), CONFINE_ALLOW(CONFINE_TIOCGWINSZ),
        CONFINE_ALLOW(CONFINE_FIONREAD), CONFINE_ALLOW(CONFINE_FIONBIO),
        CONFINE_ALLOW(CONFINE_FIONCLEX), CONFINE_ALLOW(CONFINE_FIOCLEX),
        CONFINE_REFUSE(EPERM),
        // prctl(2): only names of threads.
        CONFINE_FOR(SYS_prctl, 6),
        CONFINE_LOAD(args[0]),
        CONFINE_ALLOW(PR_SET_NAME), CONFINE_ALLOW(PR_GET_NAME),
        CONFINE_REFUSE(EPERM),

        CONFINE_REFUSE(ENOSYS),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return (int)syscall(
        SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
#endif
}

// Refuses what a process that computes has no use for: programs, sockets, other processes and their
// memory, places, keys, and ways past such a filter. All other calls stay, so that what the libraries
// of the program do goes on. All threads there are are bound by it. seccomp(2).
static inline int confine_company(void) {
#if !defined(__x86_64__) && !defined(__aarch64__)
    // Nobody has written down the calls of other machines.
    errno = ENOSYS;
    return -1;
#else
#define CONFINE_DENY(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), CONFINE_REFUSE(EPERM)
    struct sock_filter filter[] = {
        CONFINE_LOAD(arch),
#if defined(__x86_64__)
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
#else
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_AARCH64, 1, 0),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        CONFINE_LOAD(nr),
#if defined(__x86_64__)
        // The calls of the x32 way have numbers of their own.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        CONFINE_REFUSE(ENOSYS),
#endif
        CONFINE_DENY(SYS_execve), CONFINE_DENY(SYS_execveat),
        CONFINE_DENY(SYS_socket), CONFINE_DENY(SYS_socketpair), CONFINE_DENY(SYS_connect),
        CONFINE_DENY(SYS_bind), CONFINE_DENY(SYS_listen), CONFINE_DENY(SYS_accept),
        CONFINE_DENY(SYS_accept4), CONFINE_DENY(SYS_sendto), CONFINE_DENY(SYS_sendmsg),
        CONFINE_DENY(SYS_sendmmsg),
        CONFINE_DENY(SYS_kill), CONFINE_DENY(SYS_tkill), CONFINE_DENY(SYS_rt_sigqueueinfo),
        CONFINE_DENY(SYS_rt_tgsigqueueinfo), CONFINE_DENY(SYS_pidfd_open),
        CONFINE_DENY(SYS_pidfd_send_signal), CONFINE_DENY(SYS_pidfd_getfd),
        CONFINE_DENY(SYS_ptrace), CONFINE_DENY(SYS_process_vm_readv),
        CONFINE_DENY(SYS_process_vm_writev), CONFINE_DENY(SYS_process_madvise),
        CONFINE_DENY(SYS_kcmp), CONFINE_DENY(SYS_mount), CONFINE_DENY(SYS_umount2),
        CONFINE_DENY(SYS_pivot_root), CONFINE_DENY(SYS_chroot), CONFINE_DENY(SYS_unshare),
        CONFINE_DENY(SYS_setns), CONFINE_DENY(SYS_open_by_handle_at), CONFINE_DENY(SYS_bpf),
        CONFINE_DENY(SYS_perf_event_open), CONFINE_DENY(SYS_userfaultfd),
        CONFINE_DENY(SYS_io_uring_setup), CONFINE_DENY(SYS_io_uring_enter),
        CONFINE_DENY(SYS_io_uring_register), CONFINE_DENY(SYS_keyctl), CONFINE_DENY(SYS_add_key),
        CONFINE_DENY(SYS_request_key), CONFINE_DENY(SYS_shmget), CONFINE_DENY(SYS_mq_open),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return (int)syscall(
        SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
#undef CONFINE_DENY
#endif
}

#undef CONFINE_WRITING
#undef CONFINE_THREAD
#undef CONFINE_F_SETFL
#undef CONFINE_F_DUPFD_CLOEXEC
#undef CONFINE_F_GETPIPE_SZ
#undef CONFINE_TCGETS
#undef CONFINE_TIOCGWINSZ
#undef CONFINE_FIONREAD
#undef CONFINE_FIONBIO
#undef CONFINE_FIONCLEX
#undef CONFINE_FIOCLEX
#undef CONFINE_LOAD
#undef CONFINE_ALLOW
#undef CONFINE_REFUSE
#undef CONFINE_FOR

// What must not succeed any more. All of it is given arguments that do no harm if it does.

// Whether the call `number` is gone; before it was, it would have found fault with its arguments.
static inline int confine_is_gone(int number) {
    return syscall(number, -1L, -1L, -1L, -1L, -1L, -1L) == -1 && errno == ENOSYS;
}

// Calls of every class that was taken, by name: what is reported of them.
struct confine_call {
    int number;
    const char *fault;
};

// The `place`th call that must be gone; its number is negative after the last.
static inline struct confine_call confine_taken(int place) {
    static const struct confine_call calls[] = {
        {SYS_tkill, "threads of others can be signalled"},
        {SYS_kill, "other processes can be signalled"},
        {SYS_rt_sigqueueinfo, "signals can be queued"},
        {SYS_rt_tgsigqueueinfo, "signals can be queued for threads"},
        {SYS_pidfd_open, "processes can be opened"},
        {SYS_pidfd_send_signal, "opened processes can be signalled"},
        {SYS_pidfd_getfd, "files of others can be taken"},
        {SYS_ptrace, "processes can be traced"},
        {SYS_process_vm_readv, "memory of others can be read"},
        {SYS_process_vm_writev, "memory of others can be written"},
        {SYS_process_madvise, "memory of others can be advised on"},
        {SYS_kcmp, "processes can be compared"},
        {SYS_setpriority, "priorities can be set"},
        {SYS_ioprio_set, "priorities of the disk can be set"},
        {SYS_sched_setaffinity, "processors can be chosen"},
        {SYS_sched_setscheduler, "schedulers can be chosen"},
        {SYS_sched_setparam, "schedulers can be changed"},
        {SYS_sched_setattr, "schedulers can be set"},
        {SYS_setrlimit, "limits can be set"},
        {SYS_setpgid, "groups of processes can be changed"},
        {SYS_execve, "programs can be run"},
        {SYS_execveat, "opened programs can be run"},
        {SYS_clone3, "processes can be made by clone3"},
        {SYS_openat2, "files can be opened by openat2"},
        {SYS_fchmodat, "rights can be changed"},
        {452, "rights can be changed by fchmodat2"},
        {SYS_fchownat, "owners can be changed"},
        {SYS_utimensat, "dates can be changed"},
        {SYS_unlinkat, "files can be removed"},
        {SYS_renameat2, "files can be renamed"},
        {SYS_linkat, "links can be made"},
        {SYS_symlinkat, "symbolic links can be made"},
        {SYS_mknodat, "pipes can be made"},
        {SYS_truncate, "files can be cut"},
        {SYS_ftruncate, "open files can be cut"},
        {SYS_setxattr, "attributes can be set"},
        {SYS_removexattr, "attributes can be removed"},
        {SYS_getxattr, "attributes can be read"},
        {463, "attributes can be set by setxattrat"},
        {466, "attributes can be removed by removexattrat"},
        {SYS_flock, "files can be locked"},
        {SYS_inotify_init1, "files can be watched"},
        {SYS_shmget, "memory can be shared"},
        {SYS_semget, "semaphores can be had"},
        {SYS_msgctl, "messages can be had"},
        {SYS_mq_open, "queues can be opened"},
        {SYS_connect, "sockets can be connected"},
        {SYS_sendmsg, "sockets can be written to"},
        {SYS_io_uring_setup, "there is io_uring"},
        {SYS_io_setup, "there is aio"},
        {SYS_bpf, "there is bpf"},
        {SYS_perf_event_open, "there is perf"},
        {SYS_userfaultfd, "there is userfaultfd"},
        {SYS_keyctl, "keys can be reached"},
        {SYS_unshare, "namespaces can be made"},
        {SYS_mount, "places can be mounted"},
        {SYS_socket, "sockets can be made"},
        {SYS_mkdirat, "folders can be made by mkdirat"},
#if defined(__x86_64__)
        {SYS_creat, "files can be made by creat"},
        {SYS_mkdir, "folders can be made by mkdir"},
        {SYS_mknod, "pipes can be made by mknod"},
        {SYS_unlink, "files can be removed by unlink"},
        {SYS_rmdir, "folders can be removed by rmdir"},
        {SYS_rename, "files can be renamed by rename"},
        {SYS_link, "links can be made by link"},
        {SYS_symlink, "symbolic links can be made by symlink"},
        {SYS_chmod, "rights can be changed by chmod"},
        {SYS_chown, "owners can be changed by chown"},
        {SYS_lchown, "owners can be changed by lchown"},
        {SYS_utime, "dates can be changed by utime"},
        {SYS_utimes, "dates can be changed by utimes"},
        {SYS_futimesat, "dates can be changed by futimesat"},
#endif
        {SYS_fchmod, "rights of open files can be changed"},
        {SYS_fchown, "owners of open files can be changed"},
        {SYS_fsetxattr, "attributes of open files can be set"},
        {SYS_fallocate, "room for open files can be had"},
        {-1, NULL},
    };
    int count = sizeof calls / sizeof *calls;
    return calls[place < count ? place : count - 1];
}

// Whether a new process can be made. It ends at once.
static inline int confine_can_fork(void) {
    // SIGCHLD.
    long number = syscall(SYS_clone, 17L, 0L, 0L, 0L, 0L);
    if (number == 0) syscall(SYS_exit_group, 0);
    return number >= 0;
}

// Whether a thread of another process can be signalled. Signal 0 is none.
static inline int confine_can_signal(int process) {
    return syscall(SYS_tgkill, process, process, 0) == 0
        || syscall(SYS_tkill, process, 0) == 0;
}

// Whether a limit of another process can be asked for: RLIMIT_NOFILE.
static inline int confine_can_ask_limit(int process) {
    unsigned long long limit[2];
    return syscall(SYS_prlimit64, process, 7, NULL, limit) == 0;
}

// Whether a limit of this process can be set: RLIMIT_CORE, which is 0.
static inline int confine_can_set_limit(void) {
    unsigned long long limit[2] = {0, 0};
    return syscall(SYS_prlimit64, 0, 4, limit, NULL) == 0;
}

// Whether an opening to write, make or cut gets further than the filter; no file has this name.
static inline int confine_can_open_to_write(void) {
    static const int flags[] = {1, 2, 00000100, 00001000};
    for (int place = 0; place < 4; place++) {
        // AT_FDCWD.
        if (syscall(SYS_openat, -100, "", flags[place], 0) != -1 || errno != EACCES) return 1;
#if defined(__x86_64__)
        if (syscall(SYS_open, "", flags[place], 0) != -1 || errno != EACCES) return 1;
#endif
    }
    return 0;
}

// Whether the call of ioctl(2) gets further than the filter; `file` is no terminal.
static inline int confine_can_ioctl(int file, unsigned long request) {
    return syscall(SYS_ioctl, file, request, NULL) != -1 || errno != EPERM;
}

// Whether the call of fcntl(2) gets further than the filter.
static inline int confine_can_fcntl(int file, int command, int value) {
    return syscall(SYS_fcntl, file, command, value) != -1 || errno != EPERM;
}

// Whether this process can be opened to others again.
static inline int confine_can_be_dumped(void) {
    return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
}

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

// Lets files in the folder that is open as `place` be made, written, renamed within it and removed, too.
static inline int landlock_allow_writing(int rules, int place) {
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR
            | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG
            | LANDLOCK_ACCESS_FS_REMOVE_FILE,
        .parent_fd = place,
    };
    return (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

// Puts the rules into force for this process, for good.
static inline int landlock_enforce(int rules) {
    return (int)syscall(SYS_landlock_restrict_self, rules, 0);
}
