// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import StateLedger

/// State files from before decisions and staged items were filed by what the item is.
@Suite("A state file of the third version")
struct VersionFourTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state.db")
    }

    /// A closed file of the third version: two names of one folder, in both of which an item waits;
    /// an item that was taken back; decisions on a local drive and on a OneDrive.
    private func old() async throws {
        var options = LedgerOptions()
        options.migrations = Array(Migration.all.prefix(3))
        let ledger = try Ledger.open(path: path, now: at(0), options: options)
        try await ledger.savePlan(Sample.plan(), document: Array("{}".utf8), at: at(0))
        let identity = "local:1:2:/home/me/d"
        let ruling = Ruling(
            {
                var order = Sample.order("/x")
                order.driveIdentity = identity
                return order
            }()
        ).json.replacing("'", with: "''")
        func staged(_ number: Int, _ drive: String, _ path: String, _ state: String) -> String {
            let sequence = """
                INSERT INTO history (at, event, plan, staged, drive, id, path, to_state, actor, detail)
                VALUES (10, 'staged', 'p1', \(number), '\(drive)', '\(path)', '\(path)', 'staged',
                    'person', '{"ruling":1,"due":5,"type":"file"}');
                """
            return """
                INSERT INTO staged_item (number, plan, ruling, drive, id, path, type, due, staged_at,
                    state)
                VALUES (\(number), 1, 1, '\(drive)', '\(path)', '\(path)', 'file', 5, 10, '\(state)');
                """ + sequence
        }
        func moved(_ number: Int, _ state: String, at: Int) -> String {
            """
            INSERT INTO history (at, event, staged, from_state, to_state, actor)
            VALUES (\(at), '\(state)', \(number), 'staged', '\(state)', 'person');
            """
        }
        func decided(_ drive: String, _ id: String, _ path: String, _ identity: String) -> String {
            """
            INSERT INTO decision (drive, id, path, type, drive_identity, verdict, decided_at, day,
                source)
            VALUES ('\(drive)', '\(id)', '\(path)', 'file', '\(identity)', 'pin', 1, '2026-01-01',
                'command');
            """
        }
        try await ledger.run(
            """
            INSERT INTO ruling (number, terms) VALUES (1, '\(ruling)');
            INSERT INTO history (at, event, actor, detail)
            VALUES (10, 'ruling', 'person', '{"number":1,"terms":\(ruling)}');
            """ + staged(1, "d", "/a", "held") + moved(1, "held", at: 20)
                + staged(2, "other", "/a", "staged") + staged(3, "d", "/b", "undone")
                + moved(3, "undone", at: 77)
                + decided("d", "/a", "/a", identity)
                + decided("cloud", "A1!s1", "/c", "onedrive:00000000000000a1"))
        await ledger.close()
    }

    @Test("comes over with nothing lost, and what waits twice waits once")
    func migrated() async throws {
        try await old()
        let ledger = try Ledger.open(path: path, now: at(1))
        let staged = try await ledger.stagedItems(states: nil)
        #expect(staged.map(\.state) == [.held, .cancelled, .undone])
        #expect(staged.map { $0.takenBackAt?.secondsSinceEpoch } == [nil, nil, 77])
        #expect(try await ledger.takenBack().map(\.order.item.path) == ["/b"])
        let decisions = try await ledger.decisions()
        #expect(decisions.map(\.item.path) == ["/a", "/c"])
        #expect(
            try await ledger.texts("SELECT volume || ' ' || item_key FROM decision ORDER BY number")
                == ["local /home/me/d/a", "onedrive:00000000000000a1 00000000000000a1!s1"])
        #expect(
            try await ledger.texts(
                "SELECT item_key FROM staged_item WHERE volume = 'local' ORDER BY number")
                == ["/home/me/d/a", "/home/me/d/a", "/home/me/d/b"])
        // A later word under another name of the folder, and under another root, counts.
        var item = RecordedItem(drive: "wide", id: "/d/a", path: "/d/a", type: .file)
        item.size = 3
        let undone = try await ledger.decide(
            [
                DecisionRecord(
                    item: item, driveIdentity: "local:1:9:/home/me", verdict: .keep,
                    decidedAt: at(2), day: Sample.day, source: "command")
            ], at: at(2))
        #expect(undone.map(\.number) == [1])
        #expect(try await ledger.decisions().map(\.item.path) == ["/c", "/d/a"])
    }

    @Test("the same item is staged once, whatever its drive is called")
    func once() async throws {
        let ledger = try Ledger.empty()
        func order(_ drive: String, _ path: String, _ identity: String) -> StagingOrder {
            var order = Sample.order(Sample.item(path, id: path, drive: drive))
            order.driveIdentity = identity
            return order
        }
        try await ledger.stage([order("d", "/d/a", "local:1:2:/home")])
        let again = try await ledger.stage(
            [order("e", "/a", "local:1:3:/home/d"), order("e", "/b", "local:1:3:/home/d")],
            plan: "p2")
        #expect(again.map(\.order.item.path) == ["/b"])
    }
}
