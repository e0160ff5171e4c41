// SPDX-License-Identifier: Apache-2.0

internal import Plans
internal import RuleEngine
package import StateLedger

/// What a plan says of what people had decided before.
package struct DecisionsNote: Sendable {
    /// How many items of the plan have a decision that holds.
    package let holding: Int
    /// How many of the decisions that hold were made while a drive had another name or root, or was
    /// known by saved pages only.
    package let carried: Int
    /// The decisions of which no drive holds the item any more.
    package let unplaced: [DecisionRecord]

    /// Of those that were made over saved pages of a OneDrive which is listed itself now: how many
    /// hold, are in conflict with what the item is, and have no item.
    package var carriedOver: (holding: Int, conflicts: Int, notFound: Int) = (0, 0, 0)

    /// The given note.
    package init(holding: Int, carried: Int, unplaced: [DecisionRecord]) {
        self.holding = holding
        self.carried = carried
        self.unplaced = unplaced
    }

    /// Whether not all is as it was when it was decided.
    package var isWorthSaying: Bool { carried > 0 || !unplaced.isEmpty }

    /// The note as a plan keeps it.
    var head: PlanHead.Decisions {
        PlanHead.Decisions(
            carriedOver: Int64(carried), hold: Int64(holding),
            unplaced: unplaced.map { decision in
                PlanHead.Decisions.Unplaced(
                    drive: decision.item.drive, path: decision.item.path,
                    verdict: decision.verdict.rawValue)
            })
    }
}
