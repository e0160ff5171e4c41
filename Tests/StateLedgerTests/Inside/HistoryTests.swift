// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import Testing

@testable import StateLedger

@Suite("The history")
struct HistoryTests {
    private let ledger: Ledger

    init() throws {
        ledger = try Ledger.empty()
    }

    /// Some of everything.
    private func fill() async throws {
        try await ledger.saveCatalog(
            Sample.drive(), parts: [CatalogPart(name: "x", chunk: 0, bytes: [1, 2, 3])])
        try await ledger.stage(
            ["/a", "/b", "/c"].map { Sample.order($0) } + [Sample.order(Sample.item("/q\"\n"))])
        _ = try await ledger.begin(
            [1, 2], terms: QuotaTerms(deletesPerDay: 1), day: Sample.day, actor: "execute",
            at: at(10))
        try await ledger.finish([(1, .deleted(receipt: "r"))], actor: "execute", at: at(11))
        _ = try await ledger.decide([Sample.decision("/c", .keep)], at: at(12))
        _ = try await ledger.undoDecisions(paths: ["/c"], at: at(13))
        try await ledger.beginRestore([1], actor: "person", at: at(14))
        try await ledger.finishRestore([(1, "/a (2)", nil)], actor: "person", at: at(15))
        try await ledger.record(
            event: "run-ended", plan: nil, actor: "run", cause: "done", detail: "{\"n\":1}",
            at: at(16))
    }

    private func history(
        since: Timestamp? = nil, path: String? = nil, after: Int64 = 0, most: Int = 100
    ) async throws -> [HistoryEntry] {
        try await ledger.history(since: since, path: path, afterSequence: after, most: most)
    }

