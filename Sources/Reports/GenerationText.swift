// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text
package import Wording

extension GenerationGround {
    /// The ground in words; `other` is the path of the member that stays in the item's place.
    package func phrase(other: String?) -> Phrase {
        switch self {
        case .ahead: .generationAhead
        case .last(let count): .generationLast(n: count)
        case .newest(let period): .generationNewest(period: period.phrase)
        case .oldest(let kind, let count):
            switch kind {
            case .daily: .generationOldestDaily(n: count)
            case .weekly: .generationOldestWeekly(n: count)
            case .monthly: .generationOldestMonthly(n: count)
            case .yearly: .generationOldestYearly(n: count)
            }
        case .notLast(let count): .generationNotLast(n: count)
        case .notNewest(let period):
            .generationNotNewest(
                period: period.phrase, path: VisibleText.escaped(other ?? "?"))
        case .notRecent(let period, let count):
            switch period.kind {
            case .daily: .generationNotRecentDaily(n: count, period: period.phrase)
            case .weekly: .generationNotRecentWeekly(n: count, period: period.phrase)
            case .monthly: .generationNotRecentMonthly(n: count, period: period.phrase)
            case .yearly: .generationNotRecentYearly(n: count, period: period.phrase)
            }
        }
    }
}

extension GenerationPeriod {
    /// The stretch of the calendar in words: `week 2026-W03`.
    fileprivate var phrase: Phrase {
        switch kind {
        case .daily: .generationPeriodDaily(period: text)
        case .weekly: .generationPeriodWeekly(period: text)
        case .monthly: .generationPeriodMonthly(period: text)
        case .yearly: .generationPeriodYearly(period: text)
        }
    }
}
