// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import RuleEngine
internal import Text
internal import Workflow

/// How often programs say that a bound was come to, or an offer shown: words and numbers of a day.
struct IssuerUse: Sendable, Hashable {
    /// What is counted, as programs name it.
    enum Name: String, CaseIterable, Sendable {
        case limitWarned = "limit-warned"
        case limitReached = "limit-reached"
        case offerShown = "offer-shown"
        case offerLater = "offer-later"
        case offerTaken = "offer-taken"
    }

    /// The start of the day, in seconds since the epoch, in UTC.
    let day: Int64
    /// What is counted.
    let name: Name
    /// How often.
    let count: Int64

    /// The most lines of one request.
    static let linesMax = 300
    /// The most that is counted of a day.
    private static let countMax: Int64 = 10_000
    /// How many days back a program may tell of.
    private static let daysMax: Int64 = 40

    /// The lines of `list` that tell of days around `now`; nil where it is none.
    static func read(_ list: JSONTree?, now: Timestamp) -> [IssuerUse]? {
        guard let list else { return [] }
        guard let lines = list.list, lines.count <= linesMax else { return nil }
        let today = now.secondsSinceEpoch / 86_400
        // Days are named as they are where somebody is: up to one ahead of this one.
        var starts: [String: Int64] = [:]
        for number in (today - daysMax)...(today + 1) {
            starts[CivilTime.day(daysSinceEpoch: number).text] = number * 86_400
        }
        var found: [IssuerUse] = []
        for line in lines {
            guard let text = line["day"]?.text, let name = line["name"]?.text,
                let count = line["count"]?.number
            else { return nil }
            // What a later version counts is none of this one's business.
            guard let name = Name(rawValue: name), (1...countMax).contains(count),
                let day = starts[text]
            else { continue }
            found.append(IssuerUse(day: day, name: name, count: count))
        }
        return found
    }
}

extension IssuerStore {
    /// Keeps `use` of the machine `seat`: the highest number of each day, so that what is told twice
    /// counts once. Machines that nothing was granted to are nobody that could be told apart from
    /// made-up ones, and are not counted.
    func note(_ use: [IssuerUse], seat: String) throws(Failure) {
        if use.isEmpty { return }
        try asking { db in
            let isKnown = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM grant_seat WHERE seat = ?)",
                arguments: [seat])
            guard isKnown == true else { return }
            for line in use {
                try db.execute(
                    sql: """
                        INSERT INTO told (seat, day, name, count) VALUES (?, ?, ?, ?)
                        ON CONFLICT DO UPDATE SET count = max(count, excluded.count)
                        """, arguments: [seat, line.day, line.name.rawValue, line.count])
            }
        }
    }
}
