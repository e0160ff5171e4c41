// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import StateLedger
import Testing

/// What is read of a state by whoever only looks.
@Suite("The listings of a state that is only looked at")
struct KeptListingsTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state.sqlite")
    }

    private static let parts = [
        CatalogPart(name: "head", chunk: 0, bytes: [1, 2, 3]),
        CatalogPart(name: "names", chunk: 0, bytes: [4]),
        CatalogPart(name: "names", chunk: 1, bytes: [5, 6]),
    ]

    private var options: LedgerOptions {
        var options = LedgerOptions()
        options.quietSeconds = 0
        return options
    }

    /// A state with the listing of `disk`, of another one the record alone, and a decision; closed.
    private func make() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.saveCatalog(Sample.drive(), parts: Self.parts)
        try await ledger.saveCatalog(Sample.drive("other"), parts: [])
        _ = try await ledger.decide([Sample.decision("/a", .keep)], at: at(5))
        _ = try await ledger.stage([Sample.order("/b"), Sample.order("/c")])
        await ledger.close()
    }

    private func read<Value>(
        _ body: (KeptListings) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        try KeptListings.read(path, options: options, body)
    }

    @Test("are all of it, and nothing in the state or beside it changes")
    func whole() async throws {
        try await make()
        let (names, bytes) = (try folder.names(), try folder.bytes("state.sqlite"))
        #expect(names == ["state.sqlite"])
        let (drives, parts, decisions) = try read { kept throws(LedgerError) in
            (try kept.drives(), try kept.parts(of: "disk"), try kept.decisions())
        }
        #expect(drives.map(\.record.name) == ["disk", "other"])
        #expect(drives.map(\.hasListing) == [true, false])
        #expect(drives.map(\.waitingCount) == [2, 0])
        #expect(drives.first?.record == Sample.drive() && drives.first?.isUnfinished == false)
        #expect(parts == Self.parts)
        #expect(decisions.map(\.item.path) == ["/a"] && decisions.first?.verdict == .keep)
        #expect(try read { kept throws(LedgerError) in try kept.parts(of: "other") }.isEmpty)
        #expect(try folder.names() == names && folder.bytes("state.sqlite") == bytes)
    }

    @Test("are read where nobody may write, and only after a while of quiet")
    func readOnly() async throws {
        try await make()
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        defer {
            try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        }
        let parts = try KeptListings.read(path) { kept throws(LedgerError) in
            try kept.parts(of: "disk")
        }
        #expect(try parts == Self.parts && folder.names() == ["state.sqlite"])
    }

    @Test("are those that were recorded last, while somebody else writes")
    func writing() async throws {
        try await make()
        let ledger = try Ledger.open(path: path, now: at(0))
        var drive = Sample.drive()
        drive.syncedAt = at(60)
        let later = [CatalogPart(name: "head", chunk: 0, bytes: [9])]
        try await ledger.saveCatalog(drive, parts: later)
        let release = try ledger.holdWriteLock()
        let (drives, parts) = try read { kept throws(LedgerError) in
            (try kept.drives(), try kept.parts(of: "disk"))
        }
        #expect(parts == later && drives.first?.record.syncedAt == at(60))
        try release()
        // What is not recorded yet is not there, and what was begun is not half there.
        try await ledger.saveCatalog(Sample.drive(), parts: Self.parts)
        #expect(try read { kept throws(LedgerError) in try kept.parts(of: "disk") } == Self.parts)
        await ledger.close()
    }

    @Test("are told to be older where a listing was begun, or changes were not read to the end")
    func unfinished() async throws {
        try await make()
        let ledger = try Ledger.open(path: path, now: at(0))
        func isUnfinished() throws -> Bool? {
            try read { kept throws(LedgerError) in try kept.drives() }.first?.isUnfinished
        }
        func page(_ number: Int, ends: Bool, of generation: Int64) async throws {
            try await ledger.appendFeedPage(
                [1], link: FeedPageLink(url: "https://x/\(number)", endsRound: ends),
                to: generation)
        }
        let first = try await ledger.beginFeed(
            of: "disk", identity: "D", selection: "id", at: at(1))
        #expect(try isUnfinished() == true)
        try await page(0, ends: false, of: first)
        #expect(try isUnfinished() == true)
        try await page(1, ends: true, of: first)
        #expect(try isUnfinished() == false)
        try await page(2, ends: false, of: first)
        #expect(try isUnfinished() == true)
        try await page(3, ends: true, of: first)
        #expect(try isUnfinished() == false)
        // The thread was lost: what is kept stays complete, and is not what there is.
        _ = try await ledger.beginFeed(of: "disk", identity: "D", selection: "id", at: at(2))
        #expect(try isUnfinished() == true)
        await ledger.close()
    }

    @Test("are none of a damaged, foreign, newer or missing file, which stays as it is")
    func refused() async throws {
        func kind(_ name: String) -> LedgerError.Kind? {
            do throws(LedgerError) {
                _ = try KeptListings.read(folder.file(name), options: options) {
                    kept throws(LedgerError) in
                    try kept.parts(of: "disk")
                }
                return nil
            } catch {
                return error.kind
            }
        }
        try await make()
        let whole = try folder.bytes("state.sqlite")
        #expect(kind("nothing.sqlite") == .absent)
        try folder.write(Array("no state".utf8), to: "text.sqlite")
        try folder.write(Array(whole.prefix(whole.count / 2)), to: "half.sqlite")
        for name in ["text.sqlite", "half.sqlite"] {
            chmod(folder.file(name), 0o600)
            let bytes = try folder.bytes(name)
            #expect(try kind(name) == .corrupt && folder.bytes(name) == bytes, "\(name)")
        }
        try execute("UPDATE catalog_part SET bytes = x'00' WHERE chunk = 1", inFile: path)
        #expect(kind("state.sqlite") == .corrupt)
        try execute("PRAGMA user_version = 99", inFile: path)
        #expect(kind("state.sqlite") == .newerVersion)
        try execute("PRAGMA user_version = 1", inFile: path)
        #expect(kind("state.sqlite") != nil)
    }
}
