// SPDX-License-Identifier: Apache-2.0

import Testing
import Text

@Suite struct VisibleTextTests {
    @Test(
        "what is invisible or moves text about is written out",
        arguments: [
            ("plain", "plain"), ("größe 🧰 日本", "größe 🧰 日本"), ("", ""),
            ("two\nlines\r\tend", "two\\nlines\\r\\tend"),
            ("\u{0}\u{1B}[31m", "\\u0000\\u001B[31m"),
            ("\u{7F}\u{85}\u{9B}", "\\u007F\\u0085\\u009B"),
            ("invoice_\u{202E}fdp.exe", "invoice_\\u202Efdp.exe"),
            ("\u{2066}a\u{2069}\u{200F}\u{061C}", "\\u2066a\\u2069\\u200F\\u061C"),
            ("a\u{200B}b\u{FEFF}c\u{200D}d", "a\\u200Bb\\uFEFFc\\u200Dd"),
            ("a\u{2028}b\u{2029}c", "a\\u2028b\\u2029c"), ("x\u{E0041}", "x\\u{E0041}"),
            ("back\\slash \\u202E", "back\\\\slash \\\\u202E"), ("e\u{0301}", "e\u{0301}"),
        ])
    func escapes(text: String, expected: String) {
        #expect(VisibleText.escaped(text) == expected)
        #expect(Array(VisibleText.escaped(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("no two texts look the same, and what is shown already is not escaped again")
    func unambiguous() {
        let parts = ["\\", "n", "\n", "t", "\t", "u", "202E", "\u{202E}", "{", "}", "\u{E0041}"]
        var seen: [String: String] = [:]
        for one in parts {
            for two in parts {
                for three in parts {
                    let text = one + two + three
                    let shown = VisibleText.escaped(text)
                    let other = seen.updateValue(text, forKey: shown)
                    #expect(other == nil || other == text, "\(shown)")
                    #expect(VisibleText.guarded(shown) == shown)
                }
            }
        }
    }

    @Test("bytes that are no UTF-8 become the replacement character")
    func invalidBytes() {
        var bytes: [UInt8] = []
        let broken: [UInt8] = [0x61, 0xFF, 0x0A, 0x62]
        broken.withUnsafeBufferPointer { VisibleText.append($0, to: &bytes) }
        #expect(String(decoding: bytes, as: UTF8.self) == "a\u{FFFD}\\nb")
    }

    @Test("nothing that fools is left of any scalar, and all else stays as it is")
    func everyScalar() {
        let ignorable = { (scalar: Unicode.Scalar) in
            scalar.properties.isDefaultIgnorableCodePoint
        }
        for scalar in allScalars() {
            let category = scalar.properties.generalCategory
            let fools: Bool =
                switch category {
                case .control, .privateUse, .surrogate, .unassigned, .lineSeparator,
                    .paragraphSeparator:
                    true
                case .format: !Self.spanningSigns.contains(scalar.value)
                default: ignorable(scalar) || scalar == "\\"
                }
            // Between letters nothing is part of a picture, and one mark stands on its letter.
            let text = "a\(scalar)b"
            let shown = VisibleText.escaped(text)
            let wanted = fools ? "a\(scalar.escape)b" : text
            let isRight = shown.utf8.elementsEqual(wanted.utf8)
            if !isRight || scalar.properties.isBidiControl && !fools {
                Issue.record("U+\(String(scalar.value, radix: 16)) is shown as \(shown)")
            }
        }
    }

    /// Formats that can be seen (PropList.txt, Prepended_Concatenation_Mark).
    private static let spanningSigns: Set<UInt32> = [
        0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD,
        0x110CD,
    ]

    @Test(
        "ordinary pictures stay readable, and what is not part of one does not",
        arguments: [
            ("👨\u{200D}👩\u{200D}👧.jpg", "👨\u{200D}👩\u{200D}👧.jpg"),
            ("❤\u{FE0F}\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"),
            ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
            ("👩🏽\u{200D}🚀", "👩🏽\u{200D}🚀"), ("©\u{FE0F} ☎\u{FE0E}", "©\u{FE0F} ☎\u{FE0E}"),
            ("1\u{FE0F}", "1\\uFE0F"), ("a\u{FE0F}b", "a\\uFE0Fb"), ("\u{FE0F}", "\\uFE0F"),
            ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\uFE0F"), ("👨\u{200D}", "👨\\u200D"),
            ("👨\u{200D}\u{200D}👩", "👨\\u200D\\u200D👩"), ("a\u{200D}👩", "a\\u200D👩"),
            ("👨\u{202E}\u{200D}👩", "👨\\u202E\\u200D👩"),
            ("\u{1F3F4}\u{E0067}", "\u{1F3F4}\\u{E0067}"),
        ])
    func pictures(text: String, expected: String) {
        let shown = VisibleText.escaped(text)
        #expect(shown.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(shown)")
        #expect(VisibleText.guarded(shown).unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test("more marks than a terminal bears are written out, and those that stand on nothing")
    func boundsMarks() {
        let many = "a" + String(repeating: "\u{301}", count: 50)
        #expect(VisibleText.escaped(many).hasSuffix("\\u0301"))
        #expect(VisibleText.escaped("\u{301}a") == "\\u0301a")
        #expect(VisibleText.escaped("\n\u{301}") == "\\n\\u0301")
    }

    @Test("a stranger's text is one line, short and without what is hidden")
    func line() {
        #expect(VisibleText.line("a\u{202E}\n b\u{200B}c ", most: 99) == "a b c")
        #expect(VisibleText.line("abcdef", most: 3) == "abc …")
    }
}

/// All scalars there are.
func allScalars() -> some Sequence<Unicode.Scalar> {
    (UInt32(0)...0x10_FFFF).lazy.compactMap(Unicode.Scalar.init)
}
