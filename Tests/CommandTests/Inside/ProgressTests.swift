// SPDX-License-Identifier: Apache-2.0

import Reports
import Testing
import Text
import Wording
import Workflow

@testable import Commands

/// What is said of how far something has come.
@Suite("Progress")
struct ProgressTests {
    private func text(
        items: Int? = nil, of itemTotal: Int? = nil, bytes: Int64? = nil, of byteTotal: Int64? = nil
    ) -> ProgressText {
        var text = ProgressText(.verbatim("Doing"), items: itemTotal, bytes: byteTotal)
        text.items = items ?? 0
        text.bytes = bytes ?? 0
        return text
    }

    @Test("rates are those of the time that has really passed")
    func rates() {
        // Not 3 a second, as with whole seconds.
        #expect(
            text(items: 3).line(elapsed: .milliseconds(1_500), bar: nil, .english)
                == "Doing: 3 items, 2.0 a second, 1 s")
        #expect(
            text(items: 3_000).line(elapsed: .milliseconds(1_999), bar: nil, .english)
                == "Doing: 3,000 items, 1,501 a second, 1 s")
        #expect(
            text(items: 1).line(elapsed: .seconds(40), bar: nil, .english)
                == "Doing: 1 item, 40 s")
        #expect(
            text(bytes: 3 << 20).line(elapsed: .milliseconds(1_500), bar: nil, .english)
                == "Doing: 3.0 MiB, 2.0 MiB a second, 1 s")
        #expect(text().line(elapsed: .seconds(61), bar: nil, .english) == "Doing: 1 min")
    }

    @Test("what is left is told where there is a total, by that of which the least is done")
    func left() {
        #expect(
            text(items: 25, of: 100).line(elapsed: .seconds(10), bar: nil, .english)
                == "Doing: 25 of 100 items, 2.5 a second, about 30 s left")
        let both = text(items: 50, of: 100, bytes: 1 << 20, of: 4 << 20)
        #expect(
            both.line(elapsed: .seconds(10), bar: nil, .english)
                == "Doing: 50 of 100 items, 1.0 MiB of 4.0 MiB read, 102.4 KiB a second,"
                + " about 30 s left")
        #expect(text(items: 0, of: 100).secondsLeft(10) == nil)
        #expect(text(items: 1, of: 100).secondsLeft(1) == nil)
        #expect(text(items: 100, of: 100).secondsLeft(10) == nil)
    }

    @Test("a bar is as long as there is room for, and of signs that the locale has")
    func bar() throws {
        let wide = try #require(ProgressBar(columns: 120, hasBlocks: true))
        let line = text(items: 50, of: 100).line(elapsed: .seconds(10), bar: wide, .english)
        #expect(line.hasPrefix("Doing ████████████░░░░░░░░░░░░ 50 of 100 items"), "\(line)")
        let plain = try #require(ProgressBar(columns: 60, hasBlocks: false))
        #expect(plain.text(0.5) == "######......")
        #expect(plain.text(7) == "############" && plain.text(-1) == "............")
        #expect(ProgressBar(columns: 59, hasBlocks: true) == nil)
    }

    @Test("a line is cut to the columns that there are, and colour takes none")
    func cutting() {
        #expect(CellWidth.cut("abcdef", to: 6) == "abcdef")
        #expect(CellWidth.cut("abcdef", to: 5) == "abcd…")
        #expect(CellWidth.cut("日本語", to: 5) == "日本…")
        #expect(CellWidth.cut("ab", to: 0) == "")
        #expect(CellWidth.of(Ink(isOn: true).text("four", .red)) == 4)
        let table = TextTable(
            rows: [["a", "a reason that is long"]], leftColumns: [0, 1], terminalWidth: 16)
        #expect(table.lines == ["a a reason that…"])
    }
}
