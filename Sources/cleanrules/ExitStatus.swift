// SPDX-License-Identifier: Apache-2.0

/// The exit status of every command (docs/reference/exit-codes.md); whatever is not known failed.
enum ExitStatus: Int32, CaseIterable {
    /// Done; for `plan --detailed-exitcode`: nothing to do.
    case done = 0
    /// Failed; the message says what, and what to do.
    case failed = 1
    /// `plan --detailed-exitcode`: there are deletions or reviews.
    case somethingToDo = 2
    /// Rules or configuration invalid, or a rules test failed.
    case invalidRules = 3
    /// Refused: a file that exists would be overwritten.
    case refused = 5
    /// Wrong usage.
    case usage = 64
}

/// Why a command ends early: what to say on standard error, and the status.
struct Failure: Error {
    /// The exit status.
    var status: ExitStatus
    /// One sentence, what is wrong and what to do; nil when all has been said already.
    var message: String?

    /// A failure that says `message`.
    init(_ status: ExitStatus, _ message: String? = nil) {
        self.status = status
        self.message = message
    }
}
