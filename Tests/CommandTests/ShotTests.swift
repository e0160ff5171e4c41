// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Files of one shot on a real folder, looked at, marked, taken back, deleted and brought back.
@Suite("The files of one shot", .timeLimit(.minutes(60)))
struct ShotTests {
    private static let pictures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("PictureFixtures/looks")
    private static let shot = ["W/IMG_1.HEIC", "W/IMG_1.HEIC.json", "W/IMG_1.xmp"]
    private static let others = ["P/IMG_1.png", "P/IMG_1.xmp", "W/notes.txt"]

    private static let rules = """
        version: 1
        drives:
          d: {kind: local, root: d}
        defaults: {undo_window: 1h}
        rules:
          - id: alike
            why: A picture that is there in full
            similar: {as: copies, keep: [{in: "/P/**"}]}
            then: review

        """

    /// A folder in which a picture with two files that belong to it looks like another one.
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        for (name, picture) in [
            ("d/W/IMG_1.HEIC", "hills.heic"), ("d/P/IMG_1.png", "hills.png"),
        ] {
            try home.write("", to: name)
            try Data(contentsOf: Self.pictures.appendingPathComponent(picture))
                .write(to: URL(fileURLWithPath: home.path + "/" + name))
        }
        for name in ["W/IMG_1.HEIC.json", "W/IMG_1.xmp", "P/IMG_1.xmp", "W/notes.txt"] {
            try home.write("of \(name)", to: "d/" + name)
        }
        try home.write(Self.rules, to: "rules.yaml")
        try #require(try home.run("photos", "-q").status == 0)
        return home
    }

    private func files(_ home: ScratchHome) -> [String] {
        home.tree().filter { $0.contains(".") }
    }

    @Test("are planned, shown, decided, staged and taken back as one")
    func undone() throws {
        let home = try home()
        let plan = try home.run("plan", "-q", "--format", "json")
        let entries = try plan.list("entries")
        #expect(
            entries.compactMap { $0["path"] as? String } == Self.shot.map { "/" + $0 },
            "\(plan.output)")
        let mains = entries.map { ($0["companion_of"] as? [String: Any])?["path"] as? String }
        #expect(mains == [nil, "/W/IMG_1.HEIC", "/W/IMG_1.HEIC"])
        let why = try home.run("why", "/W/IMG_1.xmp")
        #expect(why.output.contains("belongs to /W/IMG_1.HEIC"), "\(why.output)")
        #expect(
            try home.run("why", "/W/IMG_1.HEIC").output.contains(
                "belonging to it: 'IMG_1.HEIC.json', 'IMG_1.xmp'"))
        let card = try home.run(["review", "--plain"], typing: "quit\n").output
        #expect(
            card.contains("Files of one shot, which stay or go together: IMG_1: HEIC + "),
            "\(card)")

        try mark(home)
        try #require(try home.run("stage", "-q", "--yes").status == 0)
        #expect(try waiting(home) == 3)
        let undo = try home.run("undo", "-q", "--format", "json", "/W/IMG_1.xmp")
        #expect(try undo.list("undone").count == 3, "\(undo.output)")
        #expect(try waiting(home) == 0)
        #expect(files(home) == (Self.others + Self.shot).sorted())
    }

    @Test("are deleted as one, and one brings back all")
    func restored() throws {
        let home = try home()
        try #require(try home.run("plan", "-q").status == 0)
        try mark(home)
        try #require(try home.run("stage", "-q", "--yes").status == 0)
        let execute = try home.run("execute", "-q", "--yes", later: 7_200)
        #expect(execute.status == 0, "\(execute.errors)")
        #expect(files(home) == Self.others.sorted())
        let restore = try home.run("restore", "-q", "/W/IMG_1.HEIC.json", later: 7_200)
        #expect(restore.status == 0, "\(restore.errors)")
        #expect(files(home) == (Self.others + Self.shot).sorted())
    }

    @Test("stay as one where a part has changed")
    func changed() throws {
        let home = try home()
        try #require(try home.run("plan", "-q").status == 0)
        try mark(home)
        try #require(try home.run("stage", "-q", "--yes").status == 0)
        try home.write("edited since", to: "d/W/IMG_1.xmp")
        let execute = try home.run("execute", "-q", "--yes", later: 7_200)
        #expect(execute.status == 6, "\(execute.output)")
        #expect(files(home) == (Self.others + Self.shot).sorted())
    }

    @Test("are a picture and its film, where both carry the id of one Live Photo")
    func livePhoto() throws {
        let home = try ScratchHome()
        let id = "7A9BD4F3-0A1B-4C2D-8E3F-5566778899AA"
        let jpeg = try Data(contentsOf: Self.pictures.appendingPathComponent("hills-1.jpg"))
        for (name, bytes) in [
            (
                "P/whole.png",
                try Data(contentsOf: Self.pictures.appendingPathComponent("hills.png"))
            ),
            ("W/IMG_1.JPG", LiveSample.picture(jpeg, id)), ("W/IMG_1.MOV", LiveSample.film(id)),
            ("W/IMG_2.MOV", LiveSample.film(id)),
        ] {
            try home.write("", to: "d/" + name)
            try bytes.write(to: URL(fileURLWithPath: home.path + "/d/" + name))
        }
        try home.write(Self.rules, to: "rules.yaml")
        let photos = try home.run("photos", "-q", "--format", "json")
        let drive = try #require(try photos.list("drives").first)
        #expect(drive["eligible"] as? Int == 2 && drive["unreadable"] as? Int == 0)
        let entries = try home.run("plan", "-q", "--format", "json").list("entries")
        #expect(entries.compactMap { $0["path"] as? String } == ["/W/IMG_1.JPG", "/W/IMG_1.MOV"])
        #expect(
            (entries.last?["companion_of"] as? [String: Any])?["path"] as? String == "/W/IMG_1.JPG")
        #expect(try home.run("photos", "--unreadable").output.contains("could be read"))
    }

    @Test("are none where one name stands for several pictures, which check lists")
    func ambiguous() throws {
        let home = try home()
        try home.write("no picture", to: "d/W/IMG_1.png")
        try #require(try home.run("sync", "-q").status == 0)
        let check = try home.run("check", "--photos", "rules.yaml")
        #expect(check.status == 0, "\(check.errors)")
        #expect(
            check.output.contains(
                "d: /W/IMG_1.HEIC, /W/IMG_1.HEIC.json, /W/IMG_1.png, /W/IMG_1.xmp"),
            "\(check.output)")
        #expect(check.output.contains("1 name stands for several pictures"))
        try home.remove("d/W/IMG_1.png")
        try #require(try home.run("sync", "-q").status == 0)
        let again = try home.run("check", "--photos", "rules.yaml")
        #expect(again.output.contains("no name stands for several pictures"), "\(again.output)")
    }

    /// Says in a file of decisions that the picture may go, and nothing of its parts.
    private func mark(_ home: ScratchHome) throws {
        try home.write(
            "{\"path\": \"/W/IMG_1.HEIC\", \"verdict\": \"delete\"}\n", to: "decisions.ndjson")
        let review = try home.run("review", "-q", "--decisions", "decisions.ndjson")
        try #require(review.status == 0, "\(review.errors)")
    }

    private func waiting(_ home: ScratchHome) throws -> Int {
        let status = try home.run("status", "-q", "--format", "json")
        let counts = try status.json()["counts"] as? [String: Any]
        return counts?["staged"] as? Int ?? 0
    }
}

