// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Reasons in words.
struct ReasonText {
    let plan: Plan
    let groups: GroupIndex

    /// A few words on why the item at `row` has its verdict.
    func short(_ row: Int) -> String {
        switch plan.reason(row) {
        case .duplicate:
            guard let number = plan.ruleNumber(row) else { return Reason.duplicate.label }
            let kept = groups.survivors(of: row, ruleNumber: number, most: 1)?.rows.first
            return kept.map { "copy of \(VisibleText.escaped(plan.listing.path($0)))" }
                ?? Reason.duplicate.label
        case .rule: return plan.rule(row)?.why.map { VisibleText.escaped($0) } ?? ""
        case .unmatched: return ""
        default: return plan.reason(row).label
        }
    }
}

extension Reason {
    /// The reason in a few words.
    var label: String {
        switch self {
        case .unmatched: "no rule matched"
        case .protected: "protected"
        case .keptByRule: "kept by a rule"
        case .rule: "a rule asks for it"
        case .unknown: "something is not known"
        case .duplicate: "a copy"
        case .surplus: "more than are kept"
        case .survivorUnderReview: "a survivor is under review"
        case .lastCopy: "no other copy would be left"
        case .personKept: "you kept it"
        case .personDeleted: "you deleted it"
        case .snoozed: "you put it off"
        case .biggerThan: "larger than 'bigger_than'"
        case .trial: "the rule is on trial"
        case .folderNotEmpty: "the folder is not empty"
        case .outside: "outside of the folder"
        }
    }
}
