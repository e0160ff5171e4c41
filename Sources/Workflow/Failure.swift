// SPDX-License-Identifier: Apache-2.0

package import Messages
package import PlanRunner
package import StateLedger
internal import Text
package import Wording

/// Why a command ends early: what to say on standard error, and how.
package struct Failure: Error {
    /// How the command ends.
    package var status: Ending
    /// One sentence, what is wrong and what to do; nil when all has been said already.
    package var phrase: Phrase?
    /// Whether it is of the state file, and so of everything that is done with it.
    package private(set) var isOfState = false

    /// A failure of which all has been said.
    package init(_ status: Ending) { self.status = status }

    /// A failure that says `message`, which is not translated.
    package init(_ status: Ending, _ message: String?) {
        self.status = status
        phrase = message.map { .verbatim($0) }
    }

    /// A failure that says `clause`.
    package init(_ status: Ending, _ clause: Message) {
        self.init(status, .clause(clause))
    }

    /// What it says in the language of the person; nil when all has been said already.
    package var message: String? { phrase.map { Host.words($0) } }

    /// What it says as a part of another clause; nil when all has been said already.
    package var clause: Message? {
        phrase.map { phrase in
            if case .clause(let clause) = phrase.content { return clause }
            return .plain(Words.english(phrase))
        }
    }

    /// A failure that says `phrase`.
    package init(_ status: Ending, _ phrase: Phrase) {
        self.status = status
        self.phrase = phrase
    }

    /// What the state file had to say.
    package init(_ error: LedgerError) {
        self.init(RunnerError(error))
    }

    /// What a step of a run had to say.
    package init(_ error: RunnerError) {
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
        isOfState = error.isOfState
    }
}
