// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A picture of a scene of its own, as a PNG without colours that says when it was taken.
struct ScenePicture {
    private let blobs: [[Double]]
    private let taken: String?

    /// The lights of a scene are this many on each side.
    private static let side = 16

    /// The scene of that number, taken at a minute of its own unless it is not to say when.
    init(_ number: Int, tellsTaken: Bool = true) {
        var random = SplitMix64(seed: UInt64(number) &+ 77)
        blobs = (0...Self.side).map { _ in
            (0...Self.side).map { _ in Double.random(in: 0...255, using: &random) }
        }
        let (hour, minute) = (
            String(100 + number / 60).suffix(2), String(100 + number % 60).suffix(2)
        )
        taken = tellsTaken ? "2021:05:01 \(hour):\(minute):00" : nil
    }

    /// The picture with so many pixels across, and three quarters of that down.
    func png(width: Int) -> Data {
        let height = width * 3 / 4
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                rows.append(
                    UInt8(
                        light(
                            (Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))))
            }
        }
        var data = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        data += Self.chunk("IHDR", Self.bytes(width) + Self.bytes(height) + [8, 0, 0, 0, 0])
        if let taken { data += Self.chunk("eXIf", Self.exif(taken)) }
        data += Self.chunk("IDAT", Self.stored(rows))
        return data + Self.chunk("IEND", [])
    }

    /// The light at a place of the scene, between those around it.
    private func light(_ x: Double, _ y: Double) -> Double {
        let (a, b) = (x * Double(Self.side), y * Double(Self.side))
        let (i, j) = (min(Int(a), Self.side - 1), min(Int(b), Self.side - 1))
        let (s, t) = (a - Double(i), b - Double(j))
        let upper = blobs[j][i] * (1 - s) + blobs[j][i + 1] * s
        let lower = blobs[j + 1][i] * (1 - s) + blobs[j + 1][i + 1] * s
        return upper * (1 - t) + lower * t
    }

    // MARK: The file

    private static func bytes(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> Data {
        let body = Array(name.utf8) + content
        return Data(bytes(content.count) + body + bytes(Int(crc(body))))
    }

    /// When it was taken, as DateTimeOriginal in a directory of its own.
    private static func exif(_ taken: String) -> [UInt8] {
        func entry(_ tag: Int, _ kind: Int, _ count: Int, _ value: Int) -> [UInt8] {
            little(tag, 2) + little(kind, 2) + little(count, 4) + little(value, 4)
        }
        let first = Array("II*".utf8) + [0] + little(8, 4)
        let main = little(1, 2) + entry(0x8769, 4, 1, 26) + little(0, 4)
        let own = little(1, 2) + entry(0x9003, 2, 20, 44) + little(0, 4)
        return first + main + own + Array(taken.utf8) + [0]
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// `content` as a stream of zlib in which nothing is compressed.
    private static func stored(_ content: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        while start < content.count {
            let end = min(start + 0xffff, content.count)
            stream.append(end == content.count ? 1 : 0)
            stream += little(end - start, 2) + little(~(end - start), 2)
            stream += content[start..<end]
            start = end
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in content {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bytes(Int(b << 16 | a))
    }

    private static let crcTable: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in
            value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1
        }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crcTable[Int(($0 ^ UInt32($1)) & 0xff)] ^ $0 >> 8 }
    }
}
