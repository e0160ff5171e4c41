// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Wording

/// Everything that the deck shows at one moment.
struct DeckView: Sendable {
    /// What lies over the card, if anything does.
    enum Screen: Sendable {
        case card
        /// The facts, from that line on.
        case facts(from: Int)
        case marked(Marked)
        case sameRule(SameRule)
        case groups(Groups)
        /// Whether it is meant that no copy of the card is left.
        case lastCopy(card: String, verdict: ReviewVerdict)
        /// The keys, from that line on.
        case help(from: Int)
    }

    /// What is marked, as a list.
    struct Marked: Sendable {
        /// No other list has it.
        var number = 0
        /// The newest decision that was known when the list was read.
        var seenDecision: Int64 = 0
        var cards: [ReviewCard] = []
        var selected = 0
        /// Rows that are kept after all.
        var kept: Set<String> = []
        /// Rows that were decided in this list: the newest decision that was known then.
        var seenSince: [String: Int64] = [:]
    }

    /// All cards of one rule, to be decided at once.
    struct SameRule: Sendable {
        /// No other list has it.
        var number = 0
        /// The newest decision that was known when the list was read.
        var seenDecision: Int64 = 0
        var cards: [ReviewCard]
        var verdict: ReviewVerdict?
        var typed = ""
        var from = 0
    }

    /// The undecided groups of copies, as a list.
    struct Groups: Sendable {
        /// The first of them, the most certain first.
        var cards: [ReviewCard]
        /// How many there are.
        var total: Int
        var selected = 0
    }

    /// What is in the place of the picture.
    enum Picture: Sendable, Equatable {
        /// No pictures are shown.
        case off
        case loading
        /// There is none; why.
        case none(String)
        case cells([[Cell]])
        /// A picture that the terminal draws, of so many cells.
        case pixels(columns: Int, rows: Int)
    }

    /// The newest step, as the line with the undo says it.
    struct Notice: Sendable, Equatable {
        var sign: String
        var text: String
        /// How many seconds it counts down from here; nil: it does not any more.
        var seconds: Int?
        var isUndoable = true
    }

    /// A card of copies: what it proposes, what the person changed of that, and where they look.
    struct Pair: Sendable {
        /// The card.
        var card: String
        var proposal: GroupProposal
        /// The place among the others of the one that is beside the one that stays.
        var place = 0
        /// Whether the one that stays is shown in its place.
        var isFlipped = false
        /// What can be said of the members, once it is known.
        var details: [MemberDetails] = []

        /// The place among all members of the one that is looked at; nil: there is no other.
        var current: Int? {
            let others = proposal.others
            return others.isEmpty ? nil : others[min(place, others.count - 1)]
        }

        /// What is known of the member at `place`.
        func details(_ place: Int) -> MemberDetails {
            details.indices.contains(place) ? details[place] : MemberDetails()
        }
    }

    var state: ReviewState?
    var card: ReviewCard?
    /// The same card where it is one of copies.
    var pair: Pair?
    var details: ReviewDetails?
    var picture = Picture.off
    /// The picture on the right of it, beside which it is the one that stays.
    var second: Picture?
    var screen = Screen.card
    var notice: Notice?
    var message: String?
    /// The number of the first member of a group that has the digit 1.
    var firstMember = 0
    var zone: RuleTimeZone
    var now: Timestamp
    /// In which language.
    var words = Words.english

    /// What a key that decides is about.
    var scene: DeckSight.Scene {
        switch screen {
        case .card:
            guard isCardShown, let card else { return .nothing }
            return .card(card.id, members: card.members.map(\.verdict))
        case .lastCopy(let card, _): return .lastCopy(card)
        case .marked(let list): return .list(list.number)
        case .sameRule(let list): return .list(list.number)
        // What is chosen among groups is only looked at.
        case .facts, .groups, .help: return .nothing
        }
    }

    /// Whether a card is there to be decided.
    var isCardShown: Bool { card != nil && !isStopped }
    /// Whether the day's reviews are used up.
    var isStopped: Bool { (state?.quota.isUsedUp ?? false) && (state?.remaining ?? 0) > 0 }
}
