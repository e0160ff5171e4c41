// SPDX-License-Identifier: Apache-2.0

#ifndef PHOTO_MARKS_H
#define PHOTO_MARKS_H

#include <stddef.h>
#include <stdint.h>

// In C for the sake of the instructions that count bits: programs are compiled for machines that may
// lack them, and counting without them takes five times as long.

/// Of the `count` marks of four words each that begin at `marks`, those that differ from `mark` in at
/// most `most` bits: their places go to `places` and the numbers of bits to `distances`, which have
/// room for `count` each. Returns how many there are.
size_t photo_marks_near(
    const uint64_t *marks, size_t count, const uint64_t *mark, unsigned most, uint32_t *places,
    uint16_t *distances);

/// How many words the marks of one look take: four for each of the eight orientations of EXIF.
#define PHOTO_TURNS_WORDS 32

/// In how many bits marks may differ.
struct photo_bounds {
    /// As the pictures lie.
    uint32_t upright;
    /// With so many they are the same as they lie, and are not turned.
    uint32_t sure;
    /// When one of them is turned.
    uint32_t turned;
};

/// A mark that is near enough.
struct photo_hit {
    /// Its place in the columns.
    uint32_t place;
    /// In how many bits it differs.
    uint16_t distance;
    /// How the other was turned: the number of EXIF, less one.
    uint16_t turn;
};

/// Puts the bits of a mark of four words into the order of columns: one word each for the frequencies
/// that are odd or even across and down, that of the even ones first. What is even both ways is the
/// same however a picture is mirrored, and changes places where it is turned.
void photo_marks_order(const uint64_t mark[4], uint64_t ordered[4]);

/// Of the marks at `from` to before `to` in four columns of ordered words, those near to a look, with
/// the orientation in which they are nearest; in the order of their places. `turns` has the ordered
/// marks of that look in `orientations` orientations, upright first: 1, or all 8. `hits` has room for
/// all. Returns how many there are. `plain` does without the instructions of newer machines.
size_t photo_marks_alike(
    const uint64_t *const columns[4], size_t from, size_t to, const uint64_t *turns,
    unsigned orientations, struct photo_bounds bounds, int plain, struct photo_hit *hits);

#endif
