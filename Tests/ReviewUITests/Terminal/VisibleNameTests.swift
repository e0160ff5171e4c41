// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

@testable import ReviewUI

@Suite("Names in a terminal")
struct VisibleNameTests {
    @Test(
        "What commands, hides or turns text about is written out",
        arguments: [
            ("a\u{1B}[2Jb", "a\\u001B[2Jb"), ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("x\u{9B}31m", "x\\u009B31m"),
            ("invoice_\u{202E}fdp.exe", "invoice_\\u202Efdp.exe"),
            ("a\u{2066}b\u{2069}", "a\\u2066b\\u2069"), ("\u{FEFF}a", "\\uFEFFa"),
            ("a\u{7F}", "a\\u007F"), ("\u{E0041}", "\\u{E0041}"),
            ("a\\nb", "a\\\\nb"), ("Grüße 日本", "Grüße 日本"),
        ])
    func escapes(name: String, shown: String) {
        #expect(VisibleName.escaped(name).utf8.elementsEqual(shown.utf8))
    }

    @Test("Cells count wide characters twice and marks not at all")
    func countsCells() {
        #expect(CellWidth.of("abc") == 3)
        #expect(CellWidth.of("日本") == 4)
        #expect(CellWidth.of("e\u{301}") == 1)
        #expect(CellWidth.of("👍") == 2)
        #expect(CellWidth.of("ｱ") == 1)
        #expect(CellWidth.of("한") == 2)
    }

    @Test("A long name is cut in the middle and keeps its ending")
    func cutsInMiddle() {
        let long = "holiday-at-the-sea-2021.jpeg"
        #expect(VisibleName.cutInMiddle(long, cells: 16) == "holiday-at….jpeg")
        #expect(VisibleName.cutInMiddle("short.jpg", cells: 16) == "short.jpg")
        #expect(VisibleName.cutInMiddle("abc", cells: 2) == "a…")
        #expect(VisibleName.cutInMiddle("abc", cells: 0).isEmpty)
    }

    @Test("No cut is ever wider than there is room, and none splits an escape or a character")
    func neverTooWide() {
        let parts = [
            "a", "日", "e\u{301}", "\u{202E}", "👍", ".", "\n", "\u{1F3FB}", "\u{E0041}", "\\",
        ]
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            let count = Int.random(in: 0...30, using: &random)
            let name = (0..<count).map { _ in parts.randomElement(using: &random) ?? "a" }.joined()
            let cells = Int.random(in: 0...24, using: &random)
            let cut = VisibleName.cutInMiddle(name, cells: cells)
            #expect(CellWidth.of(cut) <= cells, "\(name.debugDescription) in \(cells)")
            #expect(!cut.unicodeScalars.contains { VisibleName.isEscaped($0) })
            let opened = cut.unicodeScalars.count { $0 == "{" }
            #expect(opened == cut.unicodeScalars.count { $0 == "}" })
        }
    }

    @Test("More marks than a terminal bears are written out")
    func boundsMarks() {
        let name = "a" + String(repeating: "\u{301}", count: 50)
        #expect(VisibleName.escaped(name).hasSuffix("\\u0301"))
    }
}
