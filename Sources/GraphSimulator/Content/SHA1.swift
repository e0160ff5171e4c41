// SPDX-License-Identifier: Apache-2.0

/// SHA-1 (RFC 3174), which the service gives for some files; only for content in memory.
enum SHA1 {
    /// The 20 bytes of the digest of `bytes`.
    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [
            0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0,
        ]
        var padded = bytes + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        let bitCount = UInt64(bytes.count) * 8
        for index in 0..<8 {
            padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(56 - 8 * index)))
        }
        for start in stride(from: 0, to: padded.count, by: 64) {
            add(padded[start..<start + 64], to: &state)
        }
        return state.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
        }
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        var words: [UInt32] = []
        for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<80 {
            words.append(
                turned(
                    words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let mixed: UInt32
            switch index {
            case 0..<20: mixed = (b & c | ~b & d) &+ 0x5a82_7999
            case 20..<40: mixed = (b ^ c ^ d) &+ 0x6ed9_eba1
            case 40..<60: mixed = (b & c | b & d | c & d) &+ 0x8f1b_bcdc
            default: mixed = (b ^ c ^ d) &+ 0xca62_c1d6
            }
            let next = turned(a, 5) &+ mixed &+ e &+ words[index]
            (a, b, c, d, e) = (next, a, turned(b, 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
