// SPDX-License-Identifier: Apache-2.0

package import PlanRunner
package import RuleEngine
package import StateLedger

/// What a round is asked to do, and all that it goes by. Two rounds with two states can be under way
/// at once in one process: what they share is named at `Round`.
package struct RoundRequest: Sendable {
    /// The state that it works on.
    package let state: StateFile
    /// The rules file that was named; nil: the one of the configuration.
    package var rules: String?
    /// The drives of rules that declare none: whoever asks for the round says which they are. Nobody
    /// is told of such a round but its host. Nil: the rules declare them.
    package var drives: [DriveDeclaration]?
    /// A folder to plan over instead of whole drives.
    package var folder: String?
    /// How far it goes.
    package var extent: RoundExtent
    /// How much it deletes at most.
    package var limits = RoundLimits()
    /// Whether local drives go on into other file systems that are mounted below their root.
    package var crossesFileSystems = false
    /// Whether it shows no progress and no notes.
    package var isQuiet = false
    /// How many items of each state its report names; nil: all.
    package var namedMax: Int? = RunReport.namedMax
    /// Whether its report counts, by drive, what is due and was left to do.
    package var countsDue = false
    /// The files that are to be written of it: each must have a place before anything is begun.
    package var outputs: [String] = []

    /// What tells it from others, in its report and the log.
    package let id: String
    /// What time it is, from its beginning to its end.
    package var clock = WorkflowClock.system
    /// How it ends if it is to stop now; asked between any two items. Nil: it goes on.
    package var stop: @Sendable () -> Ending? = { nil }
    /// A brake beside those of the state and of the machine, which hold it in any case; nil while it
    /// is off.
    package var brake: @Sendable () -> Brake? = { nil }
    /// Which items wait for their deletion by other states, of which none counts as a copy that stays.
    package var goingElsewhere: Runner.GoingElsewhere = { _ throws(RunnerError) in [] }
    /// Who hears what it has to say and shows how far it is; nil: the host of the process.
    package var host: (any WorkflowHost)?

    /// A round over `state` that goes as far as `extent`, and is called `id`.
    package init(state: StateFile, extent: RoundExtent, id: String) {
        self.state = state
        self.extent = extent
        self.id = id
    }
}

/// How far a round goes.
package enum RoundExtent: Sendable, Hashable {
    /// It plans and deletes what is due; with `stages`, the new plan is staged in between.
    case whole(stages: Bool)
    /// It plans and stages, and deletes nothing.
    case stagingOnly
    /// It plans, stages nothing and deletes nothing.
    case planningOnly
    /// It deletes what is due, without a new listing or plan.
    case executionOnly
    /// It says what would be staged and deleted, and does nothing.
    case dryRun

    var plans: Bool { self != .executionOnly }
    var stages: Bool { self == .whole(stages: true) || self == .stagingOnly }
    var deletes: Bool {
        self != .stagingOnly && self != .planningOnly && self != .dryRun
    }
}

/// How much a round deletes at most; what is due beyond that waits for the next one.
package struct RoundLimits: Sendable, Hashable {
    /// The most items; nil: as many as are due.
    package var items: Int?
    /// The most bytes; nil: as many as are due.
    package var bytes: Int64?
    /// Which of what is due comes first.
    package var choice: DueChoice

    /// At most so many items, and so many bytes in all, as `choice` has it.
    package init(items: Int? = nil, bytes: Int64? = nil, choice: DueChoice = .inTurn) {
        self.items = items
        self.bytes = bytes
        self.choice = choice
    }
}
