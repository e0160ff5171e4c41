// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import StateLedger

@Suite("The pages of a drive's feed")
struct FeedTests {
    private let folder: TemporaryFolder
    private let path: String
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state.db")
        ledger = try Ledger.open(path: path, now: at(0))
    }

    private func begin(_ drive: String = "cloud", identity: String = "D1") async throws -> Int64 {
        try await ledger.beginFeed(of: drive, identity: identity, selection: "id", at: at(7))
    }

    private func append(_ byte: UInt8, ends: Bool, to generation: Int64) async throws {
        try await ledger.appendFeedPage(
            [byte], link: FeedPageLink(url: "https://x/\(byte)", endsRound: ends), to: generation)
    }

    @Test("are kept with where the feed goes on, and come back in their order")
    func roundTrip() async throws {
        #expect(try await ledger.feeds(of: "cloud").isEmpty)
        let generation = try await begin()
        for number in 0..<3 { try await append(UInt8(number), ends: false, to: generation) }
        let again = try Ledger.open(path: path, now: at(1))
        let feed = try #require(try await again.feeds(of: "cloud").first)
        #expect(feed.generation == generation)
        #expect(feed.identity == "D1")
        #expect(feed.startedAt == at(7))
        #expect(!feed.isComplete)
        #expect(feed.pageCount == 3)
        #expect(feed.link == FeedPageLink(url: "https://x/2", endsRound: false))
        for number in 0..<3 {
            #expect(try await again.feedPage(number, of: generation)?.bytes == [UInt8(number)])
        }
        #expect(try await again.feedPage(3, of: generation) == nil)
    }

    @Test("of an enumeration that is not finished never touch those of the last one")
    func replacement() async throws {
        let first = try await begin()
        try await append(1, ends: true, to: first)
        let second = try await begin()
        try await append(2, ends: false, to: second)
        #expect(try await ledger.feeds(of: "cloud").map(\.isComplete) == [true, false])
        // A new beginning drops what was not finished, and nothing else.
        let third = try await begin()
        #expect(try await ledger.feeds(of: "cloud").map(\.generation) == [first, third])
        try await append(3, ends: false, to: third)
        #expect(try await ledger.feedPage(0, of: first)?.bytes == [1])
        // Its end puts it in the place of the other, all at once.
        try await append(4, ends: true, to: third)
        let feeds = try await ledger.feeds(of: "cloud")
        #expect(feeds.map(\.generation) == [third])
        #expect(feeds.first?.isComplete == true)
        // Later rounds go on with the same pages.
        try await append(5, ends: false, to: third)
        try await append(6, ends: true, to: third)
        #expect(try await ledger.feeds(of: "cloud").first?.pageCount == 4)
        #expect(try await ledger.number("SELECT count(*) FROM feed_page") == 4)
    }

    @Test("of one drive are not those of another, and are forgotten with the catalogs")
    func drives() async throws {
        let one = try await begin("one")
        let two = try await begin("two")
        try await append(1, ends: true, to: one)
        try await append(2, ends: true, to: two)
        #expect(try await ledger.feeds(of: "one").map(\.generation) == [one])
        try await ledger.removeFeeds(of: "one")
        #expect(try await ledger.feeds(of: "one").isEmpty)
        #expect(try await ledger.feeds(of: "two").count == 1)
        try await ledger.forgetCatalogs()
        #expect(try await ledger.number("SELECT count(*) FROM feed_page") == 0)
    }

    @Test("that are damaged are named so")
    func damage() async throws {
        let generation = try await begin()
        try await append(1, ends: true, to: generation)
        try await ledger.run("UPDATE feed_page SET bytes = x'02'")
        do {
            _ = try await ledger.feedPage(0, of: generation)
            Issue.record("a damaged page was given out")
        } catch {
            #expect(error.kind == .corrupt)
        }
    }

    @Test("that begin anew because the thread was lost outdate the plans of before at once")
    func outdatedPlans() async throws {
        var drive = LedgerDrive(
            name: "cloud", kind: "onedrive", identity: "D1", settings: [:], syncedAt: at(1),
            itemCount: 0, fileCount: 0)
        drive.cursor = "4"
        try await ledger.saveCatalog(drive, parts: [])
        _ = try await begin()
        #expect(try await ledger.drives().first?.cursor == "4")
        _ = try await ledger.beginFeed(
            of: "cloud", identity: "D1", selection: "id", outdatesPlans: true, at: at(8))
        #expect(try await ledger.drives().first?.cursor == "5")
    }
}
