// SPDX-License-Identifier: Apache-2.0
// The least that a search for copies can take: walks a folder, sorts its files by size, and reads those of one size
// side by side, block by block, splitting a group where its files differ. No check that a file is still the one that
// was listed, no plan, no explanation, one thread.
//
// usage: cc -O2 -o lockstep_floor lockstep_floor.c && ./lockstep_floor FOLDER
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { blockSize = 1 << 16, openMax = 8192 };

struct file {
    char *path;
    off_t size;
    int descriptor;
    ssize_t length;
    unsigned char *block;
};

static struct file *files;
static size_t count, room, copies;

static void walk(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL) return;
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        struct stat status;
        if (fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        char *whole;
        if (asprintf(&whole, "%s/%s", path, entry->d_name) < 0) exit(1);
        if (S_ISDIR(status.st_mode)) {
            walk(whole);
            free(whole);
        } else if (S_ISREG(status.st_mode) && status.st_size > 0) {
            if (count == room) files = realloc(files, (room = room * 2 + 1024) * sizeof *files);
            files[count++] = (struct file){.path = whole, .size = status.st_size, .descriptor = -1};
        } else {
            free(whole);
        }
    }
    closedir(folder);
}

static int bySize(const void *one, const void *other) {
    off_t left = ((const struct file *)one)->size, right = ((const struct file *)other)->size;
    return (left > right) - (left < right);
}

// Files that were the same so far.
static void compare(struct file **group, size_t size) {
    while (size > 1) {
        for (size_t index = 0; index < size; index++) {
            struct file *file = group[index];
            file->length = read(file->descriptor, file->block, blockSize);
        }
        if (group[0]->length <= 0) {
            copies += size - 1;
            return;
        }
        // Those like the first go on here, the others among themselves.
        size_t same = 1;
        struct file *others[size];
        size_t rest = 0;
        for (size_t index = 1; index < size; index++) {
            struct file *file = group[index];
            if (file->length == group[0]->length && !memcmp(file->block, group[0]->block, file->length)) {
                group[same++] = file;
            } else {
                others[rest++] = file;
            }
        }
        if (rest > 1) {
            // Their blocks are read already: part them by these before the next ones are read.
            size_t start = 0;
            while (start < rest) {
                struct file *class[rest];
                size_t members = 0, left = start;
                struct file *first = others[start];
                for (size_t index = start; index < rest; index++) {
                    if (others[index]->length == first->length
                        && !memcmp(others[index]->block, first->block, first->length)) {
                        class[members++] = others[index];
                    } else {
                        others[left++] = others[index];
                    }
                }
                rest = left;
                compare(class, members);
            }
        }
        size = same;
    }
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    walk(argv[1]);
    qsort(files, count, sizeof *files, bySize);
    unsigned char *blocks = malloc((size_t)openMax * blockSize);
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count && files[end].size == files[start].size;) end++;
        size_t size = end - start;
        if (size < 2) continue;
        if (size > openMax) return fprintf(stderr, "more than %d files of one size\n", openMax), 1;
        struct file *group[size];
        for (size_t index = 0; index < size; index++) {
            struct file *file = group[index] = &files[start + index];
            file->descriptor = open(file->path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
            if (file->descriptor < 0) return perror(file->path), 1;
            file->block = blocks + index * blockSize;
        }
        compare(group, size);
        for (size_t index = 0; index < size; index++) close(group[index]->descriptor);
    }
    printf("files %zu  copies %zu\n", count, copies);
}
