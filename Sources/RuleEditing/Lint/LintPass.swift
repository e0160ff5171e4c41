// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import YAMLBridge

/// One look at one file.
struct LintPass {
    let document: RulesDocument
    let usage: NameUsage
    /// What was found.
    private(set) var findings: [LintFinding] = []

    /// A look at `document`.
    init(_ document: RulesDocument, _ usage: NameUsage) {
        self.document = document
        self.usage = usage
    }

    /// Looks at everything.
    mutating func run() {
        for condition in document.conditions {
            for leaf in document.leaves(of: condition.node) { look(at: leaf, of: condition) }
            lookForContradictions(in: condition)
        }
        for rule in document.lintedRules { look(at: rule) }
        for definition in document.definitions {
            guard let name = definition.name, !usage.definitions.contains(name) else { continue }
            report(
                .definitionUnused,
                Message(
                    "nothing uses the definition '\(name)'; write 'is: \(name)', or take it out"),
                at: definition.key)
        }
        lookAtLimits(of: document.root)
    }

    /// Notes a finding at `node`.
    mutating func report(
        _ code: LintCode, _ clause: Message, at node: NodeID, fix: [Splice] = []
    ) {
        var finding = LintFinding(
            code, clause, at: document.source.range(document.tree[node].range))
        // What stands behind an anchor says the same elsewhere, where it may be meant as it is.
        finding.fix = fix.contains { document.isShared($0.range) } ? [] : fix
        findings.append(finding)
    }

    // MARK: Rules

    private mutating func look(at rule: LintedRule) {
        lookAtLimits(of: rule.mapping)
        guard rule.isEnabled, let key = document.value("id", in: rule.mapping) else { return }
        if takesEverything(rule) {
            if rule.isProtection {
                report(
                    .protectionEverything,
                    Message("'\(rule.id)' protects everything, so that no rule does anything"),
                    at: key)
            } else if rule.then == "delete", document.value("duplicates", in: rule.mapping) == nil,
                document.value("surplus", in: rule.mapping) == nil
            {
                report(
                    .deleteEverything,
                    Message(
                        "'\(rule.id)' deletes everything that nothing else keeps; narrow it with"
                            + " 'match', 'in' or 'unless'"), at: key)
            }
        }
        lookAtDuplicates(rule, key)
        lookAtFolder(rule, key)
    }

    /// Whether the rule takes whatever there is, on all drives.
    private func takesEverything(_ rule: LintedRule) -> Bool {
        guard document.value("unless", in: rule.mapping) == nil,
            document.value("in", in: rule.mapping) == nil,
            let match = document.value("match", in: rule.mapping)
        else { return false }
        let entries = document.tree.entries(of: document.tree.resolved(match))
        return !entries.isEmpty
            && entries.allSatisfy { entry in
                let text = document.tree.text(of: entry.value)
                switch entry.name {
                case "everything": return text == "true"
                case "name": return text == "*"
                case "path": return text == "/**" || text == "**/*" || text == "/**/*"
                default: return false
                }
            }
    }

    private mutating func lookAtDuplicates(_ rule: LintedRule, _ key: NodeID) {
        guard rule.then == "delete", let set = document.value("duplicates", in: rule.mapping)
        else { return }
        let same = document.value("same", in: document.tree.resolved(set))
        // Without the size as well, 'check' says so.
        guard let same, let parts = PlainValue(same, in: document.tree).elements,
            parts.contains(where: { $0.text == "size" })
        else { return }
        report(
            .duplicatesWeak,
            Message(
                "'\(rule.id)' deletes files whose contents nobody has compared; write 'same: content',"
                    + " or 'then: review'"), at: same)
    }

    private mutating func lookAtFolder(_ rule: LintedRule, _ key: NodeID) {
        guard rule.isFolderRule, rule.then != "keep", !rule.isProtection,
            let match = document.value("match", in: rule.mapping)
        else { return }
        let leaves = document.leaves(of: document.tree.resolved(match))
        if leaves.contains(where: { $0.field == "empty" }) { return }
        for leaf in leaves where leaf.field == "name" {
            for name in leaf.values.compactMap(document.tree.text(of:))
            where !usage.filePatterns.contains(where: { $0.contains(name) }) {
                return report(
                    .folderContents,
                    Message(
                        "a folder goes only when all in it does, and no rule takes that; add one with"
                            + " 'path: \"/**/\(name)/**\"'"), at: leaf.key)
            }
        }
    }

    private mutating func lookAtLimits(of mapping: NodeID) {
        guard let limits = document.value("limits", in: mapping),
            let percent = document.value("percent", in: document.tree.resolved(limits)),
            let text = document.tree.text(of: percent),
            let number = Int(text.hasSuffix("%") ? String(text.dropLast()) : text), number > 100
        else { return }
        report(
            .percentOver,
            Message("there are no more than 100 percent; write 'unlimited' if no limit is meant"),
            at: percent)
    }
}
