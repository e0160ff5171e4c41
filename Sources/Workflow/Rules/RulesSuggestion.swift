// SPDX-License-Identifier: Apache-2.0

package import Messages
internal import PlanRunner
internal import RuleEditing
package import RuleEngine
package import RuleLearning
internal import Text
internal import Wording

/// Proposals for a rules file, with what each would come to.
package struct RulesSuggestion: Sendable {
    /// One proposal.
    package struct Entry: Sendable {
        /// What is proposed.
        package let proposal: Proposal
        /// The files with it; nil where it cannot be made in them.
        package let change: ProposedChange?
        /// Why it cannot be made in these files.
        package let refusal: Message?
        /// What it does to the verdicts on the last catalog; nil where nobody can tell.
        package let comparison: RulesComparison?
        /// What it speaks of on the last catalog, of what nobody decided about; nil where nobody can
        /// tell.
        package let taken: Taken?
        /// What speaks against it on the last catalog.
        package let conflicts: [Conflict]
    }

    /// Items of a catalog.
    package struct Taken: Sendable, Hashable {
        /// How many.
        package var items = 0
        /// Their bytes, as far as they are known.
        package var bytes: Int64 = 0
    }

    /// Items that a proposed rule takes and that stay, or are left to a person, for another one.
    package struct Conflict: Sendable, Hashable {
        /// The rule that outweighs it.
        package let rule: String
        /// What it says.
        package let verdict: Verdict
        /// Of how many items.
        package let count: Int
    }

    /// What was learned, and from what.
    package let suggestions: Suggestions
    /// The proposals, in their order.
    package let entries: [Entry]
    /// How many decisions were about drives that the rules do not know.
    package let leftOut: Int

    /// What the state in `state` comes to for the rules of `file`. Nothing is written, and no drive is
    /// asked. What stands in rules is said in the words of `say`.
    package static func make(
        for file: EditedRulesFile, _ rules: LoadedRules, _ state: StateFile, now: Timestamp,
        _ say: @Sendable (Message) -> String
    ) async throws(Failure) -> RulesSuggestion {
        guard state.exists else {
            return RulesSuggestion(
                suggestions: RuleProposer.suggestions(
                    from: [], rules: rules.file, timeZone: try rules.timeZone),
                entries: [], leftOut: 0)
        }
        let session = try StateSession.existing(state)
        let catalog = await RulesComparison.catalog(session, rules)
        let decided = try await DecidedItems.read(session, rules, catalog: catalog, now: now)
        let zone = try rules.timeZone
        let suggestions = RuleProposer.suggestions(
            from: decided.items, rules: rules.file, timeZone: zone)
        var before: (plan: Plan, needsContents: Bool)?
        if let catalog, !suggestions.proposals.isEmpty {
            before = try? await PlanMaker(rules: rules, now: now, isQuiet: true, state: session)
                .verdicts(over: catalog)
        }
        var entries: [Entry] = []
        for proposal in suggestions.proposals {
            let change: ProposedChange
            do throws(EditRefusal) {
                change = try ProposedChange.make(proposal, in: file.sources, timeZone: zone, say)
            } catch {
                entries.append(
                    Entry(
                        proposal: proposal, change: nil, refusal: error.clause, comparison: nil,
                        taken: nil, conflicts: []))
                continue
            }
            var comparison: RulesComparison?
            if let before, let catalog,
                let after = try? RulesLoader.loaded(change.edited.decoded, file.path)
            {
                comparison = try? await RulesComparison.make(
                    before, after, over: catalog, now: now, state: session)
            }
            entries.append(
                Entry(
                    proposal: proposal, change: change, refusal: nil, comparison: comparison,
                    taken: comparison.map { taken(by: proposal, $0) },
                    conflicts: comparison.map { conflicts(of: proposal, $0.after) } ?? []))
        }
        return RulesSuggestion(
            suggestions: suggestions, entries: entries, leftOut: decided.leftOut)
    }

    /// What the rule of `proposal` applies to then; of an exception, what the rule applied to before.
    private static func taken(
        by proposal: Proposal, _ comparison: RulesComparison
    ) -> Taken {
        let id = proposal.rule ?? proposal.id
        func number(_ plan: Plan) -> Int? { plan.rules.firstIndex { $0.id == id } }
        guard let after = number(comparison.after) else { return Taken() }
        let before = proposal.kind == .exception ? number(comparison.before) : nil
        var taken = Taken()
        for row in 0..<comparison.after.listing.count {
            let applies = comparison.after.appliedRules(row).contains(after)
            let counts =
                before.map { !applies && comparison.before.appliedRules(row).contains($0) }
                ?? applies
            if !counts { continue }
            taken.items += 1
            taken.bytes += max(0, comparison.after.listing.size[row])
        }
        return taken
    }

    /// What outweighs the rule of `proposal` in `plan`, the most frequent first.
    private static func conflicts(of proposal: Proposal, _ plan: Plan) -> [Conflict] {
        let id = proposal.kind == .promotion ? proposal.rule ?? "" : proposal.id
        guard proposal.label == .delete,
            let number = plan.rules.firstIndex(where: { $0.id == id })
        else { return [] }
        struct Key: Hashable { let rule: Int, verdict: Verdict }
        var counts: [Key: Int] = [:]
        for row in 0..<plan.listing.count where plan.verdict(row) != .delete {
            guard let rule = plan.ruleNumber(row), rule != number,
                plan.applies(number, to: row)
            else { continue }
            counts[Key(rule: rule, verdict: plan.verdict(row)), default: 0] += 1
        }
        return counts.sorted { (-$0.value, $0.key.rule) < (-$1.value, $1.key.rule) }
            .map {
                Conflict(rule: plan.rules[$0.key.rule].id, verdict: $0.key.verdict, count: $0.value)
            }
    }
}
