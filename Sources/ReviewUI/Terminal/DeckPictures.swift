// SPDX-License-Identifier: Apache-2.0

internal import StateLedger

/// The pictures and the details of the card on top and of the next ones.
struct DeckPictures: Sendable {
    /// How many cards after the one on top are fetched ahead.
    static let aheadCount = 5

    /// A picture as it was asked for.
    struct Key: Sendable, Hashable {
        var card: String
        var longestSide: Int
        var form: PictureForm
    }

    private var answers: [Key: PictureAnswer] = [:]
    private var askedFor: Set<Key> = []
    private(set) var details: [String: ReviewDetails] = [:]
    private var askedDetails: Set<String> = []

    /// What is still to be asked for, for `cards`, and forgets everything else.
    mutating func wanted(
        _ cards: [ReviewCard], longestSide: Int, form: PictureForm?
    ) -> [DeckJob] {
        let cards = cards.prefix(1 + Self.aheadCount)
        let ids = Set(cards.map(\.id))
        answers = answers.filter { ids.contains($0.key.card) }
        details = details.filter { ids.contains($0.key) }
        askedFor = askedFor.filter { ids.contains($0.card) }
        askedDetails.formIntersection(ids)
        var jobs: [DeckJob] = []
        for card in cards {
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

    /// The picture that was asked for; nil: it is on its way.
    func answer(_ key: Key) -> PictureAnswer? { answers[key] }
}
