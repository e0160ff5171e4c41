// SPDX-License-Identifier: Apache-2.0

/// What is known of another device: how far its log was read.
package struct SyncPeer: Sendable, Hashable {
    /// What it calls itself.
    package var name = ""
    /// How often its log was written anew when it was read last; 0 before that.
    package var generation: Int64 = 0
    /// The last line that was taken over.
    package var number: Int64 = 0
    /// The hash of that line.
    package var hash = ""
    /// The newest instant at which it said anything, seconds since 1970.
    package var lastAt: Int64?
    /// What is wrong with its log, if anything.
    package var problem: SyncProblem?

    /// A device of which nothing was read.
    package init() {}
}

/// What can be wrong with the log of a device. Whatever it is, what was read before counts.
package enum SyncProblem: Sendable, Hashable {
    /// It cannot be read from that line on.
    case damaged(line: Int, reason: String)
    /// It is shorter than it was, or older: somebody has put back an earlier copy.
    case wentBack
    /// Its lines are other ones than those that were read before.
    case rewritten
    /// It is not there, and what it may have said since nobody knows.
    case missing

    /// How it is stored.
    package var code: String {
        switch self {
        case .damaged(let line, let reason): "damaged:\(line):\(reason)"
        case .wentBack: "went-back"
        case .rewritten: "rewritten"
        case .missing: "missing"
        }
    }

    /// Reads what `code` has written; nil for anything else.
    package init?(code: String) {
        switch code {
        case "went-back": self = .wentBack
        case "rewritten": self = .rewritten
        case "missing": self = .missing
        default:
            let parts = code.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "damaged", let line = Int(parts[1]) else {
                return nil
            }
            self = .damaged(line: line, reason: String(parts[2]))
        }
    }
}
