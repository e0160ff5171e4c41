// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport

/// What must hold of every plan, whatever the rules and the items are.
@Suite("Properties of plans")
struct PropertyTests {
    @Test("the order of items never matters", arguments: propertySeeds)
    func itemOrder(seed: UInt64) throws {
        var world = World.random(seed)
        let before = try world.outcomes()
        var random = SplitMix64(seed: seed &+ 1_000)
        world.items.shuffle(using: &random)
        world.threads = 2
        #expect(try world.outcomes() == before)
    }

    @Test("the order of rules never matters to a verdict", arguments: propertySeeds)
    func ruleOrder(seed: UInt64) throws {
        var world = World.random(seed)
        let before = try world.outcomes().mapValues(\.verdict)
        var random = SplitMix64(seed: seed &+ 2_000)
        world.file.rules.shuffle(using: &random)
        #expect(try world.outcomes().mapValues(\.verdict) == before)
    }

    @Test("an item about which nothing is known is never deleted by a test of values")
    func unknownNeverDeletes() throws {
        // Every field whose value can be missing, tested with everything that can be asked of it.
        let ages: [Comparison<Age>] = [
            .over(Age(amount: 1, unit: .day)), .under(Age(amount: 9, unit: .year)),
            .between(Age(amount: 0, unit: .day), Age(amount: 9_999, unit: .year)),
        ]
        let glob = try Glob("*", style: .text)
        var tests: [FieldTest] = []
        for field in [
            Field.age, .modifiedAge, .createdAge, .takenAge, .accessedAge, .knownFor,
        ] {
            tests += ages.map { FieldTest(field, [.age($0)]) }
        }
        for field in [Field.size, .width, .height] {
            tests.append(FieldTest(field, [.number(.over(0))]))
            tests.append(FieldTest(field, [.number(.between(0, .max))]))
        }
        for field in [Field.modified, .created, .taken, .accessed] {
            let dayBound = DateBound.day(CalendarDay(year: 1900, month: 1, day: 1))
            tests.append(FieldTest(field, [.date(.since(dayBound))]))
            tests.append(FieldTest(field, [.date(.before(dayBound))]))
        }
        for field in [Field.mime, .owner, .camera] {
            tests.append(FieldTest(field, [.glob(glob)]))
        }
        tests.append(FieldTest(.shared, [.flag(true), .flag(false)]))
        tests.append(FieldTest(.empty, [.flag(true), .flag(false)]))
        for test in tests {
            for condition in [Condition.test(test), .none([.test(test)])] {
                var world = World()
                world.items = [ItemValues(path: "/a.txt")]
                world.file.rules = [Rule(id: "r", match: condition, action: .delete)]
                #expect(try world.outcome("/a.txt") == Outcome(.keep, .unmatched), "\(test)")
                world.file.rules[0].unknown = .review
                #expect(try world.outcome("/a.txt") == Outcome(.review, .unknown, "r"), "\(test)")
                world.file.rules[0].unknown = nil
                world.file.rules[0].match = .everything
                world.file.rules[0].unless = condition
                #expect(try world.outcome("/a.txt") == Outcome(.keep, .unmatched), "\(test)")
            }
        }
    }

    @Test("one more keep rule or protection deletes nothing but copies", arguments: propertySeeds)
    func keepNeverDeletes(seed: UInt64) throws {
        var world = World.random(seed)
        let before = try world.outcomes()
        var random = SplitMix64(seed: seed &+ 3_000)
        let condition = World.condition(&random, depth: 2)
        if random.once(in: 2) {
            world.file.rules.append(Rule(id: "new", match: condition, action: .keep))
        } else {
            world.file.protections.append(
                Rule(id: "new", itemType: nil, match: condition, action: .protect))
        }
        for (item, outcome) in try world.outcomes()
        where outcome.verdict == .delete && before[item]?.verdict != .delete {
            // A protected copy is a copy: another one may go because of it, and no other item.
            #expect(
                outcome.reason == .duplicate || outcome.reason == .surplus,
                "\(item): \(before[item].map(String.init(describing:)) ?? "") → \(outcome)")
        }
    }

    @Test(
        "of every group of copies, enough stay or none goes for its being a copy",
        arguments: propertySeeds)
    func guardsHold(seed: UInt64) throws {
        let world = World.random(seed)
        let plan = try world.plan()
        let groups = GroupIndex(plan)
        for (number, rule) in plan.rules.enumerated() {
            guard case .duplicates(let selection)? = rule.selection else { continue }
            for row in 0..<plan.listing.count where plan.reason(row) == .duplicate {
                let members = groups.group(of: row, ruleNumber: number)
                if members.isEmpty || plan.verdict(row) != .delete { continue }
                let kept = members.count { plan.verdict($0) == .keep }
                #expect(
                    kept >= selection.copies,
                    "\(plan.listing.path(row)) by '\(rule.id)': \(kept) of \(selection.copies)")
            }
        }
    }

    @Test("a folder goes only when everything below it goes", arguments: propertySeeds)
    func foldersAreEmptied(seed: UInt64) throws {
        let plan = try World.random(seed).plan()
        for row in 0..<plan.listing.count
        where plan.verdict(row) == .delete && plan.listing.values(row).type == .folder {
            let prefix = plan.listing.path(row) + "/"
            for other in 0..<plan.listing.count
            where plan.listing.driveName(other) == plan.listing.driveName(row)
                && plan.listing.path(other).hasPrefix(prefix)
            {
                #expect(plan.verdict(other) == .delete)
            }
        }
    }

    @Test(
        "what a person pins stays, and what is protected stays whatever a person says",
        arguments: propertySeeds)
    func peopleAndProtections(seed: UInt64) throws {
        var world = World.random(seed)
        let plan = try world.plan()
        var random = SplitMix64(seed: seed &+ 4_000)
        for row in 0..<plan.listing.count {
            world.decisions[plan.listing.path(row)] = random.pick(Decision.allCases)
        }
        let decided = try world.plan()
        for row in 0..<decided.listing.count {
            let decision = world.decisions[decided.listing.path(row)]
            if plan.reason(row) == .protected {
                #expect(decided.verdict(row) == .keep)
            } else if decision == .pin || decision == .keep || decision == .snooze {
                #expect(decided.verdict(row) == .keep)
            } else if decision == .delete, decided.listing.values(row).type == .file {
                #expect(decided.verdict(row) == .delete)
            }
        }
    }
}
