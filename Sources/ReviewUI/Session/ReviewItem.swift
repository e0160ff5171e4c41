// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger
package import Wording

/// One item of a plan that a person may decide about.
package struct ReviewItem: Sendable, Hashable {
    /// The item as the plan saw it, with the rule that put it up.
    package var reviewed: ReviewedItem
    /// `review` or `delete`.
    package var verdict: Verdict
    /// Why it has that verdict.
    package var reason: Reason
    /// For members of a group of copies: what the group is known by.
    package var group: String?
    /// By what the members of the group are copies of each other.
    package var kind: GroupKind
    /// How the picture is like the one that stays; nil where bytes decide.
    package var likeness: Likeness?
    /// How many members of the group must stay.
    package var needed: Int
    /// The members of the group that the plan keeps.
    package var survivors: [RecordedItem]
    /// The drive and the id of the picture that it goes with, as a part of one shot; nil for what is
    /// judged by itself.
    package var companionOf: ItemReference?

    /// The item.
    package var item: RecordedItem { reviewed.item }

    /// The given item.
    package init(
        _ reviewed: ReviewedItem, verdict: Verdict, reason: Reason, group: String? = nil,
        kind: GroupKind = .duplicates, likeness: Likeness? = nil, needed: Int = 0,
        survivors: [RecordedItem] = []
    ) {
        self.reviewed = reviewed
        self.verdict = verdict
        self.reason = reason
        self.group = group
        self.kind = kind
        self.likeness = likeness
        self.needed = needed
        self.survivors = survivors
    }
}

/// By what the members of a group are copies of each other.
package enum GroupKind: String, Sendable, Hashable {
    /// Their bytes, or what else a rule over duplicates names.
    case duplicates
    /// What they show.
    case similar
}

/// Which item is meant, by what its drive calls it.
package struct ItemReference: Sendable, Hashable {
    /// The drive's name.
    package var drive: String
    /// The drive's id of the item.
    package var id: String

    /// The item of that id.
    package init(drive: String, id: String) {
        self.drive = drive
        self.id = id
    }
}

/// How a picture is like the one of its group that stays.
package struct Likeness: Sendable, Hashable {
    /// The drive of the one that stays.
    package var drive: String
    /// The drive's id of the one that stays.
    package var id: String
    /// How many of the 256 marks of the two differ.
    package var marks: Int
    /// How their light and dark go together, at most 1; nil where that was not looked at.
    package var correlation: Double?

    /// The given likeness.
    package init(drive: String, id: String, marks: Int, correlation: Double? = nil) {
        self.drive = drive
        self.id = id
        self.marks = marks
        self.correlation = correlation
    }
}

/// The newest plan, as far as a review needs it.
package struct ReviewPlan: Sendable {
    /// Its record: id, age, whether it was staged, counts.
    package var record: LedgerPlan
    /// What it would delete, and what it leaves to a person, in the plan's order.
    package var items: [ReviewItem]
    /// How many of the pictures were looked at; nil where no rule asks what they show.
    package var looks: ReviewLooks?

    /// The given plan.
    package init(record: LedgerPlan, items: [ReviewItem], looks: ReviewLooks? = nil) {
        self.record = record
        self.items = items
        self.looks = looks
    }
}

/// How many pictures were looked at when a plan was made.
package struct ReviewLooks: Sendable, Hashable {
    /// How many pictures there were.
    package var eligible: Int64
    /// How many of them were looked at.
    package var looked: Int64

    /// How many of them were not.
    package var left: Int64 { max(0, eligible - looked) }

    /// The given counts.
    package init(eligible: Int64, looked: Int64) {
        self.eligible = eligible
        self.looked = looked
    }
}

/// One condition of a rule, as it came out for an item.
package struct ReviewCondition: Sendable, Hashable {
    /// How it came out.
    package var outcome: Truth
    /// The condition in the words of the rules file.
    package var text: String
    /// What the item really has, if there is anything to show.
    package var actual: String?
    /// How deep it lies below `match` or `unless`.
    package var depth: Int
    /// Whether it stands under `unless`.
    package var isException: Bool

    /// The given condition.
    package init(
        outcome: Truth, text: String, actual: String?, depth: Int, isException: Bool = false
    ) {
        self.outcome = outcome
        self.text = text
        self.actual = actual
        self.depth = depth
        self.isException = isException
    }
}

/// What can be said of an item besides what its plan recorded: looked up when its card is shown.
package struct ReviewDetails: Sendable, Hashable {
    /// When a picture was taken.
    package var taken: Timestamp?
    /// When it was made.
    package var created: Timestamp?
    /// Pixels across.
    package var width: Int?
    /// Pixels down.
    package var height: Int?
    /// Maker and model.
    package var camera: String?
    /// The albums that it is in; nil for none, and where nothing is known.
    package var album: String?
    /// Whether others can see it, where the drive tells.
    package var isShared: Bool?
    /// What the rule says of itself (`why:`).
    package var ruleText: String?
    /// The rule's conditions and how they came out.
    package var conditions: [ReviewCondition] = []
    /// Why it is not certain, in a sentence.
    package var reasonText = Phrase.verbatim("")
    /// What was decided about it before it changed, and when both were; nil where nothing was.
    package var decided: Phrase?
    /// Where it can be opened: an address on the web, or a path of this machine.
    package var place: String?

    /// Nothing is known.
    package init() {}
}

/// What can be said of a member of a group beside the others.
package struct MemberDetails: Sendable, Hashable {
    /// When the picture was taken.
    package var taken: Timestamp?
    /// Pixels across.
    package var width: Int?
    /// Pixels down.
    package var height: Int?
    /// Maker and model.
    package var camera: String?
    /// The albums that it is in; nil where that is not known.
    package var albums: [String]?
    /// Whether others can see it, where the drive tells.
    package var isShared: Bool?
    /// How sharp it is, 0 to 1,000; nil where that was not looked at.
    package var sharpness: Int?
    /// Why it stays, in a few words; nil for one that does not, and where there is nothing to say.
    package var stays: Phrase?
    /// The names of the files that are of one shot with it, where it stays.
    package var parts: [String] = []
    /// Whether nothing but its group keeps it, so that the next plan may ask about it.
    package var isFree = false
    /// What was decided about it before it changed, and when both were; nil where nothing was.
    package var decided: Phrase?

    /// Nothing is known.
    package init() {}
}
