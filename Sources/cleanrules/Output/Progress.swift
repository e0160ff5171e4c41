// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine

/// Progress on standard error, for anything that takes over a second: one line that changes on a
/// terminal, else a line every ten seconds.
final class Progress: Sendable {
    private struct State {
        var shownAt: ContinuousClock.Instant?
        var isLineOpen = false
    }

    private let label: String
    private let isQuiet: Bool
    private let isTerminal: Bool
    private let begin = ContinuousClock.now
    private let state = Lock(State())

    /// Progress of what `label` names.
    init(_ label: String, isQuiet: Bool) {
        self.label = label
        self.isQuiet = isQuiet
        isTerminal = Console.errorIsTerminal
    }

    /// Shows how far it has come, if it is time to.
    func show(items: Int, bytes: Int64) {
        if isQuiet { return }
        let now = ContinuousClock.now
        let elapsed = begin.duration(to: now)
        state.withLock { state in
            let wait: Duration = isTerminal ? .milliseconds(100) : .seconds(10)
            let last = state.shownAt ?? begin
            guard elapsed > .seconds(1), last.duration(to: now) > wait else { return }
            state.shownAt = now
            let seconds = max(1, elapsed.components.seconds)
            var text = "\(label): \(grouped(Int64(items))) items"
            if bytes > 0 { text += ", \(ByteCountText.short(bytes))" }
            text += ", \(grouped(Int64(items) / seconds)) a second"
            if isTerminal {
                Console.noteRaw("\r\u{1b}[K\(text)")
                state.isLineOpen = true
            } else {
                Console.note(text)
            }
        }
    }

    /// Clears the line.
    func finish() {
        state.withLock { state in
            if state.isLineOpen { Console.noteRaw("\r\u{1b}[K") }
            state.isLineOpen = false
        }
    }
}
