// SPDX-License-Identifier: Apache-2.0

/// What was used of the caps of each day, by drive and of all drives together.
///
/// Days are compared by bytes, as they are written so that the later one comes after.
struct UsedCaps: Sendable {
    private var byDrive: [String: [String: FleetAmount]] = [:]
    private var byDay: [String: FleetAmount] = [:]
    /// The newest day on which something went from a drive.
    private var newest: [String: String] = [:]
    /// On how many drives that day is the newest one.
    private var newestOn: [String: Int64] = [:]

    /// So much went from the drive `key` on that day.
    mutating func add(_ amount: FleetAmount, of key: String, on day: String) {
        byDrive[key, default: [:]][day] = (byDrive[key]?[day] ?? FleetAmount()) + amount
        byDay[day] = (byDay[day] ?? FleetAmount()) + amount
        if amount.items <= 0 { return }
        if let known = newest[key] {
            guard Self.precedes(known, day) else { return }
            newestOn[known, default: 0] -= 1
        }
        newest[key] = day
        newestOn[day, default: 0] += 1
    }

    /// Has what went on days after `day` count for that one.
    mutating func setBack(to day: String) {
        for (key, days) in byDrive { byDrive[key] = Self.set(days, backTo: day) }
        byDay = Self.set(byDay, backTo: day)
        for (key, known) in newest where Self.precedes(day, known) {
            newest[key] = day
            newestOn[known, default: 0] -= 1
            newestOn[day, default: 0] += 1
        }
    }

    private static func set(
        _ days: [String: FleetAmount], backTo day: String
    ) -> [String: FleetAmount] {
        var kept = days
        for (later, amount) in days where precedes(day, later) {
            kept[later] = nil
            kept[day] = (kept[day] ?? FleetAmount()) + amount
        }
        return kept
    }

    /// Whether anything went on a day after `day`.
    func hasUsed(after day: String) -> Bool { byDay.keys.contains { Self.precedes(day, $0) } }

    /// What went from the drive `key` on that day and on any later one.
    func amount(of key: String, since day: String) -> FleetAmount {
        Self.sum(byDrive[key] ?? [:], since: day)
    }

    /// What went from all drives since then, and from how many.
    func total(since day: String) -> (amount: FleetAmount, drives: Int64) {
        let drives = newestOn.filter { !Self.precedes($0.key, day) }.values.reduce(0, +)
        return (Self.sum(byDay, since: day), drives)
    }

    private static func sum(_ days: [String: FleetAmount], since day: String) -> FleetAmount {
        days.filter { !precedes($0.key, day) }.values.reduce(FleetAmount(), +)
    }

    /// Whether the day `one` is before `other`.
    static func precedes(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}
