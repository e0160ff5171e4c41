// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Threads
package import Wording
internal import Workflow
internal import YAMLBridge

/// How much of what the service grants a fleet takes at which time: outside of the working hours of its
/// organisation another share than within.
///
/// What the clock on the wall shows in the zone of the rules decides, so that hours begin and end where
/// people see them begin and end, also on days on which that clock is changed.
package struct FleetPace: Sendable {
    /// Resource units a minute that the service grants.
    private let granted: Int64
    /// How much of them is taken outside of `hours`, in percent.
    private let share: Int64
    private let hours: FleetFile.WorkingHours?
    private let timeZone: RuleTimeZone

    private static let minutesPerWeek: Int64 = 10_080
    private static let secondsPerMinute: Int64 = 60

    /// The pace of the fleet of `file`, whose rules count days in `timeZone`.
    init(_ file: FleetFile, _ timeZone: RuleTimeZone) {
        granted = Self.granted(licences: file.licences)
        share = file.share
        hours = file.workingHours
        self.timeZone = timeZone
    }

    /// Resource units a minute that the service grants an application in an organisation with so many
    /// licences (Microsoft, "Avoid getting throttled or blocked in SharePoint Online").
    private static func granted(licences: Int64) -> Int64 {
        switch licences {
        case ...1_000: 1_250
        case ...5_000: 2_500
        case ...15_000: 3_750
        case ...50_000: 5_000
        default: 6_250
        }
    }

    // MARK: Now

    /// How much is taken at `instant`, in percent; 0: nothing is asked of the service.
    func share(at instant: Timestamp) -> Int64 {
        guard let hours, isWithin(hours, at: instant) else { return share }
        return hours.share
    }

    /// Whether `instant` is within `hours`.
    private func isWithin(_ hours: FleetFile.WorkingHours, at instant: Timestamp) -> Bool {
        let wall = timeZone.wall(at: instant.secondsSinceEpoch)
        let days = floorDivided(wall, CivilTime.secondsPerDay)
        let minute = Int((wall - days * CivilTime.secondsPerDay) / Self.secondsPerMinute)
        // 1970-01-01 was a Thursday.
        let weekday = Int(((days + 3) % 7 + 7) % 7)
        return hours.contain(weekday: weekday, minute: minute)
    }

    /// Whether nothing is asked of the service at `instant`.
    func isClosed(at instant: Timestamp) -> Bool { share(at: instant) == 0 }

    /// Resource units a minute that requests may take at `instant`. Where nothing is begun any more, what is
    /// in hand is brought to its end as at other times.
    func unitsPerMinute(at instant: Timestamp) -> Int {
        let share = share(at: instant)
        return Int(units(share > 0 ? share : self.share))
    }

    /// The same of the moment in which it is asked; nil where it never changes.
    var unitsNow: (@Sendable () -> Int)? {
        if hours == nil { return nil }
        return { [self] in unitsPerMinute(at: SystemClock.now()) }
    }

    /// Resource units a minute that are taken outside of working hours: what brings back takes them always.
    var usualUnitsPerMinute: Int { Int(units(share)) }

    private func units(_ share: Int64) -> Int64 { share > 0 ? max(1, granted * share / 100) : 0 }

    /// The first instant after `instant` at which something is asked of the service. Zones change by whole
    /// minutes, so every minute is looked at; hours that end do so within a week.
    func opening(after instant: Timestamp) -> Timestamp {
        let first = floorDivided(instant.secondsSinceEpoch, Self.secondsPerMinute) + 1
        for minute in first...first + Self.minutesPerWeek {
            let next = Timestamp(secondsSinceEpoch: minute * Self.secondsPerMinute)
            if !isClosed(at: next) { return next }
        }
        return Timestamp(
            secondsSinceEpoch: (first + Self.minutesPerWeek) * Self.secondsPerMinute)
    }

    // MARK: Reckoning

    /// Resource units in a day, on the average of a week.
    var unitsPerDay: Int64 { unitsPerWeek / 7 }

    /// How many hours of a week something is asked of the service.
    var hoursPerWeek: Double {
        let closed = hours.map { $0.share == 0 ? $0.minutesPerWeek : 0 } ?? 0
        return Double(Self.minutesPerWeek - closed) / 60
    }

    private var unitsPerWeek: Int64 {
        let within = hours?.minutesPerWeek ?? 0
        return units(share) * (Self.minutesPerWeek - within) + units(hours?.share ?? share) * within
    }

    /// Resource units from `start` to `end`: of whole weeks what they have on the average, of the rest minute
    /// by minute. No more than a number holds.
    func units(from start: Timestamp, to end: Timestamp) -> Int64 {
        let seconds = max(0, end.secondsSinceEpoch - start.secondsSinceEpoch)
        let (weeks, rest) = (seconds / Self.secondsPerMinute)
            .quotientAndRemainder(dividingBy: Self.minutesPerWeek)
        let sum = (0..<rest).reduce(Int64(0)) { sum, minute in
            let at = start.secondsSinceEpoch + minute * Self.secondsPerMinute
            return sum + units(share(at: Timestamp(secondsSinceEpoch: at)))
        }
        let (whole, isOver) = weeks.multipliedReportingOverflow(by: unitsPerWeek)
        let (all, isTooMuch) = whole.addingReportingOverflow(sum)
        return isOver || isTooMuch ? .max : all
    }

    // MARK: Stopping

    /// `stop`, which says besides that the rest waits once working hours have begun in which nothing is asked
    /// of the service. Who was told so is told so for good: what was left then is not done by those who come
    /// later.
    func stopping(
        _ stop: @escaping @Sendable () -> Ending?,
        now: @escaping @Sendable () -> Timestamp = { SystemClock.now() }
    ) -> @Sendable () -> Ending? {
        guard hours?.share == 0 else { return stop }
        let isOver = Lock(false)
        return { [self] in
            if let ending = stop() { return ending }
            let closes = isClosed(at: now())
            return isOver.withLock { isOver in
                isOver = isOver || closes
                return isOver
            } ? .quota : nil
        }
    }

    /// `ending`, by which something is to stop; nil where working hours have begun and it was all done by then,
    /// as `whereLeft` says.
    static func ending(_ ending: Ending?, whereLeft isLeft: Bool) -> Ending? {
        ending == .quota && !isLeft ? nil : ending
    }

    /// When what is left goes on, after a run that ended as `ending` says at `instant`; nil where working
    /// hours have no part in that.
    func goesOn(after ending: Ending?, at instant: Timestamp) -> Timestamp? {
        guard ending == .quota else { return nil }
        // They may be over by now.
        return isClosed(at: instant) ? opening(after: instant) : instant
    }

    // MARK: Words

    /// How much is taken when, in a sentence, and how much at `instant`; none where it is the same at all times.
    package func lines(at instant: Timestamp) -> [Phrase] {
        guard let hours else { return [] }
        let time = Moment(instant, timeZone, .wall)
        let taken = "\(share(at: instant)) %"
        let now: Phrase =
            isWithin(hours, at: instant)
            ? .fleetHoursNow(time: time, share: taken) : .fleetHoursNot(time: time, share: taken)
        let names = Host.words.names(.timeWeekdays)
        let days = FleetFile.WorkingHours.Weekday.allCases.filter { hours.days.contains($0) }.map {
            $0.number < names.count ? names[$0.number] : $0.rawValue
        }
        return [
            .fleetHours(
                names: Phrase.verbatim(days.joined(separator: ", ")),
                from: Self.clock(hours.startMinute),
                to: Self.clock(hours.endMinute), share: "\(hours.share) %", text: "\(share) %"),
            now,
        ]
    }

    private static func clock(_ minute: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return two(minute / 60) + ":" + two(minute % 60)
    }
}
