// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing

/// What folders hold, and what drives are.
@Suite("Folders and drives")
struct FolderTests {
    @Test("list their items by name, page by page")
    func pages() async throws {
        let drive = SimulatedGraph().addAccount(.business)
        for number in [7, 3, 9, 1, 5] { try drive.addFile("/f/item \(number)", "x") }
        try drive.addFolder("/f/Item 4")
        let client = Client(drive)
        let path = "/me/drive/root:/f:/children?$top=2&$select=id,name"
        let first = try await client.get(path)
        #expect(first["value"]?.elements?.count == 2)
        let link = try #require(first["@odata.nextLink"]?.text)
        #expect(link.contains("$select=id,name") || link.contains("%24select"))
        let (items, _) = try await client.pages(path)
        #expect(
            items.compactMap { $0["name"]?.text }
                == ["item 1", "item 3", "Item 4", "item 5", "item 7", "item 9"])
        #expect(items.allSatisfy { $0["size"] == nil })
    }

    @Test("go on behind the last name when something changed meanwhile")
    func pagesUnderChange() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        for number in 1...6 { try drive.addFile("/item \(number)", "x") }
        let client = Client(drive)
        let first = try await client.get("/me/drive/root/children?$top=3")
        try drive.delete("/item 3")
        try drive.addFile("/item 0", "x")
        let second = try await client.get(try #require(first["@odata.nextLink"]?.text))
        #expect(
            second["value"]?.elements?.compactMap { $0["name"]?.text }
                == ["item 4", "item 5", "item 6"])
    }

    @Test("give no more items than the service gives")
    func pageSize() async throws {
        let drive = SimulatedGraph().addAccount(.business)
        for number in 0..<30 { try drive.addFile("/item \(number)", "x") }
        drive.settings.pageItemCountMax = 10
        let page = try await Client(drive).get("/me/drive/root/children?$top=5000")
        #expect(page["value"]?.elements?.count == 10)
    }

    @Test("count what is in them, but not in the feed")
    func counts() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        try drive.addFile("/f/a.txt", "four")
        try drive.addFile("/f/g/b.txt", "fives")
        let client = Client(drive)
        let folder = try await client.get("/me/drive/root:/f")
        #expect(folder.at("folder.childCount") == 2)
        #expect(folder["size"] == 9)
        let feed = try await client.pages("/me/drive/root/delta").items
        #expect(feed.compactMap { $0.at("folder.childCount") } == [0, 0, 0])
    }

    @Test("that are vaults show nothing while they are closed")
    func vault() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let vault = try drive.addFolder("/Vault") { $0.specialFolder = "vault" }
        let secret = try drive.addFile("/Vault/secret.txt", "x")
        let client = Client(drive)
        #expect(
            try await client.get("/me/drive/items/\(vault)").at("specialFolder.name") == "vault")
        let children = try await client.send(.get, "/me/drive/items/\(vault)/children")
        #expect(children.status == 400)
        #expect(children.json?.at("error.message") == "ObjectHandle is Invalid")
        #expect(try await client.send(.get, "/me/drive/items/\(secret)").status == 404)
        #expect(try await client.send(.delete, "/me/drive/items/\(vault)").status == 403)
        let (closed, link) = try await client.pages("/me/drive/root/delta")
        #expect(!closed.contains { $0["id"]?.text == secret })
        drive.setVault(open: true)
        let (open, next) = try await client.pages(try #require(link))
        #expect(open.contains { $0["id"]?.text == secret && $0["deleted"] == nil })
        #expect(try await client.send(.get, "/me/drive/items/\(vault)/children").status == 200)
        drive.setVault(open: false)
        let (again, _) = try await client.pages(try #require(next))
        #expect(again.contains { $0["id"]?.text == secret && $0["deleted"] != nil })
    }

    @Test("say whose drive it is, and how full")
    func drive() async throws {
        let drive = SimulatedGraph().addAccount(.personal, address: "pia@outlook.example")
        try drive.addFile("/a", .generated(size: 600, seed: 1))
        let gone = try drive.addFile("/b", .generated(size: 400, seed: 2))
        try drive.delete(gone)
        let client = Client(drive)
        let json = try await client.get("/me/drive")
        #expect(json["id"]?.text == drive.id)
        #expect(json["driveType"] == "personal")
        #expect(json.at("owner.user.email") == "pia@outlook.example")
        #expect(json.at("quota.used") == 1_000)
        #expect(json.at("quota.deleted") == 400)
        #expect(json.at("quota.state") == "normal")
        drive.settings.totalByteCount = 1_005
        #expect(try await client.get("/me/drive").at("quota.state") == "critical")
        drive.settings.totalByteCount = nil
        #expect(try await client.get("/drives/\(drive.id)")["quota"] == nil)
        let some = try await client.get("/me/drive?$select=id,driveType")
        #expect(some["owner"] == nil && some["driveType"] == "personal")
    }

    @Test("of consumers are listed with drives that nobody can use")
    func phantoms() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let client = Client(drive)
        let ids =
            try await client.get("/me/drives")["value"]?.elements?
            .compactMap { $0["id"]?.text } ?? []
        #expect(ids.count == 3 && ids.contains(drive.id))
        for id in ids where id != drive.id {
            let answer = try await client.send(.get, "/drives/\(id)/root/children")
            #expect(answer.status == 400)
            #expect(answer.text.contains("ObjectHandle is Invalid"))
        }
    }

    @Test("are reached by those who may, and by nobody else")
    func reach() async throws {
        let graph = SimulatedGraph()
        let own = graph.addAccount(.business, address: "a@contoso.example")
        let other = graph.addAccount(.business, address: "b@contoso.example")
        let library = graph.addLibrary()
        let consumer = graph.addAccount(.personal)
        graph.addUserWithoutDrive(address: "c@contoso.example")
        let client = Client(own)
        #expect(try await client.send(.get, "/drives/\(other.id)").status == 403)
        #expect(try await client.send(.get, "/drives/\(consumer.id)").status == 403)
        #expect(try await client.get("/drives/\(library.id)")["driveType"] == "documentLibrary")
        #expect(try await client.get("/sites/\(library.siteID)/drive")["id"]?.text == library.id)
        let narrow = Client(own, scopes: ["Files.ReadWrite"])
        #expect(try await narrow.send(.get, "/me/drive").status == 200)
        #expect(try await narrow.send(.get, "/drives/\(library.id)").status == 403)
        let app = Client(graph, token: graph.applicationToken())
        #expect(try await app.get("/users/b@contoso.example/drive")["id"]?.text == other.id)
        let none = try await app.send(.get, "/users/c@contoso.example/drive")
        #expect(none.status == 404 && none.text.contains("mysite"))
        #expect(try await app.send(.get, "/drives/\(consumer.id)").status == 403)
        #expect(try await app.send(.get, "/me").status == 400)
    }

    @Test("of a tenant are found by its users, page by page")
    func users() async throws {
        let graph = SimulatedGraph()
        for number in 0..<5 { graph.addAccount(.business, address: "u\(number)@contoso.example") }
        graph.addAccount(.personal)
        let app = Client(graph, token: graph.applicationToken())
        let (users, _) = try await app.pages("/users?$select=id,userPrincipalName&$top=2")
        #expect(
            users.compactMap { $0["userPrincipalName"]?.text }
                == (0..<5).map { "u\($0)@contoso.example" })
        #expect(users.allSatisfy { $0["displayName"] == nil })
        let person = Client(graph.drives[0])
        #expect(try await person.send(.get, "/users").status == 403)
    }

    @Test("belong to people who are told of")
    func me() async throws {
        let graph = SimulatedGraph()
        let own = graph.addAccount(.personal, name: "Pia Brook", driveID: "0C4E6A8B2D1F3507")
        let json = try await Client(own).get("/me")
        #expect(json["id"] == "c4e6a8b2d1f3507")
        #expect(json["mail"] == .null)
        #expect(json["givenName"] == "Pia" && json["surname"] == "Brook")
    }
}
