// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import TestSupport
import Testing

@Suite("Plans in parts")
struct PartPlanTests {
    private static func copies(
        _ id: String = "copies", _ key: DuplicateKey = .content, copies: Int = 1,
        _ preferences: [KeepPreference] = [], match: Condition? = nil, action: Action = .delete
    ) -> Rule {
        Rule(
            id: id, match: match,
            selection: .duplicates(
                DuplicateSelection(
                    key: key, reach: .drives, preferences: preferences, copies: copies)),
            action: action)
    }

    private static func world(_ items: [(drive: String, item: ItemValues)]) -> World {
        var world = World()
        world.drives = [("ada", .listing), ("bob", .listing), ("eve", .listing)]
        world.items = items.map { drive, item in
            var item = item
            item.drive = drive
            return item
        }
        world.file.rules = [copies()]
        return world
    }

    /// The lines of `world`, which are those of its parts however it is divided.
    @discardableResult
    private func lines(_ world: World) throws -> [String] {
        let whole = try world.plan()
        for partition in SplitWorld.partitions(world.drives.count) {
            for buckets in [1, 4] {
                for census in SplitWorld.Census.allCases {
                    var split = SplitWorld(world, partition)
                    (split.buckets, split.census) = (buckets, census)
                    #expect(try split.lines() == whole.lines, "\(partition) \(census)")
                }
            }
        }
        return whole.lines
    }

    @Test("a copy on another drive goes, and names the one that stays there")
    func elsewhere() throws {
        var kept = ItemValues.file("/a", hash: "h")
        kept.eTag = "tag"
        let lines = try lines(
            Self.world([("ada", kept), ("bob", .file("/b", hash: "h"))]))
        #expect(lines[0].hasPrefix("ada:/a:/a keep unmatched"))
        #expect(lines[1].contains("bob:/b:/b delete duplicate copies"))
        #expect(lines[1].contains("copies of ada:/a:/a: 1 true 1 [\"ada:/a:/a 10"))
        #expect(lines[1].contains(" tag h\""))
    }

    @Test("of equal ones the path decides, then the name of the drive, then the id")
    func ties() throws {
        var (one, other) = (
            ItemValues.file("/same", hash: "h"), ItemValues.file("/same", hash: "h")
        )
        (one.id, other.id) = ("2", "1")
        let world = Self.world([
            ("bob", one), ("bob", other), ("ada", one), ("ada", other),
            ("eve", .file("/z", hash: "h")),
        ])
        let lines = try lines(world)
        #expect(lines.filter { $0.contains(" keep unmatched") }.count == 1)
        #expect(lines[0].hasPrefix("ada:/same:1 keep"))
    }

    @Test("what is kept elsewhere counts, what is put off does not")
    func kept() throws {
        var world = Self.world([
            ("ada", .file("/a", hash: "h")), ("bob", .file("/keep/b", hash: "h")),
            ("eve", .file("/c", hash: "h")),
        ])
        world.file.rules.append(Rule(id: "k", match: .path("/keep/*"), action: .keep))
        #expect(try lines(world).filter { $0.contains(" delete ") }.count == 2)
        world.file.rules.removeLast()
        world.decisions = ["/keep/b": .snooze]
        let lines = try lines(world)
        #expect(lines.filter { $0.contains(" delete ") }.count == 1)
        #expect(lines[2].contains("1 [\"ada:/a:/a"), "what is put off is no survivor")
    }

    @Test("two rules that count on what the other one takes leave both to a person")
    func guarded() throws {
        var world = Self.world([
            ("ada", .file("/a", size: 7, hash: "h")), ("bob", .file("/b", size: 7, hash: "h")),
        ])
        world.file.rules = [
            Self.copies("first"),
            Self.copies("second", .parts([.size]), [.drive("bob")]),
        ]
        let lines = try lines(world)
        #expect(lines.allSatisfy { $0.contains(" review last-copy ") })
    }

    @Test("a survivor that another rule leaves to a person is none, and its copy stays as well")
    func survivorReviewed() throws {
        var world = Self.world([
            ("ada", .file("/a", hash: "h")), ("bob", .file("/b", hash: "h")),
        ])
        // Plain reviews are no members; of those by set rules the other rule does not know.
        var looked = Self.copies("looked", .parts([.size]), action: .review)
        looked.unless = .name("b")
        world.file.rules.append(looked)
        let lines = try lines(world)
        #expect(lines[0].hasPrefix("ada:/a:/a review duplicate looked "), "\(lines[0])")
        #expect(lines[1].hasPrefix("bob:/b:/b review last-copy copies "), "\(lines[1])")
    }

