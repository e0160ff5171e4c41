// SPDX-License-Identifier: Apache-2.0

/// Why items stay that delete rules speak of: what holds each back, with counts.
///
/// For plans that delete less than a person expects. It decides nothing.
public struct HeldDeletions: Sendable {
    /// A rule and how many items it is about.
    public struct Share: Sendable, Hashable {
        /// The rule's id.
        public let rule: String
        /// How many items.
        public var items: Int64
    }

    /// What a delete rule asks of items that do not tell it.
    public struct Gap: Sendable, Hashable {
        /// The delete rule.
        public let rule: String
        /// How many items stay since an outcome is not known.
        public var items: Int64
        /// The tests that are not known of the first of these items, in the words of the rules.
        public let tests: [String]
    }

    /// Protections and keep rules, each with the items that a plain delete rule applies to as well.
    public private(set) var outweighed: [Share] = []
    /// Delete rules whose items a person is asked about, by the reason for that.
    public private(set) var reviewed: [Reason: [Share]] = [:]
    /// Delete rules that cannot be judged for want of values.
    public private(set) var gaps: [Gap] = []
    /// Folders that delete rules name and that hold something that stays.
    public private(set) var folders: Int64 = 0

    /// What holds the deletions of `plan` back. O(items × delete rules).
    public init(_ plan: Plan) {
        let rules = plan.program.plain + plan.program.sets
        let deleting = rules.filter { $0.rule.action == .delete && $0.condition != nil }
        let judged = Self.judge(plan, deleting)
        var keepers: [Int: Int64] = [:]
        var askers: [Reason: [Int: Int64]] = [:]
        for row in 0..<plan.listing.count {
            let reason = plan.reason(row)
            switch plan.verdict(row) {
            case .keep where reason == .folderNotEmpty: folders += 1
            case .keep where judged.wanted[row]:
                if let number = plan.ruleNumber(row) { keepers[number, default: 0] += 1 }
            case .review:
                guard let number = plan.ruleNumber(row), plan.rules[number].action == .delete
                else { continue }
                askers[reason, default: [:]][number, default: 0] += 1
            default: break
            }
        }
        func shares(_ counts: [Int: Int64]) -> [Share] {
            counts.sorted { $0.key < $1.key }.map {
                Share(rule: plan.rules[$0.key].id, items: $0.value)
            }
        }
        outweighed = shares(keepers)
        reviewed = askers.mapValues(shares)
        gaps = zip(deleting, judged.unknown).compactMap { rule, unknown in
            guard let first = unknown.first else { return nil }
            let explanation = Explanation(plan, row: first).rules[rule.number]
            let tests = [explanation.match, explanation.unless].compactMap(\.self)
                .flatMap(Self.unknownTests)
            return Gap(rule: rule.rule.id, items: unknown.items, tests: tests)
        }
    }

    /// What delete rules say of each row, whatever became of it.
    private static func judge(
        _ plan: Plan, _ rules: [CompiledRule]
    ) -> (wanted: RowBits, unknown: [(first: Int?, items: Int64)]) {
        let count = plan.listing.count
        let wanted = RowBits(count: count)
        var unknown: [(first: Int?, items: Int64)] = rules.map { _ in (nil, 0) }
        let batch = Batch(program: plan.program.conditions)
        batch.forEachStretch(of: count) {
            let first = batch.first
            for (place, rule) in rules.enumerated() {
                unsafe batch.withMask { mask in
                    unsafe batch.evaluate(rule.condition ?? .constant(.yes), into: mask)
                    if rule.rule.selection == nil {
                        unsafe wanted.insert(
                            mask, first: first, count: batch.count, atLeast: Truth.yes.rawValue)
                    }
                    for row in 0..<batch.count
                    where unsafe mask[row] == Truth.unknown.rawValue
                        && plan.reason(first + row) == .unmatched
                    {
                        if unknown[place].first == nil { unknown[place].first = first + row }
                        unknown[place].items += 1
                    }
                }
            }
        }
        return (wanted, unknown)
    }

    /// The tests below `condition` that are not known, each once.
    private static func unknownTests(_ condition: ConditionExplanation) -> [String] {
        if condition.outcome != .unknown { return [] }
        if condition.parts.isEmpty { return [condition.text] }
        return condition.parts.flatMap(unknownTests)
    }
}
