// SPDX-License-Identifier: Apache-2.0

/// The stretches of the calendar by which generations are told apart; the raw value is the key.
public enum GenerationKind: String, Sendable, Hashable, CaseIterable {
    /// Days.
    case daily
    /// Weeks from Monday to Sunday, numbered as in ISO 8601.
    case weekly
    /// Months.
    case monthly
    /// Years.
    case yearly
}

/// Of how many days, weeks, months and years a surplus leaves the newest member of a group.
public struct Generations: Sendable, Hashable {
    /// The most that one part of `keep` may ask for.
    public static let countMax = 1_000

    private var counts: [GenerationKind: Int]

    /// Generations of so many stretches of each kind; those that are left out are 0.
    public init(_ counts: [GenerationKind: Int]) {
        self.counts = counts.filter { $0.value > 0 }
    }

    /// How many stretches of that kind; 0 for none.
    public subscript(kind: GenerationKind) -> Int { counts[kind] ?? 0 }
}

/// One day, week, month or year of a calendar.
public struct GenerationPeriod: Sendable, Hashable {
    /// What it is.
    public let kind: GenerationKind
    /// Its number among those of its kind; later ones are larger.
    let number: Int

    /// The stretch that the day lies in which is `day` days after 1970-01-01.
    init(_ kind: GenerationKind, day: Int) {
        self.kind = kind
        switch kind {
        case .daily: number = day
        // 1970-01-01 was a Thursday.
        case .weekly: number = Int(floorDivided(Int64(day) + 3, 7))
        case .monthly:
            let date = CivilTime.day(daysSinceEpoch: Int64(day))
            number = date.year * 12 + date.month - 1
        case .yearly: number = CivilTime.day(daysSinceEpoch: Int64(day)).year
        }
    }

    /// As ISO 8601 writes it: `2026-01-15`, `2026-W03`, `2026-01` or `2026`.
    public var text: String {
        switch kind {
        case .daily: return CivilTime.day(daysSinceEpoch: Int64(number)).text
        case .weekly:
            // A week is of the year that its Thursday lies in.
            let thursday = Int64(number) * 7
            let year = CivilTime.day(daysSinceEpoch: thursday).year
            let first = CivilTime.daysSinceEpoch(year: year, month: 1, day: 1)
            return "\(Self.text(ofYear: year))-W\(Self.twoDigits(Int(thursday - first) / 7 + 1))"
        case .monthly:
            let year = Int(floorDivided(Int64(number), 12))
            return "\(Self.text(ofYear: year))-\(Self.twoDigits(number - year * 12 + 1))"
        case .yearly: return Self.text(ofYear: number)
        }
    }

    private static func text(ofYear year: Int) -> String {
        let digits = String(year)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
