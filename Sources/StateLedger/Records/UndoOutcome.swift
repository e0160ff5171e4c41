// SPDX-License-Identifier: Apache-2.0

/// What is to be undone.
package enum UndoSelection: Sendable, Hashable {
    /// Everything that waits.
    case all
    /// All items of one plan.
    case plan(String)
    /// Items at these paths, of any drive.
    case paths([String])
    /// Items that this rule decided.
    case rule(String)
    /// Exactly these items.
    case numbers([Int64])
}

/// What was undone.
package struct UndoOutcome: Sendable, Hashable {
    /// Items that were taken back.
    package var undone: [StagedItem] = []
    /// Items that were asked for and are being deleted right now.
    package var executing: [StagedItem] = []
    /// Items that were asked for and are in another state: deleted, changed, undone before.
    package var others: [StagedItem] = []

    /// Nothing was undone.
    package init() {}
}
