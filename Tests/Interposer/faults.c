// SPDX-License-Identifier: Apache-2.0
//
// Does one thing wrong with its memory, which its argument names, or nothing. For the tests of
// allocator.c. The size is that of the block, in bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Keeps the compiler from knowing what a pointer leads to.
static volatile char *hidden(void *block) {
    volatile char *volatile pointer = block;
    return pointer;
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    const char *fault = arguments[1];
    size_t size = strtoul(arguments[2], NULL, 10);
    // The first block of all has pages of its own, whatever its size.
    hidden(malloc(1));
    volatile char *block = hidden(malloc(size)), *other = hidden(malloc(size));
    for (size_t index = 0; index < size; index++) block[index] = (char)index;
    if (!strcmp(fault, "overflow")) block[size] = 0;
    if (!strcmp(fault, "inside")) free((void *)(block + 16));
    free((void *)block);
    if (!strcmp(fault, "twice")) free((void *)block);
    if (!strcmp(fault, "twice-later")) {
        free((void *)other);
        for (int round = 0; round < 1000; round++) free(malloc(size));
        free((void *)block);
    }
    if (!strcmp(fault, "write")) block[size / 2] = 1;
    // As a pointer in freed memory is followed: to an address that there is not.
    if (!strcmp(fault, "follow")) return **(char *volatile *)block;
    puts("done");
    return 0;
}
