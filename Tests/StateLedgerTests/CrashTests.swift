// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine
import StateLedger
import Synchronization
import Testing

/// Counts transactions, and ends the process in the middle of one of them.
final class Killer: Sendable {
    private let rest: Atomic<Int>

    /// Kills inside the transaction after `count` whole ones.
    init(after count: Int) {
        rest = Atomic(count)
    }

    /// A transaction is about to be committed.
    func count() {
        if rest.wrappingSubtract(1, ordering: .relaxed).oldValue == 0 {
            _ = kill(getpid(), SIGKILL)
        }
    }
}

@Suite("A process that is killed")
struct CrashTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The same calls every time, one transaction each.
    static func script(_ ledger: Ledger, upTo count: Int = .max) async throws {
        let steps: [() async throws -> Void] = [
            { try await ledger.savePlan(Sample.plan(), document: [1], at: at(0)) },
            {
                _ = try await ledger.stage(
                    plan: "p1", orders: (0..<300).map { Sample.order("/\($0)") }, actor: "person",
                    at: at(0))
            },
            {
                _ = try await ledger.begin(
                    Array(1...300), terms: QuotaTerms(deletesPerDay: 250), day: Sample.day,
                    actor: "run", at: at(1))
            },
            {
                try await ledger.finish(
                    (1...200).map { ($0, .deleted(receipt: nil)) }, actor: "run", at: at(2))
            },
            { _ = try await ledger.undo(.all, actor: "person", at: at(3)) },
            { try await ledger.beginRestore([1, 2], actor: "person", at: at(4)) },
            // The entries of the first plan go with the third.
            { try await ledger.savePlan(Sample.plan("p2"), document: [2], at: at(5)) },
            { try await ledger.savePlan(Sample.plan("p3"), document: [3], at: at(6)) },
        ]
        for step in steps.prefix(count) { try await step() }
    }

    @Test("leaves whole transactions behind, all that were committed", arguments: 0..<8)
    func kill(after count: Int) async throws {
        let path = folder.file("state.db")
        let ledger = try Ledger.open(path: path, now: at(0))
        await ledger.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, count = count as Int] in
            let killer = Killer(after: count)
            var options = LedgerOptions()
            options.beforeCommit = { killer.count() }
            let ledger = try Ledger.open(path: path, now: at(0), options: options)
            try await CrashTests.script(ledger)
        }
        let expected = try Ledger.inMemory(now: at(0))
        try await Self.script(expected, upTo: count)
        let survivor = try Ledger.open(path: path, now: at(9))
        #expect(try await survivor.everything() == expected.everything())
        #expect(try await survivor.replayDifferences() == [])
    }
}
