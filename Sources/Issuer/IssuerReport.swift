// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import RuleEngine
internal import SignedText
package import Text
package import Workflow

/// What became of the grants, day by day. It names nobody.
package struct IssuerReport: Sendable {
    /// One day, in UTC.
    package struct Day: Sendable, Hashable {
        /// The day, `2026-11-21`.
        package let day: String
        /// Grants that held at its end.
        package var active: Int64 = 0
        /// First days that began.
        package var trials: Int64 = 0
        /// Who had first days before and was granted more.
        package var converted: Int64 = 0
        /// Grants that ended and were not renewed by then.
        package var ended: Int64 = 0
        /// Grants that were taken back.
        package var revoked: Int64 = 0
        /// Codes that were redeemed.
        package var redeemed: Int64 = 0
        /// How often programs told of each thing that they count.
        var told: [IssuerUse.Name: Int64] = [:]

        /// Who had something and has it no longer: what ended or was taken back.
        package var churned: Int64 { ended + revoked }

        /// The numbers, each with its name in documents.
        package var columns: [(name: String, count: Int64)] {
            [
                ("active", active), ("trials", trials), ("converted", converted),
                ("ended", ended), ("revoked", revoked), ("churned", churned),
                ("redeemed", redeemed),
            ]
                + IssuerUse.Name.allCases.map { name in
                    (name.rawValue.replacing("-", with: "_"), told[name] ?? 0)
                }
        }
    }

    /// The days, the earliest first.
    package let days: [Day]

    /// The most days of a report.
    package static let daysMax = 366

    /// The report as JSON.
    package var json: JSONValue {
        .object([
            ("format", .number(1)),
            (
                "days",
                .list(
                    days.map { day in
                        .object(
                            [("day", .text(day.day))]
                                + day.columns.map { ($0.name, .number($0.count)) })
                    })
            ),
        ])
    }
}

extension IssuerStore {
    /// A grant, as far as reports go.
    private struct Known {
        let original: String
        /// Whose it is: the subject, the machines, and the accounts that apps know these by.
        var owners: Set<String>
        let begins: Int64
        var ends: Int64?
        let isTrial: Bool
        var revokedAt: Int64?

        /// Whether `other` is of the same person, or of a machine of theirs.
        func isShared(with other: Known) -> Bool { !owners.isDisjoint(with: other.owners) }
    }

    /// What became of the grants on the last `count` days up to that of `now`. O(days × grants).
    package func report(days count: Int, now: Timestamp) throws(Failure) -> IssuerReport {
        let (grants, redeemed, told) = try asking { db in
            (
                try Self.grants(db) + Self.purchases(db),
                try Int64.fetchAll(db, sql: "SELECT at FROM redeeming"), try Self.told(db)
            )
        }
        let day: Int64 = 86_400
        let today = now.secondsSinceEpoch / day * day
        let starts = (0..<Int64(min(count, IssuerReport.daysMax))).reversed().map {
            today - $0 * day
        }
        let utc = RuleTimeZone(identifier: "UTC") ?? .machine
        return IssuerReport(
            days: starts.map { start in
                let span = start..<start + day
                let name = utc.day(at: Timestamp(secondsSinceEpoch: start)).text
                var line = Self.line(name, span, grants)
                line.told = told[start] ?? [:]
                line.redeemed = Int64(redeemed.count { span.contains($0) })
                return line
            })
    }

    private static func grants(_ db: Database) throws -> [Known] {
        var known: [String: Known] = [:]
        let seats = try Self.seats(db)
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, original, subject, begins, expires, trial, revoked, signed_at
                FROM grants ORDER BY number
                """)
        for row in rows {
            let id: String = row["id"]
            let isRevoked: Bool = row["revoked"]
            if isRevoked {
                known[id]?.revokedAt = row["signed_at"]
                continue
            }
            var owners = seats[id] ?? []
            owners.insert(row["subject"])
            known[id] = Known(
                original: row["original"], owners: owners, begins: row["begins"],
                ends: row["expires"], isTrial: row["trial"])
        }
        return Array(known.values)
    }

    /// The machines of each grant, by its id, and the accounts that apps know them by.
    private static func seats(_ db: Database) throws -> [String: Set<String>] {
        var seats: [String: Set<String>] = [:]
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT DISTINCT id, grant_seat.seat FROM grants JOIN grant_seat USING (number)")
        for row in rows {
            let seat: String = row["seat"]
            seats[row["id"], default: []].formUnion([seat, AccountUUID.text(of: seat)])
        }
        return seats
    }

    /// What was bought in the store.
    private static func purchases(_ db: Database) throws -> [Known] {
        try Row.fetchAll(
            db, sql: "SELECT original, account, begins, expires, trial, revoked_at FROM purchase"
        ).map { row in
            let original: String = row["original"]
            let account: String? = row["account"]
            return Known(
                original: original, owners: [account ?? original], begins: row["begins"],
                ends: row["expires"], isTrial: row["trial"], revokedAt: row["revoked_at"])
        }
    }

    /// What programs told of each day, all machines together.
    private static func told(_ db: Database) throws -> [Int64: [IssuerUse.Name: Int64]] {
        var told: [Int64: [IssuerUse.Name: Int64]] = [:]
        let rows = try Row.fetchAll(
            db, sql: "SELECT day, name, sum(count) AS count FROM told GROUP BY day, name")
        for row in rows {
            guard let name = IssuerUse.Name(rawValue: row["name"]) else { continue }
            told[row["day"], default: [:]][name] = row["count"]
        }
        return told
    }

    private static func line(
        _ name: String, _ span: Range<Int64>, _ grants: [Known]
    ) -> IssuerReport.Day {
        var day = IssuerReport.Day(day: name)
        for grant in grants {
            let end = min(grant.ends ?? .max, grant.revokedAt ?? .max)
            if grant.begins < span.upperBound, end >= span.upperBound { day.active += 1 }
            if let revokedAt = grant.revokedAt, span.contains(revokedAt) {
                day.revoked += 1
            } else if span.contains(end), !isRenewed(grant, before: span.upperBound, grants) {
                day.ended += 1
            }
            guard span.contains(grant.begins) else { continue }
            if grant.isTrial {
                day.trials += 1
            } else if grants.contains(where: {
                $0.isTrial && $0.isShared(with: grant) && $0.begins <= grant.begins
            }) {
                day.converted += 1
            }
        }
        return day
    }

    private static func isRenewed(
        _ grant: Known, before end: Int64, _ grants: [Known]
    ) -> Bool {
        grants.contains {
            ($0.original == grant.original || $0.isShared(with: grant))
                && $0.begins > grant.begins && $0.begins < end
        }
    }
}
