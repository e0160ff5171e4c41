// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Verdicts, reasons and folders")
struct VerdictTests {
    @Test("keep outweighs review, review outweighs delete, wherever the rules stand")
    func strength() throws {
        var world = World()
        world.items = [.file("/a.tmp"), .file("/b.tmp"), .file("/c.tmp"), .file("/d")]
        let rules = [
            Rule(id: "d", match: .name("*.tmp"), action: .delete),
            Rule(id: "r", match: .name("[bc].tmp"), action: .review),
            Rule(id: "k", match: .name("c.tmp"), action: .keep),
        ]
        for order in [rules, rules.reversed()] {
            world.file.rules = order
            #expect(try world.outcome("/a.tmp") == Outcome(.delete, .rule, "d"))
            #expect(try world.outcome("/b.tmp") == Outcome(.review, .rule, "r"))
            #expect(try world.outcome("/c.tmp") == Outcome(.keep, .keptByRule, "k"))
            #expect(try world.outcome("/d") == Outcome(.keep, .unmatched))
        }
    }

    @Test("the deciding rule is the first in the file, protections before rules")
    func decidingRule() throws {
        var world = World()
        world.items = [.file("/a")]
        world.file.rules = [
            Rule(id: "k1", match: .everything, action: .keep),
            Rule(id: "k2", match: .everything, action: .keep),
        ]
        #expect(try world.outcome("/a") == Outcome(.keep, .keptByRule, "k1"))
        world.file.protections = [
            Rule(id: "p", itemType: nil, match: .everything, action: .protect)
        ]
        #expect(try world.outcome("/a") == Outcome(.keep, .protected, "p"))
    }

    @Test("a review rule that cannot tell holds a deletion back")
    func heldBack() throws {
        var world = World()
        world.items = [.file("/a.tmp", size: nil), .file("/b.tmp", size: 1)]
        world.file.rules = [
            Rule(id: "d", match: .name("*.tmp"), action: .delete),
            Rule(id: "r", match: .sizeOver(100), action: .review),
        ]
        #expect(try world.outcome("/a.tmp") == Outcome(.review, .unknown, "r"))
        #expect(try world.outcome("/b.tmp") == Outcome(.delete, .rule, "d"))
    }

    @Test("keep rules and protections hold when they cannot tell")
    func unknownKeeps() throws {
        var world = World()
        world.items = [.file("/a.tmp", size: nil)]
        world.file.rules = [
            Rule(id: "d", match: .everything, action: .delete),
            Rule(id: "k", match: .sizeOver(5), action: .keep),
        ]
        #expect(try world.outcome("/a.tmp") == Outcome(.keep, .keptByRule, "k"))
    }

    @Test(
        "a deletion of a larger file, or of one of unknown size, goes to a person",
        arguments: [
            (Int64(10), Outcome(.delete, .rule, "d")), (11, Outcome(.review, .biggerThan, "d")),
            (nil, Outcome(.review, .biggerThan, "d")),
        ] as [(Int64?, Outcome)])
    func biggerThan(size: Int64?, expected: Outcome) throws {
        var world = World()
        world.items = [.file("/a", size: size)]
        world.file.rules = [Rule(id: "d", match: .everything, action: .delete)]
        world.file.review.biggerThan = 10
        #expect(try world.outcome("/a") == expected)
    }

