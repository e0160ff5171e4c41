// SPDX-License-Identifier: Apache-2.0

import Testing
import Wording

@testable import cleanrules

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

    @Test(
        "words for a shell mean what they meant, and hide nothing",
        arguments: [
            ("plain/path-1.txt", "plain/path-1.txt"), ("two words", "'two words'"),
            ("it's", "'it'\\''s'"), ("back\\n", "'back\\n'"), ("", "''"), ("~a", "'~a'"),
            ("new\nline's\\", "$'new\\012line\\'s\\\\'"), ("\u{202E}x", "$'\\342\\200\\256x'"),
        ])
    func shellWords(text: String, word: String) {
        #expect(ShellWord.quoted(text) == word)
    }

    @Test("bytes that are no UTF-8 become the replacement character")
    func invalidBytes() {
        var bytes: [UInt8] = []
        let broken: [UInt8] = [0x61, 0xFF, 0x0A, 0x62]
        broken.withUnsafeBufferPointer { VisibleText.append($0, to: &bytes) }
        #expect(String(decoding: bytes, as: UTF8.self) == "a\u{FFFD}\\nb")
    }

    @Test("no control, bidirectional or separating character is left, whatever goes in")
    func nothingIsLeft() {
        for value in UInt32(0)...0x1_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let isHidden =
                properties.isBidiControl || properties.generalCategory == .control
                || properties.generalCategory == .lineSeparator
                || properties.generalCategory == .paragraphSeparator
            if isHidden { #expect(VisibleText.isEscaped(scalar), "U+\(String(value, radix: 16))") }
        }
    }
}
