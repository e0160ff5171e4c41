// SPDX-License-Identifier: Apache-2.0

internal import POSIX
internal import RuleEngine
internal import StateLedger
internal import Threads

/// How long pictures may be looked at: until an instant, or as the rules say, so long a day and at
/// some times of it.
///
/// What is used of a day stands in the state, so that several runs share it. What is looked at
/// counts for the local day it happens in: after midnight there is what the new day has.
package struct PhotoAllowance: Sendable {
    private let settings: PhotoSettings
    private let zone: RuleTimeZone
    private let session: StateSession
    /// A clock that only goes on, in seconds.
    private let ticks: @Sendable () -> Double
    /// When it began, by that clock.
    private let begin: Double
    private let today: Lock<Day>
    /// After how many seconds it is over, whatever the rules say; nil for as the rules say.
    private let seconds: Double?

    /// Why no more pictures are looked at.
    package enum End: Sendable, Hashable {
        /// The time that was named is up.
        case time
        /// What a day has is used up.
        case day
        /// It is not the time of day.
        case window
    }

    /// A local day, and what is used of it.
    private struct Day {
        let text: String
        /// Seconds that were used before `begin`.
        let usedBefore: Double
        /// Since when it is used, by the clock that only goes on.
        let begin: Double
        /// When the next day begins.
        let end: Timestamp
    }

    private static let setting = "photos_day"

    /// The allowance of `rules` as of now, or `seconds` if they are given.
    package static func find(
        _ rules: LoadedRules, _ session: StateSession, seconds: Double? = nil
    ) async throws(Failure) -> PhotoAllowance {
        try await find(rules, session, seconds: seconds) { MonotonicTime.seconds }
    }

    /// The same by a given clock that only goes on.
    static func find(
        _ rules: LoadedRules, _ session: StateSession, seconds: Double?,
        ticks: @escaping @Sendable () -> Double
    ) async throws(Failure) -> PhotoAllowance {
        let zone = try rules.timeZone
        let now = session.clock.now()
        let day = zone.day(at: now).text
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.setting(setting)
        }
        let parts = (known ?? "").split(separator: " ")
        let used = parts.count == 2 && parts[0] == day ? Double(parts[1]) ?? 0 : 0
        let begin = ticks()
        return PhotoAllowance(
            settings: rules.file.photos, zone: zone, session: session, ticks: ticks, begin: begin,
            today: Day(
                text: day, usedBefore: max(0, used), begin: begin,
                end: zone.nextDayStart(after: now)),
            seconds: seconds)
    }

    private init(
        settings: PhotoSettings, zone: RuleTimeZone, session: StateSession,
        ticks: @escaping @Sendable () -> Double, begin: Double, today: Day, seconds: Double?
    ) {
        self.settings = settings
        self.zone = zone
        self.session = session
        self.ticks = ticks
        self.begin = begin
        self.today = Lock(today)
        self.seconds = seconds
    }

    /// The day that it is, and how many seconds of it are used. A clock set back opens no day.
    private var used: (day: String, seconds: Double) {
        today.withLock { today in
            let (now, tick) = (session.clock.now(), ticks())
            if now.secondsSinceEpoch >= today.end.secondsSinceEpoch {
                let day = zone.day(at: now)
                // Only what was looked at since midnight is of the new day.
                let passed = Double(now.secondsSinceEpoch - zone.start(of: day))
                today = Day(
                    text: day.text, usedBefore: 0, begin: max(begin, tick - passed),
                    end: zone.nextDayStart(after: now))
            }
            return (today.text, today.usedBefore + tick - today.begin)
        }
    }

    /// Why it is over; nil while it is not.
    package var end: End? {
        if let seconds { return ticks() - begin >= seconds ? .time : nil }
        if !settings.mayLook(at: session.clock.now(), zone: zone) { return .window }
        guard let most = settings.secondsPerDay else { return nil }
        return used.seconds >= Double(most) ? .day : nil
    }

    /// For how many seconds of a day pictures are looked at; nil for as long as it takes, or where a
    /// person named how long.
    var secondsPerDay: Double? {
        if seconds != nil { return nil }
        let minutes = settings.window.map { window in
            (window.endMinute - window.startMinute + 1_440) % 1_440
        }
        let open = minutes.flatMap { $0 > 0 ? Double($0) * 60 : nil }
        return [settings.secondsPerDay.map { Double($0) }, open].compactMap(\.self).min()
    }

    /// When the time of day begins in which pictures are looked at, as `22:00`.
    package var windowBegin: String? {
        settings.window.map { window in
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            return two(window.startMinute / 60) + ":" + two(window.startMinute % 60)
        }
    }

    /// Notes how much of the day is used by now.
    func note() async throws(Failure) {
        if settings.secondsPerDay == nil { return }
        let used = used
        let text = "\(used.day) \(Int(used.seconds.rounded(.up)))"
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.store(text, setting: Self.setting)
        }
    }
}
