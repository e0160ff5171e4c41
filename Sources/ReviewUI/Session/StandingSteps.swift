// SPDX-License-Identifier: Apache-2.0

internal import StateLedger

/// The steps of a review that stand, in their order, and which of them were made without a picture.
struct StandingSteps {
    private var acts: [ReviewAct] = []
    private var blind: Set<Int64> = []

    /// Those of `acts` that stand; they come in their order.
    init(_ acts: [ReviewAct] = []) {
        adopt(acts)
    }

    /// Whether the step of that number stands and was made without a picture.
    func isBlind(_ act: Int64) -> Bool { blind.contains(act) }

    /// The newest step of which `isMeant` is true.
    func newest(where isMeant: (ReviewAct) -> Bool) -> ReviewAct? { acts.last(where: isMeant) }

    /// Takes note of steps that were made, undone or made again; O(news), as a rule.
    mutating func adopt(_ news: [ReviewAct]) {
        // Steps come in their order; only an undo, or its taking back, is about one that is known.
        let known = acts.last?.number ?? 0
        let changed = Set(news.lazy.map(\.number).filter { $0 <= known })
        if !changed.isEmpty { acts.removeAll { changed.contains($0.number) } }
        acts += news.filter { $0.undoneAt == nil }
        if !changed.isEmpty { acts.sort { $0.number < $1.number } }
        for act in news {
            if act.isBlind, act.undoneAt == nil {
                blind.insert(act.number)
            } else {
                blind.remove(act.number)
            }
        }
    }
}
