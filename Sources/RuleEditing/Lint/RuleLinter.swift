// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
package import YAMLBridge

/// Finds what in valid rules is hardly meant.
package enum RuleLinter {
    /// The findings in `sources`, the first of which includes the others, in the order of their places.
    package static func findings(in sources: [RuleSource]) -> [LintFinding] {
        let documents = sources.compactMap { RulesDocument($0) }
        let usage = NameUsage(documents)
        let relations =
            sources.isEmpty
            ? [] : RuleEditor.decode(sources).rules.value.map(RelationLint.findings) ?? []
        var findings: [LintFinding] = []
        for document in documents {
            var pass = LintPass(document, usage)
            pass.run()
            let own = relations.filter { $0.range?.file == document.source.file }
            findings += (pass.findings + own).sorted { left, right in
                (left.range?.bytes.lowerBound ?? 0, left.code.rawValue)
                    < (right.range?.bytes.lowerBound ?? 0, right.code.rawValue)
            }
        }
        return findings
    }

    /// The files with everything mended that is certain; throws where they would not check then.
    package static func fixed(_ sources: [RuleSource]) throws(EditRefusal) -> [RuleSource] {
        let fixes = findings(in: sources).filter(\.isFixable)
        let after = sources.map { source in
            var splices: [Splice] = []
            for fix in fixes where fix.range?.file == source.file {
                // What two findings would mend at once is left to the next time.
                let isFree = !fix.fix.contains { new in
                    splices.contains { $0.range.overlaps(new.range) || $0.range == new.range }
                }
                if isFree { splices += fix.fix }
            }
            return splices.applied(to: source.bytes).map {
                RuleSource(file: source.file, bytes: $0)
            } ?? source
        }
        let decoded = RuleEditor.decode(after)
        guard decoded.rules.value != nil else {
            var refusal = EditRefusal(
                Message("the rules would have errors then, so that nothing is changed"))
            (refusal.findings, refusal.sources) = (decoded.rules.diagnostics, decoded.sources)
            throw refusal
        }
        return after
    }
}

/// The names of definitions that something uses, over all files.
struct NameUsage {
    /// The definitions that some condition names.
    private(set) var definitions: Set<String> = []
    /// All paths and names that file rules ask for, as they are written.
    private(set) var filePatterns: [String] = []

    /// The names that `documents` use.
    init(_ documents: [RulesDocument]) {
        for document in documents {
            for condition in document.conditions {
                for leaf in document.leaves(of: condition.node) where leaf.field == "is" {
                    definitions.formUnion(leaf.values.compactMap(document.tree.text(of:)))
                }
                guard condition.rule?.isFolderRule == false else { continue }
                for leaf in document.leaves(of: condition.node) where leaf.field.hasPrefix("path") {
                    filePatterns += leaf.values.compactMap(document.tree.text(of:))
                }
            }
        }
    }
}
