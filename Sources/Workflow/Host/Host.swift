// SPDX-License-Identifier: Apache-2.0

package import Reports
internal import Threads
package import Wording

/// The program around the workflow: it knows the language of the person, hears what the steps have
/// to say, shows how far they are, and knows whether they are to stop. A terminal, a log, or nobody.
package protocol WorkflowHost: Sendable {
    /// The words of the language of the person.
    var words: Words { get }
    /// Whether the program was asked to stop.
    var shouldStop: Bool { get }
    /// Takes a line for the person.
    func note(_ text: String)
    /// Takes a line for the person.
    func note(_ phrase: Phrase)
    /// Takes down what was done, in one clause, before it is reported.
    func hasDone(_ deed: Phrase)
    /// Has commands that are named from now on go by the rules at `path`.
    func lead(toRules path: String)
    /// Shows what `progress` says, again and again, until the display is stopped.
    func display(_ progress: @escaping @Sendable () -> ProgressText) -> any ProgressDisplay
    /// Takes what happened, for a log that programs read.
    func tell(_ event: WorkflowEvent)
    /// Takes what was found in rules; a person is told otherwise.
    func take(_ findings: [Finding])
}

/// Progress that is being shown.
package protocol ProgressDisplay: Sendable {
    /// After this nothing is shown.
    func stop()
}

/// The host of this process, or of the task that asks. Whoever runs a workflow says once who it is, at
/// the beginning; until then nobody listens, and words are English.
package enum Host {
    private static let host = Lock<any WorkflowHost>(Nobody())
    /// The host of a task and of those that it starts, where that is not the one of the process: of
    /// several rounds at once each is heard by its own.
    @TaskLocal private static var own: (any WorkflowHost)?

    /// Has `other` be the host from now on.
    package static func become(_ other: any WorkflowHost) { host.withLock { $0 = other } }

    /// Has `other`, if there is one, be the host of what `body` does, and of nothing else.
    package static func serving<Value>(
        _ other: (any WorkflowHost)?, _ body: () async -> Value
    ) async -> Value {
        guard let other else { return await body() }
        return await $own.withValue(other, operation: body)
    }

    private static var current: any WorkflowHost { own ?? host.withLock { $0 } }

    /// The words of the language of the person.
    package static var words: Words { current.words }

    /// Whether the program was asked to stop.
    package static var shouldStop: Bool { current.shouldStop }

    /// Says `text` on a line of its own.
    package static func note(_ text: String) { current.note(text) }

    /// Says `phrase` on a line of its own.
    package static func note(_ phrase: Phrase) { current.note(phrase) }

    /// Says what a person should know, and what goes on all the same.
    package static func warn(_ phrase: Phrase) { note(.lineWarning(text: phrase)) }

    /// Takes down what was done, in one clause, before it is reported: should the report be lost,
    /// the end says it.
    package static func hasDone(_ deed: Phrase) { current.hasDone(deed) }

    /// Has commands that are named from now on go by the rules at `path`, unless they go by others
    /// already.
    package static func lead(toRules path: String) { current.lead(toRules: path) }

    /// Has programs hear of what was found in rules.
    package static func take(_ findings: [Finding]) { current.take(findings) }

    /// Says what happened to a log that programs read; people are told otherwise.
    package static func tell(_ event: WorkflowEvent) { current.tell(event) }

    /// Shows what `progress` says, again and again, until the display is stopped.
    package static func display(
        _ progress: @escaping @Sendable () -> ProgressText
    ) -> any ProgressDisplay { current.display(progress) }
}

/// A host that nobody stands behind.
private struct Nobody: WorkflowHost, ProgressDisplay {
    let words = Words.english
    let shouldStop = false

    func note(_ text: String) {}
    func note(_ phrase: Phrase) {}
    func hasDone(_ deed: Phrase) {}
    func lead(toRules path: String) {}
    func tell(_ event: WorkflowEvent) {}
    func take(_ findings: [Finding]) {}
    func display(_ progress: @escaping @Sendable () -> ProgressText) -> any ProgressDisplay { self }
    func stop() {}
}
