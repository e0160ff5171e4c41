// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// Minutes of a whole day, which hours of work may end with.
    private static let minutesPerDay = 1_440

    /// When people of an organisation are at work, in which no more than `most` percent of the budget
    /// is taken; nil where nothing is said, or what is said is wrong.
    mutating func workingHours(
        _ slot: Slot?, atMost most: Int64
    ) -> FleetFile.WorkingHours? {
        guard let slot, let fields = fields(slot, FleetHoursKey.self) else { return nil }
        let start = parsed(required(.from, in: fields), TimeOfDayGrammar.minute)
        let end = parsed(required(.to, in: fields), Self.endOfHours)
        let share = required(.share, in: fields).flatMap { percentage($0) }
        let days = fields[.days].map { weekdays($0) }
        guard let start, let end, let share else { return nil }
        var hours = FleetFile.WorkingHours(startMinute: start, endMinute: end, share: share)
        if let days { hours.days = days }
        return isSound(hours, fields, atMost: most) ? hours : nil
    }

    /// A time of day, or `24:00`.
    private static func endOfHours(_ text: String) throws(ValueError) -> Int {
        text == "24:00" ? minutesPerDay : try TimeOfDayGrammar.minute(text)
    }

    /// Whether `hours` can be kept to; what is wrong with them as a whole is reported.
    private mutating func isSound(
        _ hours: FleetFile.WorkingHours, _ fields: Fields<FleetHoursKey>, atMost most: Int64
    ) -> Bool {
        if hours.endMinute <= hours.startMinute, let slot = fields[.to] {
            // Who means the night has said what is left outside of them already.
            report(
                .rangeReversed,
                Message(
                    "working hours end later than they begin, on the same day; the night is what"
                        + " they leave"), at: place(of: slot))
            return false
        }
        if hours.share > most, let slot = fields[.share] {
            report(
                .numberTooLarge,
                Message("in working hours no more is taken than at other times, \(most) %"),
                at: place(of: slot))
            return false
        }
        let isEver =
            hours.minutesPerWeek
            == Int64(FleetFile.WorkingHours.Weekday.allCases.count * Self.minutesPerDay)
        if isEver, hours.share == 0, let slot = fields[.share] {
            report(
                .numberTooSmall, Message("these working hours never end, so nothing is ever done"),
                at: place(of: slot))
            return false
        }
        return true
    }

    /// Days of the week, one or several.
    private mutating func weekdays(_ slot: Slot) -> Set<FleetFile.WorkingHours.Weekday> {
        var found: Set<FleetFile.WorkingHours.Weekday> = []
        for slot in oneOrMore(slot) {
            guard let day = word(slot, FleetFile.WorkingHours.Weekday.self) else { continue }
            if found.insert(day).inserted { continue }
            report(
                .keyDuplicate, Message("'\(day.rawValue)' stands here twice"), at: place(of: slot))
        }
        return found
    }
}
