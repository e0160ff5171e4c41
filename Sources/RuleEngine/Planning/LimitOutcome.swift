// SPDX-License-Identifier: Apache-2.0

/// One limit held against a plan; a plan that passes any limit is refused as a whole for staging.
public struct LimitOutcome: Sendable, Hashable {
    /// What is limited.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
        /// Deleted files and folders.
        case items
        /// Deleted bytes.
        case bytes
        /// Deleted files in hundredths of a drive's files.
        case percent
    }

    /// What is limited.
    public var subject: Subject
    /// The rule whose own limit this is; nil for those of the file.
    public var rule: String?
    /// The drive, for `percent`.
    public var drive: String?
    /// What the plan comes to; for `percent` in hundredths, rounded up.
    public var value: Int64
    /// The threshold; nil for `unlimited`.
    public var threshold: Int64?
    /// Whether the plan is over it.
    public var isExceeded: Bool

    /// A limit held against a value.
    public init(
        subject: Subject, rule: String? = nil, drive: String? = nil, value: Int64,
        threshold: Int64?, isExceeded: Bool
    ) {
        self.subject = subject
        self.rule = rule
        self.drive = drive
        self.value = value
        self.threshold = threshold
        self.isExceeded = isExceeded
    }

    /// What holds where a file is silent: 1,000 items, 100 GB, 25 per cent.
    public static func fallback(_ subject: Subject) -> Limit {
        switch subject {
        case .items: .atMost(1_000)
        case .bytes: .atMost(100_000_000_000)
        case .percent: .atMost(25)
        }
    }

    /// `percent` does not apply to drives with fewer files.
    public static let percentFilesMin: Int64 = 100

    /// All limits of the file and of its rules, held against `totals`.
    public static func outcomes(_ plan: Plan, _ totals: PlanTotals) -> [LimitOutcome] {
        let limits = plan.input.ruleFile.limits
        var outcomes = [
            over(.items, limits.items ?? fallback(.items), totals.delete.items),
            over(.bytes, limits.bytes ?? fallback(.bytes), totals.delete.bytes),
        ]
        let deleted = totals.drives.map(\.deletedFiles.items)
        outcomes += percent(limits.percent ?? fallback(.percent), plan, totals, deleted)
        for (number, rule) in plan.rules.enumerated() {
            outcomes += own(rule, number, plan, totals)
        }
        return outcomes
    }

    private static func own(
        _ rule: Rule, _ number: Int, _ plan: Plan, _ totals: PlanTotals
    ) -> [LimitOutcome] {
        var outcomes: [LimitOutcome] = []
        let deleted = totals.rules[number].delete
        if let limit = rule.limits.items { outcomes.append(over(.items, limit, deleted.items)) }
        if let limit = rule.limits.bytes { outcomes.append(over(.bytes, limit, deleted.bytes)) }
        if let limit = rule.limits.percent {
            var files = Array(repeating: Int64(0), count: totals.drives.count)
            for row in 0..<plan.listing.count
            where plan.verdict(row) == .delete && plan.ruleNumber(row) == number
                && !plan.listing.isFolder(row)
            {
                files[plan.listing.drive(row)] += 1
            }
            outcomes += percent(limit, plan, totals, files)
        }
        for index in outcomes.indices { outcomes[index].rule = rule.id }
        return outcomes
    }

    private static func over(_ subject: Subject, _ limit: Limit, _ value: Int64) -> LimitOutcome {
        switch limit {
        case .unlimited:
            LimitOutcome(subject: subject, value: value, threshold: nil, isExceeded: false)
        case .atMost(let most):
            LimitOutcome(
                subject: subject, value: value, threshold: most, isExceeded: value > most)
        }
    }

    private static func percent(
        _ limit: Limit, _ plan: Plan, _ totals: PlanTotals, _ deleted: [Int64]
    ) -> [LimitOutcome] {
        totals.drives.indices.compactMap { drive in
            let files = totals.drives[drive].files.items
            guard files >= percentFilesMin else { return nil }
            var outcome = over(.percent, limit, (deleted[drive] * 100 + files - 1) / files)
            if case .atMost(let most) = limit {
                outcome.isExceeded = deleted[drive] * 100 > most * files
            }
            outcome.drive = plan.listing.drives[drive].name
            return outcome
        }
    }
}
