// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The time of day, the time that passes, and waiting.
package struct AccountClock: Sendable {
    /// Seconds since the epoch, for what is kept.
    package var now: @Sendable () -> Double
    /// Seconds since some fixed point, for what ends after a while; nobody can set it back.
    package var uptime: @Sendable () -> Double
    /// Waits for that many seconds; throws when the task is cancelled.
    package var sleep: @Sendable (Double) async throws -> Void

    /// A clock of those parts.
    package init(
        now: @escaping @Sendable () -> Double, uptime: @escaping @Sendable () -> Double,
        sleep: @escaping @Sendable (Double) async throws -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }

    /// The clock of this machine.
    package static let system = AccountClock(
        now: { Date().timeIntervalSince1970 },
        uptime: { ProcessInfo.processInfo.systemUptime },
        sleep: { try await Task.sleep(for: .seconds($0)) })
}
