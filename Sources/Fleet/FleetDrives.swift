// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// What is said of the drives of a fleet.
enum FleetDrives {
    /// That not all of `names` are among those that are `known`, with those that may have been meant: the
    /// nearest, else some of them all; `say` says it of the names that are not. Nil where all of them are.
    static func strangers(
        _ names: [String], to known: [String], _ say: (_ names: String) -> Message
    ) -> Failure? {
        let set = Set(known.map { Array($0.utf8) })
        let strangers = names.filter { !set.contains(Array($0.utf8)) }
        if strangers.isEmpty { return nil }
        var suggestion = Suggestion()
        let near = strangers.compactMap { suggestion.nearest(to: $0, among: known) }
        var text = say(FleetOwners.text(FleetChoice.ordered(strangers)))
        if !near.isEmpty {
            text = text + Message("; did you mean \(FleetOwners.text(FleetChoice.ordered(near)))?")
        } else if !known.isEmpty {
            text =
                text + Message("; its drives are \(FleetOwners.text(FleetChoice.ordered(known)))")
        }
        return Failure(.failed, text)
    }

    /// That two listing files have one drive.
    static func shared(_ name: String, _ one: String, _ other: String) -> Failure {
        Failure(
            .failed,
            Message(
                "drive '\(VisibleText.escaped(name))' is in two listing files,"
                    + " '\(VisibleText.escaped(one))' and '\(VisibleText.escaped(other))'; the items"
                    + " of a drive stand in one file, and each names its drive"))
    }

    /// Warns of rules for drives of which no listing tells.
    static func warn(_ rules: LoadedRules, listed names: [String]) {
        let known = Set(names.map { Array($0.utf8) })
        for rule in rules.file.protections + rules.file.rules where rule.isEnabled {
            for scope in rule.scopes where !known.contains(Array(scope.drive.utf8)) {
                Host.warn(
                    .clause(
                        Message(
                            "'\(VisibleText.escaped(rule.id))' is for the drive"
                                + " '\(VisibleText.escaped(scope.drive))', of which no listing"
                                + " tells")))
            }
        }
    }
}
