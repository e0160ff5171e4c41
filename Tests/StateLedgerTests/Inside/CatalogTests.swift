// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import StateLedger

@Suite("Catalogs and cached hashes")
struct CatalogTests {
    private let ledger: Ledger

    init() throws {
        ledger = try Ledger.empty()
    }

    private func part(_ name: String, _ chunk: Int, _ bytes: [UInt8]) -> CatalogPart {
        CatalogPart(name: name, chunk: chunk, bytes: bytes)
    }

    private func parts(_ drive: String = "disk") async throws -> [CatalogPart]? {
        let catalog = try await ledger.catalog(of: drive)
        return catalog?.parts
    }

    @Test("come back as they were, and are replaced as a whole")
    func roundTrip() async throws {
        #expect(try await parts() == nil)
        var drive = Sample.drive()
        let first = [part("names", 0, [1, 2]), part("names", 1, []), part("sizes", 0, [0])]
        try await ledger.saveCatalog(drive, parts: [first[2], first[0], first[1]])
        #expect(try await parts() == first)
        #expect(try await ledger.catalog(of: "disk")?.drive == drive)
        drive.cursor = nil
        drive.goodFileCount = nil
        drive.settings = [:]
        drive.itemCount = 1
        let second = [part("names", 0, [1, 2]), part("paths", 0, [9])]
        try await ledger.saveCatalog(drive, parts: second)
        #expect(try await parts() == second)
        #expect(try await ledger.drives() == [drive])
    }

    @Test("of several drives do not mix")
    func drives() async throws {
        try await ledger.saveCatalog(Sample.drive("b"), parts: [part("x", 0, [1])])
        try await ledger.saveCatalog(Sample.drive("a"), parts: [])
        #expect(try await ledger.drives().map(\.name) == ["a", "b"])
        #expect(try await parts("a") == [])
        #expect(try await parts("b")?.count == 1)
    }

    @Test("write only the pieces that changed")
    func unchangedPieces() async throws {
        let large = [UInt8](repeating: 5, count: 100_000)
        try await ledger.saveCatalog(
            Sample.drive(), parts: [part("x", 0, large), part("x", 1, [1])])
        try await ledger.run(
            """
            CREATE TABLE written (chunk INTEGER);
            CREATE TRIGGER note AFTER UPDATE ON catalog_part
            BEGIN INSERT INTO written VALUES (new.chunk); END
            """)
        try await ledger.saveCatalog(
            Sample.drive(), parts: [part("x", 0, large), part("x", 1, [2])])
        #expect(try await ledger.number("SELECT sum(chunk) FROM written") == 1)
        #expect(try await ledger.number("SELECT count(*) FROM written") == 1)
        #expect(try await parts()?.last?.bytes == [2])
    }

    @Test(
        "are found damaged when a piece is, or is missing",
        arguments: [
            "UPDATE catalog_part SET bytes = x'0103' WHERE chunk = 0",
            "UPDATE catalog_part SET checksum = checksum + 1 WHERE chunk = 1",
            "DELETE FROM catalog_part WHERE chunk = 1",
        ])
    func damage(sql: String) async throws {
        try await ledger.saveCatalog(
            Sample.drive(), parts: [part("x", 0, [1, 2]), part("x", 1, [])])
        try await ledger.run(sql)
        let error = await failure { () async throws(LedgerError) in
            _ = try await ledger.catalog(of: "disk")
        }
        #expect(error?.kind == .corrupt)
        try await ledger.saveCatalog(
            Sample.drive(), parts: [part("x", 0, [1, 3]), part("x", 1, [])])
        _ = try await ledger.catalog(of: "disk")
    }

    @Test("of a hundred thousand pieces of bytes come back in the order of their numbers")
    func manyPieces() async throws {
        let many = (0..<1_000).map {
            part("x", $0, [UInt8](repeating: UInt8($0 % 256), count: 200))
        }
        try await ledger.saveCatalog(Sample.drive(), parts: many.reversed())
        #expect(try await parts() == many)
    }

