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
        let near = meant(by: strangers, among: known)
        var text = say(FleetOwners.text(FleetChoice.ordered(strangers)))
        if !near.isEmpty {
            text = text + Message("; did you mean \(FleetOwners.text(FleetChoice.ordered(near)))?")
        } else if !known.isEmpty {
            text =
                text + Message("; its drives are \(FleetOwners.text(FleetChoice.ordered(known)))")
        }
        return Failure(.failed, text)
    }

    /// For how many names it is looked what may have been meant, and how many names may be meant by one.
    private static let (strangersMax, meantMax) = (20, 3)

    /// Those of `known` that may have been meant by `names`: of each the nearest, else those that it is the
    /// beginning of, as `ada` is of `ada_contoso_com`, whatever stands between letters and digits.
    static func meant(by names: [String], among known: [String]) -> [String] {
        var suggestion = Suggestion()
        var found: [String] = []
        for name in names.prefix(strangersMax) {
            if let near = suggestion.nearest(to: name, among: known) {
                found.append(near)
                continue
            }
            let start = folded(name)
            let longer = start.isEmpty ? [] : known.filter { folded($0).starts(with: start) }
            if longer.count <= meantMax { found += longer }
        }
        return found
    }

    /// The letters of `name` in one case, and one line for each other sign but digits.
    private static func folded(_ name: String) -> [UInt8] {
        name.lowercased().utf8.map { byte in
            let isPlain =
                byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            return isPlain ? byte : UInt8(ascii: "_")
        }
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

    /// The file that tells of each drive, by the bytes of its name.
    static func places(_ snapshots: [FleetSnapshot]) throws(Failure) -> [[UInt8]: String] {
        var names: [[UInt8]: String] = [:]
        for snapshot in snapshots {
            for drive in snapshot.census.drives {
                let other = names.updateValue(snapshot.name, forKey: Array(drive.name.utf8))
                if let other { throw shared(drive.name, other, snapshot.name) }
            }
        }
        return names
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
