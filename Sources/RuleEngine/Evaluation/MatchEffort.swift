// SPDX-License-Identifier: Apache-2.0

/// Items on which regular expressions gave up, as seen by one thread or by all.
///
/// A single such item is unknown and stays. Thousands make the expression at fault, and a plan
/// that nobody waits for: past `itemsMax` nothing more is matched, and there is no plan.
struct MatchEffort: Sendable {
    /// On how many items of one plan expressions may give up.
    static let itemsMax = 1_000

    /// The rows; those of several threads differ.
    private var rows: Set<Int> = []
    /// The first row, with the expression that gave up on it.
    private(set) var first: (row: Int, pattern: String)?

    /// Whether there are more than a plan may have.
    var isTooMuch: Bool { rows.count > Self.itemsMax }

    /// Notes that `pattern` gave up on `row`.
    mutating func note(row: Int, pattern: String) {
        rows.insert(row)
        if row < first?.row ?? .max { first = (row, pattern) }
    }

    /// Adds what another thread saw.
    mutating func join(_ other: MatchEffort) {
        rows.formUnion(other.rows)
        if let theirs = other.first, theirs.row < first?.row ?? .max { first = theirs }
    }
}
