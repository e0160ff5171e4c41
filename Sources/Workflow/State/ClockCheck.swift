// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import StateLedger
package import Wording

/// What the state file holds that lies ahead of the clock: the clock was ahead once, or is behind
/// now. Until it is mended, undo windows count from there and no quota of a new day is opened,
/// which nobody should have to find out.
package struct ClockCheck: Sendable {
    /// What the clock says.
    package let now: Timestamp
    /// The newest instant on record.
    package let newest: Timestamp
    /// The local day by the clock.
    package let today: String
    /// The day that the quotas count for.
    package let day: String
    /// The zone of the days.
    package let timeZone: RuleTimeZone

    /// How far an instant may lie ahead without a word, in seconds: clocks are corrected all the
    /// time.
    private static let toleranceSeconds: Int64 = 300

    /// Compares the state with the clock.
    package static func make(
        _ session: StateSession, _ timeZone: RuleTimeZone
    ) async throws(Failure) -> ClockCheck {
        let now = session.clock.now()
        let today = timeZone.day(at: now).text
        let (newest, day) = try await session.asking { ledger async throws(LedgerError) in
            (try await ledger.latestInstant(), try await ledger.quotaUse(day: today).effectiveDay)
        }
        return ClockCheck(now: now, newest: newest, today: today, day: day, timeZone: timeZone)
    }

    /// Says so where something lies ahead; not even `--quiet` silences it.
    package static func warn(_ session: StateSession, _ timeZone: RuleTimeZone)
        async throws(Failure)
    {
        if let warning = try await make(session, timeZone).warning { Host.warn(warning) }
    }

    /// Whether anything lies ahead of the clock.
    package var isAhead: Bool { newest > now || isDayAhead }

    private var isDayAhead: Bool { today.utf8.lexicographicallyPrecedes(day.utf8) }

    /// What lies ahead, and what to do; nil where nothing does that matters.
    package var warning: Phrase? {
        let isFar = newest.secondsSinceEpoch - now.secondsSinceEpoch > Self.toleranceSeconds
        if !isFar, !isDayAhead { return nil }
        return .quotaClockWarning(what: onRecord, time: wall(now))
    }

    /// The newest instant and the day of the quotas, whichever lies ahead.
    package var onRecord: Phrase {
        if newest <= now { return .quotaClockDay(day: day) }
        return isDayAhead
            ? .quotaClockBoth(time: wall(newest), day: day)
            : .quotaClockInstant(time: wall(newest))
    }

    /// `instant` as the wall clocks of the zone show it.
    package func wall(_ instant: Timestamp) -> Moment { Moment(instant, timeZone, .wall) }
}
