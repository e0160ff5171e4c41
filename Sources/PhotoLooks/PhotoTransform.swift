// SPDX-License-Identifier: Apache-2.0

/// The 256 lowest frequencies of a picture, all but the mean: a cosine transform of 64 by 64 greys
/// in whole numbers.
struct PhotoTransform {
    /// By row and column, 1 to 16 each, the lowest of rows first.
    private let values: [Int]

    /// How many frequencies of rows and of columns are taken.
    static let side = 16
    /// The side of the grid that is transformed.
    static let gridSide = 64

    /// 2^14 times the cosine of 0 to 64 times a 128th of half a turn, to the next whole number.
    private static let quarterWave: [Int] = [
        16_384, 16_379, 16_364, 16_340, 16_305, 16_261, 16_207, 16_143, 16_069, 15_986, 15_893,
        15_791, 15_679, 15_557, 15_426, 15_286, 15_137, 14_978, 14_811, 14_635, 14_449, 14_256,
        14_053, 13_842, 13_623, 13_395, 13_160, 12_916, 12_665, 12_406, 12_140, 11_866, 11_585,
        11_297, 11_003, 10_702, 10_394, 10_080, 9_760, 9_434, 9_102, 8_765, 8_423, 8_076, 7_723,
        7_366, 7_005, 6_639, 6_270, 5_897, 5_520, 5_139, 4_756, 4_370, 3_981, 3_590, 3_196,
        2_801, 2_404, 2_006, 1_606, 1_205, 804, 402, 0,
    ]

    private static func cosine(_ place: Int) -> Int {
        switch place % 256 {
        case let place where place <= 64: quarterWave[place]
        case let place where place <= 128: -quarterWave[128 - place]
        case let place where place <= 192: -quarterWave[place - 128]
        case let place: quarterWave[256 - place]
        }
    }

    /// The waves over 64 places, one frequency after the other.
    private static let waves: [Int32] = (1...side).flatMap { frequency in
        (0..<gridSide).map { Int32(cosine(frequency * (2 * $0 + 1))) }
    }

    /// The same over 32 places of double length.
    private static let wavesOfSmall: [Int32] = (0..<waves.count / 2).map {
        waves[2 * $0] + waves[2 * $0 + 1]
    }

    /// The transform of 64 by 64 greys.
    init(grid: [UInt8]) {
        values = PhotoTransform.values(grid, PhotoTransform.waves, PhotoTransform.gridSide)
    }

    /// The transform of 32 by 32 greys, each of which stands for four equal ones of 64 by 64.
    init(small: [UInt8]) {
        values = PhotoTransform.values(
            small, PhotoTransform.wavesOfSmall, PhotoLook.smallSide)
    }

    private init(values: [Int]) { self.values = values }

    /// Rows first: the sums of a row fit into 32 bits, those of the columns into 64. Waves are even or
    /// odd about the middle, so that both halves are added or taken from each other before.
    private static func values(_ greys: [UInt8], _ waves: [Int32], _ count: Int) -> [Int] {
        precondition(greys.count == count * count, "a grid has a fixed size")
        let half = count / 2
        var ofRows = [Int32](repeating: 0, count: side * count)
        var values = [Int](repeating: 0, count: side * side)
        var folded = [Int32](repeating: 0, count: count)
        greys.withUnsafeBufferPointer { greys in
            waves.withUnsafeBufferPointer { waves in
                for row in 0..<count {
                    for column in 0..<half {
                        let left = Int32(greys[row &* count &+ column])
                        let right = Int32(greys[row &* count &+ count &- 1 &- column])
                        // The frequency of place 0 is odd.
                        folded[column] = left &- right
                        folded[half &+ column] = left &+ right
                    }
                    folded.withUnsafeBufferPointer { folded in
                        for frequency in 0..<side {
                            let start = frequency.isMultiple(of: 2) ? 0 : half
                            var sum: Int32 = 0
                            for column in 0..<half {
                                sum &+=
                                    waves[frequency &* count &+ column] &* folded[start &+ column]
                            }
                            ofRows[frequency &* count &+ row] = sum
                        }
                    }
                }
                ofRows.withUnsafeBufferPointer { ofRows in
                    for across in 0..<side {
                        for down in 0..<side {
                            let isOdd = down.isMultiple(of: 2)
                            var sum = 0
                            for row in 0..<half {
                                let above = Int(ofRows[across &* count &+ row])
                                let below = Int(ofRows[across &* count &+ count &- 1 &- row])
                                sum &+=
                                    Int(waves[down &* count &+ row])
                                    &* (isOdd ? above &- below : above &+ below)
                            }
                            values[down &* side &+ across] = sum
                        }
                    }
                }
            }
        }
        return values
    }

    /// Which of the values are above their lower median.
    var mark: PhotoMark {
        var mark = PhotoMark(0, 0, 0, 0)
        PhotoTransform.withRoom { room in
            for place in values.indices { room[place] = values[place] }
            mark = PhotoTransform.mark(in: room)
        }
        return mark
    }

