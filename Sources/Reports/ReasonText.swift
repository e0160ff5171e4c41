// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text
package import Wording

/// Reasons in words.
struct ReasonText {
    let plan: Plan
    let groups: GroupIndex
    /// The words of the language of the person.
    let words: Words

    /// A few words on why the item at `row` has its verdict.
    func short(_ row: Int) -> String {
        switch plan.reason(row) {
        case .duplicate:
            let kept = plan.ruleNumber(row).flatMap { number in
                groups.survivors(of: row, ruleNumber: number, most: 1)?.rows.first
            }
            return words(
                kept.map { .reasonCopyOf(path: VisibleText.escaped(plan.listing.path($0))) }
                    ?? .reasonDuplicate)
        case .rule: return plan.rule(row)?.why.map { VisibleText.escaped($0) } ?? ""
        case .unmatched: return ""
        default: return words(plan.reason(row).label)
        }
    }
}

extension Reason {
    /// The reason as one word of a table; in English it is the one that machine formats have.
    package var name: Phrase {
        switch self {
        case .unmatched: .reasonNameUnmatched
        case .protected: .reasonNameProtected
        case .keptByRule: .reasonNameKeptByRule
        case .rule: .reasonNameRule
        case .unknown: .reasonNameUnknown
        case .duplicate: .reasonNameDuplicate
        case .surplus: .reasonNameSurplus
        case .survivorUnderReview: .reasonNameSurvivorUnderReview
        case .lastCopy: .reasonNameLastCopy
        case .personKept: .reasonNamePersonKept
        case .personDeleted: .reasonNamePersonDeleted
        case .snoozed: .reasonNameSnoozed
        case .biggerThan: .reasonNameBiggerThan
        case .trial: .reasonNameTrial
        case .folderNotEmpty: .reasonNameFolderNotEmpty
        case .outside: .reasonNameOutside
        case .similar: .reasonNameSimilar
        case .similarUnproved: .reasonNameSimilarUnproved
        case .companionKept: .reasonNameCompanionKept
        case .decidedBefore: .reasonNameDecidedBefore
        }
    }

    /// The reason in a few words.
    package var label: Phrase {
        switch self {
        case .unmatched: .reasonUnmatched
        case .protected: .reasonProtected
        case .keptByRule: .reasonKept
        case .rule: .reasonRule
        case .unknown: .reasonUnknown
        case .duplicate: .reasonDuplicate
        case .surplus: .reasonSurplus
        case .survivorUnderReview: .reasonSurvivor
        case .lastCopy: .reasonLastCopy
        case .personKept: .reasonPersonKept
        case .personDeleted: .reasonPersonDeleted
        case .snoozed: .reasonSnoozed
        case .biggerThan: .reasonBigger
        case .trial: .reasonTrial
        case .folderNotEmpty: .reasonNotEmpty
        case .outside: .reasonOutside
        case .similar: .reasonSimilar
        case .similarUnproved: .reasonSimilarUnproved
        case .companionKept: .reasonCompanionKept
        case .decidedBefore: .reasonDecidedBefore
        }
    }
}
