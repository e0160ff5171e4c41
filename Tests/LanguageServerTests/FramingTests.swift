// SPDX-License-Identifier: Apache-2.0

import LanguageServer
import Testing

/// Messages in a stream of bytes.
@Suite("Messages in a stream")
struct FramingTests {
    private static func pieces(_ text: String, chunk: Int) -> [MessageFraming.Piece] {
        var framing = MessageFraming()
        var pieces: [MessageFraming.Piece] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            framing.take(rest.prefix(chunk))
            rest = rest.dropFirst(chunk)
            while let piece = framing.next() {
                pieces.append(piece)
                if piece == .broken { return pieces }
            }
        }
        return pieces
    }

    @Test("are found however they are cut", arguments: [1, 2, 3, 7, 1_000])
    func cut(chunk: Int) {
        let text =
            "Content-Length: 2\r\n\r\n{}content-type: x; charset=utf-8\r\nCONTENT-LENGTH:3\r\n\r\n[1]"
            + "Content-Length: 0\r\n\r\n"
        #expect(
            Self.pieces(text, chunk: chunk)
                == [.body(Array("{}".utf8)), .body(Array("[1]".utf8)), .body([])])
    }

    @Test(
        "end where nobody can say where the next begins",
        arguments: [
            "\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n",
            "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "Length\r\n\r\n",
            "Content-Length: 9999999999999999999\r\n\r\n", String(repeating: "a", count: 5_000),
        ])
    func broken(text: String) {
        #expect(Self.pieces(text, chunk: 64) == [.broken])
    }

    @Test("that are too long are passed over")
    func tooLong() {
        let long = MessageFraming.bodyBytesMax + 1
        let text =
            "Content-Length: \(long)\r\n\r\n" + String(repeating: " ", count: long)
            + "Content-Length: 2\r\n\r\n{}"
        #expect(Self.pieces(text, chunk: 1 << 20) == [.tooLong, .body(Array("{}".utf8))])
    }
}
