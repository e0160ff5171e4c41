// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger
package import Wording
/// How a review in a terminal ended.
package struct ReviewEnd: Sendable, Hashable {
    /// Why it ended.
    package enum Reason: Sendable, Hashable {
        /// The person said so.
        case quit
        /// There was no more input.
        case inputEnded
        /// Ctrl-C, or the signal of it.
        case interrupted
        /// SIGTERM.
        case terminated
        /// The terminal went away.
        case hungUp
        /// What it was to run on is no terminal.
        case noTerminal
        /// The state or the rules cannot be read.
        case failed(ReviewError)
    }

    /// Why it ended.
    package var reason: Reason
    /// How many steps of this review decided something and stand.
    package var decided = 0
    /// How many answers of a script were refused; 0 where a person typed, who was told.
    package var refused = 0
    /// What is marked to be deleted now.
    package var marked = ReviewTally()
    /// What comes next for what is marked: a plan is staged once only.
    package var next = Hint.stage
    /// Whether the day's reviews are used up.
    package var isQuotaUsedUp = false

    /// What is marked goes with the plan, unless that was staged already, has expired, is over a limit,
    /// or is over lists from which nothing can be deleted.
    package mutating func setNext(after plan: LedgerPlan?, now: Timestamp) {
        let isOpen =
            plan.map {
                $0.usedAt == nil && $0.expires > now && $0.exceededLimits.isEmpty
                    && $0.deleteCount + marked.items > 0 && !$0.isOverListingsOnly
            } ?? false
        next = isOpen ? .stage : .plan
    }

    /// The end of a review that ended for that reason.
    package init(reason: Reason, decided: Int = 0) {
        self.reason = reason
        self.decided = decided
    }

    /// Whether the quota left nothing to be done.
    package var isStoppedByQuota: Bool { isQuotaUsedUp && decided == 0 }

    /// What to say when it is over, line by line.
    package var farewell: [Phrase] {
        if case .noTerminal = reason { return [] }
        var lines: [Phrase] = [decided == 0 ? .reviewNothingDecided : .reviewSaved(n: decided)]
        if marked.items > 0 {
            lines.append(
                .reviewEndMarked(
                    tally: Phrase.reviewTally(n: marked.items, size: marked.bytes), command: next))
        }
        return lines
    }
}
