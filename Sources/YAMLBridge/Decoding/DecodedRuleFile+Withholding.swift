// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension DecodedRuleFile {
    /// The same without a word of the files that `isForeign` tells, where something is wrong with
    /// them: they may be no rules at all, and what is printed may be read by others.
    ///
    /// Of each such file one finding is left, with the place and the code of its first error.
    public func withholding(_ isForeign: (_ file: String) -> Bool) -> DecodedRuleFile {
        let faulty = rules.diagnostics.filter { $0.severity == .error }.compactMap(\.range?.file)
        let withheld = Set(faulty).filter { $0 != sources.first?.file && isForeign($0) }
        if withheld.isEmpty { return self }
        var seen: Set<String> = []
        let findings = rules.diagnostics.compactMap { finding -> Diagnostic? in
            guard let file = finding.range?.file, withheld.contains(file) else { return finding }
            guard finding.severity == .error, seen.insert(file).inserted else { return nil }
            var finding = finding
            finding.clause = Message(
                "'\(file.quotable)' holds no valid rules; what it holds is not shown, since it lies"
                    + " outside the folder of the main file, or its name does not end in .yaml or"
                    + " .yml; see 'cleanrules check' of that file")
            finding.remarks = []
            return finding
        }
        return DecodedRuleFile(
            rules: Diagnosed(value: rules.value, diagnostics: findings),
            sources: sources.filter { !withheld.contains($0.file) })
    }
}
