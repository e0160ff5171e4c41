// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport

/// Surpluses that leave the newest of days, weeks, months and years.
@Suite("Generations of a surplus")
struct GenerationTests {
    /// One item for each instant, named by it; of equal instants, the second has a `+` behind it.
    private func world(
        _ keep: SurplusSelection, _ instants: [String], now: String = "2026-11-23T12:00:00Z"
    ) throws -> World {
        var world = World()
        world.now = try #require(try Timestamp.parse(now))
        for instant in instants {
            var item = ItemValues.file("/b/\(instant)")
            let text = instant.prefix { $0 != "+" }
            item.modified = try Timestamp.parse(text.count == 10 ? "\(text)T12:00:00Z" : "\(text)")
            world.items.append(item)
        }
        world.file.rules = [Rule(id: "s", selection: .surplus(keep), action: .delete)]
        return world
    }

    private func keep(
        last: Int = 0, _ generations: [GenerationKind: Int]
    ) -> SurplusSelection {
        SurplusSelection(keep: last, generations: Generations(generations))
    }

    /// The names of what stays.
    private func staying(_ world: World, zone: RuleTimeZone = .utc) throws -> [String] {
        var input = try world.input()
        input.timeZone = zone
        let plan = try Planner(input).plan()
        return (0..<plan.listing.count).filter { plan.verdict($0) == .keep }
            .map { String(plan.listing.path($0).dropFirst(3)) }.sorted()
    }

    @Test(
        "each part of 'keep' chooses on its own",
        arguments: [
            (["last": 2], ["2026-11-23", "2026-11-23T01:00:00Z"]),
            // Both of the 23rd are one day; what 'last' takes counts for days as well.
            (["last": 1, "daily": 2], ["2026-11-22", "2026-11-23"]),
            (["daily": 3], ["2026-11-01", "2026-11-22", "2026-11-23"]),
            (["weekly": 2], ["2026-11-22", "2026-11-23"]),
            (["monthly": 3], ["2026-09-30", "2026-10-31", "2026-11-23"]),
            (["yearly": 2], ["2025-12-31", "2026-11-23"]),
            (
                ["last": 1, "daily": 2, "monthly": 2, "yearly": 2],
                ["2025-12-31", "2026-10-31", "2026-11-22", "2026-11-23"]
            ),
            // Two years are not three: the oldest stays as well.
            (["yearly": 3], ["2025-01-01", "2025-12-31", "2026-11-23"]),
            (["last": 0, "daily": 0, "yearly": 2], ["2025-12-31", "2026-11-23"]),
        ])
    func examples(numbers: [String: Int], expected: [String]) throws {
        let instants = [
            "2025-01-01", "2025-12-31", "2026-09-01", "2026-09-30", "2026-10-31", "2026-11-01",
            "2026-11-22", "2026-11-23T01:00:00Z", "2026-11-23",
        ]
        var counts: [GenerationKind: Int] = [:]
        for kind in GenerationKind.allCases { counts[kind] = numbers[kind.rawValue] }
        let world = try world(keep(last: numbers["last"] ?? 0, counts), instants)
        #expect(try staying(world) == expected)
    }

    @Test("weeks begin on Mondays and are of the year of their Thursday")
    func weeks() throws {
        let instants = ["2026-12-27", "2026-12-28", "2027-01-03", "2027-01-04"]
        let world = try world(keep([.weekly: 3]), instants, now: "2027-02-01T00:00:00Z")
        #expect(try staying(world) == ["2026-12-27", "2027-01-03", "2027-01-04"])
        #expect(try periods(world) == ["2026-W52", "2026-W53", "2027-W01"])
        let early = try self.world(
            keep([.weekly: 9]), ["1969-12-28", "1969-12-29", "2021-01-03", "2024-12-30"])
        #expect(try periods(early) == ["1969-W52", "1970-W01", "2020-W53", "2025-W01"])
    }

