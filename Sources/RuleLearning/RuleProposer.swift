// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// Proposes what rules could say, from what was decided.
package struct RuleProposer {
    let examples: Examples
    let file: RuleFile
    let standing: StandingVerdicts
    /// Whether rules have to say which drive they are meant for.
    private var hasDrives: Bool {
        file.drives.count > 1 || Set(examples.items.map(\.drive)).count > 1
    }
    private var names: ProposalNames

    /// What `items` come to, where the rules `file` stand.
    package static func suggestions(
        from items: [DecidedItem], rules file: RuleFile, timeZone: RuleTimeZone
    ) -> Suggestions {
        let ordered = items.inOrder
        let deleted = ordered.count { $0.label == .delete }
        func made(_ proposals: [Proposal], _ heldOutFrom: Timestamp?) -> Suggestions {
            Suggestions(
                deleted: deleted, kept: ordered.count - deleted, from: ordered.first?.at,
                until: ordered.last?.at, heldOutFrom: heldOutFrom, proposals: proposals)
        }
        if ordered.count < LearningTerms.decisionsMin { return made([], nil) }
        let examples = Examples(ordered, timeZone: timeZone)
        let standing = StandingVerdicts(examples, file, timeZone)
        var proposer = RuleProposer(
            examples: examples, file: file, standing: standing,
            names: ProposalNames(taken: (file.protections + file.rules).map(\.id)))
        var proposals = proposer.proposals()
        if ordered.count >= LearningTerms.halfMin {
            var later = RuleProposer(
                examples: examples.latterHalf, file: file, standing: standing,
                names: proposer.names)
            proposals += later.proposals().filter { proposal in
                !proposals.contains { $0.saysMost(of: proposal) }
            }
        }
        return made(proposals, examples.heldOutFrom)
    }

    private init(
        examples: Examples, file: RuleFile, standing: StandingVerdicts, names: ProposalNames
    ) {
        self.examples = examples
        self.file = file
        self.standing = standing
        self.names = names
    }

    private mutating func proposals() -> [Proposal] {
        let promotions = promotions()
        // What the rules delete by themselves, or will, needs no other rule.
        var covered = standing.deleted.and(examples.deleted)
        for proposal in promotions { covered = covered.or(group(proposal.rule ?? "")) }
        let rules = newRules(without: covered)
        let exceptions = exceptions()
        var spared = Bits(count: examples.count)
        for (_, bits) in exceptions { spared = spared.or(bits) }
        return promotions + rules + exceptions.map(\.proposal) + protections(without: spared)
    }

    /// The decided items that the rule `id` put up, or takes.
    private func group(_ id: String) -> Bits {
        let put = examples.these { $0.rule.map { $0.utf8.elementsEqual(id.utf8) } ?? false }
        guard let takes = standing.applied[id] else { return put }
        return takes
    }

    private func isEnabled(_ rule: Rule, _ actions: Action...) -> Bool {
        rule.isEnabled && rule.itemType != .folder && !rule.isOfCanary
            && actions.contains(rule.action)
    }

    // MARK: What goes

    /// Rules that put items up which are nearly always deleted.
    private mutating func promotions() -> [Proposal] {
        var proposals: [Proposal] = []
        for rule in file.rules where isEnabled(rule, .review) {
            let bits = group(rule.id)
            let all = examples.agreement(bits, with: examples.deleted, in: examples.learned)
            let later = examples.agreement(bits, with: examples.deleted, in: examples.heldOut)
            guard all.count + later.count >= LearningTerms.wholeRuleMin,
                all.right >= LearningTerms.supportMin, all.laplace >= LearningTerms.laplaceMin,
                later.isGood
            else { continue }
            var proposal = proposal(
                .promotion, id: names.fresh("\(rule.id)-delete"), rule: rule.id, [],
                bits, misses: examples.all)
            proposal.setsTrial = hasNoTrial
            proposals.append(proposal)
        }
        return proposals
    }

    /// Whether rules would delete from the first item on: a trial of none is no trial.
    private var hasNoTrial: Bool { (file.review.trial ?? 0) == 0 }

    /// New rules, for each drive by itself where there are several.
    private mutating func newRules(without covered: Bits) -> [Proposal] {
        var proposals: [Proposal] = []
        let drives = hasDrives ? Set(examples.items.map(\.drive)).sorted(by: Self.precedes) : [""]
        for drive in drives {
            let scope = hasDrives ? examples.these { $0.drive == drive } : examples.all
            let learner = CoverLearner(examples, wanted: examples.deleted, in: scope, goes: true)
            for rule in learner.rules(without: covered.and(scope)) {
                var proposal = proposal(
                    .rule, id: names.fresh(ProposalNames.text(rule.literals, goes: true)),
                    rule: nil,
                    rule.literals, rule.covered, misses: scope, drive: hasDrives ? drive : nil)
                proposal.aside = file.rules.filter { other in
                    isEnabled(other, .review)
                        && standing.applied[other.id].map { $0.and(rule.covered).count > 0 }
                            ?? false
                }.map(\.id)
                proposal.setsTrial = hasNoTrial
                proposals.append(proposal)
            }
        }
        return proposals
    }

    private static func precedes(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }

    // MARK: What stays

    /// Exceptions of rules whose items are kept again and again, and where.
    private mutating func exceptions() -> [(proposal: Proposal, bits: Bits)] {
        var found: [(proposal: Proposal, bits: Bits)] = []
        for rule in file.rules where isEnabled(rule, .review, .delete) {
            let scope = group(rule.id)
            let learner = CoverLearner(examples, wanted: examples.kept, in: scope, goes: false)
            for learned in learner.rules(without: Bits(count: examples.count)) {
                let name = ProposalNames.text(learned.literals, goes: false)
                let proposal = proposal(
                    .exception, id: names.fresh("\(rule.id)-unless-\(name)"), rule: rule.id,
                    learned.literals, learned.covered, misses: scope)
                found.append((proposal, learned.covered))
            }
        }
        return found
    }

    /// Protections of what is kept although several rules take it.
    private mutating func protections(without spared: Bits) -> [Proposal] {
        let contradicted = examples.kept.and(standing.contradictable)
        let scope = contradicted.or(examples.deleted)
        let learner = CoverLearner(examples, wanted: contradicted, in: scope, goes: false)
        var proposals: [Proposal] = []
        for learned in learner.rules(without: spared) {
            let stays = learned.covered.and(contradicted)
            let rules = file.rules.count { rule in
                isEnabled(rule, .review, .delete)
                    && standing.applied[rule.id].map { $0.and(stays).count > 1 } ?? false
            }
            if rules < 2 { continue }
            proposals.append(
                proposal(
                    .protection,
                    id: names.fresh("keep-" + ProposalNames.text(learned.literals, goes: false)),
                    rule: nil, learned.literals, learned.covered, misses: scope))
        }
        return proposals
    }

    // MARK: Evidence

    /// The proposal that speaks of `bits`, with what was decided about them.
    private func proposal(
        _ kind: Proposal.Kind, id: String, rule: String?, _ literals: [Literal], _ bits: Bits,
        misses scope: Bits, drive: String? = nil
    ) -> Proposal {
        let goes = kind == .rule || kind == .promotion
        let wanted = goes ? examples.deleted : examples.kept
        func items(_ bits: Bits) -> [DecidedItem] { bits.numbers.map { examples.items[$0] } }
        return Proposal(
            id: id, kind: kind, rule: rule, literals: literals, drive: drive,
            since: examples.since,
            support: examples.agreement(bits, with: wanted, in: examples.window),
            learned: examples.agreement(bits, with: wanted, in: examples.learned),
            heldOut: examples.agreement(bits, with: wanted, in: examples.heldOut),
            contradictions: items(bits.without(wanted)), examples: items(bits.and(wanted)),
            nearMisses: nearMisses(literals, goes: goes, scope.without(bits).without(wanted)))
    }

    /// Those of `others` that meet the most of `literals`, the latest first.
    private func nearMisses(
        _ literals: [Literal], goes: Bool, _ others: Bits
    ) -> [DecidedItem] {
        let tests = literals.map { $0.test(goes: goes) }
        let counted = others.numbers.map { number in
            (number, tests.count { $0(examples.facts[number]) })
        }
        return counted.sorted { ($0.1, $0.0) > ($1.1, $1.0) }.prefix(20)
            .map { examples.items[$0.0] }
    }
}
