// SPDX-License-Identifier: Apache-2.0

/// Takes the bytes from a terminal apart: keys, and replies to what it was asked.
///
/// Pasted text is no key, and neither is a key with Ctrl, Alt or Shift that has no meaning here:
/// nothing is decided that was not meant.
struct TerminalInputParser {
    /// The most bytes of a reply that are looked at.
    private static let replyByteMax = 1_024

    private enum State: Equatable {
        case ground
        case escape
        /// `ESC [` and what follows it.
        case control([UInt8])
        /// `ESC O` and a letter.
        case shift
        /// `ESC P`, `ESC _`, `ESC ]`, `ESC ^` or `ESC X` up to `ESC \`.
        case string(UInt8, [UInt8], isEnding: Bool)
        /// A character of several bytes, and how many are missing.
        case character([UInt8], missing: Int)
    }

    private var state = State.ground
    private var isPasting = false

    /// Whether something was begun that may be all there is, such as the Escape key.
    var isWaiting: Bool { state != .ground }

    /// What `bytes`, which follow those before them, mean.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        var found: [TerminalInput] = []
        for byte in bytes { take(byte, &found) }
        return found
    }

    /// What was begun is all there is: nothing followed for a while.
    mutating func settle() -> [TerminalInput] {
        defer { state = .ground }
        return state == .escape && !isPasting ? [.key(.escape)] : []
    }

    private mutating func take(_ byte: UInt8, _ found: inout [TerminalInput]) {
        switch state {
        case .ground: begin(byte, &found)
        case .escape: afterEscape(byte, &found)
        case .control(let before): control(before, byte, &found)
        case .shift:
            state = .ground
            if let key = Self.arrow(byte) { add(key, &found) }
        case .string(let kind, let before, let isEnding):
            string(kind, before, isEnding, byte, &found)
        case .character(let before, let missing):
            guard byte & 0xC0 == 0x80 else {
                state = .ground
                begin(byte, &found)
                return
            }
            if missing > 1 {
                state = .character(before + [byte], missing: missing - 1)
            } else {
                state = .ground
                let text = String(decoding: before + [byte], as: UTF8.self)
                if let scalar = text.unicodeScalars.first { add(.character(scalar), &found) }
            }
        }
    }

    private mutating func begin(_ byte: UInt8, _ found: inout [TerminalInput]) {
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: add(.enter, &found)
        case 0x09: add(.tab, &found)
        case 0x08, 0x7F: add(.backspace, &found)
        case 0x01...0x1A: add(.control(Unicode.Scalar(byte + 0x60)), &found)
        case 0x20...0x7E: add(.character(Unicode.Scalar(byte)), &found)
        case 0xC2...0xDF: state = .character([byte], missing: 1)
        case 0xE0...0xEF: state = .character([byte], missing: 2)
        case 0xF0...0xF4: state = .character([byte], missing: 3)
        default: break
        }
    }

    private mutating func afterEscape(_ byte: UInt8, _ found: inout [TerminalInput]) {
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .shift
        case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "^"),
            UInt8(ascii: "X"):
            state = .string(byte, [], isEnding: false)
        case 0x1B:
            // The Escape key twice.
            add(.escape, &found)
        default: state = .ground  // Alt and a key.
        }
    }

    // MARK: Control sequences

    private mutating func control(
        _ before: [UInt8], _ byte: UInt8, _ found: inout [TerminalInput]
    ) {
        switch byte {
        case 0x20...0x3F:
            state = .control(before.count < Self.replyByteMax ? before + [byte] : before)
        case 0x40...0x7E:
            state = .ground
            end(before, byte, &found)
        case 0x1B: state = .escape
        default: state = .ground
        }
    }

    private mutating func end(
        _ parameters: [UInt8], _ final: UInt8, _ found: inout [TerminalInput]
    ) {
        let text = String(decoding: parameters, as: UTF8.self)
        switch (text, final) {
        case ("200", UInt8(ascii: "~")): isPasting = true
        case ("201", UInt8(ascii: "~")): isPasting = false
        case ("", _):
            if let key = Self.arrow(final) { add(key, &found) }
        case (_, UInt8(ascii: "~")):
            if let key = Self.edit(text) { add(key, &found) }
        case (_, UInt8(ascii: "c")) where text.hasPrefix("?"):
            found.append(.reply(.attributes(Self.numbers(text.dropFirst()))))
        case (_, UInt8(ascii: "t")):
            let numbers = Self.numbers(text[...])
            if numbers.count == 3, numbers[0] == 6, (1...1_000).contains(numbers[1]),
                (1...1_000).contains(numbers[2])
            {
                found.append(.reply(.cell(width: numbers[2], height: numbers[1])))
            }
        default: break
        }
    }

    private static func numbers(_ text: Substring) -> [Int] {
        text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    }

    private static func arrow(_ final: UInt8) -> TerminalKey? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    private static func edit(_ parameter: String) -> TerminalKey? {
        switch parameter {
        case "1", "7": .home
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }

    // MARK: Strings

    private mutating func string(
        _ kind: UInt8, _ before: [UInt8], _ isEnding: Bool, _ byte: UInt8,
        _ found: inout [TerminalInput]
    ) {
        if isEnding {
            state = .ground
            if byte == UInt8(ascii: "\\") {
                end(kind, before, &found)
            } else {
                afterEscape(byte, &found)
            }
            return
        }
        switch byte {
        case 0x1B: state = .string(kind, before, isEnding: true)
        case 0x07:
            state = .ground
            end(kind, before, &found)
        case 0x18, 0x1A: state = .ground
        default:
            let text = before.count < Self.replyByteMax ? before + [byte] : before
            state = .string(kind, text, isEnding: false)
        }
    }

    private func end(_ kind: UInt8, _ bytes: [UInt8], _ found: inout [TerminalInput]) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch kind {
        case UInt8(ascii: "P") where text.hasPrefix(">|"):
            found.append(.reply(.version(String(text.dropFirst(2)))))
        case UInt8(ascii: "_") where text.hasPrefix("Gi=31"):
            let message = text.split(separator: ";", maxSplits: 1).dropFirst().first
            found.append(.reply(.kitty(isTaken: message == "OK")))
        default: break
        }
    }

    private func add(_ key: TerminalKey, _ found: inout [TerminalInput]) {
        if !isPasting { found.append(.key(key)) }
    }
}
