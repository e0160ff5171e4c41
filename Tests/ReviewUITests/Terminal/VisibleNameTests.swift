// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport
import Text

@testable import ReviewUI

@Suite("Names in a terminal")
struct VisibleNameTests {
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
            "a", "日", "e\u{301}", "\u{200D}", "\u{FE0F}", "\u{202E}", "👍", ".", "\n", "\u{1F3FB}",
            "\u{E0041}", "\\",
        ]
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            let count = Int.random(in: 0...30, using: &random)
            let name = (0..<count).map { _ in parts.randomElement(using: &random) ?? "a" }.joined()
            let cells = Int.random(in: 0...24, using: &random)
            let cut = VisibleName.cutInMiddle(name, cells: cells)
            #expect(CellWidth.of(cut) <= cells, "\(name.debugDescription) in \(cells)")
            #expect(!cut.unicodeScalars.contains { $0.isHiddenOrControl })
            let opened = cut.unicodeScalars.count { $0 == "{" }
            #expect(opened == cut.unicodeScalars.count { $0 == "}" })
        }
    }
}
