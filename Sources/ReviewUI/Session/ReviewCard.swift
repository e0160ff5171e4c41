// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger
internal import Text

/// In which order cards come.
package enum ReviewOrder: String, Sendable, CaseIterable {
    /// By rule as the plan names them, then by path.
    case rule
    /// The largest first.
    case size
    /// What was changed longest ago first.
    case oldest
    /// In no order, the same each time for one plan.
    case random
}

/// One member of a group of copies, on its card.
package struct ReviewMember: Sendable, Hashable {
    /// What requests name it by; nil for members that are not under review.
    package var id: String?
    /// What its picture is asked for by.
    package var look: String
    /// The member.
    package var item: RecordedItem
    /// What becomes of it as things stand.
    package var verdict: Verdict
    /// How it is like the one that stays; nil where bytes decide.
    package var likeness: Likeness?
    /// The other files of its shot, which go with it and stay with it.
    package var parts: [RecordedItem] = []

    /// The bytes that go with it, of those whose size is known.
    package var bytes: Int64 {
        ([item] + parts).reduce(0) { $0 &+ max(0, $1.size ?? 0) }
    }

    /// What it is called together with the other files of its shot: those that are known of it, or
    /// those of `details`; nil where it is the only one.
    func shot(_ details: MemberDetails?) -> String? {
        ShotName.text(name, parts.isEmpty ? details?.parts ?? [] : parts.map(\.name))
    }

    /// The last part of its path.
    package var name: String { item.name }
    /// Whether it is up for review and not decided.
    package var isOpen: Bool { id != nil && verdict == .review }
}

/// What a person looks at and decides: an item, or a group of equal items.
package struct ReviewCard: Sendable, Hashable {
    /// What requests name it by, good for this plan.
    package var id: String
    /// The item; of a group, the first member.
    package var entry: ReviewItem
    /// The members of the group, this one first; empty for a single item.
    package var members: [ReviewMember]
    /// The place among them of the one that stays: of those that stay the first, else the one that
    /// is proposed to.
    package var leader = 0
    /// How many groups of its rule are still to be decided one by one before all others of it may be
    /// decided together.
    package var groupsToOpen = 0
    /// Whether no other copy would be left if it went.
    package var isLastCopy: Bool
    /// The other files of its shot, which go with it and stay with it.
    package var parts: [RecordedItem] = []
    /// For a file that goes with a picture: the card of that.
    package var picture: String?
    /// How many other cards of the same rule are undecided.
    package var othersOfRule: Int
    /// How many of these one step takes along, which is bounded.
    package var nextOfRule = 0
    /// What was decided about it, if it was.
    package var decided: Decision?
    /// The step by which that was decided.
    package var act: Int64?
    /// How many items it stands for that are undecided.
    package var undecidedItems = 1
    /// Whether it was decided before there was a picture to see.
    package var isBlind = false
    /// The name of the device on which it was decided, if that is another one.
    package var device: String?
    /// When it was decided, if it was.
    package var decidedAt: Timestamp?

    /// A card of the given parts.
    init(
        id: String, entry: ReviewItem, members: [ReviewMember], isLastCopy: Bool,
        othersOfRule: Int, decided: Decision?, act: Int64?, undecidedItems: Int = 1
    ) {
        self.id = id
        self.entry = entry
        self.members = members
        self.isLastCopy = isLastCopy
        self.othersOfRule = othersOfRule
        self.decided = decided
        self.act = act
        self.undecidedItems = undecidedItems
    }

    /// The item.
    package var item: RecordedItem { entry.item }
    /// The last part of its path.
    package var name: String { item.name }
    /// What it is called together with the other files of its shot; nil where it is the only one.
    package var shot: String? { ShotName.text(name, parts.map(\.name)) }
    /// The folder it lies in.
    package var folder: String {
        let end = item.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? item.path.startIndex
        return end == item.path.startIndex ? "/" : String(item.path[..<end])
    }
    /// Whether it stands for several items.
    package var isGroup: Bool { members.count > 1 }
    /// The members that would go if the card was accepted as it is: those under review that nobody
    /// decided about, but for the one that stays.
    package var goers: [ReviewMember] {
        members.indices.filter { $0 != leader && members[$0].isOpen }.map { members[$0] }
    }
    /// The bytes that these have together, of those whose size is known.
    package var bytesWon: Int64 {
        goers.reduce(0) { $0 &+ $1.bytes }
    }
    /// How many marks the least alike of them has that differ; 0 where bytes decide.
    package var marksApart: Int { goers.compactMap(\.likeness?.marks).max() ?? 0 }
}

