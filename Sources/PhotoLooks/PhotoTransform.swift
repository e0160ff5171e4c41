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

    /// Rows first: the sums of a row fit into 32 bits, those of the columns into 64.
    private static func values(_ greys: [UInt8], _ waves: [Int32], _ count: Int) -> [Int] {
        precondition(greys.count == count * count, "a grid has a fixed size")
        var ofRows = [Int32](repeating: 0, count: side * count)
        var values = [Int](repeating: 0, count: side * side)
        greys.withUnsafeBufferPointer { greys in
            waves.withUnsafeBufferPointer { waves in
                for row in 0..<count {
                    for frequency in 0..<side {
                        var sum: Int32 = 0
                        for column in 0..<count {
                            sum &+=
                                waves[frequency &* count &+ column]
                                &* Int32(greys[row &* count &+ column])
                        }
                        ofRows[frequency &* count &+ row] = sum
                    }
                }
                for down in 0..<side {
                    for across in 0..<side {
                        var sum = 0
                        for row in 0..<count {
                            sum &+=
                                Int(waves[down &* count &+ row])
                                &* Int(ofRows[across &* count &+ row])
                        }
                        values[down &* side &+ across] = sum
                    }
                }
            }
        }
        return values
    }

    /// Which of the values are above their lower median.
    var mark: PhotoMark {
        let median = values.sorted()[values.count / 2 - 1]
        var words: [UInt64] = [0, 0, 0, 0]
        for (place, value) in values.enumerated() where value > median {
            words[place / 64] |= 1 << UInt64(63 - place % 64)
        }
        return PhotoMark(words[0], words[1], words[2], words[3])
    }

    /// The transform of the picture turned so: mirroring changes signs, and rows become columns.
    func turned(_ orientation: PhotoOrientation) -> PhotoTransform {
        let side = PhotoTransform.side
        var turned: [Int] = []
        turned.reserveCapacity(values.count)
        for row in 0..<side {
            for column in 0..<side {
                let (down, across) = orientation.isSideways ? (column, row) : (row, column)
                // The first frequency, that of place 0, is odd: mirrored it changes its sign.
                let isNegative =
                    (orientation.mirrorsColumns && across.isMultiple(of: 2))
                    != (orientation.mirrorsRows && down.isMultiple(of: 2))
                let value = values[down * side + across]
                turned.append(isNegative ? -value : value)
            }
        }
        return PhotoTransform(values: turned)
    }
}
