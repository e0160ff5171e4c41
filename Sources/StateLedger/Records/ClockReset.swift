// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine
internal import Text

/// What was set aside because the clock had been ahead, or is behind.
package struct ClockReset: Sendable, Hashable {
    /// The newest instant that was on record before.
    package let newest: Timestamp
    /// The days of the quota that were set aside, the earliest first.
    package let days: [String]
    /// The day that they count for from then on.
    package let day: String
}

/// The resets of the clock so far: the instants before the last one say nothing of what time it is,
/// and neither do the days of the quota that were set aside.
struct ClockResets: Sendable, Hashable {
    /// The line of the history of the last reset; 0 before the first.
    var sequence: Int64 = 0
    /// The days that were set aside, each with the day that it counts for.
    var setAside: [String: String] = [:]

    private static let setting = "clock_resets"

    /// None so far.
    init() {}

    /// Those on record.
    init(_ db: Database) throws {
        let text = try db.first("SELECT value FROM setting WHERE name = ?", [Self.setting.value]) {
            try $0.text(0)
        }
        guard let text else { return }
        var reader = JSONReader(text)
        do {
            try reader.object { (reader, key) throws(JSONReader.Malformed) in
                switch key {
                case "sequence": sequence = try reader.integer()
                case "set_aside": setAside = try reader.dictionary()
                default: try reader.skip()
                }
            }
        } catch {
            throw DamagedContent(
                reason: Message("what it says of earlier days of the clock is damaged"))
        }
    }

    /// Puts these on record.
    func store(_ db: Database) throws {
        var json = JSONObject()
        json.add("sequence", sequence)
        json.add("set_aside", json: JSONObject.dictionary(setAside))
        try db.run(
            """
            INSERT INTO setting (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [Self.setting.value, json.text.value])
    }

    /// Sets `days` aside for `day`, with what was set aside for later days before.
    mutating func setAside(_ days: [String], for day: String) {
        for (earlier, counted) in setAside where QuotaTable.isLater(counted, than: day) {
            setAside[earlier] = day
        }
        for one in days { setAside[one] = day }
    }

    /// The days that count for `day` besides itself.
    func days(countedFor day: String) -> [String] {
        setAside.filter { $0.value == day && $0.key != day }.map(\.key).sorted()
    }
}
