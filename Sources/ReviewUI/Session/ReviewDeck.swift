// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// The cards of one plan, and what was decided about them: the part of a session that only
/// computes.
struct ReviewDeck: Sendable {
    /// The plan.
    private(set) var plan: ReviewPlan
    /// The cards in their order, as places of entries: one for an item, several for a group.
    let cards: [[Int]]
    /// By place of an entry: the decision that stands about it, whether it still holds or not.
    private(set) var standing: [Int: DecisionRecord] = [:]
    /// Whether another device has decided about any of it.
    private(set) var hearsDevices = false
    /// By card: the newest step that put it off and stands.
    private(set) var putOff: [Int: Int64] = [:]
    /// Cards that come first, the last one foremost: those that an undo brought back.
    private(set) var onTop: [Int] = []
    /// By card: the numbers of the steps that put it off and stand.
    private var laterActs: [Int: Set<Int64>] = [:]
    /// The places of entries that a person called different from the picture that they are like.
    private(set) var different: Set<Int> = []
    /// The places of entries that are deleted already.
    private(set) var gone: Set<Int> = []
    private let places: [Key: Int]
    /// The places of entries by the items that they are about.
    private let filed: ItemIndex<Int>
    let cardOfEntry: [Int: Int]
    /// The places of the members of each group, by rule and group.
    private let groups: [[UInt8]: [Int]]
    /// By place of a file that goes with a picture: that of the picture.
    private let pictures: [Int: Int]
    /// By place of a picture: those of the files that go with it.
    private let parts: [Int: [Int]]
    /// What the rules delete by themselves.
    let deletedByRules: ReviewTally

    /// What tells items apart: by bytes, since strings that differ in their normal form are equal.
    private struct Key: Hashable {
        let bytes: [UInt8]

        init(_ drive: String, _ id: String) {
            bytes = Array(drive.utf8) + [0] + Array(id.utf8)
        }
    }

    /// The cards of `plan`, those of `rule` only if it is given. O(n log n).
    init(_ plan: ReviewPlan, order: ReviewOrder, rule: String?) {
        self.plan = plan
        var places: [Key: Int] = [:]
        var filed = ItemIndex<Int>()
        var cardOfGroup: [[UInt8]: Int] = [:]
        var groups: [[UInt8]: [Int]] = [:]
        var cards: [[Int]] = []
        for (place, entry) in plan.items.enumerated() {
            places[Key(entry.item.drive, entry.item.id)] = place
            filed.add(place, about: entry.reviewed.identity)
            let group = Self.group(of: entry)
            if let group { groups[group, default: []].append(place) }
        }
        let pictures = Self.pictures(plan.items, places)
        for (place, entry) in plan.items.enumerated() where pictures[place] == nil {
            let group = Self.group(of: entry)
            guard entry.verdict == .review else { continue }
            if let rule, entry.reviewed.rule != rule { continue }
            if let group {
                if let card = cardOfGroup[group] {
                    cards[card].append(place)
                    continue
                }
                cardOfGroup[group] = cards.count
            }
            cards.append([place])
        }
        self.places = places
        self.filed = filed
        self.groups = groups
        self.pictures = pictures
        parts = Dictionary(grouping: pictures.keys.sorted()) { pictures[$0] ?? $0 }
        self.cards = Self.ordered(cards, plan, order)
        var cardOfEntry: [Int: Int] = [:]
        for (card, members) in self.cards.enumerated() {
            for member in members { cardOfEntry[member] = card }
        }
        for (part, picture) in pictures { cardOfEntry[part] = cardOfEntry[picture] }
        self.cardOfEntry = cardOfEntry
        var deletedByRules = ReviewTally()
        for entry in plan.items where entry.verdict == .delete { deletedByRules.add(entry.item) }
        self.deletedByRules = deletedByRules
    }

    /// By place of an entry that goes with a picture: the place of that, which has the same verdict.
    private static func pictures(_ items: [ReviewItem], _ places: [Key: Int]) -> [Int: Int] {
        var pictures: [Int: Int] = [:]
        for (place, entry) in items.enumerated() {
            guard let main = entry.companionOf, let picture = places[Key(main.drive, main.id)],
                picture != place, items[picture].companionOf == nil,
                items[picture].verdict == entry.verdict
            else { continue }
            pictures[place] = picture
        }
        return pictures
    }

    /// The place of the picture that the file at `place` goes with; nil for what is judged by itself.
    func picture(of place: Int) -> Int? { pictures[place] }

    /// The places of the files that go with the picture at `place`.
    func parts(of place: Int) -> [Int] { parts[place] ?? [] }

    private static func group(of entry: ReviewItem) -> [UInt8]? {
        entry.group.map { Array((entry.reviewed.rule ?? "").utf8) + [0] + Array($0.utf8) }
    }