    @Test("tells everything, without a gap, with who and why")
    func lines() async throws {
        try await fill()
        let lines = try await history()
        #expect(lines.map(\.sequence) == Array(1...Int64(lines.count)))
        #expect(
            lines.map(\.event) == [
                "plan-saved", "ruling", "staged", "staged", "staged", "staged", "plan-used",
                "executing", "deferred", "deleted", "decided", "undone", "decision-undone",
                "restoring", "restored", "run-ended",
            ])
        let deleted = lines[9]
        #expect(deleted.at == at(11))
        #expect(deleted.plan == "p1" && deleted.staged == 1)
        #expect(deleted.drive == "disk" && deleted.id == "id-/a" && deleted.path == "/a")
        #expect(deleted.from == .executing && deleted.to == .deleted)
        #expect(deleted.rule == "old" && deleted.actor == "execute")
        #expect(lines[11].cause == "a person decided: keep")
        #expect(lines[15].detail == "{\"n\":1}")
    }

    @Test("is filtered by time, path and number")
    func filters() async throws {
        try await fill()
        #expect(
            try await history(path: "/a").map(\.event) == [
                "staged", "executing", "deleted", "restoring", "restored",
            ])
        #expect(
            try await history(path: "/c").map(\.event) == [
                "staged", "decided", "undone", "decision-undone",
            ])
        #expect(try await history(path: "/none") == [])
        #expect(try await history(since: at(15)).map(\.event) == ["restored", "run-ended"])
        #expect(try await history(after: 14).map(\.sequence) == [15, 16])
        #expect(try await history(after: 2, most: 3).map(\.sequence) == [3, 4, 5])
        #expect(try await history(most: 0) == [])
        #expect(try await history(most: -1) == [])
    }

    @Test(
        "is never changed nor shortened",
        arguments: [
            "UPDATE history SET actor = 'x' WHERE sequence = 1", "DELETE FROM history",
            "DELETE FROM history WHERE sequence = 5", "UPDATE history SET sequence = 99",
            "INSERT OR REPLACE INTO history (sequence, at, event, actor) VALUES (1, 0, 'x', 'x')",
        ])
    func appendOnly(sql: String) async throws {
        try await fill()
        let before = try await ledger.everything()
        let error = await failure { () async throws(LedgerError) in try await ledger.run(sql) }
        #expect(error?.kind == .failed)
        #expect(try await ledger.everything() == before)
    }

    @Test("takes no line of others that a replay would believe")
    func ownWords() async throws {
        for event in ["deleted", "staged", "decided", "plan-used", "ruling", "gave-up"] {
            let error = await failure { () async throws(LedgerError) in
                try await ledger.record(
                    event: event, plan: nil, actor: "x", cause: nil, detail: nil, at: at(0))
            }
            #expect(error?.kind == .failed, "\(event)")
        }
        #expect(try await history() == [])
    }

    @Test(
        "shows what was changed behind its back",
        arguments: [
            "UPDATE staged_item SET path = '/x' WHERE number = 1",
            "UPDATE staged_item SET size = 11 WHERE number = 3",
            "UPDATE staged_item SET hashes = NULL WHERE number = 3",
            "UPDATE staged_item SET due = due - 1 WHERE number = 3",
            "UPDATE staged_item SET attempt = 2 WHERE number = 1",
            "UPDATE staged_item SET state = 'staged', quota_day = NULL WHERE number = 2",
            "UPDATE staged_item SET restored_path = NULL WHERE number = 1",
            "DELETE FROM staged_item WHERE number = 4",
            "INSERT INTO staged_item (plan, ruling, drive, id, path, type, due, staged_at)"
                + " VALUES (1, 1, 'disk', 'x', '/x', 'file', 0, 0)",
            "UPDATE quota SET deletes = 0", "UPDATE quota SET bytes = bytes + 1",
            "DELETE FROM quota", "INSERT INTO quota (day) VALUES ('2026-02-01')",
            "UPDATE decision SET undone_at = NULL", "DELETE FROM decision",
            "UPDATE decision SET verdict = 'delete'", "UPDATE plan SET used_at = NULL",
            "UPDATE plan SET used_at = used_at + 1",
            "UPDATE ruling SET terms = replace(terms, 'recycle', 'permanent')",
            "INSERT INTO history (at, event, staged, from_state, to_state, actor)"
                + " VALUES (0, 'undone', 3, 'undone', 'undone', 'x')",
            "INSERT INTO history (at, event, staged, from_state, to_state, actor)"
                + " VALUES (0, 'gone', 9, 'executing', 'gone', 'x')",
            "INSERT INTO history (sequence, at, event, actor) VALUES (99, 0, 'x', 'x')",
            "INSERT INTO history (at, event, actor, detail) VALUES (0, 'decided', 'x', '{')",
        ])
    func tampering(sql: String) async throws {
        try await fill()
        #expect(try await ledger.replayDifferences() == [])
        try await ledger.run(sql)
        #expect(try await ledger.replayDifferences() != [])
    }

    @Test(
        "is not believed where it cannot be read",
        arguments: [
            "UPDATE ruling SET terms = '{\"rule\"'", "UPDATE staged_item SET hashes = 'x'",
            "UPDATE staged_item SET obligations = '{}'",
            "UPDATE decision SET hashes = '[]', undone_at = NULL",
            "UPDATE drive SET settings = ''", "UPDATE setting SET value = 'x'",
        ])
    func unreadable(sql: String) async throws {
        try await fill()
        try await ledger.run(sql)
        let errors = await [
            result { () async throws(LedgerError) in
                _ = try await ledger.stagedItems(states: nil)
            },
            result { () async throws(LedgerError) in _ = try await ledger.decisions() },
            result { () async throws(LedgerError) in _ = try await ledger.drives() },
            result { () async throws(LedgerError) in _ = try await ledger.firstUsed() },
        ]
        #expect(errors.compactMap { $0 } == [.corrupt])
    }

    private func result(
        _ body: () async throws(LedgerError) -> Void
    ) async -> LedgerError.Kind? {
        do throws(LedgerError) {
            try await body()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("and everything else is exported as one JSON document")
    func export() async throws {
        try await fill()
        let text = try await ledger.everything()
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let document = try #require(object as? [String: Any])
        #expect(document["format"] as? Int == 1)
        let counts = document.compactMapValues { ($0 as? [[String: Any]])?.count }
        #expect(
            counts == [
                "settings": 1, "drives": 1, "plans": 1, "decisions": 1, "rulings": 1, "staged": 4,
                "quota": 1, "events": 0, "history": 16, "reviews": 0, "tier_anchors": 0,
                "tier_policies": 0, "entitlements": 0, "redemptions": 0,
                "syncDevices": 0, "syncLines": 0, "syncLog": 0, "syncArrivals": 0, "syncUses": 0,
                "unlike": 0, "groupDecisions": 0,
            ])
        let drives = try #require(document["drives"] as? [[String: Any]])
        #expect(drives[0]["storedBytes"] as? Int == 3)
        #expect(drives[0]["settings"] as? [String: String] == ["root": "/data"])
        let staged = try #require(document["staged"] as? [[String: Any]])
        #expect(staged[3]["path"] as? String == "/q\"\n")
        #expect(staged[0]["restoredPath"] as? String == "/a (2)")
        #expect(staged[1]["quotaDay"] as? String == Sample.day)
    }

    @Test("is exported as JSON even where a value in it is damaged")
    func damagedExport() async throws {
        try await fill()
        try await ledger.run("UPDATE staged_item SET hashes = '{\"a' WHERE number = 1")
        let text = try await ledger.everything()
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test("is exported until the caller has enough")
    func stoppedExport() async throws {
        try await fill()
        struct Enough: Error {}
        await #expect(throws: Enough.self) {
            try await ledger.export { _ in throw Enough() }
        }
        #expect(try await !ledger.everything().isEmpty)
    }
}
