// SPDX-License-Identifier: Apache-2.0

import LanguageServer
import TestSupport
import Testing

/// Texts as an editor has them.
@Suite("Lines and units")
struct DocumentTests {
    @Test("of a text are counted as the protocol says")
    func places() {
        // Line ends of all kinds; two, three and four bytes; a byte-order mark counts.
        let text = "\u{FEFF}aé\r\n€😀x\rend\n"
        for (unit, places) in [
            (
                PositionUnit.utf16,
                [(0, 0, 0), (0, 1, 3), (0, 3, 6), (1, 1, 11), (1, 3, 15), (2, 3, 20), (3, 0, 21)]
            ),
            (.utf8, [(0, 3, 3), (0, 6, 6), (1, 3, 11), (1, 7, 15), (2, 3, 20), (3, 0, 21)]),
        ] {
            let lines = LineTable(Array(text.utf8), unit)
            for (line, character, offset) in places {
                let place = TextPosition(line: line, character: character)
                #expect(lines.offset(of: place) == offset, "\(unit) \(place)")
                #expect(lines.position(of: offset) == place, "\(unit) \(offset)")
            }
        }
    }

    @Test("that are not there are the next that are")
    func beyond() {
        let lines = LineTable(Array("a😀\nb".utf8), .utf16)
        #expect(lines.offset(of: TextPosition(line: 0, character: 99)) == 5)
        #expect(lines.offset(of: TextPosition(line: 0, character: 2)) == 1)
        #expect(lines.offset(of: TextPosition(line: 9, character: 0)) == 7)
    }

    @Test("lead to the same text as what was typed", arguments: propertySeeds)
    func changes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = ["a", "é", "€", "😀", "\n", "\r\n", "x: y", "", "  "]
        func some(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        var text = "version: 1\n" + some(12)
        var editor = TestEditor(files: [:])
        editor.open(text)
        for _ in 0..<8 {
            // Between two scalars, never within a CRLF, whose middle has no place.
            let scalars = Array(text.unicodeScalars)
            let free = (0...scalars.count).filter { index in
                index == 0 || index == scalars.count
                    || !(scalars[index - 1] == "\r" && scalars[index] == "\n")
            }
            let ends = [
                free.randomElement(using: &random) ?? 0, free.randomElement(using: &random) ?? 0,
            ].sorted()
            func place(_ count: Int) -> String {
                let head = String(String.UnicodeScalarView(scalars[..<count]))
                let bytes = Array(head.utf8)
                let place = LineTable(bytes, .utf16).position(of: bytes.count)
                return "{\"line\":\(place.line),\"character\":\(place.character)}"
            }
            let new = some(3)
            editor.change(new, range: "{\"start\":\(place(ends[0])),\"end\":\(place(ends[1]))}")
            text = String(
                String.UnicodeScalarView(
                    scalars[..<ends[0]] + Array(new.unicodeScalars) + scalars[ends[1]...]))
        }
        var other = TestEditor(files: [:])
        other.open(text)
        #expect(editor.findings == other.findings, "seed \(seed): \(text)")
        let outline = "{\"textDocument\":{\"uri\":\"\(TestEditor.uri)\"}}"
        #expect(
            editor.ask("textDocument/documentSymbol", outline)
                == other.ask("textDocument/documentSymbol", outline), "seed \(seed)")
    }
}