extension RecordedItem {
    /// The last part of its path.
    fileprivate var name: String { path.parts(between: "/", omitsEmpty: true).last ?? path }
}

/// The day's reviews.
package struct ReviewQuota: Sendable, Hashable {
    /// How many were made today.
    package var used: Int64
    /// How many there may be; nil: any number.
    package var limit: Int64?
    /// From how many on a notice is due; nil: never.
    package var warnAt: Int64?
    /// The local day that counts.
    package var day: String
    /// When the next one begins.
    package var nextDay: Timestamp
    /// Whose tier the limit is, so that nobody here allows more; nil where it is that of the rules.
    package var tier: String?
    /// Who signed that tier.
    package var issuers: [String] = []
    /// Whether the way to more is shown; a person may put that off for a day.
    package var invites = false
    /// Whether it is said here that few are left: once a day, in whatever view.
    package var warns = false

    /// Whether no more may be made today.
    package var isUsedUp: Bool { limit.map { used >= $0 } ?? false }
    /// Whether a notice is due.
    package var isNearEnd: Bool { warnAt.map { used >= $0 } ?? false }
    /// How many are left; nil: any number.
    package var left: Int64? { limit.map { max(0, $0 - used) } }
}

/// How many items, and how large they are together.
package struct ReviewTally: Sendable, Hashable {
    /// Items.
    package var items: Int64 = 0
    /// Bytes, of those whose size is known.
    package var bytes: Int64 = 0

    /// Nothing.
    package init() {}

    mutating func add(_ item: RecordedItem) {
        items += 1
        bytes &+= max(0, item.size ?? 0)
    }

    mutating func remove(_ item: RecordedItem) {
        items -= 1
        bytes &-= max(0, item.size ?? 0)
    }
}

/// Where a review stands.
package struct ReviewState: Sendable {
    /// Rises with every change of the state file, whoever made it.
    package var revision: Int64
    /// The plan under review; nil where there is none yet.
    package var plan: LedgerPlan?
    /// Cards that are not decided.
    package var remaining: Int
    /// Of these, how many were put off to the end.
    package var putOff: Int
    /// Of these, how many are groups of copies.
    package var groups: Int
    /// Cards that there were in all.
    package var total: Int
    /// Swiped to be deleted, not staged yet.
    package var marked: ReviewTally
    /// Decided to stay, in this plan.
    package var kept: ReviewTally
    /// What the rules delete, without what was decided to stay.
    package var byRules: ReviewTally
    /// The day's reviews.
    package var quota: ReviewQuota
    /// The step that an undo takes back.
    package var undo: ReviewAct?
    /// Whether an undone step can be made again.
    package var canRedo: Bool
    /// The newest decision that is known, for requests.
    package var seenDecision: Int64
    /// How many of the pictures of the plan were looked at; nil where no rule asks what they show.
    package var looks: ReviewLooks?
    /// Whether another device has decided about any of it.
    package var hearsDevices = false
}

/// Some of what goes as things stand.
package struct ReviewGlance: Sendable, Hashable {
    /// The largest, the largest first.
    package var largest: [ReviewCard] = []
    /// Some at random, the same each time for one plan.
    package var random: [ReviewCard] = []
    /// What was decided before there was a picture to see.
    package var blind: [ReviewCard] = []
}

/// A step that is recorded.
package struct ReviewRecorded: Sendable {
    /// The step.
    package var act: ReviewAct
    /// Items that waited for their deletion and do not any more.
    package var unstaged: Int
    /// The newest decision that was known right after it.
    package var newest: Int64
    /// Whether it was recorded before, under the same key.
    package var isRepeated = false
}

/// What a step led to.
package struct ReviewStep: Sendable {
    /// The step.
    package var act: ReviewAct
    /// The card it was about: decided now, or back on top of the deck.
    package var card: ReviewCard?
    /// Items that waited for their deletion and do not any more.
    package var unstaged: Int
    /// Where the review stands now.
    package var state: ReviewState
}
