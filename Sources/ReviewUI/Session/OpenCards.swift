// SPDX-License-Identifier: Apache-2.0

/// The undecided cards of one rule, and which of them one step takes along with a card.
struct OpenCards {
    /// How many there are.
    private(set) var count = 0
    /// The first of them in the order of the queue, each with how many items it stands for: as many
    /// as a step could ever take.
    private var first: [(card: Int, items: Int)] = []

    /// Takes the next card of the queue, which stands for `items` undecided ones.
    mutating func add(_ card: Int, of items: Int) {
        count += 1
        if first.count <= ReviewSession.groupMax { first.append((card, items)) }
    }

    /// The cards that one step decides with `card`, which stands for `items` undecided ones: the
    /// next ones of the queue, of at most `groupMax` items together.
    func together(with card: Int, of items: Int) -> [Int] {
        var items = items
        var others: [Int] = []
        for next in first where next.card != card {
            items += next.items
            if items > ReviewSession.groupMax { break }
            others.append(next.card)
        }
        return others
    }
}
