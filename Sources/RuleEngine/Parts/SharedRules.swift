// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// The set rules of a file whose groups reach across the parts of a fleet.
package struct SharedRules: Sendable, Hashable {
    /// What is known of such a rule wherever something is told of its groups.
    struct Shared: Sendable, Hashable {
        /// How many survive of each group.
        let copies: Int
        /// How many numbers say in what order members survive.
        let rankCount: Int
        /// The place of what equal members share in `kinds`.
        let kind: Int

        /// How many survivors are named that nobody put off.
        var namedMax: Int { max(GroupObligation.survivorsMax, copies) }
    }

    /// By number of the rule.
    let rules: [Int: Shared]
    /// What equal members share, by one of the rules or several.
    let kinds: [DuplicateKey]

    /// The rules of `file` with groups across drives.
    package init(_ file: RuleFile) {
        var rules: [Int: Shared] = [:]
        var kinds: [DuplicateKey] = []
        for (number, rule) in (file.protections + file.rules).enumerated() where rule.isEnabled {
            guard case .duplicates(let selection)? = rule.selection, selection.reach == .drives
            else { continue }
            let kind = kinds.firstIndex(of: selection.key) ?? kinds.count
            if kind == kinds.count { kinds.append(selection.key) }
            rules[number] = Shared(
                copies: selection.copies, rankCount: selection.preferences.count, kind: kind)
        }
        self.rules = rules
        self.kinds = kinds
    }

    /// Whether parts have nothing to tell each other of groups.
    package var isEmpty: Bool { rules.isEmpty }

    /// Reads the number of one of the rules.
    func rule(_ reader: inout PartReader) throws(PartError) -> (number: Int, shared: Shared) {
        let number = try reader.count(most: Int(UInt16.max))
        guard let shared = rules[number] else { throw .damaged }
        return (number, shared)
    }

    /// Why a fleet cannot be planned in parts by the rules of `file`, each at its place: pictures that look
    /// alike are compared two by two, of which no part could tell in few words. None where nothing speaks
    /// against it.
    package static func obstacles(_ file: RuleFile) -> [Diagnostic] {
        file.rules.filter {
            $0.isEnabled && $0.selection?.isSimilar == true && $0.selection?.reach == .drives
        }.map { rule in
            Diagnostic(
                .error, .valueMisplaced,
                Message(
                    "rule '\(rule.id)' compares pictures across drives, which a plan in parts"
                        + " cannot; write 'across: drive'"),
                at: rule.location)
        }
    }

    /// The first of these, for whoever plans.
    package static func obstacle(_ file: RuleFile) -> PlanError? {
        obstacles(file).first.map { PlanError($0.clause) }
    }
}
