// SPDX-License-Identifier: Apache-2.0

package import Wording

/// What one look at the machine, or at what the program keeps on it, came to.
package struct Finding: Sendable {
    /// What was looked at, in the order of telling.
    package enum Check: String, CaseIterable, Sendable {
        case program, language, clock, rules, state, backups, drive, disk
        case signIn = "sign_in"
        case notify, schedule, rounds, pictures, libraries
    }

    /// What came of it.
    package enum Outcome: String, Sendable {
        /// It is as it should be.
        case well
        /// It is not there, and need not be.
        case none
        /// Somebody should look.
        case attention = "look"
    }

    /// What was looked at.
    package let check: Check
    /// Which of several, as the name of a drive; nil where there is only one.
    package var subject: String?
    /// What came of it.
    package let outcome: Outcome
    /// What was found, as a word for programs; the same for every machine.
    package let code: String
    /// What was found, for people.
    package let what: Phrase
    /// What mends it, where something has to be.
    package var fix: Phrase?
    /// Numbers that belong to it.
    package var figures: [String: Int64] = [:]

    static func well(
        _ check: Check, _ what: Phrase, code: String = "well", of subject: String? = nil,
        _ figures: [String: Int64] = [:]
    ) -> Finding {
        Finding(
            check: check, subject: subject, outcome: .well, code: code, what: what,
            figures: figures)
    }

    static func none(
        _ check: Check, _ code: String, _ what: Phrase, fix: Phrase? = nil,
        of subject: String? = nil
    ) -> Finding {
        Finding(
            check: check, subject: subject, outcome: .none, code: code, what: what, fix: fix)
    }

    static func attention(
        _ check: Check, _ code: String, _ what: Phrase, fix: Phrase?, of subject: String? = nil,
        _ figures: [String: Int64] = [:]
    ) -> Finding {
        Finding(
            check: check, subject: subject, outcome: .attention, code: code, what: what, fix: fix,
            figures: figures)
    }
}
