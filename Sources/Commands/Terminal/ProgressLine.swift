// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import DriveAdapters
internal import Glibc
internal import Reports
internal import Wording
internal import Workflow

/// The console as the host of the workflow.
struct ConsoleHost: WorkflowHost {
    var words: Words { Console.words }

    var shouldStop: Bool { Signals.anyHasCome }

    func note(_ text: String) { Console.note(text) }

    func note(_ phrase: Phrase) { Console.note(phrase) }

    func lead(toRules path: String) { NextHints.lead(toRules: path) }

    func hasDone(_ deed: Phrase) { Console.hasDone(deed) }

    func tell(_ event: WorkflowEvent) { EventLog.take(event) }

    func take(_ findings: [Finding]) { FindingLog.take(findings) }

    func display(_ progress: @escaping @Sendable () -> ProgressText) -> any ProgressDisplay {
        ProgressLine(progress)
    }
}

/// Progress on standard error, for anything that takes over a second: one line that changes on a
/// terminal, else a plain line every half a minute.
///
/// It is drawn by a clock of its own, so that a step which tells nothing for a while is seen to go
/// on as well.
final class ProgressLine: ProgressDisplay {
    private let timer: ProgressTimer

    /// How soon something is worth a word, and how often it changes.
    private static let onTerminal = (first: 1.0, next: 0.2)
    private static let elsewhere = (first: 30.0, next: 30.0)

    /// Shows what `progress` says.
    init(_ progress: @escaping @Sendable () -> ProgressText) {
        let isTerminal = Console.errorIsTerminal
        let begin = ContinuousClock.now
        timer = ProgressTimer(isTerminal ? Self.onTerminal : Self.elsewhere) {
            let elapsed = begin.duration(to: .now)
            let now = progress()
            let words = Console.words
            if !isTerminal {
                return Console.progress(now.line(elapsed: elapsed, bar: nil, words))
            }
            let bar = ProgressBar(
                columns: TerminalWidth.columns(of: STDERR_FILENO),
                hasBlocks: Environment.isUnicode)
            StatusLine.show(now.line(elapsed: elapsed, bar: bar, words))
        }
    }

    func stop() { timer.stop() }
}

/// Calls something again and again, on a thread of its own, until it is stopped.
private final class ProgressTimer: Sendable {
    private let isOver = Lock(false)

    init(_ times: (first: Double, next: Double), _ body: @escaping @Sendable () -> Void) {
        next(after: times.first, then: times.next, body)
    }

    /// After this nothing is called, and the line is taken away.
    func stop() {
        let wasOver = isOver.withLock { isOver in
            defer { isOver = true }
            return isOver
        }
        if !wasOver { StatusLine.clear() }
    }

    private func next(
        after seconds: Double, then interval: Double, _ body: @escaping @Sendable () -> Void
    ) {
        Self.queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            let goesOn = isOver.withLock { isOver in
                if !isOver { body() }
                return !isOver
            }
            if goesOn { next(after: interval, then: interval, body) }
        }
    }

    private static let queue = DispatchQueue(label: "progress")
}
