// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import GraphSimulator
import HTTPTransport
import RuleEngine
import Testing

@testable import DriveAdapters

/// What drives have for pictures of their items.
@Suite("Pictures of items")
struct PictureTests {
    // MARK: - OneDrive

    @Test(
        "are the service's thumbnails, in the size next to what is wanted",
        arguments: [(90, 96), (176, 176), (500, 800), (1_600, 1_600)])
    func thumbnail(wanted: Int, side: Int) async throws {
        let world = try GraphWorld()
        try world.simulated.addFile("/a.jpg", "x") { facets in
            facets.imageWidth = 4_000
            facets.imageHeight = 3_000
        }
        let item = try await world.recorded("/a.jpg")
        let picture = try await world.graphDrive.picture(of: item, longestSide: wanted)
        guard case .bytes(let bytes, let type) = picture else {
            Issue.record("no thumbnail")
            return
        }
        #expect(type == "image/png")
        #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        // IHDR: the width.
        #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == side)
    }

    @Test("are none where the service makes none, or the item is gone")
    func noThumbnail() async throws {
        let world = try GraphWorld()
        try world.putFile("/a.txt", [1, 2])
        try world.putFile("/b.jpg", [1, 2])
        try world.putFolder("/c")
        let items = try await [world.recorded("/a.txt"), world.recorded("/b.jpg")]
        var folder = try await world.recorded("/c")
        folder.type = .folder
        try world.remove("/b.jpg")
        for item in items + [folder] {
            #expect(try await world.graphDrive.picture(of: item, longestSide: 800) == nil)
        }
    }

    /// A service with one item I, whose thumbnails lie at `url` and are given as `answer` says.
    private func scripted(
        url: String, answer: @escaping @Sendable (TestCall, Int) -> TestAnswer
    ) throws -> (TestClient, GraphDrive) {
        let count = Lock(0)
        let test = try TestClient(
            TestServer { call in
                switch call.plainPath {
                case "/me/drive":
                    return TestAnswer(200, "{\"id\":\"D\",\"driveType\":\"business\"}")
                case "/drives/D/items/I/thumbnails":
                    return TestAnswer(
                        200,
                        "{\"value\":[{\"id\":\"0\",\"large\":{\"url\":\"\(url)\"}},"
                            + "{\"large\":{\"url\":\"https://other.example/\"}}]}")
                default:
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    return answer(call, number)
                }
            })
        let drive = GraphDrive(
            name: "d", settings: GraphDriveSettings(place: .mine), client: test.client,
            feedStore: MemoryFeedStore(), now: { 0 })
        return (test, drive)
    }

    @Test("are fetched without the token, byte for byte where the service says")
    func foreignHost() async throws {
        let url = "https://host.example/t?b=2&a=1%20"
        let (test, drive) = try scripted(url: url) { _, _ in
            TestAnswer(200, "picture", headers: ["Content-Type": "image/jpeg"])
        }
        let thumbnail = try #require(try await drive.thumbnail(of: "I", longestSide: 800))
        #expect(thumbnail.bytes == Array("picture".utf8))
        #expect(thumbnail.mediaType == "image/jpeg")
        let last = try #require(test.server.requests.last)
        #expect(last.url == url)
        #expect(!last.hasHeader("Authorization"))
    }

    @Test(
        "are not fetched from places without protection",
        arguments: [
            "http://host.example/t", "http://127.0.0.1:9/t", "file:///etc/passwd",
            "ftp://host.example/t", "//host/t", "",
            "https://host.example /t", "https://user@host.example/t",
        ])
    func unsafePlace(url: String) async throws {
        let (test, drive) = try scripted(url: url) { _, _ in TestAnswer(200, "picture") }
        #expect(try await drive.thumbnail(of: "I", longestSide: 800) == nil)
        #expect(!test.server.seen.contains { $0.path == url })
        let redirected = try scripted(url: "https://host.example/t") { call, _ in
            call.path == url
                ? TestAnswer(200, "picture") : TestAnswer(302, headers: ["Location": url])
        }
        #expect(try await redirected.1.thumbnail(of: "I", longestSide: 800) == nil)
    }

    @Test("are asked for anew when their address is too old, and not for ever")
    func expired() async throws {
        let (_, drive) = try scripted(url: "https://host.example/t") { _, number in
            number == 1 ? TestAnswer(401) : TestAnswer(200, "picture")
        }
        #expect(try await drive.thumbnail(of: "I", longestSide: 800)?.bytes.count == 7)
        let (test, never) = try scripted(url: "https://host.example/t") { _, _ in TestAnswer(401) }
        #expect(try await never.thumbnail(of: "I", longestSide: 800) == nil)
        #expect(test.server.seen.count { $0.path == "https://host.example/t" } == 2)
    }

    @Test("follow a redirection or two, and no circle")
    func redirections() async throws {
        let (_, drive) = try scripted(url: "https://host.example/t") { call, _ in
            call.path == "https://host.example/t"
                ? TestAnswer(302, headers: ["Location": "https://next.example/t"])
                : TestAnswer(200, "picture")
        }
        #expect(try await drive.thumbnail(of: "I", longestSide: 800)?.bytes.count == 7)
        let (test, circle) = try scripted(url: "https://host.example/t") { _, _ in
            TestAnswer(302, headers: ["Location": "https://host.example/t"])
        }
        #expect(try await circle.thumbnail(of: "I", longestSide: 800) == nil)
        #expect(test.server.seen.count <= 6)
    }

