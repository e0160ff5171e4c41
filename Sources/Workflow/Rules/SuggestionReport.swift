// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import Reports
internal import RuleEditing
internal import RuleEngine
internal import RuleLearning
internal import Text
package import Wording

/// Proposals for people, and as YAML.
package struct SuggestionReport {
    let suggestion: RulesSuggestion
    let path: String
    let words: Words
    private let ink: Ink
    /// How many of the items that were decided otherwise are named.
    private static let namedMax = 5

    /// What `suggestion` says to somebody who reads `words`; `path` is the rules file as it was named or
    /// found.
    package init(
        suggestion: RulesSuggestion, path: String, words: Words, ink: Ink = .none
    ) {
        self.suggestion = suggestion
        self.path = path
        self.words = words
        self.ink = ink
    }

    private var learned: Suggestions { suggestion.suggestions }

    // MARK: Text

    /// For people.
    package var lines: [String] {
        get throws(Failure) {
            var lines = words([
                .rulesSuggestHead(n: learned.decided, deleted: learned.deleted, kept: learned.kept)
            ])
            if suggestion.leftOut > 0 {
                lines.append(words(.rulesSuggestLeftOut(n: suggestion.leftOut)))
            }
            if suggestion.entries.isEmpty {
                let none: Phrase =
                    learned.missing > 0
                    ? .rulesSuggestFew(n: learned.missing) : .rulesSuggestNone
                return lines + [words(none)]
            }
            for entry in suggestion.entries { lines += [""] + (try text(entry)) }
            return lines + ["", words(.rulesSuggestAdd)]
        }
    }

    private func text(_ entry: RulesSuggestion.Entry) throws(Failure) -> [String] {
        let proposal = entry.proposal
        var lines = [ink.text(words(head(proposal)), .bold)]
        lines.append(words(proposal.why.mappingTexts(VisibleText.escaped)))
        lines.append(
            words(
                .rulesSuggestLearned(
                    n: proposal.learned.count, total: proposal.heldOut.count,
                    count: proposal.heldOut.right)))
        if !proposal.contradictions.isEmpty {
            lines.append(words(contradicted(proposal)))
        }
        for conflict in entry.conflicts.prefix(Self.namedMax) {
            lines.append(
                words(
                    .rulesSuggestConflict(
                        n: conflict.count, rule: VisibleText.escaped(conflict.rule))))
        }
        if !proposal.aside.isEmpty {
            lines.append(
                words(
                    .rulesSuggestAside(
                        n: proposal.aside.count, names: Phrase.names(proposal.aside))))
        }
        if proposal.setsTrial {
            lines.append(words(.rulesSuggestTrial(number: Proposal.trial)))
        }
        if let refusal = entry.refusal {
            lines.append(
                words(
                    .rulesSuggestRefused(
                        why: Phrase.clause(refusal.mappingTexts(VisibleText.escaped)))))
        }
        if let taken = entry.taken {
            lines.append(words(.rulesSuggestTakes(n: taken.items, size: taken.bytes)))
        }
        if let comparison = entry.comparison { lines += words(comparison.effect) }
        return lines + (try yaml(of: proposal).map { "    " + VisibleText.escaped($0) })
    }

    private func head(_ proposal: Proposal) -> Phrase {
        let id = proposal.id
        let rule = VisibleText.escaped(proposal.rule ?? "")
        return switch proposal.kind {
        case .rule: .rulesSuggestRule(name: id)
        case .promotion: .rulesSuggestPromotion(name: id, rule: rule)
        case .exception: .rulesSuggestException(name: id, rule: rule)
        case .protection: .rulesSuggestProtection(name: id)
        }
    }

    private func contradicted(_ proposal: Proposal) -> Phrase {
        let items = proposal.contradictions
        let shown = items.prefix(Self.namedMax).map { VisibleText.escaped($0.values.path) }
        return .rulesSuggestContradicted(
            n: items.count,
            names: shown.joined(separator: ", ") + (items.count > Self.namedMax ? ", …" : ""))
    }

    // MARK: YAML

    /// What is proposed, as it would stand in the rules: the new rule, or what the rule gets.
    func yaml(of proposal: Proposal) throws(Failure) -> [String] {
        do throws(EditRefusal) {
            if let element = try proposal.element({ words($0) }) { return element.lines }
        } catch {
            throw EditedRulesFile.failure(error)
        }
        return proposal.kind == .promotion
            ? ["then: delete"] : proposal.condition.lines(under: "unless")
    }

    /// All proposals as a file that rules can include; what changes rules stands in it as comments.
    package var yaml: String {
        get throws(Failure) {
            var text = "version: 1\n"
            for (key, kind) in [("protect", Proposal.Kind.protection), ("rules", .rule)] {
                let proposals = suggestion.entries.map(\.proposal).filter { $0.kind == kind }
                if proposals.isEmpty, kind == .protection { continue }
                text += key + ":" + (proposals.isEmpty ? " []" : "") + "\n"
                for proposal in proposals { text += try block(proposal, "  ") }
            }
            text += tests
            for proposal in suggestion.entries.map(\.proposal) where proposal.rule != nil {
                text += comment(words(head(proposal))) + comment(words(proposal.why))
                for line in try yaml(of: proposal) { text += comment("  " + line) }
            }
            return text
        }
    }

    private func block(_ proposal: Proposal, _ indentation: String) throws(Failure) -> String {
        try yaml(of: proposal).map { indentation + $0 + "\n" }.joined()
    }

    private var tests: String {
        let lines = suggestion.entries.filter { $0.proposal.rule == nil }
            .compactMap { $0.change?.test }
            .flatMap { test in test.written { words($0) }.lines }
        return lines.isEmpty ? "" : "tests:\n" + lines.map { "  " + $0 + "\n" }.joined()
    }

    private func comment(_ text: String) -> String { "# " + VisibleText.escaped(text) + "\n" }
}
