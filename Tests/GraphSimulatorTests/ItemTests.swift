// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing

/// What the service says of single items.
@Suite("Items")
struct ItemTests {
    private func item(
        _ kind: SimulatedDriveKind, _ path: String = "/Folder/photo.jpg",
        _ adjust: (inout SimulatedFacets) -> Void = { _ in }
    ) async throws -> (drive: SimulatedDrive, json: GraphJSON) {
        let drive = SimulatedGraph().addAccount(kind)
        let id = try drive.addFile(path, "content", adjust)
        let json = try await Client(drive).get("/drives/\(drive.id)/items/\(id)")
        return (drive, json)
    }

    @Test("have ids and tags in the form of their drive", arguments: SimulatedDriveKind.allCases)
    func ids(kind: SimulatedDriveKind) async throws {
        let (drive, json) = try await item(kind)
        let id = try #require(json["id"]?.text)
        let eTag = try #require(json["eTag"]?.text)
        let cTag = try #require(json["cTag"]?.text)
        switch kind {
        case .personal:
            #expect(drive.id.wholeMatch(of: /0[0-9A-F]{15}/) != nil)
            #expect(id.wholeMatch(of: /0[0-9A-F]{15}!s[0-9a-f]{32}/) != nil)
            #expect(drive.rootID == drive.id + "!sea8cc6beffdb43d7976fbc7da445c639")
            let guid = try #require(eTag.wholeMatch(of: /"\{([0-9A-F-]{36})\},1"/)).1
            #expect(id.hasSuffix(guid.replacing("-", with: "").lowercased()))
            #expect(cTag.wholeMatch(of: /"c:\{[0-9A-F-]{36}\},1"/) != nil)
        case .personalLegacy:
            #expect(id.wholeMatch(of: /0[0-9A-F]{15}![0-9]+/) != nil)
            #expect(eTag.wholeMatch(of: /a[A-Za-z0-9_-]+/) != nil)
            #expect(cTag != eTag)
        case .business, .library:
            #expect(drive.id.wholeMatch(of: /b![A-Za-z0-9_-]{64}/) != nil)
            #expect(id.wholeMatch(of: /01[A-Z2-7]{32}/) != nil)
            // Four bytes of the drive, then the same bytes in every drive's top.
            #expect(drive.rootID.hasSuffix("6Y2GOVW7725BZO354PWSELRRZ"))
            #expect(drive.rootID.prefix(8) == id.prefix(8))
            #expect(eTag.wholeMatch(of: /"\{[0-9A-F-]{36}\},1"/) != nil)
        }
    }

    @Test("tell of pictures what their drive tells")
    func pictures() async throws {
        let adjust: (inout SimulatedFacets) -> Void = { facets in
            facets.imageWidth = 4_032
            facets.imageHeight = 3_024
            facets.taken = 1_690_301_234
            facets.cameraMake = "Contoso"
            facets.location = .init(latitude: 48.5, longitude: 2.25, altitude: 164)
        }
        let own = try await item(.personal, "/a.jpg", adjust).json
        #expect(own["image"] == ["height": 3_024, "width": 4_032])
        #expect(own.at("photo.takenDateTime") == "2023-07-25T16:07:14Z")
        #expect(own.at("photo.cameraMake") == "Contoso")
        #expect(own.at("location.altitude")?.number == 164)
        let work = try await item(.business, "/a.jpg", adjust).json
        #expect(work["image"] == [:])
        #expect(work["photo"] == ["takenDateTime": "2023-07-25T16:07:14Z"])
        #expect(work["location"] == nil)
    }

    @Test("have fractions of seconds on drives of the old form only")
    func fractions() async throws {
        let old = try await item(.personalLegacy) { $0.fileModified = 1_297_412_345.28 }.json
        #expect(old.at("fileSystemInfo.lastModifiedDateTime") == "2011-02-11T08:19:05.28Z")
        let new = try await item(.personal) { $0.fileModified = 1_297_412_345.28 }.json
        #expect(new.at("fileSystemInfo.lastModifiedDateTime") == "2011-02-11T08:19:05Z")
        let none = try await item(.personal) { $0.fileModified = SimulatedFacets.noDate }.json
        #expect(none.at("fileSystemInfo.lastModifiedDateTime") == "0001-01-01T00:00:00Z")
    }

