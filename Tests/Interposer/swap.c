// SPDX-License-Identifier: Apache-2.0
// Stands between the program and the C library (LD_PRELOAD). Right before the entry that SWAP_NAME
// names is renamed, SWAP_FROM takes the place of SWAP_TO, as another program may do between the last
// look at a file and its move; right afterwards the program is killed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

long syscall(long number, ...) {
    static long (*real)(long, ...);
    va_list rest;
    long words[6];
    if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    va_start(rest, number);
    for (int index = 0; index < 6; index++) words[index] = va_arg(rest, long);
    va_end(rest);
    const char *name = getenv("SWAP_NAME"), *from = getenv("SWAP_FROM"), *to = getenv("SWAP_TO");
    int is_move = number == SYS_renameat2 && name && strcmp((const char *)words[1], name) == 0;
    if (is_move && from && to && rename(from, to) != 0) abort();
    long result = real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
    if (is_move) kill(getpid(), SIGKILL);
    return result;
}
