// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// Finds rules that test what their drives can never tell: a protection that can never protect
/// is an error, a rule that can never delete is worth a warning.
public enum SupplyCheck {
    /// The findings for `file` over `drives`, in the order of the rules.
    public static func diagnostics(_ file: RuleFile, drives: [ListedDrive]) -> [Diagnostic] {
        let unused = TestWalk(file.definitions)
        var found: [Diagnostic] = []
        for rule in file.protections + file.rules where rule.isEnabled {
            let fields = fields(of: rule, unused).map(\.field)
            for drive in drives where applies(rule, to: drive) {
                for field in fields where !supplies(drive.kind, field) {
                    found.append(diagnostic(rule, field, drive, drives))
                }
            }
        }
        return found
    }

    /// The fields that `rule` tests, each once, in order, and whether some test asks for its presence or
    /// its absence.
    static func fields(
        of rule: Rule, _ unused: TestWalk
    ) -> [(field: Field, asksPresence: Bool)] {
        var fields: [(field: Field, asksPresence: Bool)] = []
        var walk = unused
        _ = walk.contains(rule.conditions) { test in
            let asks = test.alternatives.contains { $0 == .present || $0 == .missing }
            if let place = fields.firstIndex(where: { $0.field == test.field }) {
                fields[place].asksPresence = fields[place].asksPresence || asks
            } else {
                fields.append((test.field, asks))
            }
            return false
        }
        return fields
    }

    private static func applies(_ rule: Rule, to drive: ListedDrive) -> Bool {
        rule.scopes.isEmpty || rule.scopes.contains { $0.drive == drive.name }
    }

    static func supplies(_ kind: DriveKind, _ field: Field) -> Bool {
        Vocabulary.description(of: field).suppliers.contains(kind)
    }

    private static func diagnostic(
        _ rule: Rule, _ field: Field, _ drive: ListedDrive, _ drives: [ListedDrive]
    ) -> Diagnostic {
        let isProtection = rule.action == .protect
        let suppliers = drives.filter { supplies($0.kind, field) }.map { Message("'\($0.name)'") }
        let names = Message.series(suppliers, separator: ", ")
        let kinds = DriveKind.declarable.filter { supplies($0, field) }
            .map(\.rawValue).sorted().joined(separator: ", ")
        let hint =
            suppliers.isEmpty
            ? Message("none of the drives supplies it; drives of kind \(kinds) do")
            : isProtection
                ? Message("supplied by \(names): bind the protection to them with 'in:'")
                : Message("supplied by \(names): bind the rule to them with 'in:'")
        let who =
            isProtection ? Message("protection '\(rule.id)'") : Message("rule '\(rule.id)'")
        return Diagnostic(
            isProtection || rule.action == .keep ? .error : .warning, .fieldNotSupplied,
            Message(
                "\(who) tests '\(field.rawValue)', which drive '\(drive.name)'"
                    + " (\(drive.kind.rawValue)) never supplies"),
            at: rule.location, notes: [hint])
    }
}
