// SPDX-License-Identifier: Apache-2.0

internal import CPhotoMarks
package import PhotoLooks

/// Marks in four columns of words, in which those near to a look are sought: the only place that asks
/// what is compiled for several machines.
struct MarkColumns: Sendable {
    private let columns: [Column<UInt64>]
    /// Whether to do without the instructions of newer machines.
    private let isPlain: Bool

    /// A mark that is near enough.
    struct Hit {
        /// Its place.
        let place: Int
        /// In how many bits it differs.
        let distance: Int
        /// How the look was turned to lie like it.
        let turn: PhotoOrientation
    }

    /// The marks of one look in one or all orientations, ready to be sought by.
    struct Turns {
        fileprivate let words: Column<UInt64>
        fileprivate let count: Int

        /// `mark` as it lies, and `turned`: none, or the other seven.
        init(_ mark: PhotoMark, turned: [PhotoMark]) {
            words = Column(repeating: 0, count: Int(PHOTO_TURNS_WORDS))
            count = turned.count == 7 ? 8 : 1
            for (number, mark) in ([mark] + turned).prefix(count).enumerated() {
                unsafe photo_marks_order(mark.words, words.base + number * 4)
            }
        }
    }

    /// Where a search writes what it finds.
    struct Room {
        fileprivate let hits: Column<photo_hit>

        /// Room for a search over `count` places.
        init(count: Int) { hits = Column(repeating: photo_hit(), count: count) }
    }

    /// The columns of `marks`.
    init(_ marks: some Sequence<PhotoMark>, count: Int, isPlain: Bool) {
        columns = (0..<4).map { _ in Column(capacity: count) }
        self.isPlain = isPlain
        var ordered: [UInt64] = [0, 0, 0, 0]
        for mark in marks {
            unsafe photo_marks_order(mark.words, &ordered)
            for (column, word) in zip(columns, ordered) { column.append(word) }
        }
    }

    /// Calls `body` with what is near to the look of `turns` in `range`, in the order of places.
    func forEachHit(
        _ turns: Turns, in range: Range<Int>, _ room: Room, _ body: (Hit) -> Void
    ) {
        // A copy that was turned is the same picture, or it is not found: close ones are asked for as
        // they lie.
        let bounds = photo_bounds(
            upright: UInt32(PhotoLevel.anyMarksMax), sure: UInt32(PhotoLevel.close.marksMax),
            turned: UInt32(PhotoLevel.near.marksMax))
        let bases = unsafe columns.map { unsafe UnsafePointer<UInt64>?($0.base) }
        let count = unsafe photo_marks_alike(
            bases, range.lowerBound, range.upperBound, turns.words.base, UInt32(turns.count),
            bounds,
            isPlain ? 1 : 0, room.hits.base)
        for index in 0..<count {
            let hit = room.hits[index]
            body(
                Hit(
                    place: Int(hit.place), distance: Int(hit.distance),
                    turn: PhotoOrientation(rawValue: Int(hit.turn) + 1) ?? .upright))
        }
    }
}

/// Marks in one row after the other, to which some can be added while others are sought.
package struct MarkRows: Sendable {
    private let words: Column<UInt64> = Column()

    /// No mark.
    package init() {}

    /// How many marks there are.
    package var count: Int { unsafe words.count / 4 }

    /// The mark at `place`.
    package subscript(place: Int) -> PhotoMark {
        PhotoMark(
            words[place * 4], words[place * 4 + 1], words[place * 4 + 2], words[place * 4 + 3])
    }

    /// Adds a mark.
    package func append(_ mark: PhotoMark) {
        for word in mark.words { words.append(word) }
    }

    /// The places of the marks that differ from `mark` in at most `most` bits. O(marks).
    package func places(near mark: PhotoMark, most: Int) -> [Int] {
        let places = Column<UInt32>(repeating: 0, count: count)
        let distances = Column<UInt16>(repeating: 0, count: count)
        let found = unsafe photo_marks_near(
            words.base, count, mark.words, UInt32(most), places.base, distances.base)
        return (0..<found).map { Int(places[$0]) }
    }
}

extension PhotoMark {
    fileprivate var words: [UInt64] { [first, second, third, fourth] }
}
