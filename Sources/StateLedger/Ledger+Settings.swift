// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages

extension Ledger {
    /// The most bytes of a setting.
    package static let settingBytesMax = 16 * 1024

    /// The text that was stored under `name` by `store`; nil where there is none.
    package nonisolated func setting(_ name: String) async throws(LedgerError) -> String? {
        try await read { db in
            try db.first("SELECT value FROM setting WHERE name = ?", [Self.own(name).value]) {
                try $0.text(0)
            }
        }
    }

    /// Stores `value` under `name`, for a front end to find again. It means nothing to the ledger.
    package func store(_ value: String, setting name: String) throws(LedgerError) {
        try StorableText.check(value, name)
        guard value.utf8.count <= Self.settingBytesMax else {
            throw LedgerError(
                .failed, Message("a setting is larger than \(Self.settingBytesMax) bytes"))
        }
        try write { db in
            try db.run(
                """
                INSERT INTO setting (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """, [Self.own(name).value, value.value])
        }
    }

    /// Names of front ends never meet those of the ledger itself.
    private static func own(_ name: String) -> String { "front:" + name }
}
