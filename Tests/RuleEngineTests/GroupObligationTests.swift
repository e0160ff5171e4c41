// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport

@Suite("What must stay when a copy goes")
struct GroupObligationTests {
    private func duplicates(
        _ id: String, copies: Int = 1, reach: GroupReach = .drive, action: Action = .delete,
        key: DuplicateKey = .content, verification: Verification = .bytes,
        match: Condition? = nil
    ) -> Rule {
        Rule(
            id: id, match: match,
            selection: .duplicates(
                DuplicateSelection(
                    key: key, reach: reach, copies: copies, verification: verification)),
            action: action)
    }

    /// The obligations of the item at `path`, and the paths of what they name.
    private func obligations(
        _ world: World, _ path: String
    ) throws -> [(obligation: GroupObligation, survivors: [String])] {
        let plan = try world.plan()
        let row = try #require((0..<plan.listing.count).first { plan.listing.path($0) == path })
        return GroupIndex(plan).obligations(of: row).map { obligation in
            (obligation, obligation.survivors.map { plan.listing.path($0) })
        }
    }

    @Test("a copy names its group, how many must stay, and who does")
    func copies() throws {
        var world = World()
        world.items = ["/d", "/c", "/b", "/a"].map { .file($0, hash: "h") }
        world.file.protections = [
            Rule(id: "p", itemType: nil, match: .name("never"), action: .protect)
        ]
        world.file.rules = [duplicates("dup", copies: 2)]
        let found = try obligations(world, "/d")
        #expect(found.count == 1)
        #expect(found[0].survivors == ["/a", "/b"])
        let obligation = found[0].obligation
        #expect(obligation.ruleNumber == 1)
        #expect(obligation.isDuplicates && obligation.comparesBytes)
        #expect(obligation.needed == 2 && obligation.survivorTotal == 2)
        #expect(try world.plan().listing.path(obligation.firstMember) == "/a")
        #expect(try obligations(world, "/a").isEmpty, "what stays owes nothing")
    }

    @Test("a surplus that leaves the first of each month asks for something of the item's own")
    func firsts() throws {
        var world = World()
        world.items = [
            .file("/b/new", ageDays: 1), .file("/b/late", ageDays: 30),
            .file("/b/first", ageDays: 32), .file("/b/older", ageDays: 95),
        ]
        world.file.rules = [
            Rule(
                id: "s", selection: .surplus(SurplusSelection(keep: 1, firstOf: .month)),
                action: .delete)
        ]
        let found = try obligations(world, "/b/late")
        #expect(found.map(\.obligation.needed) == [1, 1])
        #expect(found[0].survivors == ["/b/first", "/b/new", "/b/older"])
        #expect(found[1].survivors == ["/b/first"])
        #expect(found[1].obligation.survivorTotal == 1)
    }

    @Test("each set rule that deletes the item has its own group, a surplus as well")
    func severalRules() throws {
        var world = World()
        world.items = [
            .file("/f/new", hash: "h", ageDays: 1), .file("/f/old", hash: "h", ageDays: 9),
            .file("/g/x", hash: "h", ageDays: 5),
        ]
        world.file.rules = [
            duplicates("dup", verification: .hash), duplicates("look", action: .review),
            Rule(
                id: "most", selection: .surplus(SurplusSelection(keep: 1)), action: .delete),
        ]
        // The review outweighs: nothing goes, nothing is owed.
        #expect(try obligations(world, "/f/old").isEmpty)
        world.file.rules[1].isEnabled = false
        let found = try obligations(world, "/f/old")
        #expect(found.map(\.obligation.ruleNumber) == [0, 2])
        #expect(found.map(\.obligation.isDuplicates) == [true, false])
        #expect(found.map(\.obligation.comparesBytes) == [false, false])
        #expect(found.map(\.obligation.needed) == [1, 1])
        #expect(found.map(\.survivors) == [["/f/new"], ["/f/new"]])
    }

