// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
package import Messages
package import StateLedger
package import Wording

/// Why a step of a run did not happen; what had been recorded before stays recorded.
package struct RunnerError: Error, Sendable {
    /// What kind of trouble it is, which decides the exit status.
    package enum Kind: Sendable, Hashable {
        /// The program declines: a limit, a stale or used plan, a missing confirmation.
        case refused
        /// The rules are invalid, or one of their tests fails.
        case rules
        /// Another process holds the lock.
        case locked
        /// The drive cannot be reached for now.
        case offline
        /// The user has to sign in again.
        case signIn
        /// Anything else.
        case failed
    }

    /// What kind of trouble it is.
    package var kind: Kind
    /// One sentence for people, without a full stop: what is wrong, and what to do.
    package var phrase: Phrase
    /// Why a plan is not staged, a clause each, without what that means for somebody with one drive; none where it
    /// is something else.
    package internal(set) var reasons: [Phrase] = []
    /// Whether it is of the state file, and so of everything that is done with it, not of one drive.
    package var isOfState = false

    /// The same in English, as records and machine formats have it.
    package var message: String { Words.english(phrase) }

    /// An error that says `clause`.
    package init(_ kind: Kind, _ clause: Message) { self.init(kind, .clause(clause)) }

    /// An error that says `phrase`.
    package init(_ kind: Kind, _ phrase: Phrase) {
        self.kind = kind
        self.phrase = phrase
    }

    /// What the state file had to say.
    package init(_ error: LedgerError) {
        kind =
            switch error.kind {
            case .locked: .locked
            case .used, .exposed: .refused
            default: .failed
            }
        phrase = .clause(error.clause)
        isOfState = true
    }

    /// The same, where what became of `count` items could not be recorded: a drive was told, and
    /// `what` happened or did not.
    func unrecorded(_ count: Int, _ what: Phrase) -> RunnerError {
        RunnerError(
            kind, .stageUnrecorded(n: count, why: phrase, what: what, command: .execute))
    }

    /// The same, after `count` items were deleted and recorded.
    func following(deletions count: Int) -> RunnerError {
        if count == 0 { return self }
        return RunnerError(
            kind, .stageDeletedBefore(n: count, why: phrase, command: .status))
    }

    /// What a drive had to say.
    package init(_ error: DriveError, drive: String) {
        switch error.recourse {
        case .signIn: kind = .signIn
        case .retry: kind = .offline
        case .none, .rescan, .quota: kind = .failed
        }
        phrase = .stageDriveError(drive: drive, detail: error.phrase)
        // The pages of a feed are kept in the state file.
        isOfState = error.underlying is LedgerError
    }
}

extension DriveError {
    /// What it says, in no language yet.
    package var phrase: Phrase {
        if let error = underlying as? any ClausedError, error.message == message {
            return .clause(error.clause)
        }
        return .told(message)
    }
}
