// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// Groups of copies: their members, which of them stays, and which groups there are.
extension ReviewDeck {
    /// Stands in the name of a member that is not under review, before its number.
    private static let survivorSign: Character = "~"
    /// What decisions of a file name as their source.
    static let fileSource = "file"
    /// Where answers are given line by line, which a pipe can do as well.
    static let plainSource = "plain"

    /// Whether who decides there has the pictures before them: what is decided by a file, or line by
    /// line, proves nothing about pictures.
    static func showsPictures(_ source: String) -> Bool {
        source != fileSource && source != plainSource
    }

    /// How many groups of a rule that goes by looks a person decides one by one before all others
    /// of it may be decided together.
    static let openedGroupsMin = 10

    /// Whether the card stands for a group.
    func isGroup(_ card: Int) -> Bool {
        let entry = plan.items[cards[card][0]]
        return entry.group != nil && cards[card].count + entry.survivors.count > 1
    }

    /// The entries that the card stands for, without those that a person called different pictures;
    /// all of them where none would be left.
    func places(of card: Int) -> [Int] {
        if different.isEmpty { return cards[card] }
        let alike = cards[card].filter { !different.contains($0) }
        return alike.isEmpty ? cards[card] : alike
    }

    /// The contents of an entry and of the picture that it is like; nil where bytes decide, and where
    /// nothing tells when one of them changes.
    func pairOfLikeness(_ place: Int) -> UnlikePair? {
        alike(place).flatMap { pair(place, $0) }
    }

    /// The picture that an entry is like; nil where bytes decide.
    func alike(_ place: Int) -> RecordedItem? {
        let entry = plan.items[place]
        guard entry.kind == .similar, let like = entry.likeness else { return nil }
        return self.place(drive: like.drive, id: like.id).map { plan.items[$0].item }
            ?? entry.survivors.first {
                $0.drive.utf8.elementsEqual(like.drive.utf8)
                    && $0.id.utf8.elementsEqual(like.id.utf8)
            }
    }

    /// Whether other devices know both an entry and another item.
    func isShared(_ place: Int, with other: RecordedItem) -> Bool {
        guard let identity = plan.record.driveIdentities[other.drive] else { return false }
        return [plan.items[place].reviewed.driveIdentity, identity].allSatisfy {
            ItemAddress.isShared(driveIdentity: $0)
        }
    }

    /// The contents of an entry and of another item.
    func pair(_ place: Int, _ other: RecordedItem) -> UnlikePair? {
        let entry = plan.items[place].reviewed
        guard let identity = plan.record.driveIdentities[other.drive],
            let one = PhotoKey(entry.item, driveIdentity: entry.driveIdentity),
            let two = PhotoKey(other, driveIdentity: identity)
        else { return nil }
        return UnlikePair(one, two)
    }

    /// What stays of the group of an entry by the rule, and the entry, by their contents; nil where bytes
    /// decide, and where nothing tells when one of them changes.
    private func contents(_ place: Int) -> (leader: PhotoKey, member: PhotoKey)? {
        let entry = plan.items[place]
        guard entry.kind == .similar, entry.group != nil,
            let member = PhotoKey(entry.item, driveIdentity: entry.reviewed.driveIdentity)
        else { return nil }
        guard let pair = pairOfLikeness(place) else { return (member, member) }
        return (pair.a == member ? pair.b : pair.a, member)
    }

    /// That the entry at `place` is not what `other` shows, as it counts for the rule.
    func objection(_ place: Int, _ other: RecordedItem) -> GroupDecision? {
        guard let (leader, member) = contents(place),
            let digest = plan.items[place].reviewed.ruleDigest
        else { return nil }
        let pair = pair(place, other)
        let stays = pair.map { $0.a == member ? $0.b : $0.a }
        return GroupDecision(
            ruleDigest: digest, leader: stays ?? leader, member: member, agrees: false)
    }

    /// What a step says of the groups of pictures that look alike that its items are in, as it counts for
    /// their rules: that something stays which the rule would delete, or that all of it goes.
    ///
    /// Only what somebody looked at counts as consent: one card at a time, `byHand`.
    func said(
        _ step: [(place: Int, verdict: ReviewVerdict?)], _ verdict: ReviewVerdict, byHand: Bool,
        at now: Timestamp
    ) -> [GroupDecision] {
        var verdicts: [Int: ReviewVerdict] = [:]
        for one in step { verdicts[one.place] = one.verdict ?? verdict }
        let touched = Set(step.compactMap { cardOfEntry[$0.place] }).filter { card in
            let entry = plan.items[cards[card][0]]
            return entry.kind == .similar && entry.group != nil
        }
        return touched.sorted().compactMap { card in
            let members = places(of: card)
            guard let digest = plan.items[members[0]].reviewed.ruleDigest,
                let (leader, member) = contents(cards[card][0])
            else { return nil }
            func decision(agrees: Bool) -> GroupDecision {
                GroupDecision(
                    ruleDigest: digest, leader: leader, member: member, agrees: agrees)
            }
            let said = members.compactMap { verdicts[$0] }
            if said.contains(.keep) || said.contains(.pin) { return decision(agrees: false) }
            let goesWhole = members.allSatisfy { place in
                if let own = verdicts[place] { return own == .delete }
                return gone.contains(place) || self.decision(place, at: now)?.verdict == .delete
            }
            let isConsent = byHand && touched.count == 1 && said.contains(.delete) && goesWhole
            return isConsent && leader != member ? decision(agrees: true) : nil
        }
    }