    @Test("tell the hashes that they are told to tell")
    func hashes() async throws {
        let plain = try await item(.business).json
        #expect(plain.at("file.hashes")?.members?.map(\.name) == ["quickXorHash"])
        let all = try await item(.personal) { $0.hashes = [.quickXor, .sha1, .sha256] }.json
        #expect(
            all.at("file.hashes.sha1Hash") == "040F06FD774092478D450774F5BA30C5DA78ACC8")
        #expect(all.at("file.hashes")?.members?.count == 3)
        let none = try await item(.personal) { $0.hashes = [] }.json
        #expect(none.at("file.hashes") == [:])
        let given = try await item(.personal) { $0.givenHashes[.quickXor] = "given" }.json
        #expect(given.at("file.hashes.quickXorHash") == "given")
    }

    @Test("that are neither file nor folder say what they are")
    func oddities() async throws {
        let drive = SimulatedGraph().addAccount(.business)
        let note = try drive.addSpecial("/Notes", .package(type: "oneNote"))
        let link = try drive.addSpecial(
            "/Link", .shortcut(driveID: "b!other", itemID: "01X", size: 5, isFolder: true))
        let virus = try drive.addFile("/a.exe", "x") { $0.malware = "Bad" }
        let client = Client(drive)
        let notebook = try await client.get("/me/drive/items/\(note)")
        #expect(notebook["package"] == ["type": "oneNote"])
        #expect(notebook["file"] == nil && notebook["folder"] == nil)
        let shortcut = try await client.get("/me/drive/items/\(link)")
        #expect(shortcut.at("remoteItem.parentReference.driveId") == "b!other")
        #expect(shortcut.at("remoteItem.id") == "01X")
        let infected = try await client.get("/me/drive/items/\(virus)")
        #expect(infected["malware"] == ["description": "Bad"])
        #expect(infected["@microsoft.graph.downloadUrl"] == nil)
        let content = try await client.send(.get, "/me/drive/items/\(virus)/content")
        #expect(content.status == 403)
        #expect(content.header("X-Virus-Infected") == "true")
    }

    @Test("have the members that were asked for, and no others")
    func selection() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let id = try drive.addFile("/a.txt", "a")
        let client = Client(drive)
        let all = try await client.get("/me/drive/items/\(id)")
        #expect(all["@microsoft.graph.downloadUrl"] != nil)
        let some = try await client.get("/me/drive/items/\(id)?$select=id,%20size,file,nothing")
        #expect(
            some.members?.map(\.name).filter { !$0.hasPrefix("@odata") } == ["id", "size", "file"])
        let encoded = try await client.get("/me/drive/items/\(id)?%24select=name,Size")
        #expect(encoded["name"] == "a.txt" && encoded["Size"] == nil && encoded["size"] == nil)
    }

    @Test("are found by their paths, each segment encoded, in whichever case")
    func paths() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let name = "100% #1 + ü? ä.txt".replacing("?", with: "!")
        let id = try drive.addFile("/Über uns/\(name)", "a")
        let client = Client(drive)
        let path = "/%C3%9Cber%20uns/100%25%20%231%20+%20%C3%BC!%20%C3%A4.txt"
        #expect(try await client.get("/me/drive/root:\(path)")["id"]?.text == id)
        let item = try await client.get(
            "/me/drive/root:/%C3%BCBER%20UNS:/children")["value"]?[0]
        #expect(item?["id"]?.text == id)
        #expect(item?["name"]?.text == name)
        #expect(
            item?.at("parentReference.path") == "/drive/root:/%C3%9Cber%20uns")
        let folder = try #require(drive.item("/Über uns")?.id)
        let below = try await client.get(
            "/drives/\(drive.id)/items/\(folder):/100%25%20%231%20+%20%C3%BC!%20%C3%A4.txt:")
        #expect(below["id"]?.text == id)
        #expect(try await client.send(.get, "/me/drive/root:/none").status == 404)
        #expect(try await client.send(.get, "/me/drive/root:/%zz").status == 400)
    }

    @Test("of consumers are found by ids in any spelling of the drive's")
    func spellings() async throws {
        let drive = SimulatedGraph().addAccount(.personal, driveID: "0C4E6A8B2D1F3507")
        let id = try drive.addFile("/a.txt", "a")
        let rest = id.drop { $0 != "!" }
        let client = Client(drive)
        for spelling in ["C4E6A8B2D1F3507", "0c4e6a8b2d1f3507", "c4e6a8b2d1f3507"] {
            let json = try await client.get("/drives/\(spelling)/items/\(spelling)\(rest)")
            #expect(json["id"]?.text == id)
        }
        #expect(try await client.send(.get, "/drives/AC4E6A8B2D1F3507").status == 404)
    }

    @Test("of one drive are none of another one's")
    func foreignIDs() async throws {
        let graph = SimulatedGraph()
        let first = graph.addAccount(.business)
        let second = graph.addAccount(.business)
        let id = try first.addFile("/a.txt", "a")
        try second.addFile("/a.txt", "a")
        #expect(try await Client(second).send(.get, "/me/drive/items/\(id)").status == 404)
        let lower = id.lowercased()
        #expect(try await Client(first).send(.get, "/me/drive/items/\(lower)").status == 404)
    }
}
