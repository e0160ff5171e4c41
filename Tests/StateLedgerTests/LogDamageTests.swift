// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing
import TestSupport

/// What a loss of power may leave: commits that are in the log only, and a log that is cut off or
/// has wrong bytes in it.
@Suite("A damaged log")
struct LogDamageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The file and the log of a ledger that was never closed, and what it held after each commit.
    private struct Remains {
        var file: [UInt8]
        var log: [UInt8]
        var states: [String]
    }

    private func remains() async throws -> Remains {
        let ledger = try Ledger.open(path: folder.file("state.db"), now: at(0))
        var states = [try await ledger.everything()]
        try await ledger.savePlan(Sample.plan(), document: [1, 2, 3], at: at(0))
        states.append(try await ledger.everything())
        _ = try await ledger.stage(
            plan: "p1", orders: (0..<12).map { Sample.order("/file-\($0)") }, actor: "person",
            at: at(0))
        states.append(try await ledger.everything())
        _ = try await ledger.begin(
            [1, 2, 3, 4], terms: QuotaTerms(deletesPerDay: 3), day: Sample.day, actor: "run",
            at: at(1))
        states.append(try await ledger.everything())
        try await ledger.finish(
            [(1, .deleted(receipt: "r")), (2, .failed("busy", retryAt: at(9))), (3, .gone)],
            actor: "run", at: at(2))
        states.append(try await ledger.everything())
        _ = try await ledger.decide([Sample.decision("/file-5", .keep)], at: at(3))
        states.append(try await ledger.everything())
        _ = try await ledger.undo(.all, actor: "person", at: at(4))
        states.append(try await ledger.everything())
        let remains = Remains(
            file: try folder.bytes("state.db"), log: try folder.bytes("state.db-wal"),
            states: states)
        await ledger.close()
        return remains
    }

    /// Opens `file` with `log`: the number of commits that are there, or nil if it is refused.
    private func commits(_ remains: Remains, log: [UInt8]) async throws -> Int? {
        let trial = try TemporaryFolder()
        try trial.write(remains.file, to: "state.db")
        try trial.write(log, to: "state.db-wal")
        let ledger: Ledger
        do throws(LedgerError) {
            ledger = try Ledger.open(path: trial.file("state.db"), now: at(9))
        } catch {
            #expect(error.kind == .corrupt, "\(error)")
            #expect(try trial.bytes("state.db") == remains.file)
            #expect(try trial.bytes("state.db-wal") == log)
            return nil
        }
        let found = try await ledger.everything()
        #expect(try await ledger.replayDifferences() == [])
        let number = remains.states.firstIndex(of: found)
        #expect(number != nil, "a state that there never was")
        // It goes on from there.
        try await ledger.stage([Sample.order("/more")], plan: "more", at: at(9))
        #expect(try await ledger.replayDifferences() == [])
        await ledger.close()
        return number
    }

    @Test("that is whole gives everything back")
    func whole() async throws {
        let remains = try await remains()
        #expect(try await commits(remains, log: remains.log) == remains.states.count - 1)
        #expect(try await commits(remains, log: []) == 0)
        #expect(Set(remains.states).count == remains.states.count)
    }

    @Test("gives back the commits before the place where it is cut off")
    func cutOff() async throws {
        let remains = try await remains()
        var last = 0
        var seen: Set<Int> = []
        for count in stride(from: 0, to: remains.log.count, by: 509) {
            let number = try await commits(remains, log: Array(remains.log[..<count]))
            let found = try #require(number, "cut off at \(count)")
            #expect(found >= last, "cut off at \(count)")
            last = found
            seen.insert(found)
        }
        #expect(seen == Set(0..<(remains.states.count - 1)))
    }

    @Test("gives back the commits before the wrong bit, or is refused")
    func wrongBits() async throws {
        let remains = try await remains()
        var random = SplitMix64(seed: 11)
        var seen: Set<Int> = []
        for round in 0..<150 {
            var log = remains.log
            let offset = round < 32 ? round : Int.random(in: 0..<log.count, using: &random)
            log[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            if let found = try await commits(remains, log: log) { seen.insert(found) }
        }
        #expect(seen.count > 3)
    }

    @Test("of nothing but noise counts as none")
    func noise() async throws {
        let remains = try await remains()
        var random = SplitMix64(seed: 12)
        let noise = (0..<9_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(try await commits(remains, log: noise) == 0)
    }
}
