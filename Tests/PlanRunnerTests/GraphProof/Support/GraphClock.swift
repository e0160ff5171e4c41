// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport

/// The simulator's time as traffic knows it: whoever waits moves it, and nobody really waits.
struct GraphClock: TrafficClock {
    let time: SimulatedTime

    var seconds: Double { time.now }
    var unixSeconds: Double { time.now }

    func sleep(seconds: Double) async throws(CancellationError) {
        if Task.isCancelled { throw CancellationError() }
        time.advance(seconds: seconds)
    }
}
