// SPDX-License-Identifier: Apache-2.0

/// How much was read of contents, and in what time.
public struct ContentReading: Sendable, Hashable {
    /// Bytes that arrived, those that had to be asked for twice counted twice.
    public var bytes: Int64
    /// How long something was being read, what was read at the same time counted once.
    public var elapsed: Duration

    /// So many bytes in that time.
    public init(bytes: Int64 = 0, elapsed: Duration = .zero) {
        self.bytes = bytes
        self.elapsed = elapsed
    }
}

/// Told how much was read since a drive was opened: often, on any thread.
public typealias ContentReadingHandler = @Sendable (ContentReading) -> Void

/// Measures the reading of contents, by a clock that nobody sets.
final class ReadingMeter: Sendable {
    private struct State {
        var reading = ContentReading()
        var openCount = 0
        /// Up to when the time was counted; set while something is being read.
        var countedUpTo = ContinuousClock.now
        var watcher: ContentReadingHandler?

        /// Counts the time up to now.
        mutating func count() {
            let now = ContinuousClock.now
            if openCount > 0 { reading.elapsed += countedUpTo.duration(to: now) }
            countedUpTo = now
        }
    }

    private let state = Lock(State())

    /// Has `watcher` told from now on.
    func watch(_ watcher: ContentReadingHandler?) { state.withLock { $0.watcher = watcher } }

    /// A reading begins; the time for which it is asked for counts.
    func begin() { change { $0.openCount += 1 } }

    /// So many bytes have arrived.
    func add(_ byteCount: Int) { change { $0.reading.bytes += Int64(byteCount) } }

    /// A reading has ended.
    func end() { change { $0.openCount -= 1 } }

    private func change(_ body: (inout State) -> Void) {
        let (reading, watcher) = state.withLock { state in
            state.count()
            body(&state)
            return (state.reading, state.watcher)
        }
        watcher?(reading)
    }
}
