// SPDX-License-Identifier: Apache-2.0

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
    /// Whether the day's reviews are used up.
    package var isQuotaUsedUp = false

    /// Whether the quota left nothing to be done.
    package var isStoppedByQuota: Bool { isQuotaUsedUp && decided == 0 }

    /// What to say when it is over, line by line.
    package var farewell: [String] {
        if case .noTerminal = reason { return [] }
        var lines = [
            decided == 0
                ? "Nothing was decided."
                : "\(decided) decision\(decided == 1 ? "" : "s") saved. Nothing was deleted."
        ]
        if marked.items > 0 {
            lines.append(
                "Marked: \(ReviewWords.tally(marked)). Next: cleanrules stage")
        }
        return lines
    }
}
