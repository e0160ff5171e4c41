// SPDX-License-Identifier: Apache-2.0

internal import StateLedger

/// The pictures and the details of the card on top and of the next ones.
struct DeckPictures: Sendable {
    /// How many cards after the one on top are fetched ahead.
    static let aheadCount = 5

    /// A picture as it was asked for.
    struct Key: Sendable, Hashable {
        /// The card, or what a member's picture is asked for by.
        var card: String
        var longestSide: Int
        var form: PictureForm
    }

    private var answers: [Key: PictureAnswer] = [:]
    private var askedFor: Set<Key> = []
    private(set) var details: [String: ReviewDetails] = [:]
    private var askedDetails: Set<String> = []
    /// What can be said of the members of cards.
    private(set) var members: [String: [MemberDetails]] = [:]
    private var askedMembers: Set<String> = []

    /// What is still to be asked for, for `cards` and the members `looks`, and forgets everything
    /// else.
    mutating func wanted(
        _ cards: [ReviewCard], looks: [(look: String, entry: ReviewItem)] = [], longestSide: Int,
        form: PictureForm?
    ) -> [DeckJob] {
        let cards = cards.prefix(1 + Self.aheadCount)
        let ids = Set(cards.map(\.id)).union(looks.map(\.look))
        members = members.filter { ids.contains($0.key) }
        askedMembers.formIntersection(ids)
        answers = answers.filter { ids.contains($0.key.card) }
        details = details.filter { ids.contains($0.key) }
        askedFor = askedFor.filter { ids.contains($0.card) }
        askedDetails.formIntersection(ids)
        var jobs: [DeckJob] = []
        if let form {
            for (look, entry) in looks where !entry.item.isFolder {
                let key = Key(card: look, longestSide: longestSide, form: form)
                if askedFor.insert(key).inserted { jobs.append(.picture(key, entry)) }
            }
        }
        for card in cards {
            if card.isGroup, askedMembers.insert(card.id).inserted { jobs.append(.members(card)) }
            if askedDetails.insert(card.id).inserted { jobs.append(.details(card)) }
            guard let form, !card.item.isFolder else { continue }
            let key = Key(card: card.id, longestSide: longestSide, form: form)
            if askedFor.insert(key).inserted { jobs.append(.picture(key, card.entry)) }
        }
        return jobs
    }

    /// Forgets the pictures, for they have another size now.
    mutating func forgetPictures() {
        answers = [:]
        askedFor = []
    }

    mutating func take(_ answer: PictureAnswer, _ key: Key) {
        if askedFor.contains(key) { answers[key] = answer }
    }

    mutating func take(_ details: ReviewDetails, _ card: String) {
        if askedDetails.contains(card) { self.details[card] = details }
    }

    mutating func take(_ members: [MemberDetails], _ card: String) {
        if askedMembers.contains(card) { self.members[card] = members }
    }

    /// The picture that was asked for; nil: it is on its way.
    func answer(_ key: Key) -> PictureAnswer? { answers[key] }
}
