// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

@testable import ReviewUI

@Suite("What comes from a terminal")
struct TerminalInputTests {
    private func parsed(_ text: String) -> [TerminalInput] {
        var parser = TerminalInputParser()
        return parser.take(text.utf8) + parser.settle()
    }

    @Test("Letters, arrows and control keys are keys")
    func keys() {
        #expect(
            parsed("kä\u{1B}[A\u{1B}OB\r\u{7F}\u{03}\u{1B}[5~") == [
                .key(.character("k")), .key(.character("ä")), .key(.up), .key(.down),
                .key(.enter), .key(.backspace), .key(.control("c")), .key(.pageUp),
            ])
    }

    @Test("Escape by itself is a key, and only when nothing follows")
    func escape() {
        var parser = TerminalInputParser()
        let first = parser.take([0x1B])
        #expect(first.isEmpty && parser.isWaiting)
        let settled = parser.settle()
        #expect(settled == [.key(.escape)] && !parser.isWaiting)
    }

    @Test(
        "Keys with modifiers, mouse reports and pasted text are nothing",
        arguments: [
            "\u{1B}[1;5D", "\u{1B}d", "\u{1B}[200~dkq\u{1B}[201~", "\u{1B}[<0;10;10M",
            "\u{1B}[13;2u",
        ])
    func ignored(text: String) {
        #expect(parsed(text).isEmpty)
    }

    @Test("Replies are told apart from keys, whatever the pieces they come in")
    func replies() {
        let text =
            "d\u{1B}P>|kitty(0.35)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4;22ck"
        let whole: [TerminalInput] = [
            .key(.character("d")), .reply(.version("kitty(0.35)")), .reply(.kitty(isTaken: true)),
            .reply(.cell(width: 10, height: 20)), .reply(.attributes([62, 4, 22])),
            .key(.character("k")),
        ]
        #expect(parsed(text) == whole)
        var parser = TerminalInputParser()
        var pieces: [TerminalInput] = []
        for byte in text.utf8 { pieces += parser.take([byte]) }
        #expect(pieces == whole)
    }

    @Test("An error of kitty's query means that it takes no pictures")
    func kittyError() {
        #expect(parsed("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\") == [.reply(.kitty(isTaken: false))])
    }

    @Test("Broken and endless sequences neither trap nor grow, and end")
    func endless() {
        var parser = TerminalInputParser()
        let long = Array("\u{1B}_G".utf8) + Array(repeating: UInt8(ascii: "x"), count: 100_000)
        let swallowed = parser.take(long)
        #expect(swallowed.isEmpty)
        _ = parser.settle()
        let after = parser.take("k".utf8)
        #expect(after == [.key(.character("k"))])
        var random = SplitMix64(seed: 3)
        for _ in 0..<20_000 { _ = parser.take([UInt8.random(in: 0...255, using: &random)]) }
    }

    @Test("The same key within 80 ms is a repetition, as long as it is held down")
    func repeats() {
        var filter = RepeatFilter()
        let milli: UInt64 = 1_000_000
        let presses: [(TerminalKey, UInt64)] = [
            (.left, 1_000), (.left, 1_079), (.left, 1_150), (.left, 1_231), (.right, 1_232),
        ]
        let found = presses.map { filter.isRepeated($0.0, $0.1 * milli) }
        #expect(found == [false, true, true, false, false])
    }
}
