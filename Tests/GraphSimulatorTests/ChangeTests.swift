// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing

/// Deletion, and what stands against it.
@Suite("Deletion")
struct DeletionTests {
    @Test("puts an item with all that is in it into the recycle bin")
    func folder() async throws {
        let drive = SimulatedGraph().addAccount(.business)
        try drive.addFile("/f/g/a.txt", "x")
        try drive.addFile("/b.txt", "x")
        let id = try #require(drive.item("/f")?.id)
        let client = Client(drive)
        #expect(try await client.send(.delete, "/me/drive/items/\(id)").status == 204)
        #expect(drive.truth().map(\.path) == ["/b.txt"])
        #expect(drive.recycleBin().map(\.path) == ["/f"])
        #expect(try await client.send(.delete, "/me/drive/items/\(id)").status == 404)
    }

    @Test("wants the tag of the item byte for byte", arguments: SimulatedDriveKind.allCases)
    func tags(kind: SimulatedDriveKind) async throws {
        let drive = SimulatedGraph().addAccount(kind)
        let id = try drive.addFile("/a.txt", "x")
        let old = try #require(drive.item(id)?.eTag)
        try drive.touch(id)
        let client = Client(drive)
        func status(_ tag: String) async throws -> HTTPResponse {
            try await client.send(
                .delete, "/drives/\(drive.id)/items/\(id)", headers: [HTTPField("If-Match", tag)])
        }
        let stale = try await status(old)
        #expect(stale.status == 412 && stale.code == "resourceModified")
        let now = try #require(drive.item(id)?.eTag)
        #expect(try await status(now.lowercased()).status == 412)
        if kind != .personalLegacy {
            let bare = try await status(now.replacing("\"", with: ""))
            #expect(bare.status == 400 && bare.code == "malformedEntityTag")
        }
        #expect(drive.item(id) != nil)
        #expect(try await status(now).status == 204)
    }

    @Test("takes the tag of the content as well")
    func contentTag() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let id = try drive.addFile("/a.txt", "x")
        try drive.touch(id)
        let tag = try #require(drive.item(id)?.cTag)
        let answer = try await Client(drive).send(
            .delete, "/me/drive/items/\(id)", headers: [HTTPField("If-Match", tag)])
        #expect(answer.status == 204)
    }

    @Test("is refused for what is open or held, and for what is above it")
    func obstacles() async throws {
        let drive = SimulatedGraph().addAccount(.business)
        let open = try drive.addFile("/f/a.docx", "x")
        let held = try drive.addFile("/g/b.docx", "x")
        try drive.setLocked(open, true)
        try drive.setHeld(held, true)
        let client = Client(drive)
        for (item, status, code) in [
            (open, 423, "resourceLocked"), (drive.item("/f")?.id ?? "", 423, "resourceLocked"),
            (held, 403, "accessDenied"), (drive.item("/g")?.id ?? "", 403, "accessDenied"),
            (drive.rootID, 400, "invalidRequest"),
        ] {
            let answer = try await client.send(.delete, "/me/drive/items/\(item)")
            #expect(answer.status == status && answer.code == code, "\(item)")
        }
        try drive.setLocked(open, false)
        #expect(try await client.send(.delete, "/me/drive/items/\(open)").status == 204)
    }

    @Test("needs the right to write")
    func scopes() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let id = try drive.addFile("/a.txt", "x")
        let reader = Client(drive, scopes: ["Files.Read"])
        #expect(try await reader.send(.get, "/me/drive/items/\(id)").status == 200)
        #expect(try await reader.send(.delete, "/me/drive/items/\(id)").status == 403)
        let writer = Client(drive, scopes: ["Files.ReadWrite"])
        #expect(try await writer.send(.delete, "/me/drive/items/\(id)").status == 204)
    }

    @Test("for good passes the recycle bin by, on SharePoint's drives")
    func permanent() async throws {
        for kind in [SimulatedDriveKind.personal, .business] {
            let drive = SimulatedGraph().addAccount(kind)
            let id = try drive.addFile("/a.txt", "x")
            let answer = try await Client(drive).send(
                .post, "/me/drive/items/\(id)/permanentDelete")
            #expect(answer.status == (kind == .business ? 204 : 405))
            #expect(drive.truth().isEmpty == (kind == .business))
            #expect(drive.recycleBin().isEmpty)
        }
    }

    @Test("is told in labels where a policy stands against it")
    func labels() async throws {
        let drive = SimulatedGraph().addAccount(.business)
        let id = try drive.addFile("/a.txt", "x") { facets in
            facets.retentionLabel = "Keep"
            facets.isHeld = true
        }
        let none = try drive.addFile("/b.txt", "x")
        let client = Client(drive)
        let label = try await client.get("/me/drive/items/\(id)/retentionLabel")
        #expect(label["name"] == "Keep")
        #expect(label.at("retentionSettings.isDeleteAllowed") == false)
        #expect(
            try await client.send(.get, "/me/drive/items/\(none)/retentionLabel").status == 404)
    }
}

