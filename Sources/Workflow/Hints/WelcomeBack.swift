// SPDX-License-Identifier: Apache-2.0

internal import ReviewUI
package import RuleEngine
package import StateLedger
package import Wording

/// What somebody is told who comes back to a review after a week or more: what they have done so far.
/// Once, and nothing of what they have not done.
package struct WelcomeBack: Sendable, Hashable {
    /// How many items they have decided.
    package let reviewed: Int64
    /// The bytes of what went and did not come back.
    package let freedBytes: Int64
    /// The most days in a row.
    package let bestStreak: Int
    /// When they began.
    package let since: Moment

    /// The setting that says when somebody looked at a review last, in seconds since 1970.
    private static let setting = "last-visit"

    /// What `figures` come to at `now`, by the days of `zone`; nil for who was not away for long after
    /// `visit`, or has not decided anything yet.
    package init?(
        _ figures: LedgerFigures, visit: Timestamp?, now: Timestamp, timeZone zone: RuleTimeZone
    ) {
        guard Absence(figures, visit: visit, now: now).isLong else { return nil }
        let report = StatsReport(figures, plan: nil, now: now, timeZone: zone, days: 7)
        let instants = figures.acts.map(\.at) + figures.decisions.map(\.decidedAt)
        reviewed = report.all.counts.kept + report.all.counts.deleted
        guard reviewed > 0, let first = instants.min() else { return nil }
        freedBytes = report.all.moved.bytes
        bestStreak = report.streak.best
        since = Moment(first, zone, .date)
    }

    /// The welcome that has its turn as somebody comes to a review of `session`; they are here from
    /// now on. None where that cannot be remembered: it would come every time.
    package static func turn(
        _ session: StateSession, timeZone zone: RuleTimeZone
    ) async -> WelcomeBack? {
        let now = session.clock.now()
        guard let figures = try? await session.ledger.figures() else { return nil }
        let visit = await visit(session)
        // A clock that was set back makes nobody's last visit earlier.
        let last = max(now, visit ?? now)
        do throws(LedgerError) {
            try await session.ledger.store(String(last.secondsSinceEpoch), setting: setting)
        } catch {
            return nil
        }
        return WelcomeBack(figures, visit: visit, now: now, timeZone: zone)
    }

    /// When somebody looked at a review of `session` last, so far as that is known.
    package static func visit(_ session: StateSession) async -> Timestamp? {
        guard let text = try? await session.ledger.setting(setting), let seconds = Int64(text),
            (0...(1 << 40)).contains(seconds)
        else { return nil }
        return Timestamp(secondsSinceEpoch: seconds)
    }

    /// The greeting, and what was done, in one line.
    package var line: Phrase {
        var parts: [Phrase] = [.welcomeReviewed(n: reviewed, date: since)]
        if freedBytes > 0 { parts.append(.welcomeFreed(size: freedBytes)) }
        if bestStreak > 1 { parts.append(.welcomeStreak(n: bestStreak)) }
        return .welcomeLine(text: Phrase.series(parts, separator: " · "))
    }
}
