// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import StateLedger
import Testing

@Suite("Backups of a state")
struct BackupTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state.db")
    }

    private func days() throws -> [String] {
        try folder.names(in: "backups").map { String($0.dropFirst("state.db.".count)) }
    }

    @Test("are one a day, of all but what can be had again")
    func content() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.saveCatalog(
            Sample.drive(), parts: [CatalogPart(name: "x", chunk: 0, bytes: [1, 2, 3])])
        try await ledger.stage([Sample.order("/a")])
        let made = try await ledger.backUp(.recorded, now: at(0))
        let copy = try #require(made)
        #expect(copy.hasPrefix(folder.file("backups/state.db.")))
        var status = stat()
        #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(folder.file("backups"), &status) == 0 && status.st_mode & 0o777 == 0o700)
        // A second one of the day is made before an execution only, and if there is news.
        #expect(try await ledger.backUp(.recorded, now: at(1)) == nil)
        #expect(try await ledger.backUp(.execution, now: at(1)) == nil)
        _ = try await ledger.undo(.all, actor: "person", at: at(2))
        #expect(try await ledger.backUp(.recorded, now: at(2)) == nil)
        #expect(try await ledger.backUp(.execution, now: at(2)) == copy)
        #expect(try folder.names(in: "backups").count == 1)
        // One of another state, however long its history, is not taken for one of this.
        let other = try Ledger.open(path: folder.file("other.db"), now: at(0))
        try await other.stage([Sample.order("/a")])
        _ = try await other.undo(.all, actor: "person", at: at(3))
        try await other.backUp(.recorded, now: at(3))
        #expect(rename(copy.replacingOccurrences(of: "state.db", with: "other.db"), copy) == 0)
        #expect(try await ledger.backUp(.execution, now: at(3)) == copy)
        // Without listings the two say the same.
        let opened = try Ledger.open(path: copy, now: at(3))
        #expect(try await opened.catalog(of: "disk")?.parts == [])
        #expect(try await opened.document(ofPlan: "p1") == Array("{}".utf8))
        #expect(try await opened.replayDifferences() == [])
        try await ledger.forgetCatalogs()
        #expect(try await opened.everything() == ledger.everything())
    }

    @Test("are kept for seven days, and only those of this state")
    func retention() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        for day in 0..<9 {
            try await ledger.stage([Sample.order("/\(day)")], plan: "p\(day)")
            if day == 4 {
                for name in ["other.db.2020-01-01", "state.db.old.2020-01-01", "state.db.x"] {
                    try folder.write([1], to: "backups/" + name)
                }
                try folder.write([1], to: "backups/state.db.2026-01-01.new-4194304-7")
            }
            try await ledger.backUp(.recorded, now: at(Int64(day) * 86_400 + 43_200))
        }
        let foreign = ["other.db.2020-01-01", "state.db.old.2020-01-01", "state.db.x"]
        let names = try folder.names(in: "backups").filter { !foreign.contains($0) }
        #expect(names == (3...9).map { "state.db.2026-01-0\($0)" })
        #expect(try folder.names(in: "backups").count == 10)
        #expect(
            StateCompanions.files(ofState: path).filter { $0.contains("/backups/") }.count == 7)
    }

    @Test("are not made in memory, nor of what is damaged, nor where they cannot be")
    func failures() async throws {
        #expect(try await Ledger.empty().backUp(.execution, now: at(0)) == nil)
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage([Sample.order("/a")])
        try folder.write([1], to: "backups")
        let error = await failure { () async throws(LedgerError) in
            try await ledger.backUp(.recorded, now: at(0))
        }
        #expect(error?.message.contains("a backup of the state file cannot be made") == true)
        #expect(unlink(folder.file("backups")) == 0)
        try execute("DELETE FROM ruling", inFile: path)
        let damaged = await failure { () async throws(LedgerError) in
            try await ledger.backUp(.recorded, now: at(0))
        }
        #expect(damaged?.kind == .corrupt, "\(damaged as Any)")
        #expect(try folder.names(in: "backups") == [])
    }

    @Test(
        "are whole or as they were, whenever the process dies", arguments: ReplacementStep.allCases)
    func kill(at step: ReplacementStep) async throws {
        guard [.hasBegun, .isBuilt, .isInPlace].contains(step) else { return }
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage([Sample.order("/a")])
        let made = try await ledger.backUp(.recorded, now: at(0))
        let copy = try #require(made)
        _ = try await ledger.undo(.all, actor: "person", at: at(1))
        await ledger.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, name = step.rawValue as String] in
            let ledger = try Ledger.open(path: path, now: at(2))
            try await ledger.backUp(.execution, now: at(2)) {
                if $0.rawValue == name { _ = Glibc.kill(getpid(), SIGKILL) }
            }
        }
        // Looked at elsewhere, for what is opened is written to.
        try folder.write([UInt8](try Data(contentsOf: URL(filePath: copy))), to: "copy.db")
        let survivor = try Ledger.open(path: folder.file("copy.db"), now: at(3))
        let state: ItemState = step == .isInPlace ? .undone : .staged
        #expect(try await survivor.stagedItems(states: [state]).count == 1)
        await survivor.close()
        let again = try Ledger.open(path: path, now: at(3))
        #expect(try await again.stagedItems(states: [.undone]).count == 1)
        try await again.stage([Sample.order("/b")], plan: "p2")
        try await again.backUp(.execution, now: at(4))
        #expect(try folder.names(in: "backups").count == 1, "nothing unfinished is left")
        // What was left beside a copy is not read as the log of the next one.
        try folder.write([1, 2, 3], to: "backups/state.db.2026-01-01-wal")
        try await again.stage([Sample.order("/c")], plan: "p3")
        try await again.backUp(.execution, now: at(5))
        #expect(try folder.names(in: "backups").count == 1)
    }
}
