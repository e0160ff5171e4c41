// SPDX-License-Identifier: Apache-2.0

internal import RuleEditing
internal import RuleEngine
package import YAMLBridge

/// A rules file and all that it includes, as they were looked at last.
package struct CheckedRules: Sendable {
    /// What the editor calls the first of them.
    package let uri: String
    /// How often something in it has been looked at anew.
    package let generation: Int
    /// What they hold.
    package let decoded: DecodedRuleFile
    /// What `check` says.
    let diagnostics: [Diagnostic]
    /// What is hardly meant in them.
    let lint: [LintFinding]
    /// The files by their names.
    let files: [String: RuleSource]

    /// Looks at what was decoded.
    init(
        uri: String, generation: Int, decoded: DecodedRuleFile, diagnostics: [Diagnostic]
    ) {
        self.uri = uri
        self.generation = generation
        self.decoded = decoded
        self.diagnostics = diagnostics
        lint = decoded.rules.value == nil ? [] : RuleLinter.findings(in: decoded.sources)
        files = Dictionary(
            decoded.sources.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