/// The two files of a Live Photo, with as much in them as tells that they are.
private enum LiveSample {
    /// `jpeg` with the note of a camera that holds `id`.
    static func picture(_ jpeg: Data, _ id: String) -> Data {
        let note =
            Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + [0, 1, 0, 0x11, 0, 2]
            + [0, 0, 0, UInt8(id.utf8.count + 1), 0, 0, 0, 32, 0, 0, 0, 0] + Array(id.utf8) + [0]
        // A directory of one entry, which leads to another one with the note.
        let block: [UInt8] =
            Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26]
            + [0, 0, 0, 0, 0, 1, 0x92, 0x7c, 0, 7, 0, 0, 0, UInt8(note.count), 0, 0, 0, 44]
            + [0, 0, 0, 0] + note
        let segment = Array("Exif\0\0".utf8) + block
        let head: [UInt8] = [0xff, 0xe1, 0, UInt8(segment.count + 2)]
        return jpeg.prefix(2) + Data(head + segment) + jpeg.dropFirst(2)
    }

    /// A film of nothing that holds `id`.
    static func film(_ id: String) -> Data {
        func box(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
            let count = content.count + 8
            return [0, 0, UInt8(count >> 8), UInt8(count & 0xff)] + name + content
        }
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] { box(Array(name.utf8), content) }
        let key = box("mdta", Array("com.apple.quicktime.content.identifier".utf8))
        let notes =
            box("keys", [0, 0, 0, 0, 0, 0, 0, 1] + key)
            + box(
                "ilst", box([0, 0, 0, 1], box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(id.utf8))))
        return Data(
            box("ftyp", Array("qt  \0\0\0\0qt  ".utf8)) + box("moov", box("meta", notes)))
    }
}
