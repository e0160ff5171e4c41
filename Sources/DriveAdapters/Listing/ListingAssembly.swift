// SPDX-License-Identifier: Apache-2.0

import Dispatch
internal import RuleEngine

/// Puts the outcomes of pieces together in the order of the pieces, whichever thread is done first.
///
/// A thread that has an outcome leaves it here; if it is the next one due and nobody is at work,
/// the same thread does the work. How many pieces may be under way is bounded by `admit`.
///
/// What `state` does not hold belongs to the thread that is at work: `@unchecked Sendable`.
final class ListingAssembly: @unchecked Sendable {
    /// All rows so far.
    var builder = ListingBuilder()
    /// What the pages say beside their rows.
    private(set) var graph = GraphBatch()
    /// The first error in the order of the file.
    private(set) var error: ListingFileError?

    /// How many bytes rows may take.
    struct RowBounds {
        /// All together, with what the pages say beside them.
        var bytesMax: Int
        /// From how many on repeats are folded.
        var foldBytes: Int
    }

    private let pieces: ListingPieces
    private let rows: RowBounds
    /// How many bytes rows take before they are folded the next time.
    private var nextFoldBytes: Int
    /// How many they took when they were folded the last time.
    private var foldedBytes = 0
    private let progress: ListingProgressHandler?
    private let slots = DispatchSemaphore(value: 0)
    private let state = Lock(State())
    private var lineCount = 0
    private var lastReport = ContinuousClock.now

    private struct State {
        var waiting: [Int: ListingOutcome] = [:]
        var spare: [ListingOutcome] = []
        var next = 0
        var isBusy = false
    }

    /// Assembles the outcomes of `pieces`, at most `slotCount` of which are under way at once.
    init(
        _ pieces: ListingPieces, slotCount: Int, rows: RowBounds,
        progress: ListingProgressHandler?
    ) {
        self.pieces = pieces
        self.rows = rows
        nextFoldBytes = min(rows.foldBytes, rows.bytesMax)
        self.progress = progress
        builder.bytesMax = rows.bytesMax
        // Dispatch traps when a semaphore goes with less than it began with, as after an error.
        for _ in 0..<slotCount { slots.signal() }
    }

    /// Waits until one more piece may be begun; where its outcome is to go.
    func admit() -> ListingOutcome {
        slots.wait()
        return state.withLock { $0.spare.popLast() } ?? ListingOutcome(bytesMax: rows.bytesMax)
    }

    /// Takes back what `admit` gave and was not used.
    func dismiss(_ outcome: ListingOutcome) {
        state.withLock { $0.spare.append(outcome) }
        slots.signal()
    }

    /// Takes the outcome of the piece `number`.
    func take(_ outcome: ListingOutcome, number: Int) {
        if outcome.error != nil { pieces.stop() }
        state.withLock { $0.waiting[number] = outcome }
        while let next = begin() {
            add(next)
            state.withLock { state in
                state.isBusy = false
                state.next += 1
                state.spare.append(next)
            }
            slots.signal()
        }
    }

    private func begin() -> ListingOutcome? {
        state.withLock { state in
            if state.isBusy { return nil }
            guard let next = state.waiting.removeValue(forKey: state.next) else { return nil }
            state.isBusy = true
            return next
        }
    }

    private func add(_ outcome: ListingOutcome) {
        if error != nil { return }
        if var failure = outcome.error {
            failure.line = failure.line.map { $0 + lineCount }
            error = failure
            return
        }
        fold(before: outcome)
        let pageBytes = graph.byteCount + outcome.graph.byteCount
        if builder.byteCount + outcome.builder.byteCount + pageBytes > rows.bytesMax {
            error = ListingFileError(message: ListingError.overBytes(rows.bytesMax).message)
            return pieces.stop()
        }
        graph.append(contentsOf: outcome.graph, row: builder.count, line: lineCount)
        lineCount += outcome.lineCount
        do {
            try builder.append(rowsOf: &outcome.builder)
        } catch {
            self.error = ListingFileError(message: error.message)
            pieces.stop()
        }
        if let total = pieces.totalBytes {
            builder.reserve(havingShare: Double(outcome.sourceOffset) / Double(total))
        }
        report()
    }

    /// Forgets items that were told again, so that a listing that says the same over and over takes
    /// no more room than what it says. O(1) amortised for each row.
    private func fold(before outcome: ListingOutcome) {
        let held = builder.byteCount + graph.byteCount
        guard held + outcome.builder.byteCount + outcome.graph.byteCount > nextFoldBytes,
            held > foldedBytes + foldedBytes / 8
        else { return }
        // A tombstone removes what stood below an item when its turn came, and repeats with it.
        if !graph.hasTombstones {
            let isPlain = graph.events.isEmpty
            if let rows = builder.foldRepeats(namedOnly: !isPlain) { graph.keep(rows: rows) }
        }
        foldedBytes = builder.byteCount + graph.byteCount
        nextFoldBytes = min(max(rows.foldBytes, foldedBytes * 2), rows.bytesMax)
    }

    private func report() {
        guard let progress, ContinuousClock.now - lastReport >= .milliseconds(50) else { return }
        lastReport = .now
        progress(currentProgress)
    }

    /// How far it has come.
    var currentProgress: ListingProgress {
        var current = ListingProgress()
        current.items = builder.count
        current.bytes = pieces.consumedBytes
        current.totalBytes = pieces.totalBytes
        return current
    }
}
