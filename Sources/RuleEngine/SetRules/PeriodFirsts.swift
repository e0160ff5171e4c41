// SPDX-License-Identifier: Apache-2.0

/// The first members of each year or month, which a surplus leaves besides the newest.
struct PeriodFirsts: Sendable {
    let listing: Listing
    let date: SurplusDate
    let period: SurplusPeriod
    let zone: RuleTimeZone

    /// Of each period the earliest of `rows`; of equal ones the first by path, drive and id.
    func rows(among rows: [Int]) -> Set<Int> {
        var firsts: [Int: Int] = [:]
        for row in rows {
            let value = date.value(listing, row)
            if value == Missing.date { continue }
            let day = zone.day(at: Timestamp(secondsSinceEpoch: value))
            let key = period == .year ? day.year : day.year * 12 + day.month - 1
            guard let first = firsts[key] else {
                firsts[key] = row
                continue
            }
            let known = date.value(listing, first)
            if value != known ? value < known : RowOrder.tieBreak(listing, row, first) < 0 {
                firsts[key] = row
            }
        }
        return Set(firsts.values)
    }
}
