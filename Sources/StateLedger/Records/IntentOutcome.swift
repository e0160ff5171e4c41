// SPDX-License-Identifier: Apache-2.0

/// What became of an item whose deletion was to be begun.
package enum IntentOutcome: Sendable, Hashable {
    /// It is `executing` now, for the so-manieth time.
    case begun(attempt: Int)
    /// The day has no room for it; it is `deferred` now.
    case deferred
    /// It was not in a state from which it can be begun: taken back, or begun by somebody else.
    case lost(ItemState)
}
