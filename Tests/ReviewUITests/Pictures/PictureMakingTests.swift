// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PictureExchange
import Testing
import TestSupport

@testable import ReviewUI

/// The program that makes pictures, run on real files.
@Suite("The program that makes pictures", .serialized)
struct PictureMakingTests {
    /// A kind of file as the program names it, a file of it, and how far its colours may be off.
    struct Kind: Sendable, CustomTestStringConvertible {
        var kind: String
        var file: String
        var hint = PictureOrder.Hint.any
        var testDescription: String { file }
    }

    static let kinds = [
        Kind(kind: "jpeg", file: "plain.jpg"), Kind(kind: "jpeg", file: "turned.jpg"),
        Kind(kind: "png", file: "plain.png"), Kind(kind: "gif", file: "plain.gif"),
        Kind(kind: "bmp", file: "plain.bmp"), Kind(kind: "tiff", file: "plain.tiff"),
        Kind(kind: "webp", file: "plain.webp"), Kind(kind: "heic", file: "plain.heic"),
        Kind(kind: "raw", file: "plain.dng", hint: .raw), Kind(kind: "pdf", file: "plain.pdf"),
        Kind(kind: "video", file: "plain.mp4"),
        Kind(kind: "own-drawing", file: "drawing.svg", hint: .ownDrawing),
    ]

    private func rgba(
        _ file: PictureFile, side: Int = 64, hint: PictureOrder.Hint = .any
    ) async throws(PictureWorker.Failure) -> (width: Int, height: Int, bytes: [UInt8]) {
        guard let worker = try? PictureFixture.worker() else {
            throw PictureWorker.Failure(reason: "the program is not built", isFinal: true)
        }
        return try await worker.picture(
            PictureOrder(format: .rgba, hint: hint, width: side, height: side), of: file)
    }

    @Test("shows what is in the file, upright", arguments: kinds)
    func colours(kind: Kind) async throws {
        guard try PictureFixture.has(kind.kind) else { return }
        let made = try await rgba(PictureFixture.file(kind.file), hint: kind.hint)
        #expect(made.width == 64 && made.height == 48)
        #expect(made.bytes.count == 64 * 48 * 4)
        let places = [(8, 8, [0, 160, 0]), (8, 40, [200, 0, 0]), (56, 24, [0, 0, 220])]
        for (x, y, colour) in places {
            let start = (y * 64 + x) * 4
            let found = made.bytes[start..<start + 4].map(Int.init)
            let isNear = zip(found, colour + [255]).allSatisfy { abs($0 - $1) <= 40 }
            #expect(isNear, "\(kind.file) at \(x), \(y): \(found)")
        }
    }

    @Test("makes large pictures smaller and small ones never larger")
    func scaling() async throws {
        let small = try await rgba(PictureFixture.file("plain.jpg"), side: 16)
        #expect(small.width == 16 && small.height == 12)
        let same = try await rgba(PictureFixture.file("plain.jpg"), side: 2_000)
        #expect(same.width == 64 && same.height == 48)
        let one = try await rgba(PictureFixture.file("plain.jpg"), side: 1)
        #expect(one.width == 1 && one.height == 1)
        guard try PictureFixture.has("pdf") else { return }
        let page = try await rgba(PictureFixture.file("plain.pdf"), side: 200)
        #expect(page.width == 200 && page.height == 150)
    }

