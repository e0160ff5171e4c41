// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding (RFC 3986).
package enum PercentText {
    /// `bytes` with a percent sign and two digits for each that is not plain.
    package static func encoded(
        _ bytes: some Sequence<UInt8>, isPlain: (UInt8) -> Bool
    ) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            if isPlain(byte) {
                text.append(byte)
            } else {
                text.append(UInt8(ascii: "%"))
                HexDigits.append(byte, to: &text, upper: true)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What `text` stands for; nil where an escape is broken. A plus is a blank in forms only.
    package static func decoded(
        _ text: some Collection<UInt8>, plusIsBlank: Bool = false
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
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
        return bytes
    }

    /// Whether `byte` is a letter, a digit or one of `-._~`, which never need encoding.
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }
}
