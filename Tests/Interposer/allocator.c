// SPDX-License-Identifier: Apache-2.0
//
// Stands in for the C library's malloc and finds what a program does wrong with its memory. For
// tests; they compile it and put it into LD_PRELOAD:
//
// * Every block has a mark before it and one right behind its last byte. What is freed twice, was
//   never given, or was written to behind its end ends the program with a line that says so.
// * A freed block is filled with 0xdb and waits in a queue before its memory is used again. If a
//   byte of it has changed by then, or at the end of the program, somebody wrote to what he had
//   freed. Who follows a pointer that he reads there comes to no address that there is.
// * Blocks from 16 KiB on, and each 64th of the others, have pages of their own, with one behind
//   them that nobody may touch; once freed, nobody may touch them either. Reading is found as well.
//
//   CHECK_REPORT  a file that gets a line for each program: its number, how many blocks it had, how
//                 many of them had pages of their own, and how many bytes were freed and looked at
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void __libc_free(void *block);

enum {
    page = 4096,
    paged_from = 16 << 10,   // bytes from which on a block has pages of its own
    sample = 64,             // of smaller blocks each so manieth has them too
    paged_most = 12000,      // blocks with pages at once: the kernel counts mappings
    tail = 8,                // bytes of the mark behind a block
    queue_most = 1 << 20,    // freed blocks that wait
    poison = 0xdb,
    fill = 0xa5,
};
static const size_t queue_bytes_most = 96 << 20;

#define LIVE UINT64_C(0x11fe11fe11fe11fe)
#define FREED UINT64_C(0xdeadf4eedeadf4ee)
#define TAIL UINT64_C(0x7a117a117a117a11)

// Stands right before each block. Where it has pages of its own, `start` is their beginning.
struct head {
    uint64_t state;  // one of the above, mixed with the block's address
    size_t size;     // as asked for
    void *start;     // what the C library, or mmap, gave
    size_t mapped;   // bytes of the pages; 0 for a block of the C library
};
_Static_assert(sizeof(struct head) == 32, "a multiple of 16");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// Freed blocks of the C library, the oldest first.
static struct {
    struct head **places;
    size_t first, count, bytes;
} queue;
static atomic_long block_count, paged_count, paged_now, checked_bytes;

// The pages of freed blocks, so that a touch of them can be told from any other.
static struct {
    atomic_uintptr_t start, end;
} ranges[paged_most / 2];
static atomic_uint range_next;

static void say(const char *what, const void *block, size_t size) {
    char line[200];
    int length = snprintf(line, sizeof line, "allocator: %s: block of %zu bytes at %p\n", what, size,
                          block);
    if (write(2, line, length) < 0) return;
}

__attribute__((noreturn)) static void fail(const char *what, const void *block, size_t size) {
    say(what, block, size);
    signal(SIGABRT, SIG_DFL);
    abort();
}

static struct head *head_of(void *block) { return (struct head *)block - 1; }
static uint64_t mark(uint64_t state, const void *block) { return state ^ (uintptr_t)block; }

static void *set_up(void *block, size_t size, void *start, size_t mapped) {
    struct head *head = head_of(block);
    *head = (struct head){mark(LIVE, block), size, start, mapped};
    // What nobody has written is not zero.
    memset(block, fill, size);
    uint64_t end = mark(TAIL, block);
    // Behind pages stands the page that nobody may touch, but for what alignment leaves.
    if (!mapped) memcpy((char *)block + size, &end, tail);
    return block;
}

