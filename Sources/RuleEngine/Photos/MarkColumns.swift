// SPDX-License-Identifier: Apache-2.0

internal import CPhotoMarks
package import PhotoLooks

/// Marks in four columns of words, in which those near to a look are sought: the only place that asks
/// what is compiled for several machines.
struct MarkColumns: Sendable {
    /// One column after the other, as many words each as there are marks.
    private let words: Column<UInt64>
    private let count: Int
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
        words = Column(repeating: 0, count: 4 * count)
        self.count = count
        self.isPlain = isPlain
        var ordered: [UInt64] = [0, 0, 0, 0]
        for (place, mark) in marks.enumerated() {
            precondition(place < count, "there is room for as many marks as were said to be")
            unsafe photo_marks_order(mark.words, &ordered)
            for kind in 0..<4 { words[kind * count + place] = ordered[kind] }
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
        // On the stack: it is asked for millions of times.
        let found = unsafe withUnsafeTemporaryAllocation(
            of: UnsafePointer<UInt64>?.self, capacity: 4
        ) { columns in
            for kind in 0..<4 {
                unsafe columns.initializeElement(
                    at: kind, to: UnsafePointer(words.base + kind * count))
            }
            return unsafe photo_marks_alike(
                columns.baseAddress, range.lowerBound, range.upperBound, turns.words.base,
                UInt32(turns.count), bounds, isPlain ? 1 : 0, room.hits.base)
        }
        for index in 0..<found {
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
        // Room that is not written to costs nothing, and nearly all of it is not.
        let places = Column<UInt32>(capacity: count)
        let distances = Column<UInt16>(capacity: count)
        let found = unsafe photo_marks_near(
            words.base, count, mark.words, UInt32(most), places.base, distances.base)
        return (0..<found).map { unsafe Int(places.base[$0]) }
    }
}

extension PhotoMark {
    fileprivate var words: [UInt64] { [first, second, third, fourth] }
}
