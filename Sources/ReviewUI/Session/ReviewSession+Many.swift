// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger

extension ReviewSession {
    /// The most steps that are recorded together.
    package static let stepsAtOnceMax = 1_000

    /// A verdict on one item, also where it stands for a group.
    package struct Step: Sendable {
        /// The id of its card.
        package var id: String
        /// What is said of it.
        package var verdict: ReviewVerdict
        /// Until when a snooze lasts.
        package var until: Timestamp?
        /// Tells a repeated request from a new one.
        package var key: String?

        /// That verdict on the item of that card.
        package init(
            _ id: String, _ verdict: ReviewVerdict, until: Timestamp? = nil, key: String? = nil
        ) {
            self.id = id
            self.verdict = verdict
            self.until = until
            self.key = key
        }
    }

    /// What became of one of several steps: it is recorded, or refused by itself.
    package typealias StepOutcome = Result<ReviewRecorded, ReviewError>

    /// Records up to `stepsAtOnceMax` steps in one transaction, in their order; what became of each.
    ///
    /// Each is judged as if it came by itself, but for this: what is to stay counts as a copy from
    /// the next call on. What throws records nothing of all of them.
    ///
    /// O(steps + members of their groups), besides reading what others changed.
    package func record(_ steps: [Step]) async throws(ReviewError) -> [StepOutcome] {
        if steps.isEmpty { return [] }
        precondition(steps.count <= Self.stepsAtOnceMax, "many steps go in several calls")
        try await refresh()
        let deck = try theDeck()
        let now = source.clock()
        var places: [Int] = []
        for step in steps {
            guard let place = deck.place(step.id) else { throw Self.stale }
            places.append(place)
        }
        let going = zip(steps, places).filter { $0.0.verdict == .delete }.map(\.1)
        let protected = try await protections(of: going.flatMap { [$0] + deck.parts(of: $0) })
        var known = GroupSurvival()
        var asked: [Result<ReviewRequest, ReviewError>] = []
        for (step, place) in zip(steps, places) {
            do throws(ReviewError) {
                let whole = try whole([(place, nil)], step.verdict)
                if let refusal = whole.compactMap({ protected[$0.place] }).first { throw refusal }
                var terms = Terms()
                terms.until = step.until
                terms.key = step.key
                let request = try request(whole, step.verdict, terms, at: now, &known)
                if step.verdict == .delete { known.leaves(place) }
                asked.append(.success(request))
            } catch {
                asked.append(.failure(error))
            }
        }
        var next = try await record(asked.compactMap { try? $0.get() }).makeIterator()
        return asked.map { asked in
            switch asked {
            case .failure(let refusal): .failure(refusal)
            case .success: next.next() ?? .failure(Self.stale)
            }
        }
    }
}
