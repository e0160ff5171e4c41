// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import Text

/// What must hold of a file's bytes before YAML is read: its size, its encoding, its characters.
enum SourceCheck {
    /// The largest file, 1 MiB.
    static let byteCountMax = 1 << 20

    /// The first thing wrong with the bytes; nil when libyaml can have them.
    static func finding(in source: SourceText) -> Diagnostic? {
        if let mark = otherEncoding(source.bytes) {
            return Diagnostic(
                .error, .fileEncoding, Message("file is written in \(mark); save it as UTF-8"),
                at: source.range(0..<0))
        }
        guard let (offset, fault) = firstFault(in: source) else { return nil }
        let range = source.range(offset..<min(offset + 1, source.bytes.count))
        switch fault {
        case .encoding:
            return Diagnostic(
                .error, .fileEncoding, Message("file is not UTF-8; this byte begins no character"),
                at: range)
        case .character(let scalar):
            let name = scalar.value == 0 ? "NUL" : scalar.codePoint
            return Diagnostic(
                .error, .fileCharacter,
                Message(
                    "the character \(name) may not stand in a rules file; in a quoted text write it as "
                        + "an escape"),
                at: range)
        }
    }

    /// What is wrong at one byte.
    private enum Fault {
        case encoding
        case character(Unicode.Scalar)
    }

    /// UTF-16 and UTF-32, which announce themselves or show by their NULs.
    private static func otherEncoding(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            return "UTF-32"
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return "UTF-16"
        }
        return nil
    }

    /// The first byte that begins no scalar, or a scalar that YAML does not allow.
    private static func firstFault(in source: SourceText) -> (Int, Fault)? {
        var offset = source.start
        let bytes = source.bytes
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte < 0x80 {
                guard isAllowed(byte) else { return (offset, .character(Unicode.Scalar(byte))) }
                offset += 1
                continue
            }
            guard let scalar = scalar(at: offset, in: bytes) else { return (offset, .encoding) }
            guard isAllowed(scalar) else { return (offset, .character(scalar)) }
            offset += UTF8.width(scalar)
        }
        return nil
    }

    /// The well-formed scalar of more than one byte at `offset`.
    private static func scalar(at offset: Int, in bytes: [UInt8]) -> Unicode.Scalar? {
        var iterator = bytes[offset..<min(offset + 4, bytes.count)].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return scalar
    }

    /// Tab, line ends and what can be printed.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// The same beyond ASCII, as libyaml's reader has it.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x85, 0xA0...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// The scalar's number as Unicode writes it: `U+202E`.
    package var codePoint: String {
        "U+" + HexDigits.text(value, atLeast: 4, upper: true)
    }
}