    @Test("a survivor that goes as surplus is none, and the lines of both say what stays")
    func survivorSurplus() throws {
        let newest = ItemValues.file("/d/z", hash: "i", ageDays: 50)
        var world = Self.world([
            ("ada", .file("/d/a", hash: "h")), ("ada", newest), ("bob", .file("/b", hash: "h")),
        ])
        world.file.rules = [
            Self.copies("copies", .content, [.drive("ada")]),
            Rule(
                id: "newest", selection: .surplus(SurplusSelection(keep: 1)), action: .delete),
        ]
        let modified = newest.modified?.description ?? ""
        #expect(
            try lines(world) == [
                "ada:/d/a:/d/a delete surplus newest [\"newest\"] -"
                    + "\n  newest of ada:/d/a:/d/a: 1 false 1"
                    + " [\"ada:/d/z:/d/z 10 \(modified) - i\"]",
                "ada:/d/z:/d/z keep unmatched - [] -",
                "bob:/b:/b review last-copy copies [\"copies\"] sha256"
                    + "\n  looked at beside ada:/d/a:/d/a: 0 []",
            ])
    }

    @Test("what is put off elsewhere is no copy where the one that was counted on goes")
    func snoozedElsewhere() throws {
        var world = Self.world([
            ("ada", .file("/a", hash: "h")), ("bob", .file("/b", hash: "h")),
            ("bob", .file("/x", hash: "i", ageDays: 50)), ("eve", .file("/c", hash: "h")),
        ])
        world.decisions = ["/c": .snooze]
        world.file.rules = [
            Self.copies("copies", .content, [.drive("bob")]),
            Rule(
                id: "newest", selection: .surplus(SurplusSelection(keep: 1)), action: .delete),
        ]
        let lines = try lines(world)
        #expect(lines[0].hasPrefix("ada:/a:/a review last-copy copies "), "\(lines[0])")
        #expect(lines[1].hasPrefix("bob:/b:/b delete surplus newest "), "\(lines[1])")
        #expect(lines[3].hasPrefix("eve:/c:/c keep snoozed "), "\(lines[3])")
        // Nobody takes the one that is counted on.
        world.file.rules.removeLast()
        #expect(try self.lines(world)[0].hasPrefix("ada:/a:/a delete duplicate copies "))
    }

    @Test("a group of two here and one there is one group")
    func twoAndOne() throws {
        var world = Self.world([
            ("ada", .file("/a", hash: "h")), ("ada", .file("/b", hash: "h")),
            ("bob", .file("/c", hash: "h")),
        ])
        world.file.rules = [Self.copies(copies: 2)]
        let lines = try lines(world)
        #expect(lines.map { $0.contains(" delete ") } == [false, false, true])
    }

    @Test("what is alone in all parts is no group")
    func alone() throws {
        var world = Self.world([
            ("ada", .file("/a", hash: "h")), ("bob", .file("/b", hash: "i")),
        ])
        world.file.rules.append(Rule(id: "d", match: .name("a"), action: .delete))
        world.file.rules.append(Self.copies("sizes", .parts([.size, .name])))
        try lines(world)
    }

    @Test("a folder goes when its copies go since others stay elsewhere, and stays with a survivor")
    func folders() throws {
        var world = Self.world([
            ("ada", .folder("/d")), ("ada", .file("/d/a", hash: "h")),
            ("bob", .folder("/d")), ("bob", .file("/d/a", hash: "h")),
        ])
        world.file.rules.append(
            Rule(id: "dirs", itemType: .folder, match: .everything, action: .delete))
        let lines = try lines(world)
        #expect(lines[0].contains(" keep folder-not-empty "))
        #expect(lines[2].contains(" delete rule dirs "))
    }

    @Test(
        "the hash that most files of all parts carry decides in each, and what lacks it is told of")
    func hashes() throws {
        var strong = ItemValues.file("/s", hash: "h")
        strong.quickXor = "q"
        var weak = ItemValues.file("/w", hash: nil)
        weak.quickXor = "q"
        let world = Self.world([
            ("ada", strong), ("ada", .file("/only", hash: "h")), ("bob", weak), ("eve", weak),
        ])
        let lines = try lines(world)
        #expect(lines.filter { $0.contains(" delete duplicate ") }.count == 2)
        let whole = try world.plan().findings.map(\.message)
        #expect(whole.count == 1)
        for partition in SplitWorld.partitions(3) {
            #expect(try SplitWorld(world, partition).plans().findings.map(\.message) == whole)
        }
    }

    @Test("a large group names the first that stay, whatever part they lie in")
    func many() throws {
        var world = Self.world(
            (0..<200).map { number in
                (["ada", "bob", "eve"][number % 3], .file("/\(1_000 + number)", hash: "h"))
            })
        world.decisions = Dictionary(
            uniqueKeysWithValues: (0..<20).map { ("/\(1_000 + 3 * $0)", Decision.snooze) })
        let looked = Self.copies(
            "looked", .parts([.size]), copies: 170, [.drive("eve")], action: .review)
        // As many as have to stay, those put off left out; then a hundred, with them.
        for rules in [[Self.copies(copies: 110)], [looked]] {
            world.file.rules = rules
            let lines = try lines(world)
            #expect(lines.contains { $0.contains("\n") })
        }
        world.file.rules = [Self.copies(copies: 110), looked]
        try lines(world)
    }

    @Test("trial and what is larger than the bound turn deletions as in one plan")
    func settings() throws {
        var world = Self.world([
            ("ada", .file("/a", size: 90, hash: "h")), ("bob", .file("/b", size: 90, hash: "h")),
            ("bob", .file("/c", size: 9, hash: "i")), ("eve", .file("/d", size: 9, hash: "i")),
        ])
        world.file.review.biggerThan = 50
        try lines(world)
        world.file.review.trial = 3
        world.decidedDeletions = ["copies": 2]
        try lines(world)
        world.decidedDeletions = ["copies": 3]
        try lines(world)
    }

    @Test("pictures that look alike are grouped within drives, and refused across them")
    func similar() throws {
        var world = Self.world([("ada", .file("/a", hash: "h"))])
        world.file.rules.append(
            Rule(
                id: "alike", selection: .similar(SimilarSelection(kind: .copies)), action: .review))
        try lines(world)
        world.file.rules[1].selection = .similar(SimilarSelection(kind: .copies, reach: .drives))
        #expect(SharedRules.obstacle(world.file) != nil)
        #expect(throws: PlanError.self) { try PartPlanner(world.input()) }
    }

    @Test("drives whose bytes are compared are in no part")
    func local() throws {
        var world = Self.world([])
        world.drives = [("here", .local)]
        #expect(throws: PlanError.self) { try PartPlanner(world.input()) }
    }

    @Test("a drive in two parts makes no plan")
    func sharedDrive() throws {
        let world = Self.world([("ada", .file("/a", hash: "h"))])
        let error = #expect(throws: PartError.self) {
            try SplitWorld(world, [[0], [0, 1]]).plans()
        }
        #expect(error?.kind == .sharedDrive("ada"))
    }

    @Test(
        "random fleets come out as one plan, however they are divided, and what is told comes",
        arguments: propertySeeds)
    func random(seed: UInt64) throws {
        var world = World.fleet(seed)
        let isSmall = seed % 2 == 0 && world.drives.count <= 4
        if isSmall { world.items = Array(world.items.prefix(14)) }
        let whole = try world.plan().lines
        var random = SplitMix64(seed: seed &+ 7_000)
        let all = SplitWorld.partitions(world.drives.count)
        // Small ones in all ways that there are.
        let some = [all[0], all[all.count - 1], random.pick(all), random.pick(all)]
        for (number, partition) in (isSmall ? all : some).enumerated() {
            var split = SplitWorld(world, partition.shuffled(using: &random))
            split.buckets = random.pick([1, 2, 7, 64])
            split.isForgetful = random.once(in: 2)
            split.census = SplitWorld.Census.allCases[(number + Int(seed % 3)) % 3]
            if random.once(in: 3) { split.telling = SplitWorld.doubled(random.next()) }
            #expect(try split.lines() == whole, "\(partition) \(split.census)")
        }
    }
}
