// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing
import TestSupport

/// The feed of a drive.
@Suite("The feed")
struct FeedTests {
    @Test("gives everything, then what has changed", arguments: SimulatedDriveKind.allCases)
    func rounds(kind: SimulatedDriveKind) async throws {
        let drive = SimulatedGraph().addAccount(kind)
        try drive.addFile("/a/b/one.txt", "one")
        try drive.addFile("/two.txt", "two")
        let client = Client(drive)
        var replay = FeedReplay()
        var (items, link) = try await client.pages("/drives/\(drive.id)/root/delta")
        #expect(items.first?["root"] != nil)
        replay.replace(with: items)
        #expect(replay.paths == drive.truePaths)
        try drive.move("/a/b", to: "/c")
        try drive.delete("/two.txt")
        try drive.addFile("/c/three.txt", "three")
        (items, link) = try await client.pages(try #require(link))
        // The folder and the new file, the folders above them; not what moved along.
        #expect(!items.contains { $0["name"] == "one.txt" })
        #expect(items.count { $0["deleted"] != nil } == 1)
        replay.take(items)
        #expect(replay.paths == drive.truePaths)
        (items, _) = try await client.pages(try #require(link))
        #expect(items.isEmpty)
    }

    @Test("brings a client to the truth after any changes", arguments: 0..<28)
    func property(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let kinds = SimulatedDriveKind.allCases
        let drive = SimulatedGraph(options: SimulatorOptions(seed: UInt64(seed)))
            .addAccount(kinds[seed % kinds.count])
        drive.settings.pageItemCount = 3 + random.below(5)
        drive.settings.feedOrder = random.below(2) == 0 ? .made : .reversed
        let client = Client(drive)
        var changes = RandomChanges(drive: drive, random: random)
        for _ in 0..<30 { changes.step() }
        var replay = FeedReplay()
        var link = "/drives/\(drive.id)/root/delta"
        for round in 0..<6 {
            var next: String? = link
            var items: [GraphJSON] = []
            while let page = next {
                let json = try await client.get(page)
                items += json["value"]?.elements ?? []
                next = json["@odata.nextLink"]?.text
                link = json["@odata.deltaLink"]?.text ?? link
                // Others go on working while the pages are read.
                if round < 5 { changes.step() }
            }
            replay.take(items)
            for _ in 0..<(round < 4 ? 5 : 0) { changes.step() }
        }
        #expect(replay.paths == drive.truePaths)
    }
}

/// The feed's tokens, and what it leaves out.
@Suite("Feed tokens")
struct FeedTokenTests {
    private let drive = SimulatedGraph().addAccount(.business)

    @Test("end a round with one link, and a page with another")
    func links() async throws {
        for number in 0..<25 { try drive.addFile("/item \(number)", "x") }
        let client = Client(drive)
        var next: String? = "/me/drive/root/delta?$select=id,name,deleted&$top=10"
        var pages: [GraphJSON] = []
        while let link = next {
            pages.append(try await client.get(link))
            next = pages.last?["@odata.nextLink"]?.text
        }
        #expect(pages.count == 3)
        #expect(pages.allSatisfy { $0["value"]?[0]?["name"] == "root" })
        #expect(pages.dropLast().allSatisfy { $0["@odata.deltaLink"] == nil })
        // The selection goes on in the links.
        let items = pages.flatMap { $0["value"]?.elements ?? [] }
        #expect(items.allSatisfy { $0["size"] == nil && $0["id"] != nil })
        let link = try #require(pages.last?["@odata.deltaLink"]?.text)
        try drive.addFile("/new", "x")
        let changes = try await client.get(link)["value"]?.elements ?? []
        #expect(changes.compactMap { $0["name"]?.text } == ["root", "new"])
        #expect(changes.allSatisfy { $0["size"] == nil })
    }

    @Test("that are malformed, or another drive's, are refused")
    func malformed() async throws {
        let other = drive.graph.addAccount(.business)
        let foreign = try await Client(other).pages("/me/drive/root/delta").link
        let token = try #require(foreign?.split(separator: "=").last)
        let client = Client(drive)
        for text in ["x", "abc;def", String(token), String(token.dropLast(3))] {
            let answer = try await client.send(.get, "/me/drive/root/delta?token=\(text)")
            #expect(answer.status == 400)
            #expect(answer.json?.at("error.message") == "Provided sync token is malformed")
        }
    }

    @Test(
        "that are too old are refused with a way on",
        arguments: [
            (SimulatedDrive.LostFeedToken.replace, "resyncChangesApplyDifferences"),
            (.keepOwn, "resyncChangesUploadDifferences"), (.plain, "resyncRequired"),
        ])
    func lost(answer: SimulatedDrive.LostFeedToken, code: String) async throws {
        try drive.addFile("/a", "x")
        let client = Client(drive)
        let link = try #require(try await client.pages("/me/drive/root/delta").link)
        drive.loseFeedTokens(answer)
        let refusal = try await client.send(.get, link)
        #expect(refusal.status == 410)
        #expect(refusal.code == code)
        let location = try #require(refusal.header("Location"))
        let (items, next) = try await client.pages(location)
        #expect(items.contains { $0["name"] == "a" })
        #expect(try await client.pages(try #require(next)).items.isEmpty)
    }

    @Test("named latest give nothing but a link")
    func latest() async throws {
        try drive.addFile("/a", "x")
        let client = Client(drive)
        for path in ["/me/drive/root/delta?token=latest", "/me/drive/root/delta(token='latest')"] {
            let (items, link) = try await client.pages(path)
            #expect(items.isEmpty)
            #expect(link?.contains("latest") == false)
            try drive.touch("/a")
            let changes = try await client.pages(try #require(link)).items
            #expect(changes.compactMap { $0["name"]?.text } == ["root", "a"])
        }
    }

    @Test("may be instants, but not on drives of consumers")
    func instants() async throws {
        try drive.addFile("/a", "x")
        drive.graph.time.advance(seconds: 100)
        try drive.addFile("/b", "x")
        let client = Client(drive)
        let path = "/me/drive/root/delta?token=2026-11-03T09:16:00Z"
        #expect(try await client.pages(path).items.last?["name"] == "b")
        #expect(try await client.pages(path).items.contains { $0["name"] == "a" } == false)
        let own = Client(drive.graph.addAccount(.personal))
        #expect(try await own.send(.get, path).status == 400)
    }

    @Test("of folders are given by consumers' drives only")
    func subfolder() async throws {
        try drive.addFile("/f/a", "x")
        let refusal = try await Client(drive).send(.get, "/me/drive/root:/f:/delta")
        #expect(refusal.status == 501)
        #expect(refusal.code == "notSupported")
        let own = drive.graph.addAccount(.personal)
        try own.addFile("/f/a", "x")
        try own.addFile("/b", "x")
        let client = Client(own)
        let (items, link) = try await client.pages("/me/drive/root:/f:/delta")
        #expect(items.compactMap { $0["name"]?.text } == ["f", "a"])
        try own.touch("/b")
        try own.touch("/f/a")
        let changes = try await client.pages(try #require(link)).items
        #expect(changes.last?["name"] == "a")
        #expect(!changes.contains { $0["name"] == "b" })
    }

    @Test("leave out what the feed does not tell")
    func omissions() async throws {
        let own = drive.graph.addAccount(.personal)
        for drive in [drive, own] { try drive.addFile("/f/a.txt", "x") }
        let work = try await Client(drive).pages("/me/drive/root/delta").items
        let consumer = try await Client(own).pages("/me/drive/root/delta").items
        for items in [work, consumer] {
            #expect(items[0]["root"] == [:] && items[0]["eTag"] == nil)
            #expect(items.allSatisfy { $0["@odata.type"] == "#microsoft.graph.driveItem" })
            #expect(items.allSatisfy { $0.at("parentReference.path") == nil })
            #expect(items.allSatisfy { $0["@microsoft.graph.downloadUrl"] == nil })
        }
        #expect(work[2]["cTag"] == nil)
        #expect(consumer[2]["cTag"] != nil)
    }

    @Test("tell of what is gone what each kind of drive tells")
    func tombstones() async throws {
        let own = drive.graph.addAccount(.personal)
        for drive in [drive, own] {
            try drive.addFile("/f/a.txt", "x")
            let client = Client(drive)
            let link = try #require(try await client.pages("/me/drive/root/delta").link)
            try drive.delete("/f")
            let (items, next) = try await client.pages(link)
            let gone = items.filter { $0["deleted"] == ["state": "deleted"] }
            // SharePoint tells of each item, consumers' drives of the folder.
            #expect(gone.count == (drive.kind == .business ? 2 : 1))
            let folder = try #require(gone.first)
            #expect(folder["folder"] != nil && folder["createdDateTime"] == nil)
            #expect((folder["name"] == nil) == (drive.kind == .business))
            #expect(folder["eTag"] == nil)
            #expect(try await client.pages(try #require(next)).items.isEmpty)
        }
    }

    @Test("leave out the folders above, if asked to")
    func withoutParents() async throws {
        try drive.addFile("/f/a.txt", "x")
        let client = Client(drive)
        let link = try #require(try await client.pages("/me/drive/root/delta").link)
        try drive.touch("/f/a.txt")
        let with = try await client.get(link)["value"]?.elements ?? []
        #expect(with.compactMap { $0["name"]?.text } == ["root", "f", "a.txt"])
        let header = HTTPField("deltaExcludeParent", "true")
        let without = try await client.get(link, headers: [header])["value"]?.elements ?? []
        #expect(without.compactMap { $0["name"]?.text } == ["a.txt"])
    }

    @Test("see nothing of what has just happened, where the feed lags")
    func lag() async throws {
        try drive.addFile("/old", "x")
        let client = Client(drive)
        drive.settings.feedLagSeconds = 30
        drive.graph.time.advance(seconds: 60)
        let (before, link) = try await client.pages("/me/drive/root/delta")
        try drive.delete("/old")
        try drive.addFile("/new", "x")
        let (now, next) = try await client.pages(try #require(link))
        #expect(now.isEmpty)
        let whole = try await client.pages("/me/drive/root/delta").items
        #expect(whole.compactMap { $0["name"]?.text } == ["root", "old"])
        #expect(before.count == 2)
        drive.graph.time.advance(seconds: 31)
        let late = try await client.pages(try #require(next)).items
        #expect(late.count { $0["deleted"] != nil } == 1)
        #expect(late.contains { $0["name"] == "new" })
    }
}
