// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Wording

/// What the state file holds that lies ahead of the clock: the clock was ahead once, or is behind
/// now. Until it is mended, undo windows count from there and no quota of a new day is opened,
/// which nobody should have to find out.
struct ClockCheck: Sendable {
    /// What the clock says.
    let now: Timestamp
    /// The newest instant on record.
    let newest: Timestamp
    /// The local day by the clock.
    let today: String
    /// The day that the quotas count for.
    let day: String
    /// The zone of the days.
    let timeZone: RuleTimeZone

    /// How far an instant may lie ahead without a word, in seconds: clocks are corrected all the
    /// time.
    private static let toleranceSeconds: Int64 = 300

    /// Compares the state with the clock.
    static func make(
        _ session: StateSession, _ timeZone: RuleTimeZone
    ) async throws(Failure) -> ClockCheck {
        let now = SystemClock.now()
        let today = timeZone.day(at: now).text
        let (newest, day) = try await session.asking { ledger async throws(LedgerError) in
            (try await ledger.latestInstant(), try await ledger.quotaUse(day: today).effectiveDay)
        }
        return ClockCheck(now: now, newest: newest, today: today, day: day, timeZone: timeZone)
    }

    /// Says so where something lies ahead; not even `--quiet` silences it.
    static func warn(_ session: StateSession, _ timeZone: RuleTimeZone) async throws(Failure) {
        if let warning = try await make(session, timeZone).warning { Console.warn(warning) }
    }

    /// Whether anything lies ahead of the clock.
    var isAhead: Bool { newest > now || isDayAhead }

    private var isDayAhead: Bool { today.utf8.lexicographicallyPrecedes(day.utf8) }

    /// What lies ahead, and what to do; nil where nothing does that matters.
    var warning: Phrase? {
        let isFar = newest.secondsSinceEpoch - now.secondsSinceEpoch > Self.toleranceSeconds
        if !isFar, !isDayAhead { return nil }
        return .quotaClockWarning(what: onRecord, time: wall(now))
    }

    /// The newest instant and the day of the quotas, whichever lies ahead.
    var onRecord: Phrase {
        if newest <= now { return .quotaClockDay(day: day) }
        return isDayAhead
            ? .quotaClockBoth(time: wall(newest), day: day)
            : .quotaClockInstant(time: wall(newest))
    }

    /// `instant` as the wall clocks of the zone show it.
    func wall(_ instant: Timestamp) -> Moment { Moment(instant, timeZone, .wall) }
}
