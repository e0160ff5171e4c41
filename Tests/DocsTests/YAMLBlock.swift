// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import Workflow
import YAMLBridge

@testable import Commands

/// A YAML block of a page, made a whole rules file.
///
/// A block without `fragment=` is a whole file; `file` is top-level keys without the version,
/// `rule`, `protect` and `item` are elements of those lists, `condition` is what `match` holds.
struct YAMLBlock {
    let block: Page.Block

    /// The kinds of fragments.
    enum Fragment: String {
        case file, rule, protect, condition, item
    }

    /// The whole file; nil where the fragment is of no known kind.
    var file: String? {
        guard let name = block.value("fragment") else { return block.text }
        guard let fragment = Fragment(rawValue: name) else { return nil }
        let start = "version: 1\n"
        switch fragment {
        case .file:
            let hasRules = block.lines.contains { $0.hasPrefix("rules:") }
            return start + block.text + (hasRules ? "" : "rules: []\n")
        case .rule: return start + "rules:\n" + indented(2)
        case .protect: return start + "rules: []\nprotect:\n" + indented(2)
        case .condition:
            return start + "rules:\n  - id: example\n    then: review\n    match:\n" + indented(6)
        case .item:
            return start + "rules: []\ntests:\n  - name: example\n"
                + "    now: 2026-01-15T12:00:00Z\n    items:\n" + indented(6)
        }
    }

    /// What decoding the whole file finds.
    func decode() -> DecodedRuleFile? {
        file.map { RulesLoader.decode(Array($0.utf8), name: "rules.yaml") }
    }

    private func indented(_ blanks: Int) -> String {
        block.lines.map { String(repeating: " ", count: blanks) + $0 + "\n" }.joined()
    }
}
