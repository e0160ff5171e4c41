// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What is said of the members of a card of copies, in the words of the terminal.
struct PairWords {
    private let card: ReviewCard
    private let proposal: GroupProposal
    private let details: [MemberDetails]
    private let words: Words

    /// The words for what `proposal` makes of `card`.
    init(
        _ card: ReviewCard, _ proposal: GroupProposal, _ details: [MemberDetails], _ words: Words
    ) {
        self.card = card
        self.proposal = proposal
        self.details = details
        self.words = words
    }

    private func details(_ place: Int) -> MemberDetails {
        details.indices.contains(place) ? details[place] : MemberDetails()
    }

    private func item(_ place: Int) -> RecordedItem { proposal.members[place].item }

    /// How many members there are, and what they are to each other.
    var heading: String {
        let count = proposal.members.count
        return words(
            card.entry.kind == .similar ? .deckAlike(n: count) : .deckEqual(n: count))
    }

    /// The last part of its path.
    func name(_ place: Int) -> String { proposal.members[place].name }

    /// What it is called together with the other files of its shot, or by itself.
    func shot(_ place: Int) -> String {
        proposal.members[place].shot(details(place)) ?? name(place)
    }

    /// What becomes of it, in a word or two, and why it stays if it does.
    func fate(_ place: Int) -> String {
        switch proposal.fate(place) {
        case .goes: words(.deckPairGoes)
        case .went: words(.deckPairWent)
        case .staysToo: words(.deckPairStayingToo)
        case .stays where proposal.chosen != nil && proposal.members[place].isOpen:
            words(.deckPairWhy(why: Phrase.deckPairChosen))
        case .stays, .staysAnyway:
            details(place).stays.map { words(.deckPairWhy(why: $0)) } ?? words(.deckPairStays)
        }
    }

    /// Which of how many it is, and what becomes of it.
    func place(_ place: Int) -> String {
        words(
            .deckPair(
                number: proposal.number(place), total: proposal.members.count, fate: fate(place)))
    }

    /// What is known of it, in lines of that many cells.
    func facts(_ place: Int, _ zone: RuleTimeZone, cells: Int) -> [String] {
        let (item, details, say) = (item(place), details(place), ReviewWords(words))
        var first = [say.size(item)]
        if let width = details.width, let height = details.height {
            first.append("\(width)×\(height)")
        }
        var lines = [first.joined(separator: "  ")]
        if let taken = details.taken {
            lines.append(words(.deckTaken(time: Moment(taken, zone))))
        } else if let modified = item.modified {
            let instant = Timestamp(secondsSinceEpoch: modified)
            lines.append(words(.deckChanged(time: Moment(instant, zone))))
        }
        let folder = item.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { item.path[..<$0] } ?? ""
        lines.append(VisibleName.cutInMiddle(folder.isEmpty ? "/" : String(folder), cells: cells))
        if let album = album(place) { lines.append(album) }
        return lines
    }

    /// The albums that it is in; nil for none, and where nothing is known.
    private func album(_ place: Int) -> String? {
        guard let albums = details(place).albums, !albums.isEmpty else { return nil }
        let text = albums.map { VisibleText.escaped($0) }.joined(separator: ", ")
        return words(.factAlbum(text: text))
    }

    /// How it is like the one that stays; nil for that one itself.
    func likeness(_ place: Int) -> String? {
        if place == proposal.leader { return nil }
        var parts: [String] = []
        if card.entry.kind == .duplicates {
            parts.append(words(.deckPairEqual))
        } else if let marks = proposal.members[place].likeness?.marks {
            parts.append(words(.deckPairLike(count: marks)))
        }
        if let comparison = comparison(place) { parts.append(comparison) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Whether it is smaller or larger than the one that stays, in pixels or else in bytes.
    private func comparison(_ place: Int) -> String? {
        func extent(_ place: Int) -> Int64? {
            let details = details(place)
            guard let width = details.width, let height = details.height else {
                return item(place).size
            }
            return Int64(width) * Int64(height)
        }
        guard let mine = extent(place), let theirs = extent(proposal.leader), mine != theirs else {
            return nil
        }
        return words(mine < theirs ? .deckPairSmaller : .deckPairLarger)
    }

    /// What was decided before it changed about the member at `place`, else about another one, which is
    /// named then; nil where nothing was about any.
    func decided(_ place: Int) -> String? {
        if let own = details(place).decided { return VisibleText.guarded(words(own)) }
        let others = proposal.members.indices
        guard let other = others.first(where: { details($0).decided != nil }),
            let decided = details(other).decided
        else { return nil }
        return words(
            .reviewStep(
                what: VisibleText.escaped(name(other)), name: VisibleText.guarded(words(decided))))
    }

    /// What accepting the card does.
    var accepting: String {
        let goers = proposal.goers
        let bytes = goers.reduce(Int64(0)) { $0 &+ $1.bytes }
        return words(.deckPairAccept(n: goers.count, size: bytes))
    }

    /// All of it in one sentence, for those who hear it.
    func spoken(_ place: Int) -> String {
        var parts = [fate(place)]
        if place != proposal.leader {
            let number = proposal.leader + 1
            parts.append(
                words(
                    card.entry.kind == .duplicates
                        ? .plainPairEquals(number: number) : .plainPairLooksLike(number: number)))
            if card.entry.kind == .similar, let marks = proposal.members[place].likeness?.marks {
                parts.append(words(.deckPairLike(count: marks)))
            }
            if let comparison = comparison(place) { parts.append(comparison) }
        }
        // Where it stays for that, it has been said.
        let albums = details(place).albums ?? []
        if !albums.allSatisfy({ parts[0].contains(VisibleText.escaped($0)) }),
            let album = album(place)
        {
            parts.append(album)
        }
        if let shot = proposal.members[place].shot(details(place)) {
            parts.append(words(.factParts(text: VisibleText.escaped(shot))))
        }
        if let decided = details(place).decided {
            parts.append(VisibleText.guarded(words(decided)))
        }
        return parts.joined(separator: ", ")
    }
}
