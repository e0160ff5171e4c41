// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Limits and supply")
struct LimitTests {
    private func exceeded(_ world: World) throws -> [String] {
        let plan = try world.plan()
        return LimitOutcome.outcomes(plan, PlanTotals(plan)).filter(\.isExceeded).map { outcome in
            [outcome.subject.rawValue, outcome.rule, outcome.drive].compactMap { $0 }
                .joined(separator: ":")
        }
    }

    private func world(files: Int, deleted: Int, size: Int64 = 1) -> World {
        var world = World()
        world.items = (0..<files).map {
            .file($0 < deleted ? "/\($0).tmp" : "/\($0).txt", size: size)
        }
        world.file.rules = [Rule(id: "tmp", match: .name("*.tmp"), action: .delete)]
        return world
    }

    @Test("a limit is passed strictly above it", arguments: [(25, []), (26, ["percent:main"])])
    func percent(deleted: Int, expected: [String]) throws {
        #expect(try exceeded(world(files: 100, deleted: deleted)) == expected)
        #expect(try exceeded(world(files: 99, deleted: 99)) == [], "small drives have no share")
    }

    @Test("items and bytes of a file and of a rule")
    func itemsAndBytes() throws {
        var world = world(files: 5, deleted: 3, size: 10)
        world.file.limits.items = .atMost(2)
        world.file.limits.bytes = .atMost(30)
        world.file.rules[0].limits.bytes = .atMost(29)
        #expect(try exceeded(world) == ["items", "bytes:tmp"])
        world.file.limits.items = .unlimited
        #expect(try exceeded(world) == ["bytes:tmp"])
        world.file.limits.items = .atMost(0)
        #expect(try exceeded(world) == ["items", "bytes:tmp"], "0 means zero")
    }

    @Test("without limits in the file those of the language hold")
    func fallbacks() throws {
        #expect(try exceeded(world(files: 5_000, deleted: 1_000)) == [])
        #expect(try exceeded(world(files: 5_000, deleted: 1_001)) == ["items"])
        #expect(
            try exceeded(world(files: 3, deleted: 1, size: 100_000_000_001)) == ["bytes"])
    }

    @Test("a protection on what a drive never supplies is an error, a deletion a warning")
    func supply() {
        let shared = Condition.test(FieldTest(.shared, [.flag(true)]))
        var file = RuleFile()
        file.definitions = [Definition(name: "s", condition: shared)]
        file.protections = [
            Rule(id: "p", itemType: nil, match: .defined(["s"]), action: .protect)
        ]
        file.rules = [
            Rule(id: "k", match: .everything, unless: shared, action: .keep),
            Rule(id: "d", match: shared, action: .delete),
            Rule(
                id: "only", match: .test(FieldTest(.shared, [.missing])), action: .keep),
            Rule(
                id: "cloud", scopes: [Scope(drive: "cloud")], match: shared, action: .keep),
        ]
        let drives = [
            ListedDrive(name: "disk", kind: .local), ListedDrive(name: "cloud", kind: .onedrive),
        ]
        let found = SupplyCheck.diagnostics(file, drives: drives)
        #expect(found.map(\.severity) == [.error, .error, .warning])
        #expect(found.allSatisfy { $0.message.contains("'disk'") })
        #expect(found.allSatisfy { $0.notes.first?.contains("'cloud'") == true })
        #expect(SupplyCheck.diagnostics(file, drives: [drives[1]]).isEmpty)
        let listing = ListedDrive(name: "disk", kind: .listing)
        #expect(SupplyCheck.diagnostics(file, drives: [listing]).isEmpty)
    }

    @Test("every field's example and every field's supplier are known")
    func vocabulary() {
        #expect(Vocabulary.fields.count == Field.allCases.count)
        for field in Vocabulary.fields {
            #expect(field.suppliers.contains(.listing), "a listing supplies '\(field.field)'")
            #expect(!field.summary.isEmpty && !field.example.isEmpty)
        }
    }

    @Test("an explanation shows each condition with what the item really has")
    func explanation() throws {
        var world = World()
        world.items = [.file("/a.tmp", size: 5, ageDays: 100)]
        world.file.rules = [
            Rule(
                id: "d",
                match: .all([.name("*.tmp"), .any([.sizeOver(10), .olderThan(days: 90)])]),
                unless: .test(FieldTest(.shared, [.flag(true)])), action: .delete)
        ]
        let explanation = Explanation(try world.plan(), row: 0)
        #expect(explanation.verdict == .keep)
        let rule = try #require(explanation.rules.first)
        #expect(!rule.contributed && rule.isInScope)
        let match = try #require(rule.match)
        #expect(match.outcome == .yes)
        #expect(match.parts.map(\.outcome) == [.yes, .yes])
        #expect(match.parts[0].actual == "a.tmp")
        #expect(match.parts[1].parts.map(\.outcome) == [.no, .yes])
        #expect(match.parts[1].parts[0].actual == "5 B")
        #expect(match.parts[1].parts[1].actual?.hasPrefix("100d") == true)
        #expect(rule.unless?.outcome == .unknown)
        #expect(rule.unless?.actual == nil)
    }
}
