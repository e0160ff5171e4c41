// SPDX-License-Identifier: Apache-2.0

#include "photo_marks.h"

// The compiler makes a loop once for machines that count bits in one instruction and once for all
// others, and the loader takes the right one (GCC and Clang, "target_clones").
#if defined(__x86_64__)
#include <immintrin.h>
#define FOR_EACH_MACHINE __attribute__((target_clones("popcnt", "default")))
#else
#define FOR_EACH_MACHINE
#endif

#define BITS(word) ((unsigned)__builtin_popcountll(word))
#define INLINED static inline __attribute__((always_inline))

FOR_EACH_MACHINE
size_t photo_marks_near(
    const uint64_t *marks, size_t count, const uint64_t *mark, unsigned most, uint32_t *places,
    uint16_t *distances) {
    const uint64_t a = mark[0], b = mark[1], c = mark[2], d = mark[3];
    size_t found = 0;
    for (size_t place = 0; place < count; place++) {
        const uint64_t *other = marks + place * 4;
        unsigned distance = BITS(a ^ other[0]);
        // Of strangers half of all bits differ: for few bits the first word tells, for more two do.
        if (distance > most) continue;
        distance += BITS(b ^ other[1]);
        if (distance > most) continue;
        distance += BITS(c ^ other[2]);
        if (distance > most) continue;
        distance += BITS(d ^ other[3]);
        if (distance > most) continue;
        places[found] = (uint32_t)place;
        distances[found] = (uint16_t)distance;
        found++;
    }
    return found;
}

// Bit 0 of a mark is the highest of its first word; a word has four rows of 16 columns.
static const uint64_t even_both = 0x0000555500005555;

void photo_marks_order(const uint64_t mark[4], uint64_t ordered[4]) {
    for (int kind = 0; kind < 4; kind++) {
        const int shift = (kind & 1) + (kind & 2) * 8;
        ordered[kind] = (mark[0] >> shift & even_both) | (mark[1] >> shift & even_both) << 1 |
            (mark[2] >> shift & even_both) << 16 | (mark[3] >> shift & even_both) << 17;
    }
}

// What is sought, and what tells that a mark cannot be near.
struct sought {
    const uint64_t *const *columns;
    const uint64_t *turns;
    unsigned orientations;
    struct photo_bounds bounds;
    /// What all that are mirrored have in the first word, and all that are turned by a quarter; and
    /// where these have the same.
    uint64_t mirrored, mirrored_same, aside, aside_same;
    /// The most bits in which the first word may differ from these where a mark is near. Less than 0
    /// for none.
    int64_t mirrored_most, aside_most;
    /// Whether `mirrored_most` speaks of the first word of the upright mark instead, which is asked
    /// for anyway: it is nearly that of the mirrored ones, unless somebody made it up.
    int is_one;
};

static const unsigned mirrored_end = 4;
// With more bits than these to spare, one word rules out too few.
static const unsigned open_most = 12;

// What the marks from `first` to before `end` all have in their first word, and where.
INLINED uint64_t common(const uint64_t *turns, unsigned first, unsigned end, uint64_t *same) {
    uint64_t all = ~(uint64_t)0, any = 0;
    for (unsigned turn = first; turn < end; turn++) {
        all &= turns[turn * 4];
        any |= turns[turn * 4];
    }
    *same = ~(all ^ any);
    return all;
}

// A mark that is near to some of the turned ones differs in few bits of the first word from what
// they all have there. They have most bits alike: only medians set them apart.
INLINED void bound(struct sought *sought) {
    sought->mirrored_most = sought->aside_most = -1;
    sought->is_one = 1;
    sought->mirrored = sought->mirrored_same = sought->aside = sought->aside_same = 0;
    if (sought->orientations < 8) return;
    const uint64_t *turns = sought->turns;
    sought->mirrored = common(turns, 1, mirrored_end, &sought->mirrored_same);
    const unsigned open = BITS(~sought->mirrored_same | (sought->mirrored ^ turns[0]));
    sought->is_one = open <= open_most;
    sought->mirrored_most = (int64_t)(sought->bounds.turned +
        (sought->is_one ? open : BITS(~sought->mirrored_same)));
    sought->aside = common(turns, mirrored_end, 8, &sought->aside_same);
    sought->aside_most = (int64_t)(sought->bounds.turned + BITS(~sought->aside_same));
}

INLINED unsigned distance(const uint64_t *mark, const struct sought *sought, size_t place) {
    unsigned bits = 0;
    for (int word = 0; word < 4; word++) bits += BITS(mark[word] ^ sought->columns[word][place]);
    return bits;
}

// Whether the mark at `place` is near, exactly.
INLINED size_t check(const struct sought *sought, size_t place, struct photo_hit *hit) {
    const unsigned upright = distance(sought->turns, sought, place);
    hit->place = (uint32_t)place;
    hit->distance = (uint16_t)upright;
    hit->turn = 0;
    if (upright <= sought->bounds.sure) return 1;
    if (sought->orientations < 8) return upright <= sought->bounds.upright;
    const unsigned most = sought->bounds.turned;
    const uint64_t first = sought->columns[0][place];
    // Strangers nearly always end here.
    const int mirrored = BITS((first ^ sought->mirrored) & sought->mirrored_same) <= most;
    const int aside = BITS((first ^ sought->aside) & sought->aside_same) <= most;
    unsigned nearest = most + 1;
    for (unsigned turn = mirrored ? 1 : mirrored_end; turn < (aside ? 8 : mirrored_end); turn++) {
        const unsigned turned = distance(sought->turns + turn * 4, sought, place);
        if (turned >= nearest) continue;
        nearest = turned;
        hit->distance = (uint16_t)turned;
        hit->turn = (uint16_t)turn;
    }
    return nearest <= most || upright <= sought->bounds.upright;
}