    @Test("leap days have days and months of their own")
    func leapDays() throws {
        let instants = ["2024-02-28", "2024-02-29", "2024-03-01", "2023-03-01"]
        let world = try world(keep([.daily: 4, .monthly: 3]), instants)
        #expect(
            try periods(world) == [
                "2023-03", "2023-03-01", "2024-02", "2024-02-28", "2024-02-29", "2024-03",
                "2024-03-01",
            ])
    }

    /// What those that stay stay for, as far as it is of the calendar.
    private func periods(_ world: World) throws -> [String] {
        let plan = try world.plan()
        let members = Explanation(plan, row: 0).rules.flatMap(\.group)
        return members.flatMap(\.grounds).compactMap { ground in
            guard case .newest(let period) = ground else { return nil }
            return period.text
        }.sorted()
    }

    @Test("days are those of the zone of the rules, also where clocks are changed")
    func zones() throws {
        // 23:30 and 00:30 in Berlin; in UTC one day.
        let night = ["2026-06-01T21:30:00Z", "2026-06-01T22:30:00Z"]
        let berlin = try #require(RuleTimeZone(identifier: "Europe/Berlin"))
        let world = try world(keep([.daily: 2]), night)
        #expect(try staying(world, zone: berlin) == night)
        #expect(try staying(world).count == 2, "one day of two: the oldest stays as well")
        let one = try self.world(keep([.daily: 1]), night)
        #expect(try staying(one) == [night[1]])
        // The night of 25 hours: both half past two are of one day.
        let twice = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T23:30:00Z"]
        let autumn = try self.world(keep([.daily: 2]), twice)
        #expect(try staying(autumn, zone: berlin) == [twice[1], twice[2]])
    }

    @Test("of equal dates the first by path counts as the newer one")
    func ties() throws {
        let world = try world(keep(last: 1, [:]), ["2026-11-01", "2026-11-01+", "2026-10-01"])
        #expect(try staying(world) == ["2026-11-01"])
    }

    @Test("what has no date stays, and what is dated ahead stays and takes nobody's place")
    func doubtful() throws {
        var world = try world(
            keep(last: 1, [:]), ["2026-11-01", "2026-11-20", "2099-01-01", "2099-01-02"])
        world.items.append(.file("/b/undated"))
        world.items[world.items.count - 1].modified = nil
        #expect(
            try staying(world) == ["2026-11-20", "2099-01-01", "2099-01-02", "undated"])
    }

    @Test("what is protected takes its place where it stands; what goes or is looked at takes none")
    func others() throws {
        var world = try world(
            keep(last: 1, [.monthly: 2]), ["2026-10-01", "2026-11-01", "2026-11-20"])
        world.file.protections = [
            Rule(id: "p", itemType: nil, match: .name("2026-11-20"), action: .protect)
        ]
        #expect(try staying(world) == ["2026-10-01", "2026-11-20"])
        for action in [Action.delete, .review] {
            world.file.protections = []
            world.file.rules = [
                world.file.rules[0], Rule(id: "r", match: .name("2026-11-20"), action: action),
            ]
            #expect(try staying(world) == ["2026-10-01", "2026-11-01"], "\(action)")
        }
        world.file.rules.removeLast()
        world.decisions = ["/b/2026-11-20": .snooze]
        #expect(try staying(world) == ["2026-10-01", "2026-11-01", "2026-11-20"])
    }

    @Test("all that the generations chose must stay, and nothing else has to")
    func obligations() throws {
        var world = try world(
            keep(last: 1, [.monthly: 2]),
            ["2026-09-01", "2026-10-01", "2026-10-02", "2026-11-20", "2099-01-01"])
        let plan = try world.plan()
        let row = try #require(
            (0..<plan.listing.count).first { plan.listing.path($0) == "/b/2026-09-01" })
        let owed = GroupIndex(plan).obligations(of: row)
        #expect(owed.map(\.needed) == [2])
        #expect(
            owed.first?.survivors.map { plan.listing.path($0) }
                == ["/b/2026-10-02", "/b/2026-11-20"])
        // Another set rule takes one of them: a person looks.
        world.items.append(.file("/a/copy", hash: "h"))
        world.items[2].sha256 = "h"
        world.file.rules.append(
            Rule(
                id: "dup", match: .path("/b/**"),
                selection: .duplicates(DuplicateSelection(key: .content)), action: .delete))
        #expect(try world.outcome("/b/2026-10-02") == Outcome(.delete, .duplicate, "dup"))
        #expect(
            try world.outcome("/b/2026-09-01") == Outcome(.review, .survivorUnderReview, "s"))
    }

    @Test("why something goes names what each part of 'keep' has in its place")
    func refusals() throws {
        let world = try world(
            keep(last: 1, [.daily: 1, .monthly: 1]), ["2026-11-20", "2026-11-21", "2026-10-01"])
        let plan = try world.plan()
        func refusals(_ name: String) throws -> [RuleExplanation.Refusal] {
            let row = try #require(
                (0..<plan.listing.count).first { plan.listing.path($0) == "/b/\(name)" })
            return Explanation(plan, row: row).rules[0].refusals
        }
        let found = try refusals("2026-11-20")
        #expect(found.map(\.other) == [nil, nil, "/b/2026-11-21"])
        #expect(found.first?.ground == .notLast(1))
        guard case .notRecent(let day, 1)? = found.dropFirst().first?.ground,
            case .notNewest(let month)? = found.last?.ground
        else {
            Issue.record("\(found)")
            return
        }
        #expect([day.text, month.text] == ["2026-11-20", "2026-11"])
        #expect(try refusals("2026-11-21").isEmpty)
    }

    // MARK: Against a slow reference

    private struct Case {
        var selection: SurplusSelection
        var world: World
        var zone: RuleTimeZone
    }

    private func randomCase(_ seed: UInt64) throws -> Case {
        var random = SplitMix64(seed: seed)
        var world = World()
        let zone = random.pick(["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"])
        world.now = try #require(try Timestamp.parse("2027-01-05T12:00:00Z"))
        let dense = random.once(in: 2)
        for number in 0..<random.below(40) {
            var item = ItemValues.file("/\(random.pick(["a", "b"]))/\(number)")
            let back = Int64(random.below(dense ? 100 : 20_000)) * 3_600
            item.modified = Timestamp(
                secondsSinceEpoch: world.now.secondsSinceEpoch + 36_000 - back)
            if random.once(in: 10) { item.modified = nil }
            world.items.append(item)
        }
        var counts: [GenerationKind: Int] = [:]
        for kind in GenerationKind.allCases where random.once(in: 2) {
            counts[kind] = random.below(5)
        }
        let selection = SurplusSelection(
            keep: random.below(4), reach: random.pick([.folder, .drive]),
            generations: Generations(counts))
        world.file.rules = [Rule(id: "s", selection: .surplus(selection), action: .delete)]
        return Case(
            selection: selection, world: world,
            zone: try #require(RuleTimeZone(identifier: zone)))
    }

    /// Whether the item of that number stays, by counting for each part what stands in its way.
    private func stays(_ number: Int, _ test: Case) -> Bool {
        let items = test.world.items
        func folder(_ item: ItemValues) -> Substring { item.path.prefix(2) }
        guard let own = items[number].modified, own <= test.world.now else { return true }
        let group = items.indices.filter { index in
            guard let date = items[index].modified, date <= test.world.now else { return false }
            return test.selection.reach == .drive || folder(items[index]) == folder(items[number])
        }
        func isNewer(_ left: Int, _ right: Int) -> Bool {
            guard let a = items[left].modified, let b = items[right].modified else { return false }
            return a != b
                ? a > b
                : Array(items[left].path.utf8).lexicographicallyPrecedes(
                    Array(items[right].path.utf8))
        }
        if group.count(where: { isNewer($0, number) }) < test.selection.keep { return true }
        return GenerationKind.allCases.contains { kind in
            guard let wanted = test.selection.generations?[kind], wanted > 0 else { return false }
            func period(_ index: Int) -> String { name(kind, items[index], test.zone) }
            let newer = group.filter { isNewer($0, number) }
            let isOldest = !group.contains { isNewer(number, $0) }
            if isOldest, Set(group.map(period)).count < wanted { return true }
            return !newer.contains { period($0) == period(number) }
                && Set(newer.map(period)).count < wanted
        }
    }

    /// A day, month or year as its numbers; a week as the day of its Monday, found by going back.
    private func name(_ kind: GenerationKind, _ item: ItemValues, _ zone: RuleTimeZone) -> String {
        guard let date = item.modified else { return "" }
        let day = zone.day(at: date)
        switch kind {
        case .daily: return "\(day.year)-\(day.month)-\(day.day)"
        case .monthly: return "\(day.year)-\(day.month)"
        case .yearly: return "\(day.year)"
        case .weekly:
            var days = CivilTime.daysSinceEpoch(year: day.year, month: day.month, day: day.day)
            // 2001-01-01 was a Monday.
            let monday = CivilTime.daysSinceEpoch(year: 2001, month: 1, day: 1)
            while (days - monday) % 7 != 0 { days -= 1 }
            return "\(days)"
        }
    }

    @Test("what stays is what a slow count says, whatever the order", arguments: propertySeeds)
    func reference(seed: UInt64) throws {
        var test = try randomCase(seed)
        guard
            test.selection.keep > 0
                || GenerationKind.allCases.contains(where: {
                    test.selection.generations?[$0] ?? 0 > 0
                })
        else { return }
        let expected = test.world.items.indices.filter { stays($0, test) }
            .map { String(test.world.items[$0].path.dropFirst(3)) }.sorted()
        #expect(try staying(test.world, zone: test.zone) == expected)
        var random = SplitMix64(seed: seed)
        test.world.items.shuffle(using: &random)
        test.world.threads = 3
        #expect(try staying(test.world, zone: test.zone) == expected)
    }
}
