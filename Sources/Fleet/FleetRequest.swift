// SPDX-License-Identifier: Apache-2.0

internal import Text
package import Workflow

/// What a night of a fleet is asked to do.
package struct FleetRequest: Sendable {
    /// How far it goes.
    package enum Extent: Sendable, Hashable {
        /// It plans all drives, then deletes what is due; with `stages`, the plans are staged.
        case whole(stages: Bool)
        /// It plans and stages, and deletes nothing.
        case stagingOnly
        /// It deletes what is due, without new listings and plans.
        case executionOnly
        /// It says what would be staged and deleted, and does nothing.
        case dryRun

        /// How far the first round of each drive goes; nil where there is none.
        var first: RoundExtent? {
            switch self {
            case .whole(stages: true), .stagingOnly: .stagingOnly
            case .whole(stages: false): .planningOnly
            case .executionOnly: nil
            case .dryRun: .dryRun
            }
        }

        var deletes: Bool { self != .stagingOnly && self != .dryRun }
    }

    /// The fleet.
    package var settings: FleetSettings
    /// How far it goes.
    package var extent: Extent
    /// The drives that are meant, by name, id or key; none: all.
    package var only: Set<String> = []
    /// What tells this run from others.
    package var id: String
    /// How it ends if it is to stop now; asked between any two items. Nil: it goes on.
    package var stop: @Sendable () -> Ending? = { nil }
    /// Hears how far it is: what is done, and of how many.
    package var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

    /// A run over the fleet of `settings` that is called `id`.
    package init(_ settings: FleetSettings, extent: Extent, id: String) {
        self.settings = settings
        self.extent = extent
        self.id = id
    }
}

/// Names of runs.
package enum FleetRunID {
    /// A name that no other run has.
    package static func new() -> String {
        let bytes = (0..<8).map { _ in UInt8.random(in: .min ... .max) }
        return HexDigits.text(bytes)
    }
}
