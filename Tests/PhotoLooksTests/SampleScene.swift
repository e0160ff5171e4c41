// SPDX-License-Identifier: Apache-2.0

import TestSupport

@testable import PhotoLooks

/// Pictures that are the same on every machine: hills of light of several sizes, an edge, noise.
enum SampleScene {
    /// The picture of `seed`.
    static func plane(_ seed: UInt64, width: Int, height: Int) -> GreyPlane {
        var random = SplitMix64(seed: seed)
        var sums = [Int](repeating: 0, count: width * height)
        for (cells, weight) in [(3, 8), (5, 5), (9, 3), (17, 2), (33, 1)] {
            let corners = (0..<(cells + 1) * (cells + 1)).map { _ in random.below(256) }
            for y in 0..<height {
                for x in 0..<width {
                    sums[y * width + x] +=
                        weight
                        * hill(corners, cells, x * 256 * cells / width, y * 256 * cells / height)
                }
            }
        }
        let (edge, step) = (random.below(width), random.below(60))
        let low = sums.min() ?? 0
        let span = max(1, (sums.max() ?? 0) - low)
        let values = sums.enumerated().map { place, sum in
            let light = (sum - low) * 190 / span + (place % width > edge ? step : 0)
            return UInt8(min(255, light + random.below(4)))
        }
        guard let plane = GreyPlane(width: width, height: height, values: values) else {
            preconditionFailure("a scene has as many greys as pixels")
        }
        return plane
    }

    /// Between four corners, in parts of 256.
    private static func hill(_ corners: [Int], _ cells: Int, _ x: Int, _ y: Int) -> Int {
        let (column, row) = (min(x / 256, cells - 1), min(y / 256, cells - 1))
        let (right, down) = (x - column * 256, y - row * 256)
        func corner(_ across: Int, _ along: Int) -> Int {
            corners[(row + along) * (cells + 1) + column + across]
        }
        let above = corner(0, 0) * (256 - right) + corner(1, 0) * right
        let below = corner(0, 1) * (256 - right) + corner(1, 1) * right
        return (above * (256 - down) + below * down) >> 16
    }
}