INLINED size_t scan(
    const struct sought *sought, size_t from, size_t to, struct photo_hit *hits, int is_one) {
    const uint64_t *first = sought->columns[0], *second = sought->columns[1];
    const uint64_t *third = sought->columns[2];
    const uint64_t *mark = sought->turns;
    size_t found = 0;
    for (size_t place = from; place < to; place++) {
        const int64_t lying = BITS(first[place] ^ mark[0]);
        const int64_t aside = BITS(first[place] ^ sought->aside);
        const int64_t most = lying + BITS(second[place] ^ mark[1]) + BITS(third[place] ^ mark[2]);
        const int64_t mirrored = is_one ? lying : (int64_t)BITS(first[place] ^ sought->mirrored);
        if ((most <= sought->bounds.upright) | (mirrored <= sought->mirrored_most) |
            (aside <= sought->aside_most))
            found += check(sought, place, hits + found);
    }
    return found;
}

FOR_EACH_MACHINE
static size_t scan_plainly(
    struct sought *sought, size_t from, size_t to, struct photo_hit *hits) {
    bound(sought);
    return sought->is_one ? scan(sought, from, to, hits, 1) : scan(sought, from, to, hits, 0);
}

#if defined(__x86_64__)
#define FOUR_AT_ONCE __attribute__((target("avx2,popcnt")))

// How many bits each byte has, times one or two as `table` says, looked up for both halves of it
// (Mula, Kurz, Lemire: "Faster population counts using AVX2 instructions", 2018).
FOUR_AT_ONCE INLINED __m256i bytes_of(__m256i bits, __m256i table) {
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(bits, low)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(bits, 4), low)));
}

FOUR_AT_ONCE INLINED __m256i four(const uint64_t *words) {
    return _mm256_loadu_si256((const __m256i *)words);
}

FOUR_AT_ONCE INLINED __m256i same(uint64_t word) { return _mm256_set1_epi64x((long long)word); }

FOUR_AT_ONCE INLINED size_t scan_fours(
    const struct sought *sought, size_t from, size_t to, struct photo_hit *hits, int is_one) {
    const __m256i once = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3,
        4);
    const __m256i twice = _mm256_add_epi8(once, once), zero = _mm256_setzero_si256();
    const uint64_t *const *columns = sought->columns;
    const __m256i first = same(sought->turns[0]), second = same(sought->turns[1]);
    const __m256i third = same(sought->turns[2]), fourth = same(sought->turns[3]);
    const __m256i aside = same(sought->aside), mirrored = same(sought->mirrored);
    const __m256i upright_over = same(sought->bounds.upright + 1);
    const __m256i mirrored_over = same((uint64_t)(sought->mirrored_most + 1));
    const __m256i aside_over = same((uint64_t)(sought->aside_most + 1));
    size_t found = 0, place = from;
    for (; place + 4 <= to; place += 4) {
        const __m256i words = four(columns[0] + place);
        const __m256i b = _mm256_xor_si256(four(columns[1] + place), second);
        const __m256i c = _mm256_xor_si256(four(columns[2] + place), third);
        const __m256i d = _mm256_xor_si256(four(columns[3] + place), fourth);
        // Three words are added bit by bit: what is left counts once, what is carried twice.
        const __m256i half = _mm256_xor_si256(b, c), left = _mm256_xor_si256(half, d);
        const __m256i carried =
            _mm256_or_si256(_mm256_and_si256(b, c), _mm256_and_si256(half, d));
        const __m256i lying = bytes_of(_mm256_xor_si256(words, first), once);
        const __m256i near_mirrored =
            is_one ? lying : bytes_of(_mm256_xor_si256(words, mirrored), once);
        const __m256i lying_aside = bytes_of(_mm256_xor_si256(words, aside), once);
        const __m256i all = _mm256_add_epi8(
            lying, _mm256_add_epi8(bytes_of(left, once), bytes_of(carried, twice)));
        // What is less than the bound is negative when that is taken from it.
        const __m256i near = _mm256_or_si256(
            _mm256_or_si256(
                _mm256_sub_epi64(_mm256_sad_epu8(near_mirrored, zero), mirrored_over),
                _mm256_sub_epi64(_mm256_sad_epu8(lying_aside, zero), aside_over)),
            _mm256_sub_epi64(_mm256_sad_epu8(all, zero), upright_over));
        unsigned which = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(near));
        while (__builtin_expect(which != 0, 0)) {
            found += check(sought, place + (unsigned)__builtin_ctz(which), hits + found);
            which &= which - 1;
        }
    }
    return found + scan(sought, place, to, hits + found, is_one);
}

FOUR_AT_ONCE
static size_t scan_by_four(
    struct sought *sought, size_t from, size_t to, struct photo_hit *hits) {
    bound(sought);
    return sought->is_one ? scan_fours(sought, from, to, hits, 1)
                          : scan_fours(sought, from, to, hits, 0);
}
#endif

size_t photo_marks_alike(
    const uint64_t *const columns[4], size_t from, size_t to, const uint64_t *turns,
    unsigned orientations, struct photo_bounds bounds, int plain, struct photo_hit *hits) {
    struct sought sought = {.columns = columns, .turns = turns, .orientations = orientations,
                            .bounds = bounds};
#if defined(__x86_64__)
    if (!plain && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
        return scan_by_four(&sought, from, to, hits);
#endif
    (void)plain;
    return scan_plainly(&sought, from, to, hits);
}
