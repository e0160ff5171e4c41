// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import RuleEngine
import StateLedger
import Testing

@Suite("What was seen of pictures")
struct LookTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> Ledger {
        try Ledger.open(path: folder.file("state.db"), now: at(0))
    }

    private func report(_ seed: UInt64, small: Bool = true) -> PictureReport {
        var report = PictureReport()
        report.takenWallSeconds = Int64(seed) * 1_000
        report.takenMilliseconds = seed % 2 == 0 ? 250 : nil
        report.takenOffsetSeconds = seed % 2 == 0 ? 7_200 : nil
        report.width = 4_032
        report.height = 3_024
        report.camera = "Make Model \(seed)"
        report.isScreenshot = seed % 3 == 0
        report.liveID = seed % 2 == 0 ? "live-\(seed)" : nil
        report.look = PhotoLook(
            mark: PhotoMark(seed, ~seed, seed << 40, .max),
            small: small ? (0..<1_024).map { UInt8(truncatingIfNeeded: $0 &+ Int(seed)) } : nil,
            detail: 70, brightness: 99, sharpness: nil, sourcePixels: 4_032)
        return report
    }

    private func key(_ name: String) -> PhotoKey { PhotoKey(stored: "sha1:\(name):10") }

    private func keepPair(_ ledger: Ledger) async throws {
        try await ledger.keep([(key("a"), report(1)), (key("b"), report(2))], at: at(5)) {
            fresh, _ in
            [
                KeptPair(
                    a: fresh[1].number, b: fresh[0].number, turn: 3, bits: 12,
                    correlation: 0.1 + 0.2, block: 1.0 / 3)
            ]
        }
    }

    @Test("comes back as it was, the small picture apart")
    func roundTrip() async throws {
        let ledger = try open()
        var unread = PictureReport()
        unread.problem = "it is cut short"
        try await ledger.keep([(key("a"), report(6)), (key("c"), unread)], at: at(5))
        let looks = try await ledger.looks()
        var expected = report(6)
        let small = try #require(expected.look?.small)
        expected.look?.small = nil
        #expect(looks.map(\.report) == [expected, unread])
        #expect(looks.map(\.key) == [key("a"), key("c")])
        #expect(looks.map(\.lookedAt) == [at(5), at(5)])
        #expect(try await ledger.smalls(of: looks.map(\.number)) == [looks[0].number: small])
        #expect(try await ledger.lookCounts() == (2, 1))
        let found = try await ledger.looks(at: [key("c"), key("d")])
        #expect(found == [key("c"): looks[1]])
    }

    @Test("is one look for each content, and a new one takes the old one's pairs away")
    func replaced() async throws {
        let ledger = try open()
        try await keepPair(ledger)
        #expect(try await ledger.lookPairs().count == 1)
        try await ledger.keep([(key("a"), report(9))], at: at(6))
        #expect(try await ledger.looks().count == 2)
        #expect(try await ledger.lookPairs() == [])
    }

    @Test("gives those who look for pairs all that is kept, those kept before and those of now")
    func reader() async throws {
        let ledger = try open()
        try await ledger.keep([(key("a"), report(1))], at: at(5))
        try await ledger.keep([(key("b"), report(2, small: false))], at: at(6)) { fresh, reader in
            var seen: [Int64] = []
            try reader.marks(above: 0) { number, mark, _ in
                if mark == report(1).look?.mark { seen.append(number) }
            }
            #expect(try reader.small(fresh[0].number) == nil)
            #expect(try reader.small(seen[0])?.count == 1_024)
            return [
                KeptPair(
                    a: seen[0], b: fresh[0].number, turn: 0, bits: 1, correlation: 1, block: 0)
            ]
        }
        #expect(try await ledger.lookPairs().count == 1)
    }

    @Test("pairs that a person called different are none, whatever happens to the looks")
    func unlike() async throws {
        let ledger = try open()
        try await keepPair(ledger)
        let pair = try #require(UnlikePair(key("b"), key("a")))
        #expect(UnlikePair(key("a"), key("a")) == nil)
        #expect(pair == UnlikePair(key("a"), key("b")))
        try await ledger.keepUnlike([pair, pair], at: at(7))
        #expect(try await ledger.unlikePairs() == [pair])
        #expect(try await ledger.lookPairs() == [])
        try await ledger.forgetCatalogs()
        #expect(try await ledger.looks() == [])
        #expect(try await ledger.unlikePairs() == [pair])
        try await keepPair(ledger)
        #expect(try await ledger.lookPairs() == [])
        try await ledger.removeUnlike([pair], at: at(8))
        let found = try await ledger.lookPairs()
        #expect(found.map(\.correlation) == [0.1 + 0.2])
        #expect(found.map(\.turn) == [3])
    }

    @Test("is forgotten with all that belongs to it")
    func forgotten() async throws {
        let ledger = try open()
        try await keepPair(ledger)
        let numbers = try await ledger.looks().map(\.number)
        try await ledger.forgetLooks()
        #expect(try await ledger.looks() == [])
        #expect(try await ledger.smalls(of: numbers) == [:])
        #expect(try await ledger.lookPairs() == [])
    }

    @Test("is exported if it is asked for, and comes back by an import")
    func exported() async throws {
        let ledger = try open()
        try await keepPair(ledger)
        try await ledger.keepUnlike([try #require(UnlikePair(key("x"), key("y")))], at: at(7))
        var plain = ""
        try await ledger.export { plain += $0 }
        #expect(!plain.contains("\"looks\""))
        #expect(plain.contains("\"unlike\":[\n{\"a\":\"sha1:x:10\""))
        var whole = ""
        try await ledger.export(looks: true) { whole += $0 }
        let path = folder.file("new.db")
        try StateImport.read(Array(whole.utf8), intoStateAt: path)
        let new = try Ledger.openExisting(path: path, now: at(9))
        #expect(try await new.looks() == ledger.looks())
        #expect(try await new.lookPairs() == ledger.lookPairs())
        let numbers = try await new.looks().map(\.number)
        #expect(try await new.smalls(of: numbers) == ledger.smalls(of: numbers))
        #expect(try await new.unlikePairs() == ledger.unlikePairs())
    }

    // MARK: - Keys

    private static let local = "local:41:2:/home/me"

    private func file(_ tag: String?, size: Int64? = 10) -> ItemValues {
        var item = ItemValues(path: "/a.jpg")
        item.eTag = tag
        item.size = size
        item.created = at(7)
        return item
    }

    @Test("is filed by the number of a local file and by when it was changed, wherever it is moved")
    func localKeys() {
        let key = PhotoKey(file("1f-2a;3b"), driveIdentity: Self.local)
        var moved = file("1f-2a;4c")
        moved.path = "/b/c.jpg"
        #expect(key?.text == "file:1f-2a:\(at(7).secondsSinceEpoch):10")
        #expect(PhotoKey(moved, driveIdentity: "local:77:9:/") == key)
        #expect(PhotoKey(file("1f-2a@9;3b"), driveIdentity: Self.local) == key)
        #expect(PhotoKey(file("1f-2b;3b"), driveIdentity: Self.local) != key)
        #expect(PhotoKey(file("1f-2a;3b", size: 11), driveIdentity: Self.local) != key)
        // Nothing would tell that it changes, or there is nothing to see.
        #expect(PhotoKey(file("1f"), driveIdentity: Self.local) == nil)
        #expect(PhotoKey(file(nil), driveIdentity: Self.local) == nil)
        #expect(PhotoKey(file("1f-2a", size: 0), driveIdentity: Self.local) == nil)
        #expect(PhotoKey(file("1f-2a", size: nil), driveIdentity: Self.local) == nil)
    }

    @Test("is filed by the strongest hash elsewhere, else by the item and the tag of its content")
    func otherKeys() {
        var item = file("etag")
        item.id = "ID!1"
        item.cTag = "ctag"
        let drive = "onedrive:abc"
        #expect(PhotoKey(item, driveIdentity: drive)?.text == "item:onedrive:abc:ID!1:ctag")
        item.quickXor = "Qx+/=="
        #expect(PhotoKey(item, driveIdentity: drive)?.text == "quickxor:Qx+/==:10")
        item.sha1 = "AB"
        #expect(PhotoKey(item, driveIdentity: "onedrive:other")?.text == "sha1:ab:10")
        item.sha256 = "CD"
        #expect(PhotoKey(item, driveIdentity: drive)?.text == "sha256:cd:10")
        item.type = .folder
        #expect(PhotoKey(item, driveIdentity: drive) == nil)
        var bare = ItemValues(path: "/x")
        bare.size = 5
        #expect(PhotoKey(bare, driveIdentity: drive) == nil)
        bare.modified = at(3)
        let changed = at(3).secondsSinceEpoch
        #expect(
            PhotoKey(bare, driveIdentity: drive)?.text == "item:onedrive:abc:/x:5:\(changed)")
    }

    @Test("of an item as it was recorded is that of the item")
    func recordedKeys() {
        var item = RecordedItem(drive: "d", id: "i", path: "/p", type: .file)
        item.size = 9
        item.eTag = "1f-2a;3b"
        item.created = 7
        item.modified = 1
        item.hashes = ["sha1": "aa"]
        for identity in [Self.local, "onedrive:x"] {
            #expect(
                PhotoKey(item, driveIdentity: identity)
                    == PhotoKey(item.values, driveIdentity: identity))
        }
    }
}
