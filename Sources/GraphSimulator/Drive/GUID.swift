// SPDX-License-Identifier: Apache-2.0

internal import Text

/// 16 bytes that stand for one thing, in the order in which they are written.
struct GUID: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// The same for the top folder of every drive that SharePoint keeps.
    static let root = GUID(high: 0xea8c_c6be_ffdb_43d7, low: 0x976f_bc7d_a445_c639)

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The next one of a series, in the form of version 4 (RFC 9562).
    init(_ random: inout SeededRandom) {
        high = random.next() & 0xffff_ffff_ffff_0fff | 0x4000
        low = random.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    }

    /// From 32 hexadecimal digits.
    init?(digits: some StringProtocol) {
        guard digits.utf8.count == 32, let bytes = HexDigits.bytes(digits) else { return nil }
        high = bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// From bytes as Windows keeps them: the first three parts turned round.
    init?(littleEndian bytes: ArraySlice<UInt8>) {
        guard bytes.count == 16 else { return nil }
        let bytes = Array(bytes)
        let order = [3, 2, 1, 0, 5, 4, 7, 6]
        high = order.reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The bytes as Windows keeps them.
    var littleEndianBytes: [UInt8] {
        let high = (0..<8).map { UInt8(truncatingIfNeeded: self.high >> UInt64(56 - 8 * $0)) }
        let low = (0..<8).map { UInt8(truncatingIfNeeded: self.low >> UInt64(56 - 8 * $0)) }
        return [3, 2, 1, 0, 5, 4, 7, 6].map { high[$0] } + low
    }

    /// Appends 32 digits.
    func appendDigits(to bytes: inout [UInt8], upper: Bool) {
        HexDigits.append(high, digits: 16, to: &bytes, upper: upper)
        HexDigits.append(low, digits: 16, to: &bytes, upper: upper)
    }

    /// Appends the digits with dashes between the parts.
    func append(to bytes: inout [UInt8], upper: Bool) {
        HexDigits.append(high >> 32, digits: 8, to: &bytes, upper: upper)
        bytes.append(UInt8(ascii: "-"))
        HexDigits.append(high >> 16 & 0xffff, digits: 4, to: &bytes, upper: upper)
        bytes.append(UInt8(ascii: "-"))
        HexDigits.append(high & 0xffff, digits: 4, to: &bytes, upper: upper)
        bytes.append(UInt8(ascii: "-"))
        HexDigits.append(low >> 48, digits: 4, to: &bytes, upper: upper)
        bytes.append(UInt8(ascii: "-"))
        HexDigits.append(low & 0xffff_ffff_ffff, digits: 12, to: &bytes, upper: upper)
    }

    /// The digits with dashes between the parts, in lower case.
    var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes, upper: false)
        return String(decoding: bytes, as: UTF8.self)
    }
}
