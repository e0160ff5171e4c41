// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import StateLedger

/// State files from before decisions and staged items said which file of the machine they are about.
@Suite("A state file of the fourth version")
struct ItemStampsTests {
    @Test("learns of its decisions which files they are about, and loses none")
    func migrated() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.db")
        var options = LedgerOptions()
        options.migrations = Array(Migration.all.prefix(4))
        let old = try Ledger.open(path: path, now: at(0), options: options)
        func decided(
            _ tag: String?, _ created: Int?, verdict: String, identity: String = "local:1:2:/home"
        ) -> String {
            let (tag, made) = (tag.map { "'\($0)'" } ?? "NULL", created.map(String.init) ?? "NULL")
            return """
                INSERT INTO decision (drive, id, path, type, etag, created, drive_identity,
                    verdict, decided_at, day, source, volume, item_key)
                VALUES ('d', '/a', '/a', 'file', \(tag), \(made), '\(identity)', '\(verdict)', 1,
                    '2026-01-01', 'command', 'local', '/home/a');
                """
        }
        try await old.run(
            decided(nil, nil, verdict: "keep") + decided("2a-1;2", 100, verdict: "pin")
                + decided("2b-1;2", 100, verdict: "delete")
                + decided("2c-1@7;2", 100, verdict: "snooze"))
        await old.close()
        let ledger = try Ledger.open(path: path, now: at(1))
        #expect(
            try await ledger.texts("SELECT coalesce(stamp, '-') FROM decision ORDER BY number")
                == ["-", "1:2a:100", "1:2b:100", "7:2c:100"])
        // What only has a path is replaced by what came later there, as it was before.
        #expect(try await ledger.decisions().map(\.verdict) == [.pin, .delete, .snooze])
        await ledger.close()
    }
}
