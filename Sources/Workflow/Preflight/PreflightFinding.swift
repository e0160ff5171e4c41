// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEngine
package import Text
package import Wording

/// What speaks against work that is about to begin, and the way out.
package struct PreflightFinding: Sendable {
    /// What was looked at; the words stand in documents.
    package enum Check: String, Sendable, CaseIterable {
        /// Whether somebody is signed in, and what the sign-in allows.
        case account
        /// Whether the service can be reached.
        case network
        /// Whether its clock and this machine's agree.
        case clock
        /// Whether there is room on the drive.
        case quota
        /// Whether there is room in its recycle bin.
        case bin
        /// Whether there is room on the file system of a local drive, or of the state.
        case disk
        /// Whether a local drive is there and may be written to.
        case drive
    }

    /// What was looked at.
    package let check: Check
    /// What was found, as a word for programs.
    package let code: String
    /// The drive that it was found on; nil where it is of the state.
    package let drive: String?
    /// What was found, one clause.
    package let what: Phrase
    /// What mends it; nil where `what` says that as well.
    package var fix: Phrase?
    /// What the work on that drive ends with; nil where it goes its way all the same.
    package var status: Ending?
    /// Numbers that belong to it.
    package var figures: [String: Int64] = [:]

    /// The line for people.
    package var line: Phrase {
        let text = fix.map { Phrase.preflightFix(what: what, text: $0) } ?? what
        guard let drive else { return text }
        return .preflightLine(drive: VisibleText.escaped(drive), text: text)
    }

    /// The finding as JSON; commands in it are as `words` have them.
    package func json(_ words: Words) -> JSONValue {
        var members: [String: JSONValue] = [
            "check": .text(check.rawValue), "code": .text(code), "what": .text(words(what)),
        ]
        members.set("drive", drive)
        members.set("fix", fix.map { words($0) })
        if !figures.isEmpty { members["figures"] = .object(figures.mapValues { .number($0) }) }
        return .object(members)
    }
}

extension [PreflightFinding] {
    /// Says each of them; not even `--quiet` silences what would fail.
    package func warn() { for one in self { Host.warn(one.line) } }

    /// Adds them to a document, if there are any.
    package func add(to members: inout [String: JSONValue]) {
        if isEmpty { return }
        members["checks"] = .list(map { $0.json(RunReport.machineWords) })
    }

    /// Why nothing at all can be done on `drives`; nil where something can on one of them.
    package func refusal(of drives: Set<String>) -> Failure? {
        let stopped = filter { one in one.status != nil && one.drive.map(drives.contains) == true }
        guard !drives.isEmpty, Set(stopped.compactMap(\.drive)) == drives else { return nil }
        return Failure(.worst(of: stopped.compactMap(\.status)), .preflightNothing)
    }
}
