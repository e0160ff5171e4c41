// SPDX-License-Identifier: Apache-2.0

/// QuickXorHash, written from its definition and apart from the one that drives use, so that
/// either shows mistakes of the other.
///
/// Byte i is added at bit 11 · i of a ring of 160 bits. Bytes 160 apart fall on the same bits and
/// are kept together in one of 160 columns.
struct QuickXor {
    private var columns = [UInt8](repeating: 0, count: QuickXor.period)
    private var length: UInt64 = 0

    /// After so many bytes the turns begin anew.
    static let period = 160

    /// The hash of nothing yet.
    init() {}

    /// The hash of `length` bytes that are folded into `columns` already.
    init(columns: [UInt8], length: Int64) {
        self.columns = columns
        self.length = UInt64(length)
    }

    /// Takes further bytes.
    mutating func update(_ bytes: [UInt8]) {
        var column = Int(length % UInt64(QuickXor.period))
        for byte in bytes {
            columns[column] ^= byte
            column = column == QuickXor.period - 1 ? 0 : column + 1
        }
        length += UInt64(bytes.count)
    }

    /// The 20 bytes of the hash.
    var digest: [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        for (column, byte) in columns.enumerated() where byte != 0 {
            let turn = 11 * column % QuickXor.period
            let shift = turn % 8
            digest[turn / 8] ^= byte << shift
            if shift > 0 { digest[(turn / 8 + 1) % 20] ^= byte >> (8 - shift) }
        }
        for index in 0..<8 {
            digest[12 + index] ^= UInt8(truncatingIfNeeded: length >> UInt64(index * 8))
        }
        return digest
    }
}
