// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages

/// Up to which staged item it cannot be told what became of it, because the state came back from a
/// backup and not all that was recorded since could be read.
struct Uncertainty {
    let db: Database

    /// Why such an item is deleted only when a person stages it anew.
    static let cause = String(
        clause: "it cannot be told whether it was taken back: the state comes from a backup")

    private static let setting = "uncertain_up_to"

    /// Whether the item of that number is one of those.
    func covers(_ number: Int64) throws -> Bool {
        let last = try db.first(
            "SELECT value FROM setting WHERE name = ?", [Self.setting.value]
        ) { try $0.text(0) }
        return last.flatMap(Int64.init).map { number <= $0 } ?? false
    }

    /// Covers all that was ever staged.
    func coverAll() throws {
        try db.run(
            """
            INSERT INTO setting (name, value)
            SELECT ?, CAST(coalesce(max(number), 0) AS TEXT) FROM staged_item WHERE TRUE
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [Self.setting.value])
    }
}
