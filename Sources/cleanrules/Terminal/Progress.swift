// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import DriveAdapters
internal import Glibc
internal import Wording

/// Progress on standard error, for anything that takes over a second: one line that changes on a
/// terminal, else a plain line every half a minute. With `--quiet` there is none.
///
/// It is drawn by a clock of its own, so that a step which tells nothing for a while is seen to go
/// on as well. At most one is shown at a time.
final class Progress: Sendable {
    private let text: Lock<ProgressText>
    private let begin = ContinuousClock.now
    private let timer: ProgressTimer?

    /// How soon something is worth a word, and how often it changes.
    private static let onTerminal = (first: 1.0, next: 0.2)
    private static let elsewhere = (first: 30.0, next: 30.0)

    /// Progress of what `label` names, with the totals that are known.
    init(_ label: Phrase, items: Int? = nil, bytes: Int64? = nil, isQuiet: Bool) {
        let text = Lock(ProgressText(label, items: items, bytes: bytes))
        self.text = text
        if isQuiet {
            timer = nil
            return
        }
        let isTerminal = Console.errorIsTerminal
        let begin = begin
        timer = ProgressTimer(isTerminal ? Self.onTerminal : Self.elsewhere) {
            let elapsed = begin.duration(to: .now)
            let now = text.withLock { $0 }
            let words = Console.words
            if !isTerminal { return Console.note(now.line(elapsed: elapsed, bar: nil, words)) }
            let bar = ProgressBar(
                columns: TerminalWidth.columns(of: STDERR_FILENO),
                hasBlocks: Environment.isUnicode)
            StatusLine.show(now.line(elapsed: elapsed, bar: bar, words))
        }
    }

    deinit { finish() }

    /// So much is done by now.
    func show(items: Int, bytes: Int64) {
        text.withLock { text in
            text.items = items
            text.bytes = bytes
        }
    }

    /// So many items are done by now.
    func show(items: Int) { text.withLock { $0.items = items } }

    /// So many bytes were read by now.
    func show(bytes: Int64) { text.withLock { $0.bytes = bytes } }

    /// From now on it is about what `label` names, of which nothing is done yet.
    func go(on label: Phrase) { text.withLock { $0 = ProgressText(label) } }

    /// It is over: takes the line away.
    func finish() { timer?.stop() }

    /// Shows progress of `label` while `body` runs.
    static func during<Value, Fault: Error>(
        _ label: Phrase, isQuiet: Bool, _ body: () async throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let progress = Progress(label, isQuiet: isQuiet)
        defer { progress.finish() }
        return try await body()
    }

    /// The same for what does not wait for anybody.
    static func during<Value, Fault: Error>(
        _ label: Phrase, isQuiet: Bool, _ body: () throws(Fault) -> Value
    ) throws(Fault) -> Value {
        let progress = Progress(label, isQuiet: isQuiet)
        defer { progress.finish() }
        return try body()
    }
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