    /// The same, with what is now known of the plan.
    func with(_ record: LedgerPlan) -> ReviewDeck {
        var deck = self
        deck.plan.record = record
        return deck
    }

    // MARK: What was decided

    /// Forgets all decisions, for they are read anew.
    mutating func forgetDecisions() {
        standing = [:]
        putOff = [:]
        laterActs = [:]
        gone = []
    }

    /// Takes the decision that stands now about an item; nil: none does any more.
    mutating func take(_ decision: DecisionRecord?, on item: ItemIdentity) {
        for place in filed.values(about: item) { standing[place] = decision }
        if decision?.device != nil { hearsDevices = true }
    }

    /// Takes which contents a person called different pictures.
    mutating func take(_ unlike: Set<UnlikePair>) {
        different =
            unlike.isEmpty
            ? []
            : Set(
                plan.items.indices.filter { place in
                    pairOfLikeness(place).map { unlike.contains($0) } ?? false
                })
    }

    /// Takes whether an item is deleted already.
    mutating func take(isGone: Bool, _ item: ItemIdentity) {
        for place in filed.values(about: item) {
            if isGone { gone.insert(place) } else { gone.remove(place) }
        }
    }

    /// Whether the entry at `place` is deleted already.
    func isGone(_ place: Int) -> Bool { gone.contains(place) }

    /// Whether the item that `act` names is deleted already.
    func isGone(_ act: ReviewAct) -> Bool {
        places[Key(act.drive, act.id)].map { gone.contains($0) } ?? false
    }

    /// Takes a step that was made or taken back.
    mutating func take(_ act: ReviewAct, isNews: Bool) {
        guard let place = places[Key(act.drive, act.id)], let card = cardOfEntry[place] else {
            return
        }
        if act.verdict == .later {
            if act.undoneAt == nil {
                laterActs[card, default: []].insert(act.number)
            } else {
                laterActs[card]?.remove(act.number)
            }
            putOff[card] = laterActs[card]?.max()
        }
        guard isNews else { return }
        onTop.removeAll { $0 == card }
        if act.undoneAt != nil { onTop.append(card) }
    }

    /// What was decided about the entry at `place`, if it holds.
    func decision(_ place: Int, at now: Timestamp) -> DecisionRecord? {
        guard let decision = standing[place] else { return nil }
        return decision.holds(for: plan.items[place].item, at: now) ? decision : nil
    }

    /// What was decided about the entry at `place` when it was, as far as was recorded, exactly as it
    /// is now: it may not hold, where nothing tells a changed content, but saying so again would
    /// only record it twice.
    func decisionAboutTheSame(_ place: Int) -> DecisionRecord? {
        standing[place].flatMap { $0.item.isRecorded(as: plan.items[place].item) ? $0 : nil }
    }

    /// Whether all of `card` is decided.
    func isDecided(_ card: Int, at now: Timestamp) -> Bool {
        cards[card].allSatisfy { isSettled($0, at: now) }
    }

    /// Whether nothing is left to decide about the entry at `place`.
    func isSettled(_ place: Int, at now: Timestamp) -> Bool {
        gone.contains(place) || different.contains(place) || decision(place, at: now) != nil
    }

    /// The cards that are to be decided, in their order: those brought back, the others, and at the
    /// end those that were put off, the longest ago first.
    func queue(at now: Timestamp) -> [Int] {
        let open = cards.indices.filter { !isDecided($0, at: now) }
        if onTop.isEmpty, putOff.isEmpty { return open }
        let top = onTop.reversed().filter { !isDecided($0, at: now) }
        let first = Set(top)
        let rest = open.filter { !first.contains($0) }
        let late = rest.filter { putOff[$0] != nil }.sorted {
            (putOff[$0] ?? 0) < (putOff[$1] ?? 0)
        }
        return top + rest.filter { putOff[$0] == nil } + late
    }

    /// Brings the card up, so that it comes first.
    mutating func bringUp(_ card: Int) {
        onTop.removeAll { $0 == card }
        onTop.append(card)
    }

    // MARK: Cards

    /// The number of the card that requests name `id`; nil if it is of another plan, or none.
    func card(_ id: String) -> Int? {
        guard let place = place(id) else { return nil }
        return cardOfEntry[place]
    }

    /// The place of the entry that requests name `id`.
    func place(_ id: String) -> Int? {
        guard let dot = id.lastIndex(of: "."),
            id[..<dot].utf8.elementsEqual(plan.record.id.utf8),
            let place = Int(id[id.index(after: dot)...]), plan.items.indices.contains(place),
            // A number can be written in several ways; each card has one name.
            self.id(place).utf8.elementsEqual(id.utf8)
        else { return nil }
        return place
    }

