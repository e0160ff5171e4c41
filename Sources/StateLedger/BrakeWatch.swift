// SPDX-License-Identifier: Apache-2.0

internal import Threads

/// Asks again and again whether the brake was put on while something is being deleted.
package final class BrakeWatch: Sendable {
    private let ledger: Ledger
    private let other: @Sendable () -> Brake?
    private let found = Lock<Brake?>(nil)
    private let task = Lock<Task<Void, Never>?>(nil)

    /// How often it asks, in milliseconds.
    private static let pauseMilliseconds: Int64 = 1_000

    /// A watch over the brake of `ledger`, and over what `other` says besides, which goes on until
    /// `end`.
    package init(over ledger: Ledger, and other: @escaping @Sendable () -> Brake? = { nil }) {
        self.ledger = ledger
        self.other = other
        task.withLock { task in
            task = Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(Self.pauseMilliseconds))
                    guard !Task.isCancelled, let self, brake == nil else { return }
                    // A state that cannot be read now is asked again; where it is written to, that
                    // ends the walk by itself.
                    try? await check()
                }
            }
        }
    }

    /// The brake that was found; it stays on for this walk, whoever takes it off meanwhile.
    package var brake: Brake? { found.withLock { $0 } }

    /// Asks now.
    package func check() async throws(LedgerError) {
        guard let brake = try await ledger.brake() ?? other() else { return }
        found.withLock { $0 = brake }
    }

    /// Ends the watch.
    package func end() {
        task.withLock { $0?.cancel() }
    }
}
