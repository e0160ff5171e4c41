// SPDX-License-Identifier: Apache-2.0

/// Which members of a surplus group stay by its generations, and what each of them stays for.
///
/// Each part of `keep` chooses on its own from the members that may stay, the newest first: one
/// that several choose fills a place in each. Where there are fewer stretches of the calendar than
/// a part asks for, the oldest member stays as well. What is dated after the plan's instant stays
/// and takes nobody's place: a wrong clock is no reason to let anything go.
struct GenerationChoice: Sendable {
    let listing: Listing
    let date: SurplusDate
    /// How many of the newest stay.
    let last: Int
    let generations: Generations
    let zone: RuleTimeZone
    let now: Timestamp

    /// Calls `stays` for every member of `rows` that is chosen, once for each ground.
    /// O(rows log rows).
    func choose(among rows: [Int], _ stays: (_ row: Int, _ ground: GenerationGround) -> Void) {
        let sorted = rows.sorted(by: isBefore)
        let ahead = sorted.prefix { date.value(listing, $0) > now.secondsSinceEpoch }
        for row in ahead { stays(row, .ahead) }
        let members = sorted[ahead.endIndex...]
        for row in members.prefix(last) { stays(row, .last(last)) }
        let days = members.map(day)
        for kind in GenerationKind.allCases where generations[kind] > 0 {
            var seen: Set<Int> = []
            for (row, day) in zip(members, days) {
                let period = GenerationPeriod(kind, day: day)
                if seen.contains(period.number) { continue }
                if seen.count == generations[kind] { break }
                seen.insert(period.number)
                stays(row, .newest(period))
            }
            if seen.count < generations[kind], let oldest = members.last {
                stays(oldest, .oldest(kind, generations[kind]))
            }
        }
    }

    /// Why each part of `keep` does not choose `row`, which is one of `rows` and chosen by none, and
    /// for those that choose another one of its stretch of the calendar, which. O(rows log rows).
    func refusals(of row: Int, among rows: [Int]) -> [(ground: GenerationGround, other: Int?)] {
        var found: [(ground: GenerationGround, other: Int?)] = []
        if last > 0 { found.append((.notLast(last), nil)) }
        var chosen: [GenerationPeriod: Int] = [:]
        choose(among: rows) { other, ground in
            if case .newest(let period) = ground { chosen[period] = other }
        }
        for kind in GenerationKind.allCases where generations[kind] > 0 {
            let period = GenerationPeriod(kind, day: day(row))
            if let other = chosen[period] {
                found.append((.notNewest(period), other))
            } else {
                found.append((.notRecent(period, generations[kind]), nil))
            }
        }
        return found
    }

    /// Newest first; of equal ones the first by path, drive and id.
    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let a = date.value(listing, left)
        let b = date.value(listing, right)
        return a != b ? a > b : RowOrder.tieBreak(listing, left, right) < 0
    }

    /// The local day of `row`, counted from 1970-01-01.
    private func day(_ row: Int) -> Int {
        Int(floorDivided(zone.wall(at: date.value(listing, row)), CivilTime.secondsPerDay))
    }
}

/// Why a member of a surplus group stays by its generations, or why one of their parts lets it go.
public enum GenerationGround: Sendable, Hashable {
    /// It is dated after the instant of the plan.
    case ahead
    /// It is one of so many newest.
    case last(Int)
    /// It is the newest of its day, week, month or year.
    case newest(GenerationPeriod)
    /// It is the oldest, and there are not yet so many stretches of that kind.
    case oldest(GenerationKind, Int)
    /// It is none of so many newest.
    case notLast(Int)
    /// Another one is the newest of its day, week, month or year.
    case notNewest(GenerationPeriod)
    /// Its day, week, month or year is none of so many latest that have a member.
    case notRecent(GenerationPeriod, Int)
}
