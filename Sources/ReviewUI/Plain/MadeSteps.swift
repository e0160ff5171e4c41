// SPDX-License-Identifier: Apache-2.0

internal import StateLedger

/// The steps that one review made and that decided something.
struct MadeSteps: Sendable {
    /// How many of the newest steps are looked through for those that others took back.
    private static let examinedMax = 1_000

    private var numbers: Set<Int64> = []

    /// Takes a step that this review made. What was put off is not decided.
    mutating func add(_ act: ReviewAct) {
        if act.verdict != .later { numbers.insert(act.number) }
    }

    /// Takes back a step, whoever made it.
    mutating func remove(_ act: ReviewAct) { numbers.remove(act.number) }

    /// How many of them stand, as far as `session` can tell.
    func standing(in session: ReviewSession) async -> Int {
        guard !numbers.isEmpty,
            let newest = try? await session.history(most: Self.examinedMax)
        else { return numbers.count }
        let takenBack = newest.lazy.filter { $0.undoneAt != nil }.map(\.number)
        return numbers.subtracting(takenBack).count
    }
}