    /// The marks of the picture turned and mirrored, by the numbers of EXIF from 2 to 8: those of
    /// `turned`. Where rows become columns, bits change places and nothing else.
    var turnedMarks: [PhotoMark] {
        // By whether columns are mirrored, and rows.
        var lying = [PhotoMark](repeating: PhotoMark(0, 0, 0, 0), count: 4)
        PhotoTransform.withRoom { room in
            values.withUnsafeBufferPointer { values in
                for kind in 0..<4 {
                    let (columns, rows) = (kind & 1 == 0 ? 1 : -1, kind & 2 == 0 ? 1 : -1)
                    for row in 0..<PhotoTransform.side {
                        // The first frequency, that of place 0, is odd: mirrored it changes its sign.
                        let even = row & 1 == 0 ? rows : 1
                        let start = row &* PhotoTransform.side
                        for column in stride(from: 0, to: PhotoTransform.side, by: 2) {
                            room[start &+ column] = even &* columns &* values[start &+ column]
                            room[start &+ column &+ 1] = even &* values[start &+ column &+ 1]
                        }
                    }
                    lying[kind] = PhotoTransform.mark(in: room)
                }
            }
        }
        return PhotoOrientation.allCases.dropFirst().map { orientation in
            let kind = (orientation.mirrorsColumns ? 1 : 0) + (orientation.mirrorsRows ? 2 : 0)
            return orientation.isSideways ? lying[kind].transposed : lying[kind]
        }
    }

    /// Calls `body` with room for the values twice.
    private static func withRoom(_ body: (UnsafeMutableBufferPointer<Int>) -> Void) {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 2 * side * side) { room in
            room.initialize(repeating: 0)
            body(room)
        }
    }

    /// The mark of the values in the first half of `room`; the second is used.
    private static func mark(in room: UnsafeMutableBufferPointer<Int>) -> PhotoMark {
        let count = side * side
        for place in 0..<count { room[count &+ place] = room[place] }
        let median = lowerMedian(
            of: UnsafeMutableBufferPointer(rebasing: room[count..<2 * count]))
        func word(_ start: Int) -> UInt64 {
            var word: UInt64 = 0
            for place in start..<start &+ 64 {
                word = word << 1 | (room[place] > median ? 1 : 0)
            }
            return word
        }
        return PhotoMark(word(0), word(64), word(128), word(192))
    }

    /// The value that as many are above as are below, and one more. Only the part in which it must be
    /// is put in order, without a branch that depends on the values: most of the time would be lost
    /// to those. O(values), but for values made to be slow.
    private static func lowerMedian(of values: UnsafeMutableBufferPointer<Int>) -> Int {
        let wanted = values.count / 2 - 1
        var (low, high) = (0, values.count - 1)
        while low < high {
            let middle = (low &+ high) / 2
            let pivot = values[middle]
            values[middle] = values[high]
            var smaller = low
            for place in low..<high {
                let value = values[place]
                values[place] = values[smaller]
                values[smaller] = value
                smaller &+= value < pivot ? 1 : 0
            }
            values[high] = values[smaller]
            values[smaller] = pivot
            if wanted == smaller { break }
            if wanted < smaller { high = smaller &- 1 } else { low = smaller &+ 1 }
        }
        return values[wanted]
    }

    /// The transform of the picture turned so: mirroring changes signs, and rows become columns.
    func turned(_ orientation: PhotoOrientation) -> PhotoTransform {
        let side = PhotoTransform.side
        // The first frequency, that of place 0, is odd: mirrored it changes its sign.
        let (columns, rows) = (
            orientation.mirrorsColumns ? -1 : 1, orientation.mirrorsRows ? -1 : 1
        )
        let isSideways = orientation.isSideways
        let turned = [Int](unsafeUninitializedCapacity: values.count) { turned, count in
            for row in 0..<side {
                for column in 0..<side {
                    let (down, across) = isSideways ? (column, row) : (row, column)
                    let sign =
                        (across.isMultiple(of: 2) ? columns : 1)
                        &* (down.isMultiple(of: 2) ? rows : 1)
                    turned[row &* side &+ column] = sign &* values[down &* side &+ across]
                }
            }
            count = side * side
        }
        return PhotoTransform(values: turned)
    }
}

extension PhotoMark {
    /// The mark with rows and columns of frequencies in each other's place.
    fileprivate var transposed: PhotoMark {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        // Of each column, from the last, the bits of all rows: 16 of them, the lowest row first.
        for column in 0..<PhotoTransform.side {
            let shift = UInt64(15 - column)
            let bits =
                PhotoMark.column(first >> shift) << 12 | PhotoMark.column(second >> shift) << 8
                | PhotoMark.column(third >> shift) << 4 | PhotoMark.column(fourth >> shift)
            let place = UInt64(48 - column % 4 * 16)
            switch column / 4 {
            case 0: words.0 |= bits << place
            case 1: words.1 |= bits << place
            case 2: words.2 |= bits << place
            default: words.3 |= bits << place
            }
        }
        return PhotoMark(words.0, words.1, words.2, words.3)
    }

    /// The last bits of the four rows of a word, the first row highest.
    private static func column(_ word: UInt64) -> UInt64 {
        (word >> 48 & 1) << 3 | (word >> 32 & 1) << 2 | (word >> 16 & 1) << 1 | word & 1
    }
}
