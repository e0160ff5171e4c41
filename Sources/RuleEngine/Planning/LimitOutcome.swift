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
        /// How many hundredths fewer files a drive lists than at the last good sync.
        case listingDrop = "listing_drop"
    }

    /// What is limited.
    public var subject: Subject
    /// The rule whose own limit this is; nil for those of the file.
    public var rule: String?
    /// The drive, for `percent` and `listingDrop`.
    public var drive: String?
    /// What the plan comes to; for `percent` and `listingDrop` in hundredths, rounded up.
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

    /// What holds where a file is silent: 1,000 items, 100 GB, 25 and 20 per cent.
    public static func fallback(_ subject: Subject) -> Limit {
        switch subject {
        case .items: .atMost(1_000)
        case .bytes: .atMost(100_000_000_000)
        case .percent: .atMost(25)
        case .listingDrop: .atMost(20)
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
        outcomes += listingDrops(limits.listingDrop, plan, totals)
        for (number, rule) in plan.rules.enumerated() {
            outcomes += own(rule, number, plan, totals)
        }
        return outcomes
    }

    /// Whether a drive that lists `current` files after `last` drops more than `limit` allows; nil
    /// stands for the default, and there is no drop before a first good sync.
    package static func isListingDropExceeded(
        _ limit: Limit?, last: Int64?, current: Int64
    ) -> Bool {
        guard let last, case .atMost(let most) = limit ?? fallback(.listingDrop), last > current
        else { return false }
        // No product overflows, whatever a state file says: a listing has fewer than 2^32 rows, and
        // a percentage from 100 on never refuses.
        let bounded = min(last, Int64(UInt32.max))
        return (bounded - current) * 100 > min(most, 100) * bounded
    }

    /// The limits of a file for deletions that are counted elsewhere: how many, how large, and how
    /// many of the files of each drive.
    package static func outcomes(
        _ limits: Limits, deleting tally: (items: Int64, bytes: Int64),
        files: [(drive: String, deleted: Int64, all: Int64)]
    ) -> [LimitOutcome] {
        var outcomes = [
            over(.items, limits.items ?? fallback(.items), tally.items),
            over(.bytes, limits.bytes ?? fallback(.bytes), tally.bytes),
        ]
        for (drive, deleted, all) in files {
            outcomes += percent(
                limits.percent ?? fallback(.percent), drive: drive, deleted: deleted, of: all)
        }
        return outcomes
    }

    /// The limits of `rule` alone for what it deletes on `drive`, which is counted elsewhere: how many
    /// items, how large, and how many of all the files there.
    package static func outcomes(
        of rule: Rule, on drive: String, deleting tally: (items: Int64, bytes: Int64),
        files: (deleted: Int64, all: Int64)
    ) -> [LimitOutcome] {
        var outcomes: [LimitOutcome] = []
        if let limit = rule.limits.items { outcomes.append(over(.items, limit, tally.items)) }
        if let limit = rule.limits.bytes { outcomes.append(over(.bytes, limit, tally.bytes)) }
        if let limit = rule.limits.percent {
            outcomes += percent(limit, drive: drive, deleted: files.deleted, of: files.all)
        }
        for index in outcomes.indices { outcomes[index].rule = rule.id }
        return outcomes
    }

    private static func percent(
        _ limit: Limit, drive: String, deleted: Int64, of files: Int64
    ) -> [LimitOutcome] {
        guard files >= percentFilesMin else { return [] }
        var outcome = over(.percent, limit, (deleted * 100 + files - 1) / files)
        if case .atMost(let most) = limit { outcome.isExceeded = deleted * 100 > most * files }
        outcome.drive = drive
        return [outcome]
    }

    private static func listingDrops(
        _ limit: Limit?, _ plan: Plan, _ totals: PlanTotals
    ) -> [LimitOutcome] {
        let names = plan.input.lastFileCounts.keys.sorted { left, right in
            left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return names.compactMap { name in
            guard let count = plan.input.lastFileCounts[name] else { return nil }
            // A drive without a single item may be no drive of the listing any more.
            let current = plan.listing.driveNumber(named: name).map {
                totals.drives[$0].files.items
            }
            return listingDrop(limit, drive: name, last: count, current: current ?? 0)
        }
    }

    /// How many hundredths fewer files `drive` lists than the `last` good time; nil where it had none.
    package static func listingDrop(
        _ limit: Limit?, drive: String, last count: Int64, current: Int64
    ) -> LimitOutcome? {
        guard count > 0 else { return nil }
        let last = min(count, Int64(UInt32.max))
        let dropped = max(0, last - current)
        var outcome = over(
            .listingDrop, limit ?? fallback(.listingDrop), (dropped * 100 + last - 1) / last)
        outcome.isExceeded = isListingDropExceeded(limit, last: last, current: current)
        outcome.drive = drive
        return outcome
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
        totals.drives.indices.flatMap { drive in
            percent(
                limit, drive: plan.listing.drives[drive].name, deleted: deleted[drive],
                of: totals.drives[drive].files.items)
        }
    }
}
