// SPDX-License-Identifier: Apache-2.0

/// Finds rules that test what their drives can never tell: a protection that can never protect
/// is an error, a rule that can never delete is worth a warning.
public enum SupplyCheck {
    /// The findings for `file` over `drives`, in the order of the rules.
    public static func diagnostics(_ file: RuleFile, drives: [ListedDrive]) -> [Diagnostic] {
        let definitions = Dictionary(
            file.definitions.map { ($0.name, $0.condition) },
            uniquingKeysWith: { first, _ in first })
        var found: [Diagnostic] = []
        for rule in file.protections + file.rules where rule.isEnabled {
            var fields: [Field] = []
            for condition in [rule.match, rule.unless].compactMap({ $0 }) {
                collect(condition, definitions, &fields, depth: 0)
            }
            for drive in drives where applies(rule, to: drive) {
                for field in fields where !supplies(drive.kind, field) {
                    found.append(diagnostic(rule, field, drive, drives))
                }
            }
        }
        return found
    }

    private static func applies(_ rule: Rule, to drive: ListedDrive) -> Bool {
        rule.scopes.isEmpty || rule.scopes.contains { $0.drive == drive.name }
    }

    private static func supplies(_ kind: DriveKind, _ field: Field) -> Bool {
        Vocabulary.description(of: field).suppliers.contains(kind)
    }

    private static func diagnostic(
        _ rule: Rule, _ field: Field, _ drive: ListedDrive, _ drives: [ListedDrive]
    ) -> Diagnostic {
        let isError = rule.action == .protect || rule.action == .keep
        let who = rule.action == .protect ? "protection" : "rule"
        let suppliers = drives.filter { supplies($0.kind, field) }.map { "'\($0.name)'" }
        let hint =
            suppliers.isEmpty
            ? "none of the drives supplies it; drives of kind "
                + Vocabulary.description(of: field).suppliers.filter { $0 != .memory }
                .map(\.rawValue).sorted()
                .joined(separator: ", ") + " do"
            : "supplied by \(suppliers.joined(separator: ", ")): bind the \(who) to them with 'in:'"
        return Diagnostic(
            isError ? .error : .warning, .fieldNotSupplied,
            "\(who) '\(rule.id)' tests '\(field.rawValue)', which drive '\(drive.name)'"
                + " (\(drive.kind.rawValue)) never supplies",
            at: rule.location, notes: [hint])
    }

    /// The fields that are tested, each once, in order; presence and absence are tests like others.
    private static func collect(
        _ condition: Condition, _ definitions: [String: Condition], _ fields: inout [Field],
        depth: Int
    ) {
        switch condition {
        case .everything: break
        case .all(let parts), .any(let parts), .none(let parts):
            for part in parts { collect(part, definitions, &fields, depth: depth) }
        case .defined(let names):
            // Cycles are refused by the decoder; the bound only guards against a caller's own.
            guard depth < 200 else { return }
            for name in names {
                if let condition = definitions[name] {
                    collect(condition, definitions, &fields, depth: depth + 1)
                }
            }
        case .test(let test):
            if !fields.contains(test.field) { fields.append(test.field) }
        }
    }
}