    @Test("a rule on trial sends its deletions to a person until enough are decided")
    func trial() throws {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "d", kind: .listing)
        try builder.append(.file("/a"), drive: drive)
        var file = RuleFile()
        file.rules = [Rule(id: "d", match: .everything, action: .delete)]
        file.review.trial = 20
        var input = PlanInput(
            listing: builder.finish(), ruleFile: file, now: Timestamp(secondsSinceEpoch: 0),
            timeZone: .utc)
        #expect(
            try Planner(input).plan().verdict(0) == .delete, "without a state there is no trial")
        for (decided, verdict) in [(Int64(0), Verdict.review), (19, .review), (20, .delete)] {
            input.decidedDeletions = ["d": decided]
            let plan = try Planner(input).plan()
            #expect(plan.verdict(0) == verdict)
            #expect(plan.reason(0) == (verdict == .review ? .trial : .rule))
        }
    }

    @Test("what a person once kept and has changed since is asked about, and nothing else is")
    func decidedBefore() throws {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "d", kind: .listing)
        for path in ["/a", "/b", "/c", "/d"] {
            try builder.append(.file(path, size: path == "/d" ? 100 : 1), drive: drive)
        }
        var file = RuleFile()
        file.rules = [
            Rule(id: "k", match: .name("c"), action: .keep),
            Rule(id: "d", match: .everything, action: .delete),
        ]
        file.review.biggerThan = 10
        var input = PlanInput(
            listing: builder.finish(), ruleFile: file, now: Timestamp(secondsSinceEpoch: 0),
            timeZone: .utc)
        input.decidedBefore = [0, 1, 2, 3]
        // Decided about again since.
        input.decisions = [1: .delete]
        let plan = try Planner(input).plan()
        #expect((0..<4).map(plan.verdict) == [.review, .delete, .keep, .review])
        #expect(plan.reason(0) == .decidedBefore && plan.reason(3) == .decidedBefore)
        #expect(plan.rule(0)?.id == "d")
    }

    @Test("folders go when everything below goes, deepest first")
    func folders() throws {
        var world = World()
        world.items = [
            .folder("/a"), .folder("/a/b"), .file("/a/b/x.tmp"), .folder("/c"), .file("/c/keep"),
            .file("/c/x.tmp"), .folder("/empty"), .folder("/ab"), .file("/ab.txt"),
        ]
        world.file.rules = [
            Rule(id: "tmp", match: .name("*.tmp"), action: .delete),
            Rule(id: "dirs", itemType: .folder, match: .everything, action: .delete),
        ]
        #expect(try world.outcome("/a") == Outcome(.delete, .rule, "dirs"))
        #expect(try world.outcome("/a/b") == Outcome(.delete, .rule, "dirs"))
        #expect(try world.outcome("/c") == Outcome(.keep, .folderNotEmpty, "dirs"))
        #expect(try world.outcome("/empty") == Outcome(.delete, .rule, "dirs"))
        #expect(try world.outcome("/ab") == Outcome(.delete, .rule, "dirs"))
    }

    @Test("'empty' looks at the listing, not at what will be left of it")
    func emptiness() throws {
        var world = World()
        var shortcut = ItemValues.folder("/s")
        shortcut.isShortcut = true
        world.items = [.folder("/a"), .file("/a/x.tmp"), .folder("/b"), shortcut]
        world.file.rules = [
            Rule(id: "tmp", match: .name("*.tmp"), action: .delete),
            Rule(
                id: "hollow", itemType: .folder, match: .test(FieldTest(.empty, [.flag(true)])),
                action: .delete),
        ]
        #expect(try world.outcome("/a") == Outcome(.keep, .unmatched))
        #expect(try world.outcome("/b") == Outcome(.delete, .rule, "hollow"))
        #expect(try world.outcome("/s") == Outcome(.keep, .unmatched))
    }

    @Test("what cannot be deleted safely stays, and nobody is named for it")
    func undeletable() throws {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "d", kind: .local)
        let name = Array("odd".utf8)
        try name.withUnsafeBufferPointer { bytes in
            var record = ItemRecord()
            record.drive = drive
            record.name = TextSlice(start: try #require(bytes.baseAddress), count: bytes.count)
            record.flags = .undeletable
            try builder.append(record)
        }
        var file = RuleFile()
        file.rules = [Rule(id: "d", match: .everything, action: .delete)]
        let plan = try Planner(
            PlanInput(
                listing: builder.finish(), ruleFile: file, now: Timestamp(secondsSinceEpoch: 0),
                timeZone: .utc)
        ).plan()
        #expect(plan.verdict(0) == .keep)
        #expect(plan.reason(0) == .protected)
        #expect(plan.rule(0) == nil)
    }

    @Test("the gentlest method and the longest undo window win")
    func methodAndWindow() throws {
        var world = World()
        world.items = [.file("/a")]
        world.file.rules = [
            Rule(
                id: "one", match: .everything, action: .delete,
                undoWindow: .wait(Age(amount: 30, unit: .day)), method: .permanent),
            Rule(
                id: "two", match: .everything, action: .delete,
                undoWindow: .wait(Age(amount: 1, unit: .month)), method: .quarantine),
        ]
        let plan = try world.plan()
        #expect(plan.method(0) == .quarantine)
        // From 15 January a month is 31 days.
        #expect(plan.undoWindow(0) == .wait(Age(amount: 1, unit: .month)))
        #expect(plan.appliedRules(0) == [0, 1])
    }

    @Test("where two items have one id, the later counts", arguments: [1, 2])
    func laterCounts(threads: Int) throws {
        var world = World()
        var first = ItemValues.file("/old.tmp")
        first.id = "1"
        var second = ItemValues.file("/new.txt")
        second.id = "1"
        world.items = [first, second]
        world.threads = threads
        world.file.rules = [Rule(id: "tmp", match: .name("*.tmp"), action: .delete)]
        #expect(try world.outcomes() == ["main:1": Outcome(.keep, .unmatched)])
    }

    @Test("the program's own folder holds no items, and what moved there is gone")
    func ownFolder() throws {
        var world = World()
        var moved = ItemValues.file("/.cleanrules/quarantine/x")
        moved.id = "1"
        var before = ItemValues.file("/x")
        before.id = "1"
        world.items = [before, .file("/.cleanrules"), .file("/a/.cleanrules"), moved]
        #expect(try world.outcomes().keys.sorted() == ["main:/a/.cleanrules"])
    }
}
