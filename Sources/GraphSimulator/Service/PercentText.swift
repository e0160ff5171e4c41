// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding (RFC 3986), as UTF-8.
enum PercentText {
    /// `text` with everything encoded that cannot stand in a segment of a path.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                HexDigits.append(byte, to: &bytes, upper: true)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "-._~!$&'()*,;=@".utf8.contains(byte)
        }
    }

    /// What `text` stands for; nil if it is broken or no UTF-8. A plus is a blank in forms only.
    static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(HexDigits.value),
                    let low = rest.popFirst().flatMap(HexDigits.value)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The names and values of a form or a query, in their order; nil if one is broken.
    static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = sides.first, let name = decoded(first, plusIsBlank: true),
                let value = decoded(sides.count > 1 ? sides[1] : "", plusIsBlank: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }
}
