// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import RuleEngine
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
                        .object([
                            ("day", .text(day.day)), ("active", .number(day.active)),
                            ("trials", .number(day.trials)), ("converted", .number(day.converted)),
                            ("ended", .number(day.ended)), ("revoked", .number(day.revoked)),
                            ("redeemed", .number(day.redeemed)),
                        ])
                    })
            ),
        ])
    }
}

extension IssuerStore {
    /// A grant, as far as reports go.
    private struct Known {
        let original: String
        let subject: String
        let begins: Int64
        var ends: Int64?
        let isTrial: Bool
        var revokedAt: Int64?
    }

    /// What became of the grants on the last `count` days up to that of `now`. O(days × grants).
    package func report(days count: Int, now: Timestamp) throws(Failure) -> IssuerReport {
        let (grants, redeemed) = try asking { db in
            (
                try Self.grants(db),
                try Int64.fetchAll(db, sql: "SELECT at FROM redeeming")
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
                line.redeemed = Int64(redeemed.count { span.contains($0) })
                return line
            })
    }

    private static func grants(_ db: Database) throws -> [Known] {
        var known: [String: Known] = [:]
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
            known[id] = Known(
                original: row["original"], subject: row["subject"], begins: row["begins"],
                ends: row["expires"], isTrial: row["trial"])
        }
        return Array(known.values)
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
                $0.isTrial && $0.subject == grant.subject && $0.begins <= grant.begins
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
            ($0.original == grant.original || $0.subject == grant.subject)
                && $0.begins > grant.begins && $0.begins < end
        }
    }
}