    @Test("are forgotten with all hashes; how many files there were and what drives tell is not")
    func forgetting() async throws {
        var listed = Sample.drive()
        listed.settings["albums"] = "told"
        try await ledger.saveCatalog(listed, parts: [part("x", 0, [1])])
        let key = HashCacheKey(id: "1", eTag: "e", size: 5, algorithm: "sha256")
        try await ledger.cacheHashes(drive: "disk", [(key, "abc")], at: at(0))
        try await ledger.forgetCatalogs()
        #expect(try await parts() == [])
        #expect(try await ledger.cachedHashes(drive: "disk", keys: [key]) == [nil])
        let drive = try #require(try await ledger.drives().first)
        #expect(drive.goodFileCount == 100)
        #expect(drive.itemCount == 0 && drive.fileCount == 0 && drive.cursor == nil)
        #expect(drive.identity == "disk-identity")
        #expect(drive.settings == listed.settings)
        try await ledger.saveCatalog(Sample.drive(), parts: [part("x", 0, [1])])
        #expect(try await parts()?.count == 1)
    }

    @Test("remember hashes of items as they were")
    func hashes() async throws {
        let key = HashCacheKey(id: "1", eTag: "e", size: 5, algorithm: "sha256")
        var others = [key, key, key, key]
        others[0].id = "2"
        others[1].eTag = "f"
        others[2].size = 6
        others[3].algorithm = "sha1"
        try await ledger.cacheHashes(drive: "disk", [(key, "abc")], at: at(0))
        #expect(
            try await ledger.cachedHashes(drive: "disk", keys: [key] + others)
                == ["abc", nil, nil, nil, nil])
        #expect(try await ledger.cachedHashes(drive: "other", keys: [key]) == [nil])
        try await ledger.cacheHashes(
            drive: "disk", [(others[1], "new"), (others[3], "sha")], at: at(1))
        #expect(
            try await ledger.cachedHashes(drive: "disk", keys: [key] + others)
                == [nil, nil, "new", nil, "sha"])
    }

    @Test("forget the hashes of a drive whose name stands for another one now")
    func otherDrive() async throws {
        let key = HashCacheKey(id: "1", eTag: "e", size: 5, algorithm: "sha256")
        try await ledger.saveCatalog(Sample.drive(), parts: [])
        for drive in ["disk", "other"] {
            try await ledger.cacheHashes(drive: drive, [(key, "abc")], at: at(0))
        }
        try await ledger.saveCatalog(Sample.drive(files: 7), parts: [])
        #expect(try await ledger.cachedHashes(drive: "disk", keys: [key]) == ["abc"])
        var changed = Sample.drive()
        changed.identity = "another"
        try await ledger.saveCatalog(changed, parts: [])
        #expect(try await ledger.cachedHashes(drive: "disk", keys: [key]) == [nil])
        #expect(try await ledger.cachedHashes(drive: "other", keys: [key]) == ["abc"])
    }

    @Test("keep no more hashes than a drive of that size can need, and drop the oldest")
    func hashBound() async throws {
        let keys = (0..<10_050).map {
            HashCacheKey(id: "\($0)", eTag: "e", size: 5, algorithm: "sha256")
        }
        try await ledger.cacheHashes(
            drive: "disk", keys[..<100].map { ($0, "old") }, at: at(0))
        try await ledger.cacheHashes(
            drive: "disk", keys[100...].map { ($0, "new") }, at: at(1))
        var drive = Sample.drive(files: 0)
        drive.itemCount = 5
        try await ledger.saveCatalog(drive, parts: [])
        #expect(try await ledger.number("SELECT count(*) FROM hash_cache") == 10_020)
        #expect(
            try await ledger.number("SELECT count(*) FROM hash_cache WHERE value = 'old'") == 70)
    }
}
