// SPDX-License-Identifier: Apache-2.0

internal import Wording

/// What of the failures is no failure of this program or of the network, and so told apart.
extension DeedCounts {
    /// A line for each reason for which the service refuses items; none where it refuses nothing.
    var refusals: [Phrase] {
        var lines: [Phrase] = []
        if kept > 0 { lines.append(.carryRefusedKept(n: kept)) }
        if locked > 0 { lines.append(.carryRefusedLocked(n: locked)) }
        return lines
    }
}