    @Test("that are not to be had now may be had later")
    func busy() async throws {
        let (_, drive) = try scripted(url: "https://host.example/t") { _, _ in
            TestAnswer(503, headers: ["Retry-After": "7"])
        }
        let error = await #expect(throws: DriveError.self) {
            _ = try await drive.thumbnail(of: "I", longestSide: 800)
        }
        #expect(error?.recourse == .retry(afterSeconds: 7))
        #expect(error?.operation == .picture)
    }

    @Test("ask for no more bytes than a thumbnail has")
    func bound() async throws {
        let (test, drive) = try scripted(url: "https://host.example/t") { _, _ in
            TestAnswer(200, "picture")
        }
        _ = try await drive.thumbnail(of: "I", longestSide: 800)
        #expect(test.server.requests.last?.responseByteCountMax == PictureMaterial.byteCountMax)
    }

    @Test(
        "of answers that cannot be read are none",
        arguments: [
            "", "[]", "{\"value\":[{\"large\":{\"url\":\"https://h.example/\"}", "{\"value\":7}",
            "{\"value\":[7]}", "{\"value\":[{\"large\":7}]}",
            "{\"value\":[{\"large\":{\"url\":7}}]}", "{\"value\":[{\"Large\":{\"url\":\"x\"}}]}",
        ])
    func oddAnswers(body: String) {
        #expect(GraphThumbnailSize.urls(Array(body.utf8))["large"] == nil)
    }

    // MARK: - Folders

    /// The item at `path` as a listing shows it.
    private func listed(_ world: LocalWorld, _ path: String) async throws -> ItemValues {
        try #require(try await world.local.listed().listing.item(path))
    }

    /// What the drive hands over for `item`, read to its end; nil if nothing.
    private func bytes(_ world: LocalWorld, _ item: ItemValues) async throws -> [UInt8]? {
        switch try await world.local.picture(of: item, longestSide: 800) {
        case .file(let descriptor):
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            return try file.readToEnd().map(Array.init) ?? []
        case .bytes, nil: return nil
        }
    }

    @Test("of a folder of this machine are the open file", arguments: [false, true])
    func openFile(avoidsOpenat2: Bool) async throws {
        let world = try LocalWorld(avoidsOpenat2: avoidsOpenat2)
        try world.putFile("/sub/a.jpg", [1, 2, 3])
        let item = try await listed(world, "/sub/a.jpg")
        #expect(try await bytes(world, item) == [1, 2, 3])
    }

    @Test("are not those of what has taken the file's place")
    func otherFile() async throws {
        let world = try LocalWorld()
        try world.putFile("/sub/a.jpg", [1, 2, 3])
        try world.putFile("/else/a.jpg", [4, 5, 6])
        let item = try await listed(world, "/sub/a.jpg")
        let folder = try await listed(world, "/sub")
        #expect(try await bytes(world, folder) == nil)

        try world.remove("/sub/a.jpg")
        #expect(try await bytes(world, item) == nil)
        try world.putFile("/sub/a.jpg", [7, 8, 9])
        #expect(try await bytes(world, item) == nil)
        try world.remove("/sub/a.jpg")
        try world.link("/sub/a.jpg", to: "../else/a.jpg")
        #expect(try await bytes(world, item) == nil)
        try world.remove("/sub/a.jpg")
        try world.check(mkfifo(world.root + "/sub/a.jpg", 0o600))
        #expect(try await bytes(world, item) == nil)
    }

    @Test("are reached through no link, and never from outside of the drive")
    func linkOnTheWay() async throws {
        let world = try LocalWorld()
        try world.putFile("/sub/a.jpg", [1, 2, 3])
        let item = try await listed(world, "/sub/a.jpg")
        try world.check(rename(world.root + "/sub", world.root + "/moved"))
        try world.link("/sub", to: "moved")
        #expect(try await bytes(world, item) == nil)
        for path in ["/moved/../moved/a.jpg", "/../etc/passwd", "moved/a.jpg", "/", ""] {
            var odd = item
            odd.path = path
            odd.id = path
            #expect(try await bytes(world, odd) == nil)
        }
        var foreign = try await listed(world, "/moved/a.jpg")
        foreign.drive = "other"
        #expect(try await bytes(world, foreign) == nil)
    }

    // MARK: - Memory

    @Test("of a drive in memory are its contents, as long as they are the ones")
    func memory() async throws {
        let drive = MemoryDrive(name: "d", items: [.init(path: "/a.jpg", content: [1, 2])])
        let item = try #require(try await drive.listed().listing.item("/a.jpg"))
        let picture = try await drive.picture(of: item, longestSide: 800)
        guard case .bytes(let bytes, _) = picture else {
            Issue.record("no picture")
            return
        }
        #expect(bytes == [1, 2])
        drive.put(.init(path: "/a.jpg", content: [3, 4]))
        #expect(try await drive.picture(of: item, longestSide: 800) == nil)
    }
}
