// SPDX-License-Identifier: Apache-2.0

package import Reports
internal import Threads
package import Wording
package import Workflow

/// The host of the round of one drive: what it has to say goes into its report, and nothing is shown.
package final class FleetHost: WorkflowHost, ProgressDisplay {
    /// The words of the person, whose commands lead to the state of the drive.
    package let words: Words
    private let isOver: @Sendable () -> Ending?

    /// A host of the round over `state`, which is to stop when `stop` says so.
    init(_ state: StateFile, stop: @escaping @Sendable () -> Ending?) {
        var words = Host.words
        words.stateArguments = state.arguments
        words.rulesArguments = ""
        self.words = words
        isOver = stop
    }

    package var shouldStop: Bool { isOver() != nil }

    package func note(_ text: String) {}
    package func note(_ phrase: Phrase) {}
    package func hasDone(_ deed: Phrase) {}
    package func lead(toRules path: String) {}
    package func tell(_ event: WorkflowEvent) {}
    package func take(_ findings: [Finding]) {}
    package func display(
        _ progress: @escaping @Sendable () -> ProgressText
    ) -> any ProgressDisplay { self }
    package func stop() {}
}