static void *give_pages(size_t alignment, size_t size) {
    if (alignment > page) return NULL;
    size_t inner = (size + sizeof(struct head) + alignment + page - 1) / page * page;
    char *start = mmap(NULL, inner + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    if (mprotect(start + inner, page, PROT_NONE)) {
        munmap(start, inner + page);
        return NULL;
    }
    uintptr_t block = (uintptr_t)(start + inner - size) / alignment * alignment;
    atomic_fetch_add(&paged_now, 1);
    atomic_fetch_add(&paged_count, 1);
    void *result = (void *)block;
    set_up(result, size, start, inner + page);
    // What lies between the end of the block and its pages' is looked at when it is freed.
    memset((char *)result + size, poison, start + inner - ((char *)result + size));
    return result;
}

static void *give(size_t alignment, size_t size) {
    if (size > PTRDIFF_MAX / 2 || alignment > PTRDIFF_MAX / 2) goto none;
    if (alignment < 16) alignment = 16;
    long number = atomic_fetch_add(&block_count, 1);
    if ((size >= paged_from || number % sample == 0) && atomic_load(&paged_now) < paged_most) {
        void *block = give_pages(alignment, size);
        if (block) return block;
    }
    char *start = __libc_malloc(sizeof(struct head) + alignment + size + tail);
    if (!start) goto none;
    uintptr_t block = ((uintptr_t)start + sizeof(struct head) + alignment - 1) / alignment * alignment;
    return set_up((void *)block, size, start, 0);
none:
    errno = ENOMEM;
    return NULL;
}

// The head of `block`, which is live.
static struct head *checked(void *block, const char *verb) {
    if ((uintptr_t)block % 16) fail(verb, block, 0);
    struct head *head = head_of(block);
    if (head->state == mark(FREED, block)) fail("freed twice", block, head->size);
    if (head->state != mark(LIVE, block)) fail(verb, block, 0);
    if (head->mapped) {
        const unsigned char *byte = (unsigned char *)block + head->size;
        const unsigned char *end = (unsigned char *)head->start + head->mapped - page;
        for (; byte < end; byte++)
            if (*byte != poison) fail("written behind its end", block, head->size);
    } else {
        uint64_t end;
        memcpy(&end, (char *)block + head->size, tail);
        if (end != mark(TAIL, block)) fail("written behind its end", block, head->size);
    }
    return head;
}

static void *block_of(struct head *head) { return head + 1; }

static void look_at(struct head *head) {
    const unsigned char *bytes = block_of(head);
    if (head->state != mark(FREED, bytes)) fail("written to after it was freed", bytes, 0);
    for (size_t index = 0; index < head->size; index++)
        if (bytes[index] != poison) fail("written to after it was freed", bytes, head->size);
    atomic_fetch_add(&checked_bytes, head->size);
}

// Puts `head` into the queue; what has to leave it for that, or NULL. Under the lock.
static struct head *pass(struct head *head) {
    if (!queue.places) {
        queue.places = mmap(NULL, queue_most * sizeof *queue.places, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (queue.places == MAP_FAILED) fail("no memory for the queue", NULL, queue_most);
    }
    struct head *oldest = NULL;
    if (queue.count == queue_most || (queue.count && queue.bytes + head->size > queue_bytes_most)) {
        oldest = queue.places[queue.first];
        queue.first = (queue.first + 1) % queue_most;
        queue.count--;
        queue.bytes -= oldest->size;
    }
    queue.places[(queue.first + queue.count) % queue_most] = head;
    queue.count++;
    queue.bytes += head->size;
    return oldest;
}

static void take_plain(struct head *head) {
    void *block = block_of(head);
    uint64_t live = mark(LIVE, block);
    // Two threads that free the same block at once are found too.
    if (!__atomic_compare_exchange_n(&head->state, &live, mark(FREED, block), 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST))
        fail("freed twice", block, head->size);
    memset(block, poison, head->size);
    pthread_mutex_lock(&lock);
    struct head *oldest = pass(head);
    pthread_mutex_unlock(&lock);
    if (!oldest) return;
    look_at(oldest);
    __libc_free(oldest->start);
}

static void take_paged(struct head *head) {
    char *start = head->start;
    size_t mapped = head->mapped;
    atomic_fetch_add(&checked_bytes, head->size);
    // The memory goes, the addresses stay until later.
    if (mmap(start, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
             0) == MAP_FAILED)
        fail("cannot be taken back", start, mapped);
    pthread_mutex_lock(&lock);
    unsigned place = atomic_fetch_add(&range_next, 1) % (paged_most / 2);
    uintptr_t old = atomic_exchange(&ranges[place].start, 0), old_end = ranges[place].end;
    atomic_store(&ranges[place].end, (uintptr_t)start + mapped);
    atomic_store(&ranges[place].start, (uintptr_t)start);
    pthread_mutex_unlock(&lock);
    if (old) {
        munmap((void *)old, old_end - old);
        atomic_fetch_sub(&paged_now, 1);
    }
}

void *malloc(size_t size) { return give(16, size); }

void free(void *block) {
    if (!block) return;
    int error = errno;
    struct head *head = checked(block, "freed, and never given");
    if (head->mapped)
        take_paged(head);
    else
        take_plain(head);
    errno = error;
}

void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = give(16, bytes);
    return block ? memset(block, 0, bytes) : NULL;
}

// Always to another place, so that nobody can rely on the old one.
void *realloc(void *block, size_t size) {
    if (!block) return give(16, size);
    if (!size) {
        free(block);
        return NULL;
    }
    struct head *head = checked(block, "made larger, and never given");
    void *fresh = give(16, size);
    if (!fresh) return NULL;
    memcpy(fresh, block, head->size < size ? head->size : size);
    free(block);
    return fresh;
}

void *reallocarray(void *block, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, bytes);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
    void *given = give(alignment, size);
    if (!given) return ENOMEM;
    *block = given;
    return 0;
}

void *memalign(size_t alignment, size_t size) { return give(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return give(alignment, size); }
void *valloc(size_t size) { return give(page, size); }
void *pvalloc(size_t size) { return give(page, (size + page - 1) / page * page); }
size_t malloc_usable_size(void *block) {
    return block ? checked(block, "asked for its size, and never given")->size : 0;
}

// Says which touch it was that ends the program.
static void touched(int number, siginfo_t *info, void *context) {
    (void)context;
    uintptr_t place = (uintptr_t)info->si_addr;
    for (int index = 0; index < paged_most / 2; index++) {
        uintptr_t start = atomic_load(&ranges[index].start);
        if (start && place >= start && place < atomic_load(&ranges[index].end)) {
            say("touched after it was freed", info->si_addr, 0);
            signal(number, SIG_DFL);
            return;
        }
    }
    say("touched, and never given", info->si_addr, 0);
    signal(number, SIG_DFL);
}

__attribute__((constructor)) static void begin(void) {
    struct sigaction action = {.sa_sigaction = touched, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
}

__attribute__((destructor)) static void end(void) {
    pthread_mutex_lock(&lock);
    for (size_t index = 0; index < queue.count; index++)
        look_at(queue.places[(queue.first + index) % queue_most]);
    pthread_mutex_unlock(&lock);
    const char *path = getenv("CHECK_REPORT");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file < 0) return;
    char line[120];
    int length = snprintf(line, sizeof line, "%d %ld %ld %ld\n", (int)getpid(), (long)block_count,
                          (long)paged_count, (long)checked_bytes);
    if (write(file, line, length) < 0) say("no report", NULL, 0);
    close(file);
}
