// SPDX-License-Identifier: Apache-2.0

#ifndef PHOTO_MARKS_H
#define PHOTO_MARKS_H

#include <stddef.h>
#include <stdint.h>

/// Of the `count` marks of four words each that begin at `marks`, those that differ from `mark` in at
/// most `most` bits: their places go to `places` and the numbers of bits to `distances`, which have
/// room for `count` each. Returns how many there are.
///
/// In C for the sake of the one instruction that counts bits: programs are compiled for machines that
/// may lack it, and counting without it takes five times as long.
size_t photo_marks_near(
    const uint64_t *marks, size_t count, const uint64_t *mark, unsigned most, uint32_t *places,
    uint16_t *distances);

#endif