    /// The members of that card: those under review, then those that the plan keeps.
    func members(of card: Int, at now: Timestamp) -> [ReviewMember] {
        let places = places(of: card)
        var members = places.map { place in
            ReviewMember(
                id: id(place), look: id(place), item: plan.items[place].item,
                verdict: fate(place, at: now), likeness: plan.items[place].likeness,
                parts: parts(of: place).map { plan.items[$0].item })
        }
        for (number, survivor) in plan.items[places[0]].survivors.enumerated() {
            members.append(
                ReviewMember(
                    id: nil, look: "\(id(places[0]))\(Self.survivorSign)\(number)", item: survivor,
                    verdict: fate(of: survivor, at: now)))
        }
        return members
    }

    /// The place of the member that stays: the one that `entry` is like, the first that stays
    /// anyway, the first that a person kept, and where none is, the first there is.
    func leader(among members: [ReviewMember], _ entry: ReviewItem) -> Int {
        func stays(_ member: ReviewMember) -> Bool { member.verdict == .keep }
        let like = entry.likeness
        return members.firstIndex { member in
            guard let like, stays(member) else { return false }
            return member.item.drive.utf8.elementsEqual(like.drive.utf8)
                && member.item.id.utf8.elementsEqual(like.id.utf8)
        } ?? members.firstIndex { $0.id == nil && stays($0) }
            ?? members.firstIndex(where: stays) ?? members.firstIndex(where: \.isOpen) ?? 0
    }

    /// The item that a picture is asked for by: of an entry, or of a member that stays.
    func item(look: String) -> RecordedItem? {
        guard let sign = look.lastIndex(of: Self.survivorSign) else {
            return place(look).map { plan.items[$0].item }
        }
        let text = look[look.index(after: sign)...]
        guard let place = place(String(look[..<sign])), let number = Int(text),
            "\(number)".utf8.elementsEqual(text.utf8),
            plan.items[place].survivors.indices.contains(number)
        else { return nil }
        return plan.items[place].survivors[number]
    }

    /// The undecided cards that are groups: the most certain first, then those that win most bytes.
    func groups(at now: Timestamp) -> [Int] {
        queue(at: now).filter(isGroup)
            .map { card -> (card: Int, marks: Int, bytes: Int64) in
                let members = members(of: card, at: now)
                var shown = ReviewCard(
                    id: "", entry: plan.items[cards[card][0]], members: members,
                    isLastCopy: false, othersOfRule: 0, decided: nil, act: nil)
                shown.leader = leader(among: members, shown.entry)
                return (card, shown.marksApart, shown.bytesWon)
            }
            .sorted { one, other in
                if one.marks != other.marks { return one.marks < other.marks }
                return one.bytes == other.bytes ? one.card < other.card : one.bytes > other.bytes
            }
            .map(\.card)
    }

    /// How many groups of the card's rule are to be decided one by one before all others of it may
    /// be decided together; 0 where bytes decide. O(standing decisions).
    func groupsToOpen(_ card: Int) -> Int {
        let entry = plan.items[cards[card][0]]
        guard entry.group != nil, entry.kind == .similar else { return 0 }
        var cardsOfAct: [Int64: Set<Int>] = [:]
        for (place, decision) in standing {
            // What a file decided nobody has looked at.
            guard let act = decision.act, decision.source != Self.fileSource,
                let card = cardOfEntry[place]
            else { continue }
            cardsOfAct[act, default: []].insert(card)
        }
        let opened = cardsOfAct.values.reduce(into: Set<Int>()) { opened, cards in
            guard cards.count == 1, let card = cards.first else { return }
            let own = plan.items[self.cards[card][0]]
            let isSameRule = (own.reviewed.rule ?? "").utf8
                .elementsEqual((entry.reviewed.rule ?? "").utf8)
            if isSameRule, own.group != nil { opened.insert(card) }
        }
        return max(0, Self.openedGroupsMin - opened.count)
    }
}
