// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters

/// Counts calls from any thread.
final class Counter: Sendable {
    private let count = Lock(0)

    /// One more.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
