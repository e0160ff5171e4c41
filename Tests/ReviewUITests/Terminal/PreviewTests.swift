// SPDX-License-Identifier: Apache-2.0

import Testing
import Text

@testable import ReviewUI

@Suite("How pictures are shown in a terminal")
struct PreviewTests {
    private func preview(
        _ environment: [String: String] = [:], flag: String? = nil,
        _ replies: [TerminalReply] = []
    ) throws -> TerminalPreview {
        var all = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        all.merge(environment) { _, new in new }
        let choice = try PreviewChoice(flag: flag, environment: all)
        return choice.preview(after: replies)
    }

    @Test("The command line comes before the environment")
    func order() throws {
        let variable = ["CLEANRULES_PREVIEW": "ascii"]
        #expect(try preview(variable, flag: "sixel") == .sixel)
        #expect(try preview(variable) == .ascii)
        #expect(try preview(variable, flag: "auto") == .blocks)
        #expect(throws: ReviewError.self) { try preview(flag: "video") }
    }

    @Test("Answers decide: kitty, then the brand, then sixel, then blocks")
    func answers() throws {
        let sixel = TerminalReply.attributes([62, 4])
        #expect(try preview([:], [.kitty(isTaken: true), sixel]) == .kitty)
        #expect(try preview([:], [.version("iTerm2 3.5"), sixel]) == .iterm2)
        #expect(try preview(["TERM_PROGRAM": "vscode"], [sixel]) == .iterm2)
        #expect(try preview([:], [.kitty(isTaken: false), sixel]) == .sixel)
        #expect(try preview([:], [.attributes([62, 22])]) == .blocks)
        #expect(try preview() == .blocks)
    }

    @Test("Inside a multiplexer blocks are shown, whatever it claims, unless set by hand")
    func multiplexers() throws {
        let sixel = TerminalReply.attributes([4])
        for name in ["TMUX", "STY", "ZELLIJ"] {
            #expect(try preview([name: "1"], [sixel]) == .blocks)
        }
        #expect(try preview(["TERM": "screen-256color"], [sixel]) == .blocks)
        #expect(try preview([:], [.version("tmux 3.4"), .kitty(isTaken: true)]) == .blocks)
        #expect(try preview(["TMUX": "1"], flag: "kitty") == .kitty)
    }

    @Test("Without colours there are letters")
    func letters() throws {
        #expect(try preview(["NO_COLOR": "1"], [.kitty(isTaken: true)]) == .ascii)
        #expect(try preview(["NO_COLOR": ""], [.kitty(isTaken: true)]) == .kitty)
        #expect(try preview(["TERM": "linux", "COLORTERM": ""]) == .ascii)
        #expect(try preview(["TERM": "vt220", "COLORTERM": ""]) == .ascii)
    }

    @Test("Terminals that would print kitty's query are not asked it")
    func question() throws {
        func asks(_ environment: [String: String]) throws -> Bool {
            try PreviewChoice(flag: nil, environment: environment).question.contains("_G")
        }
        #expect(try asks(["TERM": "xterm"]))
        #expect(try !asks(["TERM_PROGRAM": "Apple_Terminal"]))
        #expect(try !asks(["TERM": "linux"]))
        #expect(try !asks(["TMUX": "1"]))
        #expect(try PreviewChoice(flag: nil, environment: [:]).question.hasSuffix("\u{1B}[c"))
    }

    @Test("Over a network the answers are waited for longer")
    func patience() throws {
        #expect(try PreviewChoice(flag: nil, environment: [:]).patience == 250)
        let remote = ["SSH_CONNECTION": "a b"]
        #expect(try PreviewChoice(flag: nil, environment: remote).patience == 1_000)
    }

    @Test("Kitty's pieces hold at most 4096 letters, say q=2, and give the picture back")
    func kitty() {
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let text = String(
            decoding: PixelPicture(preview: .kitty, isInTmux: false).drawing(
                bytes, columns: 10, rows: 5, id: 7), as: UTF8.self)
        let pieces = text.components(between: "\u{1B}_G", and: "\u{1B}\\")
        #expect(pieces.count == 4)
        #expect(pieces[0].hasPrefix("a=T,f=100,t=d,i=7,q=2,C=1,c=10,r=5,m=1;"))
        #expect(pieces[3].hasPrefix("q=2,m=0;"))
        let letters = pieces.map { $0.drop { $0 != ";" }.dropFirst() }
        #expect(letters.allSatisfy { $0.utf8.count <= 4_096 })
        #expect(letters.joined() == Base64.text(bytes))
    }

    @Test("For tmux a sequence is wrapped and every ESC doubled")
    func tmux() {
        let picture = PixelPicture(preview: .kitty, isInTmux: true)
        #expect(
            String(decoding: picture.deletion(id: 9), as: UTF8.self)
                == "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d,d=I,i=9,q=2\u{1B}\u{1B}\\\u{1B}\\")
    }

    @Test("Half blocks show two pixels in a cell, and nothing where nothing is")
    func blocks() throws {
        let red: [UInt8] = [255, 0, 0, 255]
        let blue: [UInt8] = [0, 0, 255, 255]
        let none: [UInt8] = [9, 9, 9, 0]
        let picture = Picture(
            bytes: red + none + blue + blue, mediaType: "application/x-rgba", width: 2, height: 2)
        let cells = try #require(CellPicture.blocks(picture, columns: 10, rows: 10))
        #expect(cells.count == 1 && cells[0].count == 2)
        #expect(
            cells[0][0]
                == Cell(
                    text: "▀",
                    style: CellStyle(front: .exact(255, 0, 0), back: .exact(0, 0, 255))))
        #expect(cells[0][1] == Cell(text: "▄", style: CellStyle(front: .exact(0, 0, 255))))
    }

    @Test("A picture whose size is a lie is none")
    func lies() {
        for (width, height) in [(3, 3), (0, 4), (Int.max, Int.max), (-1, -16)] {
            let picture = Picture(
                bytes: Array(repeating: 0, count: 16), mediaType: "", width: width, height: height)
            #expect(CellPicture.blocks(picture, columns: 5, rows: 5) == nil)
        }
    }

    @Test("Letters go from dark to light")
    func ramp() throws {
        let bytes: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 255]
        let picture = Picture(bytes: bytes, mediaType: "", width: 2, height: 1)
        let cells = try #require(CellPicture.letters(picture, columns: 2, rows: 1))
        #expect(cells[0].map(\.text) == [" ", "@"])
        #expect(cells[0].allSatisfy { $0.style == .plain })
    }

    @Test("A picture keeps its proportions inside its frame")
    func fits() {
        let wide = PixelPicture.fitting(
            width: 1_600, height: 400, columns: 50, rows: 20, cellWidth: 10, cellHeight: 20)
        #expect(wide.columns == 50 && wide.rows == 6)
        let high = PixelPicture.fitting(
            width: 400, height: 1_600, columns: 50, rows: 20, cellWidth: 10, cellHeight: 20)
        #expect(high.columns == 10 && high.rows == 20)
    }
}

extension String {
    /// What stands between each `first` and the `last` that follows it.
    fileprivate func components(between first: String, and last: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let start = rest.firstRange(of: first) {
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: last) else { break }
            parts.append(rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        return parts
    }
}
