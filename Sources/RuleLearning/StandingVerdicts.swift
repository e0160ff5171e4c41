// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What the rules say of decided items by themselves, without what was decided.
struct StandingVerdicts {
    /// The examples that the rules delete, or would if nobody had to look first.
    private(set) var deleted: Bits
    /// The examples that they review or delete.
    private(set) var contradictable: Bits
    /// The examples that each rule applies to, by its id; of rules over groups nothing is known.
    private(set) var applied: [String: Bits] = [:]

    /// What `file` says of `examples`, each as it was when it was decided about.
    init(_ examples: Examples, _ file: RuleFile, _ timeZone: RuleTimeZone) {
        deleted = Bits(count: examples.count)
        contradictable = deleted
        var plain = file
        plain.review.trial = nil
        // Groups lie in whole drives, and a few items of one are none.
        plain.rules.removeAll { $0.selection != nil }
        for rule in plain.rules { applied[rule.id] = Bits(count: examples.count) }
        // An age counts back from the decision: each item has its dates moved to one instant.
        guard let now = examples.items.last?.at else { return }
        guard let (plan, numbers) = Self.plan(examples, plain, timeZone, now) else { return }
        for row in 0..<plan.listing.count {
            let number = numbers[row]
            let isDeleted = plan.verdict(row) == .delete || plan.reason(row) == .biggerThan
            if isDeleted { deleted.insert(number) }
            if plan.verdict(row) != .keep { contradictable.insert(number) }
            for rule in plan.appliedRules(row).map({ plan.rules[$0] }) {
                applied[rule.id, default: Bits(count: examples.count)].insert(number)
            }
        }
    }

    private static func plan(
        _ examples: Examples, _ file: RuleFile, _ timeZone: RuleTimeZone, _ now: Timestamp
    ) -> (Plan, [Int])? {
        var builder = ListingBuilder()
        var numbers: [Int] = []
        for (number, item) in examples.items.enumerated() {
            var values = item.values
            values.id = "\(number)"
            let shift = now.secondsSinceEpoch - item.at.secondsSinceEpoch
            values.created = values.created?.moved(by: shift)
            values.modified = values.modified?.moved(by: shift)
            values.taken = values.taken?.moved(by: shift)
            let before = builder.count
            guard let drive = try? builder.drive(named: item.drive, kind: .listing),
                (try? builder.append(values, drive: drive)) != nil
            else { return nil }
            // What lies in the program's own folder is no item.
            if builder.count > before { numbers.append(number) }
        }
        let listing = builder.finish()
        guard listing.count == numbers.count else { return nil }
        let input = PlanInput(
            listing: listing, ruleFile: file, now: now, timeZone: timeZone, threads: 1)
        guard let planner = try? Planner(input) else { return nil }
        return (planner.plan(), numbers)
    }
}

extension Timestamp {
    fileprivate func moved(by seconds: Int64) -> Timestamp {
        Timestamp(secondsSinceEpoch: secondsSinceEpoch &+ seconds)
    }
}