    @Test("keeps what can be seen through, and lays it on a board where the format cannot")
    func opacity() async throws {
        let worker = try PictureFixture.worker()
        let clear = try await rgba(PictureFixture.file("clear.png"))
        #expect(clear.bytes[3] == 255 && clear.bytes[63 * 4 + 3] == 0)
        let order = PictureOrder(format: .jpeg, width: 64, height: 64)
        let flat = try await worker.picture(order, of: try PictureFixture.file("clear.png"))
        let again = try await rgba(try #require(PictureFile(bytes: flat.bytes)))
        let found = again.bytes[(24 * 64 + 56) * 4..<(24 * 64 + 57) * 4]
        #expect(found.allSatisfy { $0 > 200 }, "\(found)")
    }

    @Test("writes JPEG and PNG that say nothing but their pixels")
    func files() async throws {
        let worker = try PictureFixture.worker()
        for (format, type) in [(PictureOrder.Format.jpeg, "image/jpeg"), (.png, "image/png")] {
            let made = try await worker.picture(
                PictureOrder(format: format, width: 32, height: 32),
                of: try PictureFixture.file("turned.jpg"))
            #expect(PictureCheck.mediaType(of: made.bytes) == type)
            #expect(made.width == 32 && made.height == 24)
            let text = String(decoding: made.bytes, as: UTF8.self)
            #expect(!text.contains("Exif") && !text.contains("eXIf"))
        }
    }

    @Test(
        "writes sixel sequences that end where they should", arguments: [(10, 4), (3, 40), (1, 1)])
    func sixel(columns: Int, rows: Int) async throws {
        guard try PictureFixture.has("sixel") else { return }
        let order = PictureOrder(
            format: .sixel, width: columns, height: rows, cellWidth: 7, cellHeight: 15)
        let made = try await PictureFixture.worker().picture(
            order, of: try PictureFixture.file("plain.jpg"))
        #expect(PictureCheck.isAsAsked(order, width: made.width, height: made.height, made.bytes))
        #expect(made.bytes.count > 30)
    }

    @Test(
        "makes nothing of what is no picture, or too much of one",
        arguments: [
            "huge.png", "huge.gif", "cut.jpg", "page.jpg", "list.mp4", "drawing.svg", "make.py",
        ])
    func hostile(name: String) async throws {
        let file = try PictureFixture.file(name)
        let failure = await #expect(throws: PictureWorker.Failure.self) {
            _ = try await rgba(file, hint: name.hasSuffix("svg") ? .raw : .any)
        }
        #expect(failure?.isFinal == true)
        #expect(failure?.reason.isEmpty == false)
    }

    @Test("draws this program's own drawings as large as wanted")
    func ownDrawing() async throws {
        guard try PictureFixture.has("own-drawing") else { return }
        let svg = String(decoding: try PictureFixture.bytes("drawing.svg"), as: UTF8.self)
        let worker = try PictureFixture.worker()
        let drawn = try await StatsPicture.png(svg, by: worker)
        #expect(PictureCheck.mediaType(of: drawn) == "image/png")
        // The size stands in the first part of the file: 1,200 and 630 hold 4 by 3 as 840 by 630.
        #expect(Array(drawn[16..<24]) == [0, 0, 3, 0x48, 0, 0, 2, 0x76])
        let outside = svg.replacingOccurrences(
            of: "</svg>",
            with: "<image href=\"file:///etc/passwd\" width=\"9\" height=\"9\"/></svg>")
        #expect(try await !StatsPicture.png(outside, by: worker).isEmpty)
        await #expect(throws: StatsPicture.Failure.self) {
            _ = try await StatsPicture.png("<html/>", by: worker)
        }
    }

    @Test("makes nothing of nothing")
    func empty() async throws {
        let file = try #require(PictureFile(bytes: []))
        await #expect(throws: PictureWorker.Failure.self) { _ = try await rgba(file) }
    }

    @Test("always comes to an end, whatever is broken in a file", arguments: kinds)
    func damage(kind: Kind) async throws {
        let whole = try PictureFixture.bytes(kind.file)
        var random = SplitMix64(seed: 7)
        for _ in 0..<6 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                // The first bytes stay, so that it gets to the decoder.
                let place = Int.random(in: min(12, bytes.count - 1)..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                bytes.removeLast(Int.random(in: 0..<bytes.count - 12, using: &random))
            }
            let file = try #require(PictureFile(bytes: bytes))
            do throws(PictureWorker.Failure) {
                let made = try await rgba(file, hint: kind.hint)
                #expect(made.bytes.count == made.width * made.height * 4)
            } catch {
                #expect(!error.reason.isEmpty)
            }
        }
    }

    @Test("has no rights left when it looks into a file")
    func confinement() throws {
        #expect(try PictureFixture.kinds()["confined"] == "yes")
    }

    @Test("takes no orders but those of this program")
    func orders() throws {
        let run = try ChildProgram.run(
            try PictureFixture.worker().path, ["jpeg", "any", "99999", "1", "1", "1"])
        #expect(run.status == 64)
    }
}
