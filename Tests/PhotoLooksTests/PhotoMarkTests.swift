// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import PhotoLooks

/// What a look is made of, held to its definition.
@Suite("A look")
struct PhotoMarkTests {
    /// The mark by its definition: 256 sums over all 4,096 greys, with cosines of the C library.
    private func slowMark(_ grid: [UInt8]) -> PhotoMark? {
        func wave(_ frequency: Int, _ place: Int) -> Int {
            let angle = Double.pi / 128 * Double(frequency * (2 * place + 1))
            return Int((16_384 * cos(angle)).rounded())
        }
        let waves = (1...16).map { frequency in (0..<64).map { wave(frequency, $0) } }
        var values: [Int] = []
        for down in 0..<16 {
            for across in 0..<16 {
                var sum = 0
                for y in 0..<64 {
                    for x in 0..<64 {
                        sum += waves[down][y] * waves[across][x] * Int(grid[y * 64 + x])
                    }
                }
                values.append(sum)
            }
        }
        let median = values.sorted()[127]
        let digits = stride(from: 0, to: 256, by: 4).map { place in
            (0..<4).reduce(0) { $0 << 1 | (values[place + $1] > median ? 1 : 0) }
        }
        let hex = digits.map { String($0, radix: 16) }.joined()
        return PhotoMark(hex: hex.utf8)
    }

    @Test("is its lowest frequencies above their median, and nothing but whole numbers")
    func definition() {
        var random = SplitMix64(seed: 2)
        for seed in 0..<3 as Range<UInt64> {
            let grid = PhotoGrid(SampleScene.plane(seed, width: 90, height: 70))
            #expect(grid.mark == slowMark(grid.plane.values))
            let noise = GreyPlane(
                width: 64, height: 64,
                values: (0..<4_096).map { _ in UInt8(random.below(256)) })!
            #expect(PhotoGrid(noise).mark == slowMark(noise.values))
        }
    }

    @Test("of nothing but one grey has no bits")
    func flat() {
        let plane = GreyPlane(width: 5, height: 5, values: [UInt8](repeating: 77, count: 25))!
        let look = PhotoLook(of: plane)
        #expect(look.mark == PhotoMark(0, 0, 0, 0))
        #expect(look.detail == 0 && look.brightness == 30 && look.sharpness == nil)
        #expect(look.turnedMarks.allSatisfy { $0 == look.mark })
    }

    @Test("is the same to the bit as it always was", arguments: PhotoMarkGolden.all)
    func golden(_ golden: PhotoMarkGolden) {
        let look = PhotoLook(of: SampleScene.plane(golden.seed, width: 816, height: 612))
        #expect(look.mark.hex == golden.mark)
        #expect([look.detail, look.brightness ?? -1, look.sharpness ?? -1] == golden.numbers)
        #expect(LookGolden.hash(look.small ?? []) == golden.small)
    }

    @Test("moves little with the size of what was looked at")
    func sizes() {
        for seed in 20..<23 as Range<UInt64> {
            let whole = SampleScene.plane(seed, width: 1_000, height: 750)
            let mark = PhotoGrid(whole).mark
            for side in [800, 256, 150] {
                let smaller = whole.means(width: side, height: side * 3 / 4)
                #expect(PhotoGrid(smaller).mark.distance(to: mark) <= 10)
            }
        }
    }

    @Test("of a turned picture is that which its small says, within a few bits")
    func turned() {
        for seed in 40..<44 as Range<UInt64> {
            let plane = SampleScene.plane(seed, width: 320, height: 240)
            let look = PhotoLook(of: plane)
            #expect(look.turnedMarks.count == 7)
            for (mark, orientation) in zip(
                look.turnedMarks, PhotoOrientation.allCases.dropFirst())
            {
                let turned = PhotoLook(of: plane.turned(orientation))
                #expect(turned.mark.distance(to: mark) <= 8)
                #expect(PhotoLook(of: plane, turned: orientation).mark == turned.mark)
                // Two that are turned otherwise are strangers.
                #expect(look.mark.distance(to: mark) > 44)
            }
        }
    }

    @Test("turned is the transform of what is turned, to the bit")
    func turnedTransform() {
        let small = SampleScene.plane(3, width: 32, height: 32)
        let doubled = GreyPlane(
            width: 64, height: 64,
            values: (0..<4_096).map { small.values[$0 / 128 * 32 + $0 % 64 / 2] })!
        let transform = PhotoTransform(small: small.values)
        for orientation in PhotoOrientation.allCases {
            #expect(
                transform.turned(orientation).mark
                    == PhotoTransform(grid: doubled.turned(orientation).values).mark)
        }
    }

    @Test("is less sharp when it is blurred, and says nothing of small pictures")
    func sharpness() throws {
        let plane = SampleScene.plane(5, width: 1_000, height: 700)
        let sharp = try #require(PhotoSharpness.value(of: plane))
        let blurred = plane.means(width: 250, height: 175).means(width: 1_000, height: 700)
        #expect(try #require(PhotoSharpness.value(of: blurred)) < sharp)
        #expect(PhotoSharpness.value(of: plane.means(width: 799, height: 560)) == nil)
        #expect(PhotoSharpness.value(of: plane.means(width: 1_000, height: 20)) == nil)
    }
}
