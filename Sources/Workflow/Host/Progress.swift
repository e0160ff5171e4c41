// SPDX-License-Identifier: Apache-2.0

internal import Threads
package import Wording

/// How far a step has come, for as long as it lasts; whoever runs the workflow shows it. At most one
/// is shown at a time, and where it is to be quiet, none.
package final class Progress: Sendable {
    private let text: Lock<ProgressText>
    private let display: (any ProgressDisplay)?

    /// Progress of what `label` names, with the totals that are known.
    package init(_ label: Phrase, items: Int? = nil, bytes: Int64? = nil, isQuiet: Bool) {
        let text = Lock(ProgressText(label, items: items, bytes: bytes))
        self.text = text
        display = isQuiet ? nil : Host.display { text.withLock { $0 } }
    }

    deinit { finish() }

    /// So much is done by now.
    package func show(items: Int, bytes: Int64) {
        text.withLock { text in
            text.items = items
            text.bytes = bytes
        }
    }

    /// So many items are done by now.
    package func show(items: Int) { text.withLock { $0.items = items } }

    /// So many bytes were read by now.
    package func show(bytes: Int64) { text.withLock { $0.bytes = bytes } }

    /// From now on it is about what `label` names, of which nothing is done yet.
    package func go(on label: Phrase) { text.withLock { $0 = ProgressText(label) } }

    /// It is over: nothing is shown of it any more.
    package func finish() { display?.stop() }

    /// Shows progress of `label` while `body` runs.
    package static func during<Value, Fault: Error>(
        _ label: Phrase, isQuiet: Bool, _ body: () async throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let progress = Progress(label, isQuiet: isQuiet)
        defer { progress.finish() }
        return try await body()
    }

    /// The same for what does not wait for anybody.
    package static func during<Value, Fault: Error>(
        _ label: Phrase, isQuiet: Bool, _ body: () throws(Fault) -> Value
    ) throws(Fault) -> Value {
        let progress = Progress(label, isQuiet: isQuiet)
        defer { progress.finish() }
        return try body()
    }
}
