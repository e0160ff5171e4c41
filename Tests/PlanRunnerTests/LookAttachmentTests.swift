// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("What was seen of pictures, attached to items")
struct LookAttachmentTests {
    private static let local = "local:41:2:/home/me"
    private static let berlin = RuleTimeZone(identifier: "Europe/Berlin") ?? .utc

    private func picture(_ path: String, _ number: Int) -> ItemValues {
        var item = ItemValues(path: path)
        item.id = path
        item.size = 1_000
        item.created = Timestamp(secondsSinceEpoch: 7)
        item.modified = Timestamp(secondsSinceEpoch: 1_700_000_000)
        item.eTag = "\(String(number, radix: 16))-2a;3b"
        return item
    }

    private func listing(
        _ items: [ItemValues], kind: DriveKind = .local
    ) throws -> Listing {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "home", kind: kind)
        for item in items { try builder.append(item, drive: drive) }
        return builder.finish()
    }

    private func report(wall: Int64? = 1_688_474_000, offset: Int? = nil) -> PictureReport {
        var report = PictureReport()
        report.takenWallSeconds = wall
        report.takenOffsetSeconds = offset
        report.width = 4_032
        report.height = 3_024
        report.camera = "Canon EOS 5D"
        report.look = PhotoLook(
            mark: PhotoMark(1, 2, 3, 4), small: nil, detail: 80, brightness: 90, sharpness: 300,
            sourcePixels: 4_032)
        return report
    }

    private func ledger(_ looks: [(ItemValues, PictureReport)], _ identity: String) async throws
        -> [KeptLook]
    {
        let ledger = try Ledger.inMemory(now: Timestamp(secondsSinceEpoch: 0))
        try await ledger.keep(
            looks.map { item, report in
                (try #require(PhotoKey(item, driveIdentity: identity)), report)
            }, at: Timestamp(secondsSinceEpoch: 1))
        return try await ledger.looks()
    }

    @Test("tells of a film only the id that it shares with the picture of its name")
    func films() async throws {
        let items = [
            picture("/a.JPG", 1), picture("/a.mov", 2), picture("/b.mov", 3), picture("/c.jpg", 4),
            picture("/c.mov", 5), picture("/c.mp4", 6),
        ]
        var film = PictureReport()
        film.liveID = "7A9BD4F3"
        film.problem = "it is no picture"
        let looks = try await ledger([1, 2, 4, 5].map { (items[$0], film) }, Self.local)
        let seen = try LookAttachment(looks, zone: Self.berlin).attached(
            to: try listing(items), identities: ["home": Self.local])
        let ids = items.indices.map { seen.listing.values($0).photo?.liveID }
        #expect(ids == [nil, "7A9BD4F3", nil, nil, nil, nil])
        let counts = try #require(seen.coverage.drives["home"])
        #expect(counts.eligible == 2 && counts.looked == 0 && counts.unreadable == 0)
        #expect(try listing(items).filmRows() == [1])
        #expect(try listing(Array(items[2...3])).filmRows().isEmpty)
    }

    @Test("fills what a folder does not tell, reads times without a zone in that of the rules")
    func local() async throws {
        let items = [
            picture("/a.jpg", 1), picture("/b.txt", 2), picture("/c.HEIC", 3),
            picture("/d.png", 4),
        ]
        var broken = PictureReport()
        broken.problem = "it is cut short"
        let looks = try await ledger(
            [(items[0], report()), (items[2], report(offset: 3_600)), (items[3], broken)],
            Self.local)
        let plain = try listing(items)
        let seen = try LookAttachment(looks, zone: Self.berlin).attached(
            to: plain, identities: ["home": Self.local])
        let first = seen.listing.values(0)
        // 4 July: two hours ahead of UTC.
        #expect(first.taken?.secondsSinceEpoch == Int64(1_688_466_800))
        #expect(first.photo?.takenIsZoneless == true)
        #expect(first.camera == "Canon EOS 5D" && first.width == 4_032 && first.height == 3_024)
        #expect(first.photo?.look?.mark == PhotoMark(1, 2, 3, 4))
        #expect(seen.listing.values(1) == plain.values(1))
        #expect(seen.listing.values(2).taken?.secondsSinceEpoch == Int64(1_688_470_400))
        #expect(seen.listing.values(2).photo?.takenIsZoneless == false)
        let last = seen.listing.values(3)
        #expect(last.photo == PhotoFacts() && last.taken == nil)
        let total = seen.coverage.total
        #expect(total.eligible == 3 && total.looked == 3 && total.unreadable == 1)
        #expect(Set(seen.numbers.keys) == [0, 2, 3])
        // What is kept is as it was.
        #expect(plain.values(0).taken == nil && plain.values(0).photo == nil)
    }

    @Test("a picture that changed, or that nobody looked at, stays as it was listed")
    func unseen() async throws {
        let item = picture("/a.jpg", 1)
        let looks = try await ledger([(item, report())], Self.local)
        var changed = item
        changed.eTag = "1-2b;3b"
        let plain = try listing([changed, picture("/b.jpg", 2)])
        let seen = try LookAttachment(looks, zone: .utc).attached(
            to: plain, identities: ["home": Self.local])
        for row in 0..<2 { #expect(seen.listing.values(row) == plain.values(row)) }
        #expect(seen.coverage.total.looked == 0 && seen.coverage.total.eligible == 2)
    }

    /// What a OneDrive says, and whether a look may say the rest.
    struct Told: Sendable {
        var taken: Int64?
        var camera: String?
        var isContradicted: Bool
    }

    @Test(
        "what a drive tells is never written over, and what contradicts it is not used",
        arguments: [
            Told(taken: nil, camera: nil, isContradicted: false),
            Told(taken: 1_688_474_000 - 7_200, camera: "EOS 5D", isContradicted: false),
            Told(taken: 1_688_474_000 + 4 * 3_600 + 900, isContradicted: false),
            Told(taken: 1_688_474_000 + 100, isContradicted: true),
            Told(taken: 1_688_474_000 + 20 * 3_600, isContradicted: true),
            Told(taken: nil, camera: "Nikon D70", isContradicted: true),
        ])
    func told(_ told: Told) async throws {
        var item = picture("/a.jpg", 1)
        item.sha1 = "ab"
        item.taken = told.taken.map { Timestamp(secondsSinceEpoch: $0) }
        item.camera = told.camera
        let looks = try await ledger([(item, report())], "onedrive:x")
        let seen = try LookAttachment(looks, zone: Self.berlin).attached(
            to: try listing([item], kind: .onedrive), identities: ["home": "onedrive:x"])
        let values = seen.listing.values(0)
        #expect((values.photo == nil) == told.isContradicted)
        #expect(seen.coverage.contradicting == (told.isContradicted ? [0] : []))
        if let taken = told.taken { #expect(values.taken?.secondsSinceEpoch == taken) }
        if let camera = told.camera { #expect(values.camera == camera) }
    }
}
