// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger

/// For how long somebody was away: since they decided something, or looked at a review, the last time.
/// What timers do is no visit.
package struct Absence: Sendable, Hashable {
    /// When somebody was here last; nil where nobody ever was.
    package let seen: Timestamp?
    /// What time it is.
    package let now: Timestamp

    /// After how many seconds somebody is welcomed back.
    package static let awaySeconds: Int64 = 7 * HintStanding.daySeconds

    /// The time since `seen`, at `now`.
    package init(seen: Timestamp?, now: Timestamp) {
        self.seen = seen
        self.now = now
    }

    /// The time since the last step or decision that `figures` tell of, or since `visit`.
    package init(_ figures: LedgerFigures, visit: Timestamp?, now: Timestamp) {
        let instants =
            figures.acts.map(\.at) + figures.decisions.map(\.decidedAt) + [visit].compactMap(\.self)
        self.init(seen: instants.max(), now: now)
    }

    /// Whether that is a week or more. A clock that was set back says nothing.
    package var isLong: Bool {
        guard let seen, now >= seen else { return false }
        return now.secondsSinceEpoch - seen.secondsSinceEpoch >= Self.awaySeconds
    }
}
