// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport

/// Without a memory, each level would double the work: these tests would never end.
@Suite("Definitions that name each other")
struct DefinitionTests {
    /// `d99` is `d98` twice, and so on down to a name.
    private func world() -> World {
        var world = World()
        world.items = [.file("/a.tmp"), .file("/b.txt"), .file("/c.tmp", ageDays: 1)]
        world.file.definitions =
            [Definition(name: "d0", condition: .name("*.tmp"))]
            + (1..<100).map { level in
                let below = Condition.defined(["d\(level - 1)"])
                let parts = [below, .all([.olderThan(days: 30), below]), below]
                return Definition(
                    name: "d\(level)", condition: level % 3 == 0 ? .all(parts) : .any(parts))
            }
        world.file.rules = [
            Rule(id: "deep", match: .defined(["d99", "d98"]), action: .delete),
            Rule(id: "deeper", match: .defined(["d97"]), unless: .defined(["d99"]), action: .keep),
        ]
        return world
    }

    @Test("are judged once an item, in whatever order rows are asked for")
    func judgedOnce() throws {
        let plan = try world().plan()
        #expect((0..<3).map { plan.verdict($0) } == [.delete, .keep, .keep])
        #expect(!world().file.tests(.camera))
        let drive = ListedDrive(name: "main", kind: .local)
        #expect(SupplyCheck.diagnostics(world().file, drives: [drive]).isEmpty)
    }

    @Test("are explained as far as that says more")
    func explained() throws {
        let plan = try world().plan()
        let rules = Explanation(plan, row: 0).rules
        var open = rules.compactMap(\.match) + rules.compactMap(\.unless)
        var count = 0
        var isCut = false
        while let condition = open.popLast() {
            count += 1
            isCut = isCut || condition.isToldAbove
            #expect(condition.parts.isEmpty || !condition.isToldAbove)
            open += condition.parts
        }
        #expect(isCut)
        #expect(count < 20_000)
        #expect(rules[0].match?.outcome == .yes)
    }

    @Test("are explained in full where they are few, however often they are named")
    func explainedInFull() throws {
        var world = world()
        world.file.rules = (0..<50).map { number in
            Rule(id: "r\(number)", match: .defined(["d1", "d1", "d0"]), action: .review)
        }
        let rules = Explanation(try world.plan(), row: 0).rules
        for rule in rules {
            let match = try #require(rule.match)
            #expect(match.parts.count == 3)
            #expect(match.parts[0].parts.count == 3)
            #expect(match.parts[1].parts.count == 3)
        }
    }

    @Test("say of each row what they say on their own", arguments: propertySeeds.prefix(100))
    func sameAsWrittenOut(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var named = World.random(seed)
        var written = named
        named.file.definitions = []
        let shared = (0..<3).map { _ in World.condition(&random, depth: 2) }
        named.file.definitions = shared.enumerated().map {
            Definition(name: "d\($0)", condition: $1)
        }
        for number in named.file.rules.indices {
            let own = World.condition(&random, depth: 1)
            let picked = (0..<3).map { _ in random.below(3) }
            func match(_ condition: (Int) -> Condition) -> Condition {
                .any([
                    .all([own, condition(picked[0])]), .none([condition(picked[1]), own]),
                    .all([condition(picked[2]), condition(picked[0])]),
                ])
            }
            named.file.rules[number].match = match { .defined(["d\($0)"]) }
            written.file.rules[number].match = match { shared[$0] }
        }
        #expect(try named.outcomes() == written.outcomes())
    }
}
