// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What staging came to.
package struct StagedCount: Sendable, Hashable {
    /// Items that wait now.
    package private(set) var staged = 0
    /// Items that were waiting already.
    package internal(set) var skipped = 0
    /// The bytes that are known of those that wait now; the largest number where they do not fit
    /// into one.
    package private(set) var bytes: Int64 = 0
    /// When the first of their windows ends; nil where none was staged.
    package private(set) var firstDue: Timestamp?
    /// When the last of their windows ends.
    package private(set) var lastDue: Timestamp?

    /// Counts `order`, which was staged and is due at `due`.
    mutating func add(_ order: StagingOrder, due: Timestamp) {
        staged += 1
        let (sum, isOver) = bytes.addingReportingOverflow(max(0, order.item.size ?? 0))
        bytes = isOver ? .max : sum
        firstDue = min(firstDue ?? due, due)
        lastDue = max(lastDue ?? due, due)
    }
}
