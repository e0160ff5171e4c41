// SPDX-License-Identifier: Apache-2.0

/// How far two looks are from each other: by their marks, and then point by point of their small
/// pictures, after brightness and contrast are taken out.
package struct PhotoPair: Sendable, Hashable {
    /// In how many of 256 bits the marks differ.
    package var marks: Int
    /// How the one was turned to lie like the other.
    package var turn: PhotoOrientation
    /// The correlation of the small pictures, -1 to 1.
    package var correlation: Double
    /// The mean difference in the block of 4 by 4 points where it is largest, in standard deviations.
    package var block: Double

    /// The given distances.
    package init(marks: Int, turn: PhotoOrientation, correlation: Double, block: Double) {
        self.marks = marks
        self.turn = turn
        self.correlation = correlation
        self.block = block
    }
}

/// How alike two pictures have to be. The figures stand in docs/design/photos.md with the test that
/// derives them.
package enum PhotoLevel: String, Sendable, Hashable, CaseIterable {
    /// The same picture, stored another way.
    case near
    /// The same picture with a caption, a little cut off, or the next frame of a burst.
    case close
    /// Shots of one moment.
    case loose

    /// The most bits in which the marks may differ.
    package var marksMax: Int {
        switch self {
        case .near: 16
        case .close: 44
        case .loose: 80
        }
    }

    /// The least correlation.
    package var correlationMin: Double {
        switch self {
        case .near: 0.98
        case .close: 0.92
        case .loose: 0.70
        }
    }

    /// The largest difference of a block; infinite where it plays no part.
    package var blockMax: Double {
        switch self {
        case .near: 0.35
        case .close: 1.0
        case .loose: .infinity
        }
    }

    /// The most bits of any level: pairs that are further apart are of no use.
    package static let anyMarksMax = PhotoLevel.loose.marksMax

    /// Whether `pair` is alike enough.
    package func admits(_ pair: PhotoPair) -> Bool {
        pair.marks <= marksMax && pair.correlation >= correlationMin && pair.block <= blockMax
    }
}

/// A small picture, made ready to be compared with others: the deviation of each point from the mean,
/// in standard deviations.
package struct PhotoSurface: Sendable {
    /// By point, row by row.
    private let deviations: [Double]

    /// A picture with less contrast shows too little to be compared.
    private static let contrastMin = 4.0
    private static let blockSide = 4

    /// `small`, 1,024 grey values; nil where it has hardly any contrast.
    package init?(small: [UInt8]) {
        guard small.count == PhotoLook.smallCount else { return nil }
        // Whole numbers up to here: one result on every machine.
        var sum = 0
        var squares = 0
        for value in small {
            sum += Int(value)
            squares += Int(value) * Int(value)
        }
        let count = small.count
        let variance = Double(count * squares - sum * sum) / Double(count * count)
        let deviation = variance.squareRoot()
        guard deviation >= PhotoSurface.contrastMin else { return nil }
        let mean = Double(sum) / Double(count)
        deviations = small.map { (Double($0) - mean) / deviation }
    }

    /// The correlation with `other`, and the largest difference of a block. Both are sums in a fixed
    /// order, so that every machine has the same.
    package func compared(with other: PhotoSurface) -> (correlation: Double, block: Double) {
        let side = PhotoLook.smallSide
        var product = 0.0
        var largest = 0.0
        deviations.withUnsafeBufferPointer { own in
            other.deviations.withUnsafeBufferPointer { other in
                for place in own.indices { product += own[place] * other[place] }
                for top in stride(from: 0, to: side, by: PhotoSurface.blockSide) {
                    for left in stride(from: 0, to: side, by: PhotoSurface.blockSide) {
                        var sum = 0.0
                        for y in top..<top &+ PhotoSurface.blockSide {
                            for x in left..<left &+ PhotoSurface.blockSide {
                                sum += abs(own[y &* side &+ x] - other[y &* side &+ x])
                            }
                        }
                        largest = max(largest, sum)
                    }
                }
            }
        }
        let blockCount = Double(PhotoSurface.blockSide * PhotoSurface.blockSide)
        return (product / Double(deviations.count), largest / blockCount)
    }
}
