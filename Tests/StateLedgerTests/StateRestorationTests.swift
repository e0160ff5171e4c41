// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import StateLedger
import Testing

@Suite("Bringing a damaged state back")
struct StateRestorationTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state.db")
    }

    /// A state of twelve items with a backup, after which everything happened that may happen.
    private func eventful() async throws -> Ledger {
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage((1...12).map { Sample.order("/\($0)") })
        _ = try await ledger.decide([Sample.decision("/marked", .delete)], at: at(1))
        try await ledger.backUp(.recorded, now: at(1))
        _ = try await ledger.undo(.paths(["/1"]), actor: "person", at: at(2))
        _ = try await ledger.decide(
            [Sample.decision("/2", .keep), Sample.decision("/kept", .pin)], at: at(3))
        _ = try await ledger.begin(
            [3, 4, 5, 6], terms: nil, day: Sample.day, actor: "run", at: at(4))
        try await ledger.finish(
            [(3, .deleted(receipt: "r3")), (4, .deleted(receipt: "r4")), (5, .gone)],
            actor: "run", at: at(5))
        try await ledger.beginRestore([4], actor: "person", at: at(6))
        try await ledger.finishRestore([(4, "/4 again", nil)], actor: "person", at: at(7))
        _ = try await ledger.undoDecisions(paths: ["/marked"], at: at(8))
        try await ledger.stage([Sample.order("/new")], plan: "p2", at: at(9))
        let newer = Obligation(
            rule: "dup", isDuplicates: false, group: "g", needed: 1, comparesBytes: false,
            survivors: [Sample.item("/stays")])
        let held = (8...11).map { Sample.order(Sample.item("/\($0)"), obligations: [newer]) }
        try await ledger.stage(held, plan: "p3", at: at(9))
        _ = try await ledger.pause(why: "to look", actor: "person", at: at(10))
        return ledger
    }

    /// Puts nonsense into the page where `table` begins.
    private func damage(_ table: String, of ledger: Ledger) async throws {
        let root = try #require(
            try number(
                "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'", inFile: ledger.path))
        await ledger.close()
        var bytes = try folder.bytes("state.db")
        for offset in 0..<8 { bytes[(Int(root) - 1) * 4096 + offset] = 0xa5 }
        try folder.write(bytes, to: "state.db")
    }

    private func restore() throws(LedgerError) -> StateRestoration.Report {
        try StateRestoration.restore(path: path, now: at(99))
    }

    @Test(
        "knows the drives that were listed after the backup", arguments: ["quota", "staged_item"])
    func drives(table: String) async throws {
        let ledger = try await eventful()
        let parts = [CatalogPart(name: "x", chunk: 0, bytes: [1])]
        try await ledger.saveCatalog(Sample.drive(), parts: parts)
        try await damage(table, of: ledger)
        _ = try restore()
        let restored = try Ledger.openExisting(path: path, now: at(100))
        let known = try #require(try await restored.catalog(of: "disk"))
        #expect(known.parts.isEmpty && known.drive.identity == "disk-identity")
        #expect(known.drive.goodFileCount == 100)
    }

    @Test(
        "forgets nothing where the history can be read",
        arguments: ["staged_item", "decision", "quota", "plan", "setting", "staged_item_active"])
    func whole(table: String) async throws {
        let ledger = try await eventful()
        let before = try await ledger.history(since: nil, path: nil, afterSequence: 0, most: 999)
        let items = try await ledger.stagedItems(states: nil)
        let decisions = try await ledger.decisions()
        let quota = try await ledger.quotaHistory()
        try await damage(table, of: ledger)
        #expect(throws: LedgerError.self) { try Ledger.openExisting(path: path, now: at(98)) }
        let report = try restore()
        #expect(report.isComplete)
        #expect(report.takenBack == 0)
        let again = try Ledger.openExisting(path: path, now: at(100))
        #expect(try await again.stagedItems(states: nil) == items)
        #expect(try await again.decisions() == decisions)
        #expect(try await again.quotaHistory() == quota)
        #expect(try await again.brake() == .person(since: at(10), why: "to look"))
        let after = try await again.history(since: nil, path: nil, afterSequence: 0, most: 999)
        #expect(Array(after.dropLast()) == before)
        #expect(after.last?.event == "state-restored")
        #expect(try await again.replayDifferences() == [])
        let damaged = try #require(report.damaged)
        #expect(FileManager.default.fileExists(atPath: damaged))
        // A plan of which only the history tells cannot be judged by its rules any more.
        if table == "plan" {
            #expect(try await again.plan("p2")?.rulesPath == "")
        } else {
            #expect(try await again.plan("p2")?.rulesPath == "/home/me/rules.yaml")
        }
    }

    @Test("has nothing go without being asked for where the history cannot be read")
    func uncertain() async throws {
        let ledger = try await eventful()
        try await damage("history", of: ledger)
        let report = try restore()
        #expect(!report.isComplete)
        #expect(report.salvagedDecisions == 2)
        #expect(report.salvagedDeletions == 1)
        #expect(report.takenBackDecisions == 1)
        let again = try Ledger.openExisting(path: path, now: at(100))
        #expect(try await again.replayDifferences() == [])
        #expect(try await again.dueItems(at: at(1_000_000)) == [])
        // What was deleted since can be brought back: its receipt was found.
        let deleted = try await again.stagedItems(states: [.deleted])
        #expect(deleted.map(\.receipt) == ["r3"])
        #expect(try await again.stagedItems(states: [.undone]).count == 11)
        let standing = try await again.decisions()
        #expect(Set(standing.map(\.item.path)) == ["/2", "/kept"])
    }

    @Test("has nothing wait that was begun before, whatever is found of it")
    func begun() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage([Sample.order("/1"), Sample.order("/2")])
        _ = try await ledger.begin([1, 2], terms: nil, day: Sample.day, actor: "run", at: at(1))
        try await ledger.backUp(.recorded, now: at(1))
        try await damage("history", of: ledger)
        #expect(try restore().takenBack == 0)
        let again = try Ledger.openExisting(path: path, now: at(100))
        #expect(try await again.openItems().count == 2)
        try await again.finish(
            [(1, .untouched(nil)), (2, .deleted(receipt: "r"))], actor: "recovery", at: at(101))
        #expect(try await again.state(1) == .undone)
        #expect(try await again.state(2) == .deleted)
        // What is staged from now on is as always.
        try await again.stage([Sample.order("/3")], plan: "p2", at: at(102))
        _ = try await again.begin([3], terms: nil, day: Sample.day, actor: "run", at: at(103))
        try await again.finish([(3, .untouched(nil))], actor: "recovery", at: at(104))
        #expect(try await again.state(3) == .staged)
        #expect(try await again.replayDifferences() == [])
    }

    @Test("knows a log that was cut or changed from one that is whole")
    func cutLog() async throws {
        for isCut in [false, true] {
            let ledger = try await eventful()
            try await damageBesideLog(ledger, cutting: isCut)
            let report = try restore()
            #expect(report.isComplete == !isCut)
            let again = try Ledger.openExisting(path: path, now: at(100))
            let waiting = try await again.stagedItems(states: [.staged]).count
            #expect(waiting == (isCut ? 0 : 7))
            await again.close()
            for name in try folder.names() where name != "x" {
                try FileManager.default.removeItem(atPath: folder.file(name))
            }
        }
    }

    /// Leaves the file as a killed process does, with a page of another table damaged.
    private func damageBesideLog(_ ledger: Ledger, cutting: Bool) async throws {
        let log = try folder.bytes("state.db-wal")
        let bytes = try folder.bytes("state.db")
        let root = try #require(
            try number(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'setting'", inFile: ledger.path))
        await ledger.close()
        var damaged = bytes
        for offset in 0..<8 { damaged[(Int(root) - 1) * 4096 + offset] = 0xa5 }
        try folder.write(damaged, to: "state.db")
        var tail = log
        if cutting { tail[tail.count - 100] ^= 1 }
        try folder.write(tail, to: "state.db-wal")
    }

    @Test("is refused without a good backup, and while somebody has it open")
    func refusals() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage([Sample.order("/1")])
        let path = path
        #expect(await failure { () throws(LedgerError) in try restore() }?.kind == .absent)
        try await ledger.backUp(.recorded, now: at(1))
        await #expect(processExitsWith: .success) {
            [path = path as String, pid = getpid() as Int32] in
            let error = await failure { () throws(LedgerError) in
                try StateRestoration.restore(path: path, now: at(2))
            }
            #expect(error?.kind == .locked)
            #expect(error?.holder == pid)
        }
        await ledger.close()
        let names = try folder.names(in: "backups")
        try folder.write([1, 2, 3], to: "backups/" + names[0])
        #expect(await failure { () throws(LedgerError) in try restore() }?.kind == .absent)
    }

    @Test(
        "leaves the old state or the new one whole, whenever the process dies",
        arguments: ReplacementStep.allCases)
    func kill(at step: ReplacementStep) async throws {
        let ledger = try await eventful()
        let items = try await ledger.stagedItems(states: nil)
        try await damage("staged_item", of: ledger)
        let damaged = try folder.bytes("state.db")
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, name = step.rawValue as String] in
            _ = try StateRestoration.restore(path: path, now: at(99)) {
                if $0.rawValue == name { _ = Glibc.kill(getpid(), SIGKILL) }
            }
        }
        if [.hasBegun, .isBuilt].contains(step) {
            #expect(try folder.bytes("state.db") == damaged)
            #expect(throws: LedgerError.self) { try Ledger.openExisting(path: path, now: at(98)) }
            #expect(try restore().isComplete)
        }
        let again = try Ledger.openExisting(path: path, now: at(100))
        #expect(try await again.stagedItems(states: nil) == items)
        #expect(try await again.replayDifferences() == [])
        #expect(try folder.bytes("state.db.damaged-1") == damaged)
        #expect(
            try folder.names().allSatisfy { !$0.contains(".new-") && !$0.contains(".restored") })
    }
}
