// SPDX-License-Identifier: Apache-2.0

internal import Threads

/// Fork and join over a number of parts: the only concurrency of this module. Every part writes
/// to places of its own, so that results never depend on the number of threads.
package enum Parallel {
    /// Calls `body` once for each of `parts`, side by side, and returns when all are done.
    package static func run(parts: Int, _ body: @Sendable (Int) -> Void) {
        ThreadTeam.run(parts: parts, body)
    }

    /// What `body` gives for each of `parts`, in their order.
    static func map<Result: Sendable>(
        parts: Int, _ body: @Sendable (Int) -> Result
    ) -> [Result] {
        unsafe Array(unsafeUninitializedCapacity: parts) { buffer, count in
            // Each part fills a place of its own, and nobody reads before all are done.
            nonisolated(unsafe) let places = unsafe buffer
            run(parts: parts) { part in
                unsafe places.initializeElement(at: part, to: body(part))
            }
            count = parts
        }
    }

    /// The `part`th of `parts` even stretches of 0 ..< `count`, its ends multiples of `grain`.
    package static func range(part: Int, of parts: Int, count: Int, grain: Int = 1) -> Range<Int> {
        let grains = (count + grain - 1) / grain
        let low = grains * part / parts * grain
        let high = grains * (part + 1) / parts * grain
        return min(low, count)..<min(high, count)
    }
}
