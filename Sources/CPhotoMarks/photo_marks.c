// SPDX-License-Identifier: Apache-2.0

#include "photo_marks.h"

// The compiler makes the loop once for machines that count bits in one instruction and once for all
// others, and the loader takes the right one (GCC and Clang, "target_clones").
#if defined(__x86_64__)
#define FOR_EACH_MACHINE __attribute__((target_clones("popcnt", "default")))
#else
#define FOR_EACH_MACHINE
#endif

FOR_EACH_MACHINE
size_t photo_marks_near(
    const uint64_t *marks, size_t count, const uint64_t *mark, unsigned most, uint32_t *places,
    uint16_t *distances) {
    const uint64_t a = mark[0], b = mark[1], c = mark[2], d = mark[3];
    size_t found = 0;
    for (size_t place = 0; place < count; place++) {
        const uint64_t *other = marks + place * 4;
        unsigned distance = (unsigned)__builtin_popcountll(a ^ other[0]);
        // Of strangers half of all bits differ: for few bits the first word tells, for more two do.
        if (distance > most) continue;
        distance += (unsigned)__builtin_popcountll(b ^ other[1]);
        if (distance > most) continue;
        distance += (unsigned)__builtin_popcountll(c ^ other[2]);
        if (distance > most) continue;
        distance += (unsigned)__builtin_popcountll(d ^ other[3]);
        if (distance > most) continue;
        places[found] = (uint32_t)place;
        distances[found] = (uint16_t)distance;
        found++;
    }
    return found;
}
