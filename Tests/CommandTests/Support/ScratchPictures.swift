// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Pictures that are the same wherever they are made, as PNG files that no library has to write.
struct ScratchPictures {
    /// Greys, from the top left, row by row.
    struct Picture {
        var width: Int
        var height: Int
        var greys: [UInt8]

        /// Turned by a quarter, clockwise.
        var turned: Picture {
            var turned: [UInt8] = []
            for y in 0..<width {
                for x in 0..<height { turned.append(greys[(height - 1 - x) * width + y]) }
            }
            return Picture(width: height, height: width, greys: turned)
        }

        /// Half as large.
        var half: Picture {
            var greys: [UInt8] = []
            for y in 0..<height / 2 {
                for x in 0..<width / 2 {
                    let place = 2 * y * width + 2 * x
                    let four = [place, place + 1, place + width, place + width + 1]
                    let sum = four.reduce(2) { $0 + Int(self.greys[$1]) }
                    greys.append(UInt8(sum / 4))
                }
            }
            return Picture(width: width / 2, height: height / 2, greys: greys)
        }
    }

    /// Hills of light of several sizes: each seed is another motif.
    static func scene(_ seed: UInt64, width: Int = 96, height: Int = 72) -> Picture {
        var random = SplitMix64(seed: seed)
        var sums = [Int](repeating: 0, count: width * height)
        for (cells, weight) in [(3, 8), (5, 5), (9, 3), (17, 2)] {
            let corners = (0..<(cells + 1) * (cells + 1)).map { _ in random.below(256) }
            for y in 0..<height {
                for x in 0..<width {
                    let (across, along) = (x * 256 * cells / width, y * 256 * cells / height)
                    let corner = along / 256 * (cells + 1) + across / 256
                    let (right, down) = (across % 256, along % 256)
                    let above = corners[corner] * (256 - right) + corners[corner + 1] * right
                    let next = corner + cells + 1
                    let below = corners[next] * (256 - right) + corners[next + 1] * right
                    sums[y * width + x] += weight * (above * (256 - down) + below * down) >> 16
                }
            }
        }
        return Picture(width: width, height: height, greys: sums.map { UInt8(min(255, $0 / 18)) })
    }

    /// The picture as a PNG file (RFC 2083): grey, and not compressed.
    static func png(_ picture: Picture) -> Data {
        var rows: [UInt8] = []
        for row in 0..<picture.height {
            rows.append(0)
            rows += picture.greys[row * picture.width..<(row + 1) * picture.width]
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let size = bytes(UInt32(picture.width)) + bytes(UInt32(picture.height))
        file += chunk("IHDR", size + [8, 0, 0, 0, 0])
        var stored: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: 65_535) {
            let part = rows[start..<min(start + 65_535, rows.count)]
            let count = UInt16(part.count)
            stored.append(start + part.count == rows.count ? 1 : 0)
            stored += [UInt8(count & 255), UInt8(count >> 8)]
            stored += [UInt8(~count & 255), UInt8(~count >> 8)] + part
        }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in rows {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        file += chunk("IDAT", stored + bytes(high << 16 | low))
        return Data(file + chunk("IEND", []))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        var sum = UInt32.max
        for byte in named {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return bytes(UInt32(content.count)) + named + bytes(~sum)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
    }

    /// Writes `count` pictures into the folder `d` of `home`: of ten, three are copies of an earlier
    /// one, smaller or turned, one is all of one grey, and of a hundred one cannot be read.
    static func write(_ count: Int, to home: ScratchHome) throws {
        for number in 0..<count {
            let folder = home.path + "/d/\(number / 50)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let motif = scene(UInt64(number - number % 10))
            var data: Data
            switch number % 10 {
            case 3: data = png(motif.half)
            case 4: data = png(motif.turned)
            case 5: data = png(motif.half.turned)
            case 6:
                data = png(
                    Picture(width: 64, height: 48, greys: Array(repeating: 90, count: 3_072)))
            default: data = png(scene(UInt64(number)))
            }
            if number % 100 == 7 { data = data.prefix(60) }
            // The same content twice would be looked at once.
            if number % 10 == 6 { data += Data("\(number)".utf8) }
            try data.write(to: URL(fileURLWithPath: folder + "/\(number).png"))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_577_836_800 + Double(number))],
                ofItemAtPath: folder + "/\(number).png")
        }
    }
}
