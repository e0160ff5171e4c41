// SPDX-License-Identifier: Apache-2.0

import Testing
import Text

@Suite struct CellWidthTests {
    @Test(
        "cells count wide characters twice and marks not at all",
        arguments: [
            ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👍", 2), ("ｱ", 1), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("Ａ", 2), ("☎", 1), ("⌚", 2), ("①", 1), ("㉈", 2),
            ("䷀", 2), ("ก\u{E33}", 2), ("का", 2), ("…", 1), ("–", 1), ("\u{600}", 1),
            ("\u{1F1E9}", 1), ("⠿", 1), ("█", 1), ("\u{1B}[31mfour\u{1B}[0m", 4),
        ])
    func widths(text: String, cells: Int) { #expect(CellWidth.of(text) == cells) }

    @Test("every scalar takes no cell, one, or two, as its properties say")
    func everyScalar() {
        for scalar in allScalars() where scalar.value >= 0x300 {
            let width = CellWidth.of(scalar)
            let properties = scalar.properties
            let isMark: Bool =
                switch properties.generalCategory {
                case .nonspacingMark, .enclosingMark: true
                default:
                    (0x1160...0x11FF).contains(scalar.value)
                        || (0xD7B0...0xD7FF).contains(scalar.value)
                }
            let isFormat = properties.generalCategory == .format
            // A flag is two letters of one cell each.
            let isFlag = (0x1F1E6...0x1F1FF).contains(scalar.value)
            let isPicture = properties.isEmojiPresentation && !isFlag
            let isHan = properties.isIdeographic && !isMark
            let fits =
                isMark
                ? width == 0
                : isFormat
                    ? width == (scalar.isHiddenOrControl ? 0 : 1)
                    : isPicture ? width == 2 : isHan ? width >= 1 : (1...2).contains(width)
            if !fits { Issue.record("U+\(String(scalar.value, radix: 16)) takes \(width)") }
        }
        #expect(
            (UInt32(0x4E00)...0x9FFF).compactMap(Unicode.Scalar.init).allSatisfy {
                CellWidth.of($0) == 2
            })
    }

    @Test("pieces of a text have the cells of what is shown, and hold nothing hidden")
    func pieces() {
        for text in ["a\u{202E}b\\", "👨\u{200D}👩", "e\u{301}日", "❤\u{FE0F}", "\u{301}", ""] {
            let pieces = VisiblePiece.pieces(of: text, isShown: false)
            let shown = pieces.map(\.text).joined()
            #expect(pieces.reduce(0) { $0 + $1.width } == CellWidth.of(shown), "\(shown)")
            #expect(!shown.unicodeScalars.contains { $0.isHiddenOrControl })
        }
        let family = VisiblePiece.pieces(of: "👨\u{200D}👩", isShown: false)
        #expect(family.map(\.text) == ["👨", "👩"])
    }
}
