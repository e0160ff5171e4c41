// SPDX-License-Identifier: Apache-2.0

/// A condition as a tree of outcomes, with what the item really has.
public struct ConditionExplanation: Sendable {
    /// The condition in the words of a rules file.
    public let text: String
    /// What came out.
    public let outcome: Truth
    /// The item's own value, for tests; nil where it lacks the field or there is none to show.
    public let actual: String?
    /// The conditions below.
    public let parts: [ConditionExplanation]
}

/// What one rule has to say of one item.
public struct RuleExplanation: Sendable {
    /// The rule.
    public let rule: Rule
    /// Whether `type`, `in` and `enabled` fit the item.
    public let isInScope: Bool
    /// `match`; nil where the rule has none.
    public let match: ConditionExplanation?
    /// `unless`; nil where the rule has none.
    public let unless: ConditionExplanation?
    /// Whether the rule contributed to the verdict.
    public let contributed: Bool
    /// For set rules: the other members of the item's group, with their verdicts.
    public let group: [(path: String, verdict: Verdict, isItem: Bool)]
}

/// Walks all rules for one item: why it has its verdict.
public struct Explanation: Sendable {
    /// The item.
    public let item: ItemValues
    /// Its verdict.
    public let verdict: Verdict
    /// Its reason.
    public let reason: Reason
    /// The deciding rule; nil where none is named.
    public let rule: Rule?
    /// Every rule, protections first.
    public let rules: [RuleExplanation]

    /// Explains the item at `row` of `plan`. O(rules × conditions), beside an index of the groups.
    public init(_ plan: Plan, row: Int) {
        item = plan.listing.values(row)
        verdict = plan.verdict(row)
        reason = plan.reason(row)
        rule = plan.rule(row)
        let walker = ExplanationWalker(plan, row)
        rules = plan.rules.indices.map { walker.explain($0) }
    }
}

/// Evaluates conditions and their parts for a single row.
private struct ExplanationWalker {
    private let plan: Plan
    private let row: Int
    private let groups: GroupIndex
    private let applied: Set<Int>
    private let definitions: [String: Condition]
    private let wording: ConditionWording

    init(_ plan: Plan, _ row: Int) {
        self.plan = plan
        self.row = row
        groups = GroupIndex(plan)
        applied = Set(plan.appliedRules(row))
        definitions = Dictionary(
            plan.input.ruleFile.definitions.map { ($0.name, $0.condition) },
            uniquingKeysWith: { first, _ in first })
        wording = ConditionWording(
            item: plan.listing.values(row),
            clock: RuleClock(now: plan.input.now, timeZone: plan.input.timeZone),
            isEmpty: plan.program.folderContents.map { $0.isEmpty(row) })
    }

    func explain(_ number: Int) -> RuleExplanation {
        let rule = plan.rules[number]
        var members: [(path: String, verdict: Verdict, isItem: Bool)] = []
        if rule.selection != nil {
            members = groups.group(of: row, ruleNumber: number).map { member in
                (plan.listing.path(member), plan.verdict(member), member == row)
            }
        }
        return RuleExplanation(
            rule: rule, isInScope: isInScope(rule), match: rule.match.map { explain($0) },
            unless: rule.unless.map { explain($0) }, contributed: applied.contains(number),
            group: members)
    }

    private func isInScope(_ rule: Rule) -> Bool {
        guard rule.isEnabled else { return false }
        if let type = rule.itemType, (type == .folder) != plan.listing.isFolder(row) {
            return false
        }
        var compiler = compiler()
        guard let scope = compiler.compile(scopes: rule.scopes) else { return true }
        return outcome(scope, compiler) == .yes
    }

    private func explain(_ condition: Condition) -> ConditionExplanation {
        let parts: [Condition] =
            switch condition {
            case .everything, .test: []
            case .all(let parts), .any(let parts), .none(let parts): parts
            case .defined(let names): names.compactMap { definitions[$0] }
            }
        var compiler = compiler()
        let compiled = compiler.compile(condition)
        var actual: String?
        if case .test(let test) = condition { actual = wording.actual(test.field) }
        return ConditionExplanation(
            text: wording.text(condition), outcome: outcome(compiled, compiler), actual: actual,
            parts: parts.map { explain($0) })
    }

    private func compiler() -> ConditionCompiler {
        ConditionCompiler(
            listing: plan.listing,
            clock: RuleClock(now: plan.input.now, timeZone: plan.input.timeZone),
            supply: plan.program.supply, definitions: plan.input.ruleFile.definitions)
    }

    private func outcome(_ condition: CompiledCondition, _ compiler: ConditionCompiler) -> Truth {
        let batch = Batch(
            program: ConditionProgram(
                listing: plan.listing, leaves: compiler.leaves,
                folderContents: plan.program.folderContents))
        var outcome = Truth.no
        batch.begin(first: row, count: 1)
        batch.withMask { mask in
            batch.evaluate(condition, into: mask)
            outcome = Truth(rawValue: mask[0]) ?? .no
        }
        return outcome
    }
}