    /// The place of the entry for that drive and id.
    func place(drive: String, id: String) -> Int? { places[Key(drive, id)] }

    /// What requests name the entry at `place` by.
    func id(_ place: Int) -> String { "\(plan.record.id).\(place)" }

    /// The card for an entry by itself, such as one that the rules delete.
    func single(_ place: Int, at now: Timestamp) -> ReviewCard {
        let decision = decision(place, at: now)
        var card = ReviewCard(
            id: id(place), entry: plan.items[place], members: [],
            isLastCopy: isLastCopy(place, at: now), othersOfRule: 0, decided: decision?.verdict,
            act: decision?.act)
        card.device = decision?.device
        card.decidedAt = decision?.decidedAt
        card.parts = parts(of: place).map { plan.items[$0].item }
        card.picture = picture(of: place).map { id($0) }
        return card
    }

    /// Everything on the card of that number.
    func shown(
        _ card: Int, others: [String: OpenCards], at now: Timestamp
    ) -> ReviewCard {
        let places = places(of: card)
        let entry = plan.items[places[0]]
        var members: [ReviewMember] = []
        if entry.group != nil { members = self.members(of: card, at: now) }
        let decision = decision(places[0], at: now)
        let ofRule = others[entry.reviewed.rule ?? ""] ?? OpenCards()
        let undecided = places.count { !isSettled($0, at: now) }
        var shown = ReviewCard(
            id: id(places[0]), entry: entry, members: members,
            isLastCopy: places.count == 1 && isLastCopy(places[0], at: now),
            othersOfRule: max(0, ofRule.count - (undecided == 0 ? 0 : 1)),
            decided: decision?.verdict, act: decision?.act, undecidedItems: undecided)
        shown.device = decision?.device
        shown.decidedAt = decision?.decidedAt
        shown.parts = parts(of: places[0]).map { plan.items[$0].item }
        shown.leader = leader(among: members, entry)
        shown.groupsToOpen = groupsToOpen(card)
        shown.nextOfRule = ofRule.together(with: card, of: undecided).count
        return shown
    }

    /// The undecided cards of each rule.
    func openByRule(at now: Timestamp) -> [String: OpenCards] {
        var open: [String: OpenCards] = [:]
        for card in queue(at: now) {
            open[plan.items[cards[card][0]].reviewed.rule ?? "", default: OpenCards()]
                .add(card, of: cards[card].count { !isSettled($0, at: now) })
        }
        return open
    }

    /// What becomes of an entry as things stand: what a person said, else what the plan says.
    func fate(_ place: Int, at now: Timestamp) -> Verdict {
        if gone.contains(place) { return .delete }
        return switch decision(place, at: now)?.verdict {
        case .delete: .delete
        case .keep, .pin: .keep
        // It stays for now, but nobody may count on it.
        case .snooze: .review
        case nil: plan.items[place].verdict
        }
    }

    func fate(of survivor: RecordedItem, at now: Timestamp) -> Verdict {
        places[Key(survivor.drive, survivor.id)].map { fate($0, at: now) } ?? .keep
    }

    /// Whether no copy of the entry would be sure to stay if it went.
    private func isLastCopy(_ place: Int, at now: Timestamp) -> Bool {
        let entry = plan.items[place]
        if entry.reason == .lastCopy, pictures[place] == nil { return true }
        if entry.group == nil { return false }
        return entry.survivors.allSatisfy { fate(of: $0, at: now) != .keep }
    }

    /// Whether any group would lose every copy if all of `going` went and all of `staying` stayed.
    ///
    /// `known` is what was found out before, at the same instant.
    func losesAll(
        _ going: [Int], staying: Set<Int>, at now: Timestamp, _ known: inout GroupSurvival
    ) -> Bool {
        let leaving = Set(going)
        var looked: Set<[UInt8]> = []
        for place in going {
            let entry = plan.items[place]
            guard let group = Self.group(of: entry) else {
                // A rule over several items had found that it is the last one.
                if entry.reason == .lastCopy, pictures[place] == nil { return true }
                continue
            }
            if !looked.insert(group).inserted { continue }
            func stays(_ place: Int) -> Bool {
                !leaving.contains(place) && !known.leaving.contains(place)
                    && (staying.contains(place) || fate(place, at: now) == .keep)
            }
            let staysOutside = entry.survivors.contains { survivor in
                places[Key(survivor.drive, survivor.id)].map(stays) ?? true
            }
            if staysOutside { continue }
            let members = groups[group] ?? []
            let isLost =
                staying.isEmpty
                ? !known.someStays(of: group, members, besides: leaving) { member in
                    !gone.contains(member) && fate(member, at: now) == .keep
                }
                : !members.contains { !gone.contains($0) && stays($0) }
            if isLost { return true }
        }
        return false
    }
}
