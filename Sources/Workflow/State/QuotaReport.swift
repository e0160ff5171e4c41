// SPDX-License-Identifier: Apache-2.0

package import PlanRunner
internal import Reports
package import RuleEngine
internal import StateLedger
package import Text
internal import Wording

/// How much of the quotas is used today, and what they are.
package struct QuotaReport: Sendable {
    /// One quota.
    package struct Line: Sendable {
        /// How much was used.
        package let used: Int64
        /// Nil where there is no quota.
        package let limit: Int64?
        /// The tier whose bound it is; nil where it is the quota of the rules.
        var tier: TierBounds?

        /// What is left; nil where there is no quota.
        package var left: Int64? { limit.map { max(0, $0 - used) } }
    }

    /// The local day that counts.
    package let day: String
    /// The zone of the days.
    package let timeZone: RuleTimeZone
    /// Until when no quota applies, if that is still to come.
    package let graceUntil: Timestamp?
    /// Deletions.
    package let deletes: Line
    /// Bytes deleted.
    package let bytes: Line
    /// Decisions of a person.
    package let reviews: Line
    /// How many of the reviews are allowed for this day only.
    package let extraReviews: Int64
    let warnAtPercent: Int64
    /// When the next day begins.
    package let nextDay: Timestamp

    /// The present state of the quotas of `rules`.
    package static func make(
        _ session: StateSession, runner: Runner, rules: RulesInForce
    ) async throws(Failure) -> QuotaReport {
        let now = session.clock.now()
        let terms = try await session.running { () async throws(RunnerError) in
            try await runner.quotaTerms(rules, at: now)
        }
        let graceEnd = try await session.running { () async throws(RunnerError) in
            try await runner.graceEnd(rules, at: now)
        }
        let today = rules.timeZone.day(at: now).text
        let counted = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.quotaUse(day: today)
        }
        let use = counted.use
        let quota = rules.file.quota
        return QuotaReport(
            day: counted.effectiveDay, timeZone: rules.timeZone,
            graceUntil: graceEnd.flatMap { now < $0 ? $0 : nil },
            deletes: Line(
                used: use.deletes, limit: terms?.mostDeletes, tier: terms?.tierOfDeletes),
            bytes: Line(used: use.bytes, limit: terms?.mostBytes, tier: terms?.tierOfBytes),
            reviews: Line(
                used: use.reviews,
                limit: terms?.mostReviews(extra: use.extraReviews)),
            extraReviews: use.extraReviews,
            warnAtPercent: quota.warnAtPercent,
            nextDay: rules.timeZone.nextDayStart(after: counted.effectiveDay, at: now))
    }

    /// Says, once a day and meter, where a quota, or what a tier allows of a day, has come to its share
    /// for warnings and more was used since `before`; the issuers of the tiers that it was said of.
    package func warn(
        since before: QuotaReport, _ session: StateSession
    ) async -> [String] {
        var issuers: [String] = []
        if let limit = warningLimit(deletes, before.deletes),
            await isFirstWarning(.deletes, session)
        {
            issuers += deletes.tier?.issuers ?? []
            Host.warn(
                deletes.tier.map {
                    .tierNearDeletions(used: deletes.used, limit: limit, name: $0.title)
                } ?? .quotaWarningDeletions(used: deletes.used, limit: limit))
        }
        if let limit = warningLimit(bytes, before.bytes),
            await isFirstWarning(.bytes, session)
        {
            issuers += bytes.tier?.issuers ?? []
            Host.warn(
                bytes.tier.map { .tierNearBytes(amount: bytes.used, most: limit, name: $0.title) }
                    ?? .quotaWarningBytes(amount: bytes.used, most: limit))
        }
        return issuers
    }

    /// The quota, where it has come to its share for warnings; else nil.
    private func warningLimit(_ line: Line, _ before: Line) -> Int64? {
        guard let limit = line.limit, line.used > before.used else { return nil }
        let percent = line.tier?.warnAtPercent ?? warnAtPercent
        return Self.hasCome(line.used, to: percent, of: limit) ? limit : nil
    }

    /// Whether nobody was warned of `meter` on this day. Where that cannot be noted, it is said: rather
    /// twice than never.
    private func isFirstWarning(_ meter: QuotaMeter, _ session: StateSession) async -> Bool {
        let isFirst = try? await session.ledger.noteWarning(of: meter, day: day)
        return isFirst ?? true
    }

    private static func hasCome(_ used: Int64, to percent: Int64, of limit: Int64) -> Bool {
        // Full width, for a hundred times a number of bytes does not always fit.
        let used = used.multipliedFullWidth(by: 100)
        let mark = limit.multipliedFullWidth(by: percent)
        return (used.high, used.low) >= (mark.high, mark.low)
    }

    /// The report as JSON.
    package var json: JSONValue { .object(members) }

    /// The members of the report.
    package var members: [String: JSONValue] {
        func value(_ line: Line) -> JSONValue {
            .object([
                "used": .number(line.used), "limit": JSONValue(line.limit),
                "left": JSONValue(line.left),
            ])
        }
        var members: [String: JSONValue] = [
            "day": .text(day), "timezone": .text(timeZone.identifier), "deletes": value(deletes),
            "bytes": value(bytes), "reviews": value(reviews), "warn_at": .number(warnAtPercent),
            "extra_reviews": .number(extraReviews), "next_day": JSONValue(nextDay),
        ]
        members.set("grace_until", graceUntil)
        return members
    }
}

extension RuleTimeZone {
    /// When the local day after `day` begins, which is today's or, after the clock was set back, a
    /// later one.
    package func nextDayStart(after day: String, at now: Timestamp) -> Timestamp {
        guard let later = CalendarDay(text: day), self.day(at: now).text < day else {
            return nextDayStart(after: now)
        }
        return nextDayStart(after: Timestamp(secondsSinceEpoch: start(of: later)))
    }
}
