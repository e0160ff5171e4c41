// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine

/// How much of a known number of items is done: a bar on a terminal, else nothing.
final class ProgressBar: Sendable {
    private struct State {
        var seen: Set<Int64> = []
        var bytes: Int64 = 0
        var shownAt: ContinuousClock.Instant?
        var isLineOpen = false
    }

    private let label: String
    private let total: Int
    private let isShown: Bool
    private let state = Lock(State())
    private static let width = 24

    /// A bar for `total` items.
    init(_ label: String, total: Int, isQuiet: Bool) {
        self.label = label
        self.total = max(total, 1)
        isShown = !isQuiet && Console.errorIsTerminal
    }

    /// Takes note of an item, once however often it is told of.
    func add(_ number: Int64, deletedBytes: Int64) {
        if !isShown { return }
        state.withLock { state in
            guard state.seen.insert(number).inserted else { return }
            state.bytes += deletedBytes
            let now = ContinuousClock.now
            let isLast = state.seen.count >= total
            if let last = state.shownAt, !isLast, last.duration(to: now) < .milliseconds(100) {
                return
            }
            state.shownAt = now
            state.isLineOpen = true
            let filled = min(Self.width, state.seen.count * Self.width / total)
            let bar =
                String(repeating: "█", count: filled)
                + String(repeating: "░", count: Self.width - filled)
            Console.noteRaw(
                "\r\u{1b}[K\(label) \(bar) \(grouped(Int64(state.seen.count))) of"
                    + " \(grouped(Int64(total))), \(ByteCountText.short(state.bytes))")
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
