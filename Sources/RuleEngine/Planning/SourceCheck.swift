// SPDX-License-Identifier: Apache-2.0

internal import Messages

extension SupplyCheck {
    /// The findings for `file` over drives that all are of `kind`, since one source tells of them: of a
    /// fleet, in the order of the rules.
    ///
    /// Stricter than over single drives: nobody looks at each drive of a fleet, and whoever asks whether
    /// something is missing that is never told has meant something else.
    package static func diagnostics(_ file: RuleFile, source kind: DriveKind) -> [Diagnostic] {
        let unused = TestWalk(file.definitions)
        var found: [Diagnostic] = []
        for rule in file.protections + file.rules where rule.isEnabled {
            for (field, asksPresence) in fields(of: rule, unused) where !supplies(kind, field) {
                found.append(finding(rule, field, kind, asksPresence: asksPresence))
            }
            if kind == .dataset, rule.itemType == .folder {
                found.append(
                    Diagnostic(
                        .warning, .fieldNotSupplied,
                        Message(
                            "rule '\(rule.id)' is for folders, and a source of kind"
                                + " '\(kind.rawValue)' tells of none: it never holds"),
                        at: rule.location))
            }
        }
        return found
    }

    /// The findings for `file` over listings that tell no more than `told`: warnings, since the next
    /// listings may tell it.
    package static func diagnostics(_ file: RuleFile, told: ListedSupply) -> [Diagnostic] {
        let unused = TestWalk(file.definitions)
        var found: [Diagnostic] = []
        for rule in file.protections + file.rules where rule.isEnabled {
            let who =
                rule.action == .protect
                ? Message("protection '\(rule.id)'") : Message("rule '\(rule.id)'")
            for (field, _) in fields(of: rule, unused) where told.lacks(field) {
                found.append(
                    Diagnostic(
                        .warning, .fieldNotSupplied,
                        Message(
                            "\(who) tests '\(field.rawValue)', which no item of the listings has:"
                                + " every test of it is unknown, 'present' and 'missing' too"),
                        at: rule.location))
            }
            if told.lacksFolders, rule.itemType == .folder {
                found.append(
                    Diagnostic(
                        .warning, .fieldNotSupplied,
                        Message(
                            "\(who) is for folders, and the listings tell of none: it never holds"),
                        at: rule.location))
            }
        }
        return found
    }

    private static func finding(
        _ rule: Rule, _ field: Field, _ kind: DriveKind, asksPresence: Bool
    ) -> Diagnostic {
        let who =
            rule.action == .protect
            ? Message("protection '\(rule.id)'") : Message("rule '\(rule.id)'")
        let isError =
            switch rule.action {
            case .protect, .keep: true
            case .delete, .review: asksPresence
            }
        return Diagnostic(
            isError ? .error : .warning, .fieldNotSupplied,
            Message(
                "\(who) tests '\(field.rawValue)', which a source of kind '\(kind.rawValue)' never"
                    + " supplies"), at: rule.location,
            notes: [
                Message(
                    "every test of it is unknown there, 'present' and 'missing' too; leave the test"
                        + " out, or plan from listings")
            ])
    }
}
