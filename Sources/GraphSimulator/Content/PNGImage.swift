// SPDX-License-Identifier: Apache-2.0

/// Makes small pictures: a plain colour with a band of a darker one across it.
enum PNGImage {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// A picture of that size as PNG (ISO/IEC 15948); other seeds give other colours.
    static func bytes(width: Int, height: Int, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        let colour = (0..<3).map { _ in UInt8(96 + random.below(160)) }
        var bytes = signature
        // One bit a pixel, with a palette of two colours.
        append("IHDR", word(width) + word(height) + [1, 3, 0, 0, 0], to: &bytes)
        append("PLTE", colour + colour.map { $0 / 2 }, to: &bytes)
        append("IDAT", stored(rows(width, height, band: random.below(max(1, height)))), to: &bytes)
        append("IEND", [], to: &bytes)
        return bytes
    }

    private static func rows(_ width: Int, _ height: Int, band: Int) -> [UInt8] {
        let rowByteCount = (width + 7) / 8
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (rowByteCount + 1))
        for row in 0..<height {
            let isBand = abs(row - band) <= height / 8
            // Each row begins with its filter: none.
            rows.append(0)
            rows.append(contentsOf: repeatElement(isBand ? 0xff : 0, count: rowByteCount))
        }
        return rows
    }

    /// `bytes` in the zlib format without compression (RFC 1950, RFC 1951 section 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        let blockByteCountMax = 65_535
        for start in stride(from: 0, to: max(1, bytes.count), by: blockByteCountMax) {
            let end = min(bytes.count, start + blockByteCountMax)
            let count = UInt16(end - start)
            result.append(end == bytes.count ? 1 : 0)
            for value in [count, ~count] {
                result.append(UInt8(truncatingIfNeeded: value))
                result.append(UInt8(truncatingIfNeeded: value >> 8))
            }
            result.append(contentsOf: bytes[start..<end])
        }
        return result + word(Int(adler32(bytes)))
    }

    private static func append(_ type: String, _ data: [UInt8], to bytes: inout [UInt8]) {
        let body = Array(type.utf8) + data
        bytes += word(data.count) + body + word(Int(crc32(body)))
    }

    private static func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1
        }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crcTable[Int(($0 ^ UInt32($1)) & 0xff)] ^ $0 >> 8 }
    }
}