    @Test("what a plain rule or a person deletes owes nothing")
    func others() throws {
        var world = World()
        world.items = ["/a", "/b.tmp", "/c", "/d"].map { .file($0, hash: "h") }
        world.file.rules = [
            Rule(id: "tmp", match: .name("*.tmp"), action: .delete), duplicates("dup"),
        ]
        world.decisions = ["/c": .delete]
        #expect(try obligations(world, "/b.tmp").isEmpty)
        #expect(try obligations(world, "/c").isEmpty)
        #expect(try obligations(world, "/d").map(\.survivors) == [["/a"]])
    }

    @Test("what a person put off is no survivor to count on")
    func snoozed() throws {
        var world = World()
        world.items = ["/a", "/b", "/c"].map { .file($0, hash: "h") }
        world.file.rules = [duplicates("dup")]
        world.decisions = ["/a": .snooze]
        let found = try obligations(world, "/c")
        #expect(found.map(\.survivors) == [["/b"]])
        #expect(found.map(\.obligation.survivorTotal) == [1])
    }

    @Test("at most a hundred survivors are named, or as many as are needed")
    func many() throws {
        var world = World()
        world.items = (0..<300).map { .file("/\(1_000 + $0)", hash: "h") }
        world.file.rules = [duplicates("dup", match: .name("1299"))]
        let few = try #require(try obligations(world, "/1299").first?.obligation)
        #expect(few.survivors.count == GroupObligation.survivorsMax)
        #expect(few.survivorTotal == 299)
        world.file.rules = [duplicates("dup", copies: 150, match: .name("1299"))]
        let more = try #require(try obligations(world, "/1299").first?.obligation)
        #expect(more.survivors.count == 150 && more.needed == 150)
        #expect(more.survivorTotal == 299)
    }

    @Test("copies across drives are survivors too")
    func acrossDrives() throws {
        var world = World()
        world.drives = [("main", .listing), ("other", .listing)]
        var elsewhere = ItemValues.file("/x", hash: "h")
        elsewhere.drive = "other"
        world.items = [.file("/a", hash: "h"), elsewhere]
        world.file.rules = [duplicates("dup", reach: .drives)]
        let plan = try world.plan()
        let row = try #require((0..<2).first { plan.verdict($0) == .delete })
        let found = GroupIndex(plan).obligations(of: row)
        #expect(found.map { $0.survivors.map { plan.listing.driveName($0) } } == [["main"]])
    }

    @Test(
        "whatever goes by set rules leaves enough behind, and nothing else owes anything",
        arguments: propertySeeds)
    func enough(seed: UInt64) throws {
        var world = World.random(seed)
        var random = SplitMix64(seed: seed &+ 5_000)
        for item in world.items where random.once(in: 5) {
            world.decisions[item.path] = random.pick(Decision.allCases)
        }
        let plan = try world.plan()
        let groups = GroupIndex(plan)
        for row in 0..<plan.listing.count {
            let what: Comment = "seed \(seed): \(plan.listing.path(row))"
            let found = groups.obligations(of: row)
            let isBySets =
                plan.verdict(row) == .delete
                && [.duplicate, .surplus].contains(plan.reason(row))
            #expect(found.isEmpty != isBySets, what)
            if isBySets {
                #expect(found.contains { $0.ruleNumber == plan.ruleNumber(row) }, what)
            }
            for obligation in found {
                #expect(obligation.survivorTotal >= obligation.needed, what)
                #expect(obligation.survivors.count == min(obligation.survivorTotal, 100), what)
                #expect(Set(obligation.survivors).count == obligation.survivors.count, what)
                for survivor in obligation.survivors {
                    #expect(plan.verdict(survivor) == .keep, what)
                    #expect(plan.reason(survivor) != .snoozed, what)
                    #expect(survivor != row, what)
                }
            }
        }
    }
}
