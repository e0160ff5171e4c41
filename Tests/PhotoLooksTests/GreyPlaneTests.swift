// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import PhotoLooks

/// Pictures in grey, in other sizes, and turned.
@Suite("A picture in grey")
struct GreyPlaneTests {
    /// The mean of the area below one pixel by its definition: every source pixel cut into as many
    /// small ones as the target has pixels in a row.
    private func slowMeans(_ plane: GreyPlane, _ width: Int, _ height: Int) -> [UInt8] {
        var means: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                var sum = 0
                for y in row * plane.height..<(row + 1) * plane.height {
                    for x in column * plane.width..<(column + 1) * plane.width {
                        sum += Int(plane.values[y / height * plane.width + x / width])
                    }
                }
                let area = plane.width * plane.height
                means.append(UInt8((2 * sum + area) / (2 * area)))
            }
        }
        return means
    }

    @Test("has in any other size the means of its areas, halves upwards")
    func means() {
        var random = SplitMix64(seed: 17)
        for _ in 0..<60 {
            let (width, height) = (1 + random.below(40), 1 + random.below(40))
            let values = (0..<width * height).map { _ in UInt8(random.below(256)) }
            let plane = GreyPlane(width: width, height: height, values: values)!
            let (across, down) = (1 + random.below(20), 1 + random.below(20))
            #expect(
                plane.means(width: across, height: down).values
                    == slowMeans(plane, across, down), "\(width)x\(height) to \(across)x\(down)")
        }
        let halves = GreyPlane(width: 2, height: 1, values: [1, 2])!
        #expect(halves.means(width: 1, height: 1).values == [2])
    }

    @Test("weighs the colours, and lies on white where it can be seen through")
    func colours() {
        let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 128, 9, 9, 9, 0]
        pixels.withUnsafeBytes { bytes in
            let plane = GreyPlane(width: 2, height: 2, stride: 8, hasAlpha: true, pixels: bytes)
            #expect(plane?.values == [77, 149, 142, 255])
            let opaque = GreyPlane(width: 2, height: 2, stride: 9, hasAlpha: false, pixels: bytes)
            #expect(opaque?.values == [77, 106, 164, 9])
            #expect(
                GreyPlane(width: 2, height: 3, stride: 8, hasAlpha: true, pixels: bytes) == nil)
            #expect(
                GreyPlane(width: 3, height: 1, stride: 8, hasAlpha: true, pixels: bytes) == nil)
        }
    }

    @Test("turns as the numbers of EXIF say")
    func turning() {
        // a b c
        // d e f
        let plane = GreyPlane(width: 3, height: 2, values: Array("abcdef".utf8))!
        let turned = PhotoOrientation.allCases.map {
            String(decoding: plane.turned($0).values, as: UTF8.self)
        }
        #expect(
            turned == [
                "abcdef", "cbafed", "fedcba", "defabc", "adbecf", "daebfc", "fcebda", "cfbead",
            ])
        #expect(plane.turned(.clockwise).width == 2 && plane.turned(.clockwise).height == 3)
    }
}
