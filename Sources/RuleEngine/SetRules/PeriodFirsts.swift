// SPDX-License-Identifier: Apache-2.0

/// The years or months that members of a surplus are of, and the first member of each, which stays
/// besides the newest.
struct PeriodFirsts: Sendable {
    let listing: Listing
    let date: SurplusDate
    let period: SurplusPeriod
    let zone: RuleTimeZone

    /// Of each period the earliest of `rows`; of equal ones the first by path, drive and id.
    func rows(among rows: [Int]) -> Set<Int> {
        var firsts: [Int: Int] = [:]
        for row in rows {
            guard let key = number(of: row) else { continue }
            guard let first = firsts[key] else {
                firsts[key] = row
                continue
            }
            let value = date.value(listing, row)
            let known = date.value(listing, first)
            if value != known ? value < known : RowOrder.tieBreak(listing, row, first) < 0 {
                firsts[key] = row
            }
        }
        return Set(firsts.values)
    }

    /// What the year or month of `row` is known by; nil if the row has no such date.
    func number(of row: Int) -> Int? {
        let value = date.value(listing, row)
        if value == Missing.date { return nil }
        let day = zone.day(at: Timestamp(secondsSinceEpoch: value))
        return period == .year ? day.year : day.year * 12 + day.month - 1
    }
}
