// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Pictures that are made where a test needs them, as Windows bitmaps without compression.
enum TestBitmap {
    /// Discs of many sizes and shades, the same for the same seed.
    static func scene(width: Int, height: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var grey = [UInt8](repeating: 128, count: width * height)
        for _ in 0..<60 {
            let (x, y) = (Int(random.next() % UInt64(width)), Int(random.next() % UInt64(height)))
            let radius = 4 + Int(random.next() % UInt64(max(5, height / 5)))
            let shade = UInt8(truncatingIfNeeded: random.next())
            for row in max(0, y - radius)..<min(height, y + radius) {
                for column in max(0, x - radius)..<min(width, x + radius) {
                    let (dx, dy) = (column - x, row - y)
                    if dx * dx + dy * dy < radius * radius { grey[row * width + column] = shade }
                }
            }
        }
        let padding = [UInt8](repeating: 0, count: (4 - width * 3 % 4) % 4)
        var rows: [UInt8] = []
        for row in (0..<height).reversed() {
            for shade in grey[row * width..<(row + 1) * width] { rows += [shade, shade, shade] }
            rows += padding
        }
        let head = word(54 + rows.count) + word(0) + word(54)
        let info = word(40) + word(width) + word(height) + [1, 0, 24, 0] + word(0)
        return Array("BM".utf8) + head + info + word(rows.count) + word(2_835) + word(2_835)
            + word(0) + word(0) + rows
    }

    private static func word(_ value: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
