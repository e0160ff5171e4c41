// SPDX-License-Identifier: Apache-2.0

internal import POSIX
internal import RuleEngine
internal import StateLedger

/// How long pictures may be looked at: until an instant, or as the rules say, so long a day and at
/// some times of it.
///
/// What is used of a day stands in the state, so that several runs share it.
package struct PhotoAllowance: Sendable {
    private let settings: PhotoSettings
    private let zone: RuleTimeZone
    private let session: StateSession
    private let begin = MonotonicTime.seconds
    /// Seconds of the day that were used before.
    private let usedBefore: Double
    private let day: String
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

    private static let setting = "photos_day"

    /// The allowance of `rules` as of now, or `seconds` if they are given.
    package static func find(
        _ rules: LoadedRules, _ session: StateSession, seconds: Double? = nil
    ) async throws(Failure) -> PhotoAllowance {
        let zone = try rules.timeZone
        let day = zone.day(at: session.clock.now()).text
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.setting(setting)
        }
        let parts = (known ?? "").split(separator: " ")
        let used = parts.count == 2 && parts[0] == day ? Double(parts[1]) ?? 0 : 0
        return PhotoAllowance(
            settings: rules.file.photos, zone: zone, session: session, usedBefore: max(0, used),
            day: day, seconds: seconds)
    }

    private init(
        settings: PhotoSettings, zone: RuleTimeZone, session: StateSession, usedBefore: Double,
        day: String, seconds: Double?
    ) {
        self.settings = settings
        self.zone = zone
        self.session = session
        self.usedBefore = usedBefore
        self.day = day
        self.seconds = seconds
    }

    /// Why it is over; nil while it is not.
    package var end: End? {
        let elapsed = MonotonicTime.seconds - begin
        if let seconds { return elapsed >= seconds ? .time : nil }
        let now = session.clock.now()
        if !settings.mayLook(at: now, zone: zone) { return .window }
        guard let most = settings.secondsPerDay, zone.day(at: now).text == day else { return nil }
        return usedBefore + elapsed >= Double(most) ? .day : nil
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
        let used = Int((usedBefore + MonotonicTime.seconds - begin).rounded(.up))
        let text = "\(day) \(used)"
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.store(text, setting: Self.setting)
        }
    }
}
