// SPDX-License-Identifier: Apache-2.0

import RuleEngine

/// Names of files as bytes: whether they are text, and how they are written when they are not.
enum EntryName {
    /// Whether `bytes` are well-formed UTF-8 (Unicode, table 3-7). O(length).
    static func isText(_ bytes: TextSlice) -> Bool {
        if isASCII(bytes) { return true }
        var index = 0
        while index < bytes.count {
            let length = sequenceLength(bytes, at: index)
            if length == 0 { return false }
            index += length
        }
        return true
    }

    /// Writes a name that is not text: what is well-formed as it is, but `\` as `\x5C`, and each
    /// other byte as `\xNN`. Two different names never come out the same.
    static func appendEscaped(_ bytes: TextSlice, to text: Column<UInt8>) {
        var index = 0
        while index < bytes.count {
            let length = sequenceLength(bytes, at: index)
            if unsafe length == 0 || bytes.start[index] == UInt8(ascii: "\\") {
                unsafe appendEscaped(bytes.start[index], to: text)
                index += 1
            } else {
                unsafe text.append(bytes.start + index, count: length)
                index += length
            }
        }
    }

    /// Writes `byte` as `\xNN`.
    static func appendEscaped(_ byte: UInt8, to text: Column<UInt8>) {
        text.append(UInt8(ascii: "\\"))
        text.append(UInt8(ascii: "x"))
        for digit in [byte >> 4, byte & 15] {
            text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
    }

    /// Whether `path` holds something that looks like an escaped byte.
    static func mayBeEscaped(_ path: some Collection<UInt8>) -> Bool {
        var seen = 0
        for byte in path {
            switch (seen, byte) {
            case (_, UInt8(ascii: "\\")): seen = 1
            case (1, UInt8(ascii: "x")): return true
            default: seen = 0
            }
        }
        return false
    }

    /// How many bytes the well-formed sequence at `index` has; 0 if there is none.
    private static func sequenceLength(_ bytes: TextSlice, at index: Int) -> Int {
        let first = unsafe bytes.start[index]
        let left = bytes.count - index
        func follows(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xbf) -> Bool {
            unsafe offset < left && bytes.start[index + offset] >= low
                && bytes.start[index + offset] <= high
        }
        switch first {
        case 0x00...0x7f: return 1
        case 0xc2...0xdf: return follows(1) ? 2 : 0
        case 0xe0: return follows(1, 0xa0) && follows(2) ? 3 : 0
        case 0xed: return follows(1, 0x80, 0x9f) && follows(2) ? 3 : 0
        case 0xe1...0xef: return follows(1) && follows(2) ? 3 : 0
        case 0xf0: return follows(1, 0x90) && follows(2) && follows(3) ? 4 : 0
        case 0xf1...0xf3: return follows(1) && follows(2) && follows(3) ? 4 : 0
        case 0xf4: return follows(1, 0x80, 0x8f) && follows(2) && follows(3) ? 4 : 0
        default: return 0
        }
    }
}
