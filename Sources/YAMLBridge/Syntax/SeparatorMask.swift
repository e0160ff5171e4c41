// SPDX-License-Identifier: Apache-2.0

/// Hides NEL, LS and PS from libyaml, which takes them for line ends as YAML 1.1 does.
///
/// In YAML 1.2 they are text like any other. Each is replaced by a scalar of the same width that the
/// file uses nowhere, and put back into the texts that come out; no place in the file moves.
struct SeparatorMask {
    /// The bytes for libyaml, as many as before.
    let bytes: [UInt8]
    /// What stands for what, by the scalar that libyaml sees.
    private let originals: [Unicode.Scalar: Unicode.Scalar]

    /// The scalars that libyaml would take for line ends, with where to look for stand-ins.
    private static let separators: [(scalar: Unicode.Scalar, standIns: ClosedRange<UInt32>)] = [
        ("\u{85}", 0x0531...0x07FF), ("\u{2028}", 0xE000...0xE7FF), ("\u{2029}", 0xE800...0xEFFF),
    ]

    /// Masks `bytes`, which are valid UTF-8, if they need it; O(n).
    init(_ bytes: [UInt8]) {
        guard Self.mayHoldSeparators(bytes) else {
            self.bytes = bytes
            originals = [:]
            return
        }
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let used = Set(scalars).union(Self.escapes(in: bytes))
        var standIns: [Unicode.Scalar: Unicode.Scalar] = [:]
        var originals: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (separator, candidates) in Self.separators where used.contains(separator) {
            let free = candidates.lazy.compactMap(Unicode.Scalar.init).first { !used.contains($0) }
            guard let free else { continue }
            standIns[separator] = free
            originals[free] = separator
        }
        var masked: [UInt8] = []
        masked.reserveCapacity(bytes.count)
        for scalar in scalars {
            if let units = UTF8.encode(standIns[scalar] ?? scalar) {
                masked.append(contentsOf: units)
            }
        }
        self.bytes = masked
        self.originals = originals
    }

    /// The text as the file has it.
    func restored(_ text: String) -> String {
        guard !originals.isEmpty else { return text }
        var restored = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { restored.append(originals[scalar] ?? scalar) }
        return String(restored)
    }

    /// Whether the lead bytes of NEL, LS or PS occur with what follows them.
    private static func mayHoldSeparators(_ bytes: [UInt8]) -> Bool {
        for index in bytes.indices.dropLast() {
            let next = bytes[index + 1]
            if bytes[index] == 0xC2, next == 0x85 { return true }
            if bytes[index] == 0xE2, next == 0x80 { return true }
        }
        return false
    }

    /// The scalars that `\u` and `\U` may write in quoted texts.
    private static func escapes(in bytes: [UInt8]) -> [Unicode.Scalar] {
        bytes.indices.dropLast().compactMap { index in
            guard bytes[index] == UInt8(ascii: "\\") else { return nil }
            let digitCount =
                switch bytes[index + 1] {
                case UInt8(ascii: "u"): 4
                case UInt8(ascii: "U"): 8
                default: 0
                }
            let digits = bytes.dropFirst(index + 2).prefix(digitCount)
            return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
                .flatMap(Unicode.Scalar.init)
        }
    }
}
