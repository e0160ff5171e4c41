// SPDX-License-Identifier: Apache-2.0

/// The words and dates of charts in one language.
package struct StatsWords: Sendable {
    /// Short names, Monday first.
    let weekdays: [String]
    /// Short names, January first.
    let months: [String]
    /// What is said of items, and of other figures.
    let kept: String
    let deleted: String
    let undone: String
    let decided: String
    let moved: String
    let days: String
    let day: String
    let unknown: String
    let nothing: String
    /// The heading of a chart, before its dates.
    let heading: String
    /// How well rules and decisions work.
    let efficiency: String
    /// The separator of thousands.
    let separator: String
    /// What follows the number of a day: `.` in German.
    let dayMark: String
    /// The mark before tenths.
    let decimalMark: String

    /// The words for the language `code`, as in `de` or `de-AT`; English where there are none.
    package static func language(_ code: String?) -> StatsWords {
        switch code?.prefix(2).lowercased() {
        case "de": german
        case "fr": french
        default: english
        }
    }

    /// English.
    package static let english = StatsWords(
        weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        months: [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ], kept: "kept", deleted: "deleted", undone: "undone", decided: "decided",
        moved: "cleaned up", days: "days in a row", day: "day in a row",
        unknown: "of unknown size", nothing: "Nothing was decided in these days.",
        heading: "Decisions", efficiency: "efficiency", separator: ",", dayMark: "",
        decimalMark: ".")

    /// German.
    package static let german = StatsWords(
        weekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
        months: [
            "Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez",
        ], kept: "behalten", deleted: "gelöscht", undone: "zurückgenommen", decided: "entschieden",
        moved: "aufgeräumt", days: "Tage in Folge", day: "Tag in Folge",
        unknown: "von unbekannter Größe", nothing: "In diesen Tagen wurde nichts entschieden.",
        heading: "Entscheidungen", efficiency: "Wirkung", separator: ".", dayMark: ".",
        decimalMark: ",")

    /// French.
    package static let french = StatsWords(
        weekdays: ["lun", "mar", "mer", "jeu", "ven", "sam", "dim"],
        months: [
            "jan", "fév", "mars", "avr", "mai", "juin", "juil", "août", "sept", "oct", "nov", "déc",
        ], kept: "gardés", deleted: "supprimés", undone: "annulés", decided: "décidés",
        moved: "nettoyés", days: "jours de suite", day: "jour de suite",
        unknown: "de taille inconnue", nothing: "Rien n’a été décidé ces jours-là.",
        heading: "Décisions", efficiency: "efficacité", separator: "\u{202f}", dayMark: "",
        decimalMark: ",")

    /// `12,904`.
    package func number(_ number: Int64) -> String {
        var text = ""
        let digits = Array(String(number.magnitude))
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += separator }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }

    /// `15–21 Nov 2026`, `28 Dec 2026 – 3 Jan 2027`, `21 Nov 2026`.
    package func range(_ from: String, _ to: String) -> String {
        guard let first = Parts(from), let last = Parts(to) else { return "\(from) – \(to)" }
        let end = "\(last.day)\(dayMark) \(month(last)) \(last.year)"
        if from == to { return end }
        if first.year != last.year {
            return "\(first.day)\(dayMark) \(month(first)) \(first.year) – \(end)"
        }
        if first.month != last.month {
            return "\(first.day)\(dayMark) \(month(first)) – \(end)"
        }
        return "\(first.day)\(dayMark)–\(end)"
    }

    /// The label below a bar: `Sun 15` for a day of a few, `15 Nov` for one of many, `Nov` for a month.
    func label(_ bucket: StatsBucket, isMonth: Bool, isOneOfMany: Bool) -> String {
        guard let parts = Parts(bucket.from) else { return bucket.from }
        if isMonth { return month(parts) }
        if isOneOfMany { return "\(parts.day)\(dayMark) \(month(parts))" }
        return "\(weekday(bucket.from)) \(parts.day)\(dayMark)"
    }

    /// The name of a bar in full: `Sun 15 Nov`, `Nov 2026`.
    package func name(_ bucket: StatsBucket, isMonth: Bool) -> String {
        guard let parts = Parts(bucket.from) else { return bucket.from }
        if isMonth { return "\(month(parts)) \(parts.year)" }
        return "\(weekday(bucket.from)) \(parts.day)\(dayMark) \(month(parts))"
    }

    private func weekday(_ day: String) -> String {
        StatsCalendar.number(day).map { weekdays[StatsCalendar.weekday($0)] } ?? ""
    }

    private func month(_ parts: Parts) -> String { months[parts.month - 1] }

    /// The parts of a day.
    private struct Parts {
        let year: Int
        let month: Int
        let day: Int

        init?(_ text: String) {
            guard StatsCalendar.number(text) != nil else { return nil }
            let parts = text.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 3, (1...12).contains(parts[1]) else { return nil }
            (year, month, day) = (parts[0], parts[1], parts[2])
        }
    }
}
