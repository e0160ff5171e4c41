// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
package import Messages
internal import POSIX
internal import RuleEngine
internal import Text
package import Wording

/// Why a part of a fleet could not be judged.
package struct PartFailure: ClausedError, Sendable {
    /// What is wrong.
    package let phrase: Phrase
    /// Whether the rules are what is wrong.
    package let isOfRules: Bool

    /// That `phrase` is wrong.
    package init(_ phrase: Phrase, isOfRules: Bool = false) {
        self.phrase = phrase
        self.isOfRules = isOfRules
    }

    /// That `clause` is wrong.
    init(_ clause: Message) { self.init(.clause(clause)) }

    /// What parts told each other makes no plan.
    init(_ error: PartError) {
        self.init(.clause(error.clause.mappingTexts(VisibleText.escaped)))
    }

    /// The rules and the items make no plan.
    init(_ error: PlanError) {
        self.init(.clause(error.clause.mappingTexts(VisibleText.escaped)), isOfRules: true)
    }

    /// The file at `path` cannot be read or written.
    init(_ path: String, _ error: SystemError) {
        self.init(Message("cannot use '\(VisibleText.escaped(path))': \(error.text)"))
    }

    /// The listing file that people know as `name` cannot be read, or a line of it is broken.
    package init(_ name: String, _ error: ListingFileError) {
        var place = VisibleText.escaped(name) + ":"
        if let line = error.line { place += "\(line):" }
        if error.line != nil, let column = error.column { place += "\(column):" }
        self.init(
            .series([.verbatim(place), .told(VisibleText.escaped(error.message))], separator: " "))
    }

    /// A process that reads what strangers have written cannot give up its rights.
    package static var unconfined: PartFailure {
        PartFailure(Message("the kernel does not let 'cleanrules-part' give up its rights"))
    }

    package var clause: Message {
        if case .clause(let clause) = phrase.content { return clause }
        return .plain(Words.english(phrase))
    }

    /// The exit status of who met it: that of invalid rules, or of what failed.
    package var exitStatus: Int32 { isOfRules ? 3 : 1 }
}
