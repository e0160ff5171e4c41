// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing

@Suite("Restoring and purging")
struct RestoreTests {
    private let ledger: Ledger

    init() throws {
        ledger = try Ledger.empty()
    }

    /// Three deleted items; the third was recycled, the others lie in quarantine.
    private func deleted() async throws {
        try await ledger.stage([
            Sample.order(Sample.item("/a"), method: .quarantine),
            Sample.order(Sample.item("/b"), method: .quarantine),
            Sample.order("/c"),
        ])
        _ = try await ledger.begin(
            [1, 2, 3], terms: nil, day: Sample.day, actor: "run", at: at(10))
        try await ledger.finish(
            [
                (1, .deleted(receipt: "r1")), (2, .deleted(receipt: nil)),
                (3, .deleted(receipt: nil)),
            ], actor: "run", at: at(11))
    }

    @Test("leave what was deleted a moment ago known as such, until it is back")
    func deletedLately() async throws {
        try await deleted()
        let addresses = try await ledger.stagedItems(states: nil).map(\.order.address)
        #expect(try await ledger.deleted(addresses, since: at(11)) == Set(addresses))
        #expect(try await ledger.deleted(addresses, since: at(12)) == [])
        #expect(try await ledger.deleted([], since: at(0)) == [])
        try await ledger.beginRestore([1], actor: "person", at: at(20))
        try await ledger.finishRestore([(1, "/a", nil)], actor: "person", at: at(21))
        #expect(try await ledger.deleted(addresses, since: at(11)) == Set(addresses.dropFirst()))
    }

    @Test("record where an item is back, if not at its own place")
    func restored() async throws {
        try await deleted()
        try await ledger.beginRestore([1, 2, 3], actor: "person", at: at(20))
        #expect(try await ledger.openItems().map(\.number) == [1, 2, 3])
        try await ledger.finishRestore(
            [(1, "/a", nil), (2, "/b (2)", nil), (3, nil, "the bin was emptied")], actor: "person",
            at: at(21))
        let items = try await ledger.stagedItems(states: nil)
        #expect(items.map(\.state) == [.restored, .restored, .deleted])
        #expect(items.map(\.restoredPath) == [nil, "/b (2)", nil])
        #expect(items.map(\.problem) == [nil, nil, "the bin was emptied"])
        #expect(items.allSatisfy { !$0.isRestoring && $0.deletedAt == at(11) })
        #expect(items[0].receipt == "r1")
        #expect(try await ledger.quotaUse(day: Sample.day).use.deletes == 3)
        #expect(try await ledger.openItems() == [])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("may be begun again, before and after one that failed")
    func again() async throws {
        try await deleted()
        try await ledger.beginRestore([1], actor: "person", at: at(20))
        let before = try await ledger.everything()
        try await ledger.beginRestore([1], actor: "person", at: at(21))
        #expect(try await ledger.everything() == before)
        try await ledger.finishRestore([(1, nil, nil)], actor: "person", at: at(22))
        try await ledger.beginRestore([1], actor: "person", at: at(23))
        try await ledger.finishRestore([(1, "/a", nil)], actor: "person", at: at(24))
        #expect(try await ledger.state(1) == .restored)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("are one transaction a call")
    func atomic() async throws {
        try await deleted()
        try await ledger.beginRestore([1], actor: "person", at: at(20))
        let before = try await ledger.everything()
        let errors = await [
            failure { () async throws(LedgerError) in
                try await ledger.finishRestore(
                    [(1, "/a", nil), (2, "/b", nil)], actor: "person", at: at(21))
            },
            failure { () async throws(LedgerError) in
                try await ledger.finishPurge([2, 1], actor: "run", at: at(21))
            },
            failure { () async throws(LedgerError) in
                try await ledger.finishPurge([2, 3], actor: "run", at: at(21))
            },
            failure { () async throws(LedgerError) in
                try await ledger.beginRestore([2, 9], actor: "run", at: at(21))
            },
        ]
        #expect(errors.allSatisfy { $0?.kind == .failed })
        #expect(try await ledger.everything() == before)
    }

    @Test("find what lies in quarantine long enough, and not what is being restored")
    func quarantine() async throws {
        try await deleted()
        #expect(try await ledger.quarantinedItems(deletedBefore: at(11)) == [])
        let old = try await ledger.quarantinedItems(deletedBefore: at(12))
        #expect(old.map(\.number) == [1, 2])
        try await ledger.beginRestore([1], actor: "person", at: at(20))
        #expect(try await ledger.quarantinedItems(deletedBefore: at(12)).map(\.number) == [2])
        try await ledger.finishPurge([2], actor: "run", at: at(21))
        #expect(try await ledger.quarantinedItems(deletedBefore: at(12)) == [])
        #expect(try await ledger.stagedItem(2)?.isPurged == true)
        #expect(try await ledger.state(2) == .deleted)
        let error = await failure { () async throws(LedgerError) in
            try await ledger.beginRestore([2], actor: "person", at: at(22))
        }
        #expect(error?.message.contains("removed for good") == true)
        #expect(try await ledger.replayDifferences() == [])
    }
}
