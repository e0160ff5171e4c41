// SPDX-License-Identifier: Apache-2.0

internal import Threads

/// Whether this process has heard what other devices decided, as far as decisions are shared.
///
/// What could not be heard may be a word to keep, so nothing goes meanwhile that another device knows.
package final class SyncHearing: Sendable {
    private let known = Lock<(obstacle: String?, misses: Int)>((nil, 0))

    /// How many times in a row it may fail beside other work, once a minute, after it was heard.
    private static let missesMax = 5

    /// Nothing speaks against it yet.
    package init() {}

    /// Why it could not be heard; nil where it was, or nothing is shared.
    package var obstacle: String? { known.withLock { $0.obstacle } }

    /// Everything was heard, or there is nothing to hear.
    func noteHeard() { known.withLock { $0 = (nil, 0) } }

    /// It could not be heard, because of `why`.
    func noteMissed(_ why: String) { known.withLock { $0 = (why, 0) } }

    /// The same, beside other work: it may be heard a minute later.
    func noteMissedBeat(_ why: String) {
        known.withLock { known in
            known.misses += 1
            if known.misses >= Self.missesMax { known.obstacle = why }
        }
    }
}
