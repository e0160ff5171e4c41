// SPDX-License-Identifier: Apache-2.0

/// How a command, or a step of one, ends; whatever is not known failed.
package enum Ending: CaseIterable {
    /// Done; for `plan --detailed-exitcode`: nothing to do.
    case done
    /// Failed; the message says what, and what to do.
    case failed
    /// `plan --detailed-exitcode`: there are deletions or reviews.
    case somethingToDo
    /// Rules or configuration invalid, or a rules test failed.
    case invalidRules
    /// The user has to sign in first.
    case signIn
    /// Refused: a limit, a protection, a stale or used plan, a prompt declined or impossible.
    case refused
    /// Partly done: some items failed, are held or have changed; each is listed.
    case partial
    /// Stopped by the daily quota; the rest waits for another day.
    case quota
    /// Another process holds the lock.
    case locked
    /// Wrong usage.
    case usage
    /// The drive cannot be reached for now; nothing is lost.
    case offline
    /// Ended by SIGINT; everything is recorded.
    case interrupted
    /// Ended by SIGTERM; everything is recorded.
    case terminated

    /// How much it says about what went wrong; every ending has a place of its own.
    private var severity: Int {
        switch self {
        case .done: 0
        case .somethingToDo: 1
        case .quota: 2
        case .partial: 3
        case .refused: 4
        case .offline: 5
        case .signIn: 6
        case .locked: 7
        case .invalidRules: 8
        case .failed: 9
        case .usage: 10
        case .interrupted: 11
        case .terminated: 12
        }
    }

    /// Of several steps of one command, what the command ends with: the one that says
    /// most about what went wrong.
    package static func worst(of statuses: [Ending]) -> Ending {
        statuses.max { $0.severity < $1.severity } ?? .done
    }
}

extension Ending {
    /// The exit status of every command that ends so (docs/reference/exit-codes.md).
    package var exitStatus: Int32 {
        switch self {
        case .done: 0
        case .failed: 1
        case .somethingToDo: 2
        case .invalidRules: 3
        case .signIn: 4
        case .refused: 5
        case .partial: 6
        case .quota: 7
        case .locked: 8
        case .usage: 64
        case .offline: 75
        case .interrupted: 130
        case .terminated: 143
        }
    }
}
