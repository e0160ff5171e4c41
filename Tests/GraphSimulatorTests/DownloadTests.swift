// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import Testing

/// Contents and thumbnails from the other origin.
@Suite("Downloads")
struct DownloadTests {
    private let drive = SimulatedGraph().addAccount(.personal)

    private func location(_ id: String) async throws -> String {
        let answer = try await Client(drive).send(.get, "/me/drive/items/\(id)/content")
        #expect(answer.status == 302)
        return try #require(answer.header("Location"))
    }

    @Test("give the bytes to those who have the address, and no token")
    func download() async throws {
        let id = try drive.addFile("/a.txt", "hello world")
        let url = try await location(id)
        #expect(!url.hasPrefix(drive.graph.addresses.login))
        let stranger = Client(drive.graph, token: nil)
        #expect(try await stranger.send(.get, url).text == "hello world")
        #expect(try await Client(drive).send(.get, url).status == 401)
        let item = try await Client(drive).get("/me/drive/items/\(id)")
        let own = try #require(item["@microsoft.graph.downloadUrl"]?.text)
        #expect(try await stranger.send(.get, own).text == "hello world")
    }

    @Test("give parts")
    func ranges() async throws {
        let url = try await location(try drive.addFile("/a.txt", "hello world"))
        let stranger = Client(drive.graph, token: nil)
        for (range, text, header) in [
            ("bytes=0-4", "hello", "bytes 0-4/11"), ("bytes=6-", "world", "bytes 6-10/11"),
            ("bytes=-3", "rld", "bytes 8-10/11"), ("bytes=6-99", "world", "bytes 6-10/11"),
        ] {
            let part = try await stranger.send(.get, url, headers: [HTTPField("Range", range)])
            #expect(part.status == 206 && part.text == text)
            #expect(part.header("Content-Range") == header)
        }
        let past = try await stranger.send(.get, url, headers: [HTTPField("Range", "bytes=11-")])
        #expect(past.status == 416)
    }

    @Test("want the address byte for byte, and in time")
    func verbatim() async throws {
        let id = try drive.addFile("/a.txt", "x")
        let url = try await location(id)
        let stranger = Client(drive.graph, token: nil)
        let query = url.split(separator: "?")[1].split(separator: "&")
        let turned = url.split(separator: "?")[0] + "?" + query.reversed().joined(separator: "&")
        #expect(try await stranger.send(.get, String(turned)).status == 401)
        #expect(try await stranger.send(.get, url + "&x=1").status == 401)
        drive.graph.time.advance(seconds: 3_500)
        #expect(try await stranger.send(.get, url).status == 200)
        drive.graph.time.advance(seconds: 200)
        #expect(try await stranger.send(.get, url).status == 401)
        let fresh = try await location(id)
        try drive.delete(id)
        #expect(try await stranger.send(.get, fresh).status == 404)
    }

    @Test("come in pieces that the receiver may refuse")
    func pieces() async throws {
        let id = try drive.addFile("/a.bin", .generated(size: 5_000_000_000, seed: 1))
        let url = try await location(id)
        let taken = Counter()
        let error = await #expect(throws: HTTPError.self) {
            _ = try await drive.graph.exchange(
                HTTPRequest(.get, url, responseByteCountMax: .max)
            ) { taken.add($0.count) < 1_000_000 }
        }
        #expect(error?.kind == .cancelled)
        #expect(taken.value < 2_000_000)
        let limited = await #expect(throws: HTTPError.self) {
            _ = try await drive.graph.exchange(
                HTTPRequest(.get, url, responseByteCountMax: 1_000))
        }
        #expect(limited?.kind == .tooLarge)
    }

    @Test("give thumbnails of pictures, and of nothing else")
    func thumbnails() async throws {
        let id = try drive.addFile("/a.jpg", "x") { facets in
            facets.imageWidth = 4_000
            facets.imageHeight = 3_000
        }
        let other = try drive.addFile("/a.txt", "x")
        let client = Client(drive)
        let none = try await client.get("/me/drive/items/\(other)/thumbnails")
        #expect(none["value"] == [])
        let set = try #require(
            try await client.get("/me/drive/items/\(id)/thumbnails")["value"]?[0])
        #expect(set.at("large.width") == 800 && set.at("large.height") == 600)
        #expect(set.at("small.width") == 96 && set.at("small.height") == 72)
        let stranger = Client(drive.graph, token: nil)
        let picture = try await stranger.send(.get, try #require(set.at("medium.url")?.text))
        #expect(picture.header("Content-Type") == "image/png")
        #expect(picture.body.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        let custom = try await client.get(
            "/me/drive/items/\(id)/thumbnails?select=c300x400,c300x400_crop")["value"]?[0]
        #expect(custom?.at("c300x400.height") == 225)
        #expect(custom?.at("c300x400_crop.height") == 400)
        let direct = try await client.send(
            .get, "/me/drive/items/\(id)/thumbnails/0/small/content")
        #expect(direct.status == 302)
        let children = try await client.get(
            "/me/drive/root/children?$expand=thumbnails($select=medium)")
        #expect(children["value"]?[0]?["thumbnails"]?[0]?.at("medium.width") == 176)
        #expect(children["value"]?[1]?["thumbnails"] == [])
    }
}

/// Counts from any thread.
final class Counter: Sendable {
    private let count = Lock(0)

    /// How much there is.
    var value: Int { count.withLock { $0 } }

    /// Adds; the new value.
    func add(_ more: Int) -> Int {
        count.withLock { count in
            count += more
            return count
        }
    }
}
