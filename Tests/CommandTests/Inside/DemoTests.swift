// SPDX-License-Identifier: Apache-2.0

import Messages
import PlanRunner
import RuleEngine
import Testing
import YAMLBridge

@testable import Samples
@testable import Commands

@Suite struct DemoTests {
    @Test("the demo drive is the same every time, and is a drive")
    func driveIsFixed() throws {
        let items = DemoDrive.items()
        #expect(items == DemoDrive.items())
        #expect((400...1_200).contains(items.count))
        #expect(Set(items.map(\.path)).count == items.count)
        #expect(Set(items.compactMap(\.id)).count == items.count)
        let paths = Set(items.map(\.path))
        for item in items {
            let components = item.path.split(separator: "/", omittingEmptySubsequences: false)
            #expect(components.first == "" && components.dropFirst().allSatisfy { !$0.isEmpty })
            let above = components.dropLast().joined(separator: "/")
            #expect(above.isEmpty || paths.contains(above), "\(item.path)")
            #expect((item.modified ?? DemoDrive.now) <= DemoDrive.now)
        }
        #expect(try DemoDrive.listing().count == items.count)
    }

    @Test("equal hashes go with equal sizes, and both hashes tell the same contents apart")
    func hashesAreConsistent() {
        var seen: [String: ItemValues] = [:]
        for item in DemoDrive.items() {
            #expect((item.sha256 == nil) == (item.quickXor == nil))
            guard let hash = item.sha256 else { continue }
            #expect(hash.utf8.count == 64 && item.quickXor?.utf8.count == 28)
            guard let other = seen.updateValue(item, forKey: hash) else { continue }
            #expect(other.size == item.size && other.quickXor == item.quickXor)
        }
        #expect(Set(seen.values.compactMap(\.quickXor)).count == seen.count)
    }

    @Test("the demo's rules are valid, their tests are met and cover every rule")
    func rulesAreValid() throws {
        let file = try rules()
        let zone = try #require(file.timeZone.flatMap { RuleTimeZone(identifier: $0) })
        let results = try RuleTestRunner.run(file, timeZone: zone)
        for finding in results.flatMap(\.findings) where !finding.isMet {
            Issue.record(
                """
                \(finding.item.item.path) is \(finding.verdict) by \(finding.rule ?? "nobody") \
                (\(finding.reason.rawValue))
                """)
        }
        #expect(RuleTestRunner.uncoveredRules(file, results) == [])
    }

    @Test("the demo's plan holds every kind of verdict and passes no limit")
    func planShowsEverything() async throws {
        // By the real client, over the simulated service.
        let plan = try await DemoDrive.plan().plan
        let listing = plan.listing
        var found: [String: Int] = [:]
        for row in 0..<listing.count {
            found["\(plan.verdict(row)) \(plan.reason(row).rawValue)", default: 0] += 1
        }
        let expected = [
            "keep protected", "keep kept-by-rule", "keep unmatched", "keep folder-not-empty",
            "delete rule", "delete duplicate", "delete surplus", "review rule", "review unknown",
            "review bigger-than", "review last-copy", "review survivor-under-review",
        ]
        #expect(Set(found.keys) == Set(expected), "\(found)")
        let totals = PlanTotals(plan)
        #expect(LimitOutcome.outcomes(plan, totals).filter(\.isExceeded) == [])
        for (number, rule) in plan.rules.enumerated() {
            let decided = totals.rules[number]
            #expect(
                decided.keep.items + decided.delete.items + decided.review.items > 0, "\(rule.id)")
        }
        #expect(totals.delete.items > 50)
        #expect((10...60).contains(totals.review.items))
    }

    private func rules() throws -> RuleFile { try DemoPlan.rules() }
}

extension DemoDrive {
    /// The demo's items as a listing, with others whose names no OneDrive takes.
    static func listing(and names: [String] = []) throws -> Listing {
        var builder = ListingBuilder(idsAreUnique: true)
        let drive = try builder.drive(named: name, kind: .listing)
        for item in items() { try builder.append(item, drive: drive) }
        for name in names {
            var item = ItemValues(path: name)
            item.id = name
            item.size = 7
            item.shared = false
            item.created = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - 300 * 86_400)
            item.modified = item.created
            try builder.append(item, drive: drive)
        }
        return builder.finish()
    }
}

/// The demo's plan, for the tests of what is made from plans.
enum DemoPlan {
    static func rules() throws -> RuleFile {
        let decoded = RuleFileDecoder.decode(Array(DemoRules.text.utf8), file: DemoRules.fileName) {
            path, _ in throw ListingError(Message("nothing is included, not even \(path)"))
        }
        #expect(decoded.rules.diagnostics.map(\.message) == [])
        return try #require(decoded.rules.value)
    }

    static func make(and names: [String] = []) throws -> Plan {
        let file = try rules()
        let zone = try #require(file.timeZone.flatMap { RuleTimeZone(identifier: $0) })
        return try Planner(
            PlanInput(
                listing: try DemoDrive.listing(and: names), ruleFile: file, now: DemoDrive.now,
                timeZone: zone)
        ).plan()
    }
}
