// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
internal import Reports
internal import StateLedger
internal import Text
internal import Wording

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
    /// The user has to sign in first.
    case signIn = 4
    /// Refused: a limit, a protection, a stale or used plan, a prompt declined or impossible.
    case refused = 5
    /// Partly done: some items failed, are held or have changed; each is listed.
    case partial = 6
    /// Stopped by the daily quota; the rest waits for another day.
    case quota = 7
    /// Another process holds the lock.
    case locked = 8
    /// Wrong usage.
    case usage = 64
    /// The drive cannot be reached for now; nothing is lost.
    case offline = 75
    /// Ended by SIGINT; everything is recorded.
    case interrupted = 130
    /// Ended by SIGTERM; everything is recorded.
    case terminated = 143

    /// How much the status says about what went wrong; every status has a place of its own.
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

    /// Of several steps of one command, the status that the command ends with: the one that says
    /// most about what went wrong.
    static func worst(of statuses: [ExitStatus]) -> ExitStatus {
        statuses.max { $0.severity < $1.severity } ?? .done
    }
}

/// Why a command ends early: what to say on standard error, and the status.
struct Failure: Error {
    /// The exit status.
    var status: ExitStatus
    /// One sentence, what is wrong and what to do; nil when all has been said already.
    var phrase: Phrase?

    /// The sentence in the language of the person.
    var message: String? { phrase.map { Console.words($0) } }

    /// A failure of which all has been said.
    init(_ status: ExitStatus) { self.status = status }

    /// A failure that says `message`, which is not translated.
    init(_ status: ExitStatus, _ message: String?) {
        self.status = status
        phrase = message.map { .verbatim($0) }
    }

    /// A failure that says `clause`.
    init(_ status: ExitStatus, _ clause: Message) {
        self.init(status, .clause(clause))
    }

    /// What it says as a part of another clause; nil when all has been said already.
    var clause: Message? {
        phrase.map { phrase in
            if case .clause(let clause) = phrase.content { return clause }
            return .plain(Words.english(phrase))
        }
    }

    /// A failure that says `phrase`.
    init(_ status: ExitStatus, _ phrase: Phrase) {
        self.status = status
        self.phrase = phrase
    }

    /// Why output could not be written.
    init(_ error: OutputError) {
        status = .failed
        phrase = error.clause.map { .clause($0) }
    }

    /// What the state file had to say.
    init(_ error: LedgerError) {
        self.init(RunnerError(error))
    }

    /// What a step of a run had to say.
    init(_ error: RunnerError) {
        status =
            switch error.kind {
            case .refused: .refused
            case .rules: .invalidRules
            case .locked: .locked
            case .offline: .offline
            case .signIn: .signIn
            case .failed: .failed
            }
        phrase = error.phrase.mappingTexts { VisibleText.guarded($0) }
    }
}
