// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// What came out for one item of a test.
public struct RuleTestFinding: Sendable {
    /// The item with its expectation.
    public let item: TestItem
    /// The verdict that the rules gave.
    public let verdict: Verdict
    /// The rule that decided; nil where none is named.
    public let rule: String?
    /// Why.
    public let reason: Reason
    /// The ids of all rules that contributed something, in the order of plans.
    public let applied: [String]

    /// Whether that is what was expected.
    public var isMet: Bool {
        verdict == item.expect && (item.by == nil || item.by == rule)
    }
}

/// What came out of one test.
public struct RuleTestResult: Sendable {
    /// The test.
    public let test: RuleTest
    /// A finding for each item, in the order of the test.
    public let findings: [RuleTestFinding]

    /// Whether every item came out as expected.
    public var isMet: Bool { findings.allSatisfy(\.isMet) }
}

/// Runs the tests that a rules file brings: each is a small listing of its own.
public enum RuleTestRunner {
    /// The results of `tests` (all of the file's by default), in order.
    ///
    /// Limits, quota, trial and past decisions play no part. Throws where a test's items are no
    /// listing, such as two items of one path.
    public static func run(
        _ file: RuleFile, tests: [RuleTest]? = nil, timeZone: RuleTimeZone
    ) throws(ListingError) -> [RuleTestResult] {
        var results: [RuleTestResult] = []
        for test in tests ?? file.tests {
            results.append(try run(test, of: file, timeZone: timeZone))
        }
        return results
    }

    /// The ids of enabled rules and protections that decided no item of `results`.
    public static func uncoveredRules(_ file: RuleFile, _ results: [RuleTestResult]) -> [String] {
        let deciding = Set(results.flatMap { $0.findings.compactMap(\.rule) })
        return (file.protections + file.rules)
            .filter { $0.isEnabled && !$0.isOfCanary && !deciding.contains($0.id) }.map(\.id)
    }

    private static func run(
        _ test: RuleTest, of file: RuleFile, timeZone: RuleTimeZone
    ) throws(ListingError) -> RuleTestResult {
        let clock = RuleClock(now: test.now, timeZone: timeZone)
        var builder = ListingBuilder()
        var keys: [[UInt8]: Int] = [:]
        for (index, item) in test.items.enumerated() {
            let name = item.item.drive ?? file.drives.first?.name ?? "listing"
            // A test says all there is to know of an item, as a listing does.
            let drive = try builder.drive(named: name, kind: .listing)
            let values = aged(item, clock)
            // Bytes, for strings that differ in their normal form only would be equal.
            let key = Array(name.utf8) + [0] + Array((values.id ?? values.path).utf8)
            if keys.updateValue(index, forKey: key) != nil {
                throw ListingError(
                    Message("test '\(test.name)' names '\(values.path)' on drive '\(name)' twice"))
            }
            try builder.append(values, drive: drive)
        }
        let listing = builder.finish()
        var untried = file
        untried.review.trial = nil
        var input = PlanInput(
            listing: listing, ruleFile: untried, now: test.now, timeZone: timeZone, threads: 1)
        input.tellsEverything = true
        let plan: Plan
        do throws(PlanError) {
            plan = try Planner(input).plan()
        } catch {
            throw ListingError(error.clause)
        }
        var findings: [RuleTestFinding] = []
        var row = 0
        for item in test.items {
            // What lies in the program's own folder is no item: it stays, and nobody decides.
            let isListed =
                row < listing.count && listing.path(row).utf8.elementsEqual(item.item.path.utf8)
            findings.append(
                RuleTestFinding(
                    item: item, verdict: isListed ? plan.verdict(row) : .keep,
                    rule: isListed ? plan.rule(row)?.id : nil,
                    reason: isListed ? plan.reason(row) : .unmatched,
                    applied: isListed ? plan.appliedRules(row).map { plan.rules[$0].id } : []))
            if isListed { row += 1 }
        }
        return RuleTestResult(test: test, findings: findings)
    }

    /// The item's values with its ages counted back from the test's instant.
    private static func aged(_ item: TestItem, _ clock: RuleClock) -> ItemValues {
        var values = item.item
        for (field, age) in item.ages {
            // An age below year 1 is older than any date can say: the date is missing then.
            let date = clock.instant(before: age).map { Timestamp(secondsSinceEpoch: $0) }
            switch field {
            case .age: (values.created, values.modified) = (date, date)
            case .modifiedAge: values.modified = date
            case .createdAge: values.created = date
            case .takenAge: values.taken = date
            case .accessedAge: values.accessed = date
            case .knownFor: values.firstSeen = date
            default: break
            }
        }
        return values
    }
}
