// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import TestSupport
import Testing

@testable import StateLedger

@Suite("A full disk")
struct FullDiskTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> Ledger {
        try Ledger.open(path: folder.file("state.db"), now: at(0))
    }

    /// Runs `body` with room for no page, one, two, … until it succeeds; each time before it must
    /// have changed nothing.
    private func expectAllOrNothing(
        _ ledger: Ledger, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (Ledger) async throws(LedgerError) -> Void
    ) async throws {
        let before = try await ledger.everything()
        for pages in 0..<200 {
            try ledger.limitGrowth(toPages: pages)
            do throws(LedgerError) {
                try await body(ledger)
            } catch {
                try #require(error.kind == .full, "\(error)", sourceLocation: sourceLocation)
                #expect(error.message.contains(ledger.path), sourceLocation: sourceLocation)
                #expect(!error.message.contains("changed"), sourceLocation: sourceLocation)
                let after = try await ledger.everything()
                #expect(after == before, sourceLocation: sourceLocation)
                #expect(try await ledger.replayDifferences() == [], sourceLocation: sourceLocation)
                continue
            }
            #expect(pages > 0, "the call never needed room", sourceLocation: sourceLocation)
            let after = try await ledger.everything()
            #expect(after != before, sourceLocation: sourceLocation)
            #expect(try await ledger.replayDifferences() == [], sourceLocation: sourceLocation)
            try ledger.liftLimit()
            return
        }
        Issue.record("the call never succeeded", sourceLocation: sourceLocation)
    }

    @Test("keeps a staging from happening in part")
    func staging() async throws {
        let ledger = try open()
        try await ledger.savePlan(Sample.plan(), document: [], at: at(0))
        try await expectAllOrNothing(ledger) { ledger async throws(LedgerError) in
            _ = try await ledger.stage(
                plan: "p1", orders: (0..<100).map { Sample.order("/file-\($0)") },
                actor: "person", at: at(0))
        }
    }

    @Test("keeps deletions from being begun, or their outcomes recorded, in part")
    func execution() async throws {
        let ledger = try open()
        let items = try await ledger.stage((0..<400).map { Sample.order("/file-\($0)") })
        let numbers = items.map(\.number)
        try await expectAllOrNothing(ledger) { ledger async throws(LedgerError) in
            _ = try await ledger.begin(
                numbers, terms: nil, day: Sample.day, actor: "run", at: at(1))
        }
        try await expectAllOrNothing(ledger) { ledger async throws(LedgerError) in
            try await ledger.finish(
                numbers.map { ($0, .deleted(receipt: "receipt \($0)")) }, actor: "run", at: at(2))
        }
        try await expectAllOrNothing(ledger) { ledger async throws(LedgerError) in
            try await ledger.beginRestore(numbers, actor: "person", at: at(3))
        }
    }

    @Test("keeps plans, decisions and catalogs from being kept in part")
    func others() async throws {
        let ledger = try open()
        try await expectAllOrNothing(ledger) { ledger async throws(LedgerError) in
            try await ledger.savePlan(
                Sample.plan(), document: [UInt8](repeating: 1, count: 50_000), at: at(0))
        }
        try await expectAllOrNothing(ledger) { ledger async throws(LedgerError) in
            _ = try await ledger.decide(
                (0..<50).map { Sample.decision("/file-\($0)", .keep) }, at: at(1))
        }
        try await expectAllOrNothing(ledger) { ledger async throws(LedgerError) in
            try await ledger.saveCatalog(
                Sample.drive(),
                parts: (0..<20).map {
                    CatalogPart(name: "x", chunk: $0, bytes: [UInt8](repeating: 3, count: 5_000))
                })
        }
    }

    @Test("keeps nobody from reading, beside a writer, after one that was killed, or alone")
    func reading() async throws {
        for situation in ["closed", "beside", "killed"] {
            guard let disk = try SmallDisk() else { return }
            let path = disk.folder.file("state.db")
            let ledger = try Ledger.open(path: path, now: at(0))
            try await ledger.stage((0..<50).map { Sample.order("/file-\($0)") })
            let before = try await ledger.everything()
            if situation == "killed" {
                // What a process leaves that is killed: a log, and nothing to share it by.
                for name in ["state.db", "state.db-wal"] {
                    try disk.folder.write(
                        try disk.folder.bytes(name), to: "left" + name.dropFirst(5))
                }
            }
            if situation != "beside" { await ledger.close() }
            let name = situation == "killed" ? "left.db" : "state.db"
            try disk.fill(leaving: 0)
            let reader = try Ledger.openExisting(path: disk.folder.file(name), now: at(1))
            #expect(try await reader.everything() == before, "\(situation)")
            #expect(
                try await reader.history(
                    since: nil, path: nil, afterSequence: 0, most: 9
                ).count == 9)
            let backup = await failure { () async throws(LedgerError) in
                try await reader.backUp(.execution, now: at(1))
            }
            #expect(backup?.kind == .full, "\(backup as Any)")
            // Where there is room for it, something can be recorded as well.
            try disk.fill(leaving: 128 << 10)
            #expect(try await reader.undo(.all, actor: "person", at: at(2)).undone.count == 50)
            await reader.close()
            await ledger.close()
            try disk.empty()
            let again = try Ledger.openExisting(path: disk.folder.file(name), now: at(3))
            #expect(try await again.stagedItems(states: [.undone]).count == 50, "\(situation)")
            #expect(try await again.replayDifferences() == [])
        }
    }

    @Test("of the system's own is said to be one, and leaves what was recorded")
    func wholeDisk() async throws {
        guard let disk = try SmallDisk() else { return }
        let ledger = try Ledger.open(path: disk.folder.file("state.db"), now: at(0))
        try await ledger.stage((0..<200).map { Sample.order("/file-\($0)") })
        let before = try await ledger.everything()
        var fullCount = 0
        for room in stride(from: 0, through: 256, by: 16) {
            try disk.fill(leaving: room << 10)
            do throws(LedgerError) {
                _ = try await ledger.begin(
                    Array(1...200), terms: nil, day: Sample.day, actor: "run", at: at(1))
                break
            } catch {
                #expect(error.kind == .full, "\(error)")
                fullCount += 1
            }
            #expect(try await ledger.everything() == before)
        }
        #expect(fullCount > 0)
        try disk.fill(leaving: 4 << 10)
        for name in ["new.db", "copy.db"] {
            let path = disk.folder.file(name)
            let error = await failure { () throws(LedgerError) in
                try Ledger.open(path: path, now: at(0))
            }
            #expect(error?.kind == .full)
        }
        #expect(try disk.folder.names() == ["filler", "state.db", "state.db-shm", "state.db-wal"])
        try disk.empty()
        #expect(try await ledger.stagedItems(states: [.executing]).count == 200)
        #expect(try await ledger.replayDifferences() == [])
        await ledger.close()
        let again = try Ledger.open(path: disk.folder.file("state.db"), now: at(9))
        #expect(try await again.openItems().count == 200)
    }
}

/// A file system of a megabyte, in memory; only where this process may mount one.
private final class SmallDisk {
    let folder: TemporaryFolder
    private let filler: String

    /// A new one; nil where there cannot be one.
    init?() throws {
        folder = try TemporaryFolder()
        filler = folder.file("filler")
        guard Self.run("/bin/mount", ["-t", "tmpfs", "-o", "size=1m", "none", folder.path]) else {
            return nil
        }
    }

    deinit { _ = Self.run("/bin/umount", ["-l", folder.path]) }

    /// Leaves so many bytes of room.
    func fill(leaving room: Int) throws {
        try empty()
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
        let free = (attributes[.systemFreeSize] as? NSNumber)?.intValue ?? 0
        try folder.write([UInt8](repeating: 1, count: max(0, free - room)), to: "filler")
    }

    /// Leaves all the room there is.
    func empty() throws {
        if FileManager.default.fileExists(atPath: filler) {
            try FileManager.default.removeItem(atPath: filler)
        }
    }

    private static func run(_ tool: String, _ arguments: [String]) -> Bool {
        (try? ChildProgram.run(tool, arguments))?.isDone == true
    }
}
