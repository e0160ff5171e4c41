// SPDX-License-Identifier: Apache-2.0

/// Finds literals one of which stands in every text that a simple expression can match, so that
/// most names need no regular-expression matching at all.
///
/// Sound, not complete: whatever it does not understand has no known literals. The literals are
/// sought in folded names: what matches an ASCII letter in either case, the Kelvin sign and the
/// long s among it, folds to that letter.
enum RequiredLiterals {
    /// The literals, ASCII and in small letters, at least two bytes each; nil if none are known.
    static func literals(of pattern: String) -> [[UInt8]]? {
        var text = Array(pattern.utf8)[...]
        if text.starts(with: Array("(?i)".utf8)) { text = text.dropFirst(4) }
        var found: [[UInt8]] = []
        var longest: [UInt8] = []
        var run: [UInt8] = []
        func endRun() {
            if run.count > longest.count { longest = run }
            run = []
        }
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "|"):
                endRun()
                if longest.count < 2 { return nil }
                found.append(longest)
                longest = []
            case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "."): endRun()
            case UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "{"):
                // The character before may be absent; after '{' the count is skipped as well.
                if !run.isEmpty { run.removeLast() }
                endRun()
                if byte == UInt8(ascii: "{") {
                    guard let close = text[index...].firstIndex(of: UInt8(ascii: "}")),
                        text[index..<close].allSatisfy({ $0 &- 48 < 10 || $0 == 0x2c })
                    else { return nil }
                    index = close + 1
                }
            case UInt8(ascii: "+"): endRun()
            case UInt8(ascii: "\\"):
                guard index < text.endIndex else { return nil }
                let quoted = text[index]
                index += 1
                if isLetterOrDigit(quoted) {
                    guard "dDwWsSbBhHvVRN".utf8.contains(quoted) else { return nil }
                    endRun()
                } else if quoted < 0x80 {
                    run.append(quoted)
                } else {
                    return nil
                }
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "}"):
                return nil
            case 0x80...: return nil
            default: run.append(byte &- 65 < 26 ? byte | 32 : byte)
            }
        }
        endRun()
        if longest.count < 2 { return nil }
        return found + [longest]
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 32) &- 97 < 26
    }
}
