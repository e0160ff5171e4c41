// SPDX-License-Identifier: Apache-2.0

/// How many cells of a terminal a character takes.
enum CellWidth {
    /// 0 for marks that stand on the character before them, 2 for wide ones, else 1.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        if contains(combiningScalarRanges, scalar.value) { return 0 }
        return contains(wideScalarRanges, scalar.value) ? 2 : 1
    }

    /// The cells of `text`, which holds no control characters.
    static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    private static func contains(
        _ ranges: [(first: UInt32, last: UInt32)], _ value: UInt32
    ) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].first <= value
    }
}
