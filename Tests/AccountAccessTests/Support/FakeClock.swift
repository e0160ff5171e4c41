// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import AccountAccess

/// A clock that only waiting moves on.
final class FakeClock: Sendable {
    private let milliseconds = Atomic(0)
    private let log = Log()

    private actor Log {
        var sleeps: [Double] = []
        func note(_ seconds: Double) { sleeps.append(seconds) }
    }

    /// The instant that it begins at, in seconds since the epoch.
    static let start = 1_800_000_000.0

    var clock: AccountClock {
        AccountClock(
            now: { Self.start + self.seconds }, uptime: { self.seconds },
            sleep: { seconds in
                try Task.checkCancellation()
                await self.log.note(seconds)
                self.advance(seconds)
            })
    }

    /// The same clock for one who waits without time passing.
    var patient: AccountClock {
        var clock = clock
        clock.sleep = { _ in await Task.yield() }
        return clock
    }

    private var seconds: Double {
        Double(milliseconds.load(ordering: .sequentiallyConsistent)) / 1_000
    }

    /// Lets time pass.
    func advance(_ seconds: Double) {
        milliseconds.add(Int(seconds * 1_000), ordering: .sequentiallyConsistent)
    }

    /// For how long was slept, in order.
    var sleeps: [Double] {
        get async { await log.sleeps }
    }
}
