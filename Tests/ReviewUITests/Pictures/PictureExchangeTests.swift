// SPDX-License-Identifier: Apache-2.0

import PictureExchange
import RuleEngine
import Testing

@testable import ReviewUI

/// What the program and its worker say to each other, and what is believed of it.
@Suite("Orders and replies")
struct PictureExchangeTests {
    @Test("come out as they went in")
    func roundTrip() {
        for format in PictureOrder.Format.allCases {
            for hint in PictureOrder.Hint.allCases {
                let order = PictureOrder(
                    format: format, hint: hint, width: 80, height: 24, cellWidth: 8,
                    cellHeight: 16)
                #expect(PictureOrder(arguments: order.arguments) == order)
            }
        }
        let replies: [PictureReply] = [
            .picture(width: 3, height: 70_000, bytes: [1, 2, 3]),
            .picture(width: 1, height: 1, bytes: []), .none(reason: "no"),
        ]
        for reply in replies { #expect(PictureReply(frame: reply.frame) == reply) }
    }

    @Test("are refused when they are cut, too long or of another kind")
    func badFrames() {
        let frame = PictureReply.picture(width: 3, height: 4, bytes: [1, 2, 3]).frame
        for count in 0..<frame.count {
            #expect(PictureReply(frame: Array(frame.prefix(count))) == nil)
        }
        #expect(PictureReply(frame: frame + [0]) == nil)
        var odd = frame
        odd[4] = 2
        #expect(PictureReply(frame: odd) == nil)
        odd = frame
        odd.replaceSubrange(5..<9, with: [0, 0, 0, 0])
        #expect(PictureReply(frame: odd) == nil)
        odd = frame
        odd[13] = 0xff
        #expect(PictureReply(frame: odd) == nil)
    }

    @Test("bring no signs to the terminal that are no letters")
    func reasons() {
        let reply = PictureReply.none(
            reason: "a\u{1b}]0;b\u{7}\n" + String(repeating: "c", count: 999))
        guard case PictureReply.none(let reason)? = PictureReply(frame: reply.frame) else {
            Issue.record("no reply")
            return
        }
        #expect(reason.hasPrefix("a]0;bccc"))
        #expect(reason.utf8.count < 201)
    }

    @Test("bring sizes into their bounds, and take none beyond")
    func bounds() {
        let order = PictureOrder(format: .png, width: 0, height: 1 << 40, cellWidth: -1)
        #expect(order.width == 1 && order.height == 4_096 && order.cellWidth == 1)
        for words in [
            [], ["png"], ["png", "any", "1", "1", "1"], ["png", "any", "0", "1", "1", "1"],
            ["svg", "any", "1", "1", "1", "1"], ["png", "any", "1", "1", "1", "x"],
            ["png", "any", "1", "1", "1", "1", "1"],
        ] {
            #expect(PictureOrder(arguments: words) == nil)
        }
    }

    @Test("show a terminal nothing but one sixel sequence")
    func sixel() {
        func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
        #expect(PictureCheck.isSixel(bytes("\u{1b}P0;1;0q\"1;1;4;6#0~~\n~~\u{1b}\\")))
        for text in [
            "", "\u{1b}P\u{1b}", "\u{1b}P0q~", "~\u{1b}P0q~\u{1b}\\",
            "\u{1b}P0q\u{1b}\\\u{1b}]52;c;eA==\u{7}\u{1b}P\u{1b}\\", "\u{1b}P0q\u{9b}6n\u{1b}\\",
            "\u{1b}P0q~\u{1b}\\ ",
        ] {
            #expect(!PictureCheck.isSixel(bytes(text)), "\(text.debugDescription)")
        }
    }

    @Test("give each file the icon of its kind")
    func icons() {
        let icons: [(String, PictureIcon)] = [
            ("a.JPG", .photo), ("a.heic", .photo), ("a.nrw", .photo), ("a.svg", .photo),
            ("a.mp4", .video), ("a.flac", .audio), ("a.pdf", .document), ("a.tar.gz", .archive),
            ("a", .other), (".jpg", .other), ("a.", .other), ("a.jpg.exe", .other), ("", .other),
        ]
        for (name, icon) in icons { #expect(PictureIcon.kind(forName: name) == icon, "\(name)") }
        #expect(PictureIcon.kind(forName: "a.jpg", type: .folder) == .folder)
        #expect(["a.jpg", "a.pdf", "a.MOV", "a.cr3"].allSatisfy(PictureIcon.mayHavePicture))
        #expect(
            !["a.svg", "a.docx", "a.mp3", "a.zip", "a"].contains(where: PictureIcon.mayHavePicture))
    }
}
