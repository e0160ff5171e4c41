// SPDX-License-Identifier: Apache-2.0

/// Why an item has its verdict; the raw value is what plans write.
public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// No rule speaks of it.
    case unmatched
    /// A protection, or something that cannot be deleted safely.
    case protected
    /// A keep rule.
    case keptByRule = "kept-by-rule"
    /// A plain review or delete rule.
    case rule
    /// A rule whose outcome is not known.
    case unknown
    /// A copy of something that survives.
    case duplicate
    /// More of a kind than are wanted.
    case surplus
    /// What should survive of a surplus is itself under review or goes.
    case survivorUnderReview = "survivor-under-review"
    /// Not enough copies would be left.
    case lastCopy = "last-copy"
    /// A person kept it.
    case personKept = "person-kept"
    /// A person deleted it.
    case personDeleted = "person-deleted"
    /// A person put it off.
    case snoozed
    /// Larger than what is deleted without a look.
    case biggerThan = "bigger-than"
    /// The rule is new and a person looks at its first deletions.
    case trial
    /// A folder in which something stays.
    case folderNotEmpty = "folder-not-empty"
    /// It lies outside of the part of its drive that the plan covers.
    case outside
    /// It looks like something that stays.
    case similar
    /// It looks like something that stays, and no person has proved the rule yet.
    case similarUnproved = "similar-unproved"
    /// It belongs to a file that stays, as the parts of one shot do.
    case companionKept = "companion-kept"
    /// A person decided otherwise before it changed.
    case decidedBefore = "decided-before"

    /// The reason's number in a plan's column.
    @inline(__always)
    package var number: UInt8 {
        switch self {
        case .unmatched: 0
        case .protected: 1
        case .keptByRule: 2
        case .rule: 3
        case .unknown: 4
        case .duplicate: 5
        case .surplus: 6
        case .survivorUnderReview: 7
        case .lastCopy: 8
        case .personKept: 9
        case .personDeleted: 10
        case .snoozed: 11
        case .biggerThan: 12
        case .trial: 13
        case .folderNotEmpty: 14
        case .outside: 15
        case .similar: 16
        case .similarUnproved: 17
        case .companionKept: 18
        case .decidedBefore: 19
        }
    }

    /// The reason of that number.
    init(number: UInt8) { self = Reason.numbered[Int(number)] }

    /// The reason that a stored column calls `number`; nil if there is none of that number.
    package init?(stored number: UInt8) {
        guard Int(number) < Reason.numbered.count else { return nil }
        self = Reason.numbered[Int(number)]
    }

    private static let numbered = Reason.allCases.sorted { $0.number < $1.number }
}

extension Verdict {
    /// The verdict's number in a plan's column: the stronger, the larger.
    @inline(__always)
    package var number: UInt8 {
        switch self {
        case .delete: 0
        case .review: 1
        case .keep: 2
        }
    }

    /// The verdict of that number.
    @inline(__always)
    package init(number: UInt8) {
        switch number {
        case 0: self = .delete
        case 1: self = .review
        default: self = .keep
        }
    }
}