/// Moves and new folders.
@Suite("Moves")
struct MoveTests {
    private let drive = SimulatedGraph().addAccount(.business)

    @Test("keep the id and give a new tag")
    func move() async throws {
        let id = try drive.addFile("/a.txt", "x")
        let folder = try drive.addFolder("/staging")
        let before = try #require(drive.item(id))
        let answer = try await Client(drive).send(
            .patch, "/me/drive/items/\(id)", headers: [HTTPField("If-Match", before.eTag)],
            body: ["parentReference": ["id": .string(folder)], "name": "b.txt"])
        #expect(answer.status == 200)
        #expect(answer.json?["id"]?.text == id)
        let after = try #require(drive.item("/staging/b.txt"))
        #expect(after.eTag == answer.json?["eTag"]?.text)
        #expect(after.eTag != before.eTag && after.cTag == before.cTag)
        #expect(after.fileModified == before.fileModified)
    }

    @Test("onto a name that is taken end as they are told to")
    func conflicts() async throws {
        let first = try drive.addFile("/a.txt", "first")
        let second = try drive.addFile("/f/A.txt", "second")
        let top = drive.rootID
        let client = Client(drive)
        func move(_ behavior: String) async throws -> HTTPResponse {
            try await client.send(
                .patch,
                "/me/drive/items/\(second)?@microsoft.graph.conflictBehavior=\(behavior)",
                body: ["parentReference": ["id": .string(top)]])
        }
        let refused = try await move("fail")
        #expect(refused.status == 409 && refused.code == "nameAlreadyExists")
        #expect(try await move("rename").json?["name"] == "A 1.txt")
        _ = try await client.send(.patch, "/me/drive/items/\(second)", body: ["name": "x.txt"])
        let replaced = try await client.send(
            .patch, "/me/drive/items/\(second)",
            body: ["name": "a.txt", "@microsoft.graph.conflictBehavior": "replace"])
        #expect(replaced.status == 200)
        #expect(drive.recycleBin().map(\.id) == [first])
    }

    @Test("that cannot be are refused")
    func impossible() async throws {
        let file = try drive.addFile("/f/g/a.txt", "x")
        let folder = try #require(drive.item("/f")?.id)
        let inner = try #require(drive.item("/f/g")?.id)
        let client = Client(drive)
        let cases: [(String, GraphJSON, Int)] = [
            (folder, ["parentReference": ["id": .string(inner)]], 400),
            (file, ["parentReference": ["id": "root"]], 404),
            (file, ["parentReference": ["id": .string(file)]], 400),
            (file, ["parentReference": ["driveId": "b!other", "id": "01X"]], 400),
            (file, ["name": "a/b"], 400), (file, ["name": "trailing."], 400),
        ]
        for (item, body, status) in cases {
            let answer = try await client.send(.patch, "/me/drive/items/\(item)", body: body)
            #expect(answer.status == status, "\(body)")
        }
        #expect(drive.item("/f/g/a.txt")?.id == file)
        // Writing the same name in another case is no conflict with itself.
        let renamed = try await client.send(
            .patch, "/me/drive/items/\(file)", body: ["name": "A.TXT"])
        #expect(renamed.status == 200)
    }

    @Test("go into folders that can be made")
    func create() async throws {
        let client = Client(drive)
        let body: GraphJSON = [
            "name": "staging", "folder": [:], "@microsoft.graph.conflictBehavior": "fail",
        ]
        let made = try await client.send(.post, "/me/drive/root/children", body: body)
        #expect(made.status == 201)
        #expect(made.json?.at("folder.childCount") == 0)
        #expect(drive.item("/staging")?.id == made.json?["id"]?.text)
        #expect(try await client.send(.post, "/me/drive/root/children", body: body).status == 409)
        let file: GraphJSON = ["name": "x", "file": [:]]
        #expect(try await client.send(.post, "/me/drive/root/children", body: file).status == 400)
    }
}

