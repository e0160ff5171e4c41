// SPDX-License-Identifier: Apache-2.0

package import Messages

/// Characters that word processors, chats and web pages put where a rules file wants plain ones.
package enum OddCharacters {
    /// What such a character is called, and what is typed instead.
    private static let table: [(scalars: ClosedRange<UInt32>, name: Message, plain: String)] = [
        (0xA0...0xA0, Message("a no-break space"), " "),
        (0x1680...0x1680, Message("an odd blank"), " "),
        (0x2000...0x200A, Message("an odd blank"), " "),
        (0x202F...0x202F, Message("a narrow no-break space"), " "),
        (0x205F...0x205F, Message("an odd blank"), " "),
        (0x3000...0x3000, Message("a wide blank"), " "),
        (0x200B...0x200D, Message("an invisible character"), ""),
        (0x2060...0x2060, Message("an invisible character"), ""),
        (0xFEFF...0xFEFF, Message("an invisible character"), ""),
        (0xAD...0xAD, Message("a soft hyphen"), ""),
        (0x201C...0x201F, Message("a curly quote"), "\""),
        (0x2018...0x201B, Message("a curly quote"), "'"),
        (0xAB...0xAB, Message("an angle quote"), "\""),
        (0xBB...0xBB, Message("an angle quote"), "\""),
        (0x2010...0x2015, Message("a long dash"), "-"),
        (0x2212...0x2212, Message("a minus sign"), "-"),
        (0x2026...0x2026, Message("an ellipsis"), ".."),
        (0xFF1A...0xFF1A, Message("a wide colon"), ":"),
    ]

    /// The most bytes of a line that are looked at.
    private static let byteCountMax = 4_096

    private static func entry(_ scalar: Unicode.Scalar) -> (name: Message, plain: String)? {
        guard !scalar.isASCII else { return nil }
        return table.first { $0.scalars.contains(scalar.value) }.map { ($0.name, $0.plain) }
    }

    /// Whether it looks like a blank, or like nothing, and is none.
    static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        entry(scalar).map { $0.plain.isEmpty || $0.plain == " " } ?? false
    }

    /// Whether it is a quote of a word processor.
    static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        entry(scalar).map { $0.plain == "\"" || $0.plain == "'" } ?? false
    }

    /// Whether it looks like a blank or a quote, and is none.
    package static func isBlankOrQuote(_ scalar: Unicode.Scalar) -> Bool {
        isBlank(scalar) || isQuote(scalar)
    }

    /// What the character is called, with its article.
    package static func name(of scalar: Unicode.Scalar) -> Message {
        entry(scalar)?.name ?? Message("a character")
    }

    /// `text` with plain characters in their places, and without quotes of theirs around it.
    static func plain(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)[...]
        while let first = scalars.first, first == " " || isBlank(first) || isQuote(first) {
            scalars.removeFirst()
        }
        while let last = scalars.last, last == " " || isBlank(last) || isQuote(last) {
            scalars.removeLast()
        }
        return scalars.reduce(into: "") { text, scalar in
            text += entry(scalar)?.plain ?? String(scalar)
        }
    }

    /// One note for each kind of such a character in the first bytes of `line`.
    static func notes(in line: some Collection<UInt8>) -> [Message] {
        guard line.prefix(byteCountMax).contains(where: { $0 >= 0x80 }) else { return [] }
        var notes: [Message] = []
        var before: Unicode.Scalar?
        for scalar in String(decoding: line.prefix(byteCountMax), as: UTF8.self).unicodeScalars {
            defer { before = scalar }
            guard let (name, plain) = entry(scalar) else { continue }
            let code = scalar.codePoint
            let note =
                plain.isEmpty
                ? Message("this line holds \(code), \(name); take it out")
                : plain == " "
                    ? before == ":"
                        ? Message("right after a ':' stands \(code), \(name); type a blank")
                        : Message("this line holds \(code), \(name); type a blank")
                    : Message("this line holds \(code), \(name); type \(plain)")
            if !notes.contains(note) { notes.append(note) }
        }
        return Array(notes.prefix(3))
    }
}