/// The recycle bin.
@Suite("Restoration")
struct RestorationTests {
    @Test("brings an item back with its id, where it was")
    func restore() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let id = try drive.addFile("/f/a.txt", "x")
        let tag = drive.item(id)?.eTag
        let folder = try #require(drive.item("/f")?.id)
        try drive.delete(folder)
        let client = Client(drive)
        #expect(try await client.send(.post, "/me/drive/items/\(id)/restore").status == 404)
        let answer = try await client.send(.post, "/me/drive/items/\(folder)/restore")
        #expect(answer.status == 200 && answer.json?["id"]?.text == folder)
        #expect(drive.item("/f/a.txt")?.id == id)
        #expect(drive.item(id)?.eTag == tag)
        #expect(try await client.send(.post, "/me/drive/items/\(folder)/restore").status == 404)
    }

    @Test("finds its place taken or gone")
    func conflicts() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let id = try drive.addFile("/f/a.txt", "x")
        try drive.delete(id)
        try drive.addFile("/f/a.txt", "other")
        let client = Client(drive)
        let taken = try await client.send(.post, "/me/drive/items/\(id)/restore")
        #expect(taken.status == 409 && taken.code == "nameAlreadyExists")
        try drive.delete("/f")
        #expect(try await client.send(.post, "/me/drive/items/\(id)/restore").status == 409)
        let body: GraphJSON = [
            "parentReference": ["id": .string(drive.rootID)], "name": "b.txt",
        ]
        let elsewhere = try await client.send(
            .post, "/me/drive/items/\(id)/restore", body: body)
        #expect(elsewhere.status == 200)
        #expect(drive.item("/b.txt")?.id == id)
    }

    @Test("needs the right to all files, and a consumer's drive")
    func rights() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let id = try drive.addFile("/a.txt", "x")
        try drive.delete(id)
        let narrow = Client(drive, scopes: ["Files.ReadWrite"])
        #expect(try await narrow.send(.post, "/me/drive/items/\(id)/restore").status == 403)
        let work = drive.graph.addAccount(.business)
        let other = try work.addFile("/a.txt", "x")
        try work.delete(other)
        let answer = try await Client(work).send(.post, "/me/drive/items/\(other)/restore")
        #expect(answer.status == 405 && answer.code == "notSupported")
    }

    @Test("is announced by items that are shown by their ids", arguments: [true, false])
    func includeDeleted(isPersonal: Bool) async throws {
        let drive = SimulatedGraph().addAccount(isPersonal ? .personal : .business)
        let id = try drive.addFile("/a.txt", "x")
        try drive.delete(id)
        let client = Client(drive)
        #expect(try await client.send(.get, "/me/drive/items/\(id)").status == 404)
        let path = "/me/drive/items/\(id)?includeDeletedItems=true"
        let answer = try await client.send(.get, path)
        #expect(answer.status == (isPersonal ? 200 : 404))
        #expect((answer.json?["deleted"] != nil) == isPersonal)
        drive.purge(id: id)
        #expect(try await client.send(.get, path).status == 404)
    }

    @Test("comes too late after the days that the bin keeps", arguments: [true, false])
    func purge(isPersonal: Bool) async throws {
        let drive = SimulatedGraph().addAccount(isPersonal ? .personal : .business)
        let id = try drive.addFile("/a.txt", "x")
        try drive.delete(id)
        let days: Double = isPersonal ? 30 : 93
        let client = Client(drive.graph, token: drive.graph.accessToken(for: drive, seconds: 1e9))
        drive.graph.time.advance(seconds: (days - 1) * 86_400)
        _ = try await client.get("/me/drive")
        #expect(drive.recycleBin().count == 1)
        drive.graph.time.advance(seconds: 2 * 86_400)
        _ = try await client.get("/me/drive")
        #expect(drive.recycleBin().isEmpty)
        #expect(drive.item(id) == nil)
    }

    @Test("goes by the bin of the site on SharePoint's drives, in the beta version")
    func site() async throws {
        let drive = SimulatedGraph().addAccount(.business)
        let id = try drive.addFile("/f/a.txt", "four")
        try drive.delete(id)
        let client = Client(drive)
        let base = drive.graph.addresses.login + "/beta/sites/\(drive.siteID)/recycleBin/items"
        let entry = try #require(try await client.get(base)["value"]?[0])
        #expect(entry["name"] == "a.txt" && entry["size"] == 4)
        #expect(entry["deletedFromLocation"] == "personal/Documents/f")
        let bin = try #require(entry["id"]?.text)
        #expect(bin != id)
        let answer = try await client.send(
            .post, base + "/restore", body: ["ids": [.string(bin), "none"]])
        #expect(answer.status == 207)
        #expect(answer.json?["value"]?[0]?["error"] == nil)
        #expect(answer.json?["value"]?[1]?.at("error.code") == "itemNotFound")
        #expect(drive.item("/f/a.txt")?.id == id)
        #expect(
            try await client.send(.get, "/sites/\(drive.siteID)/recycleBin/items").status == 400)
    }
}
