// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Set rules and guards")
struct SetRuleTests {
    private func duplicates(
        _ id: String = "dup", keep: [KeepPreference] = [], copies: Int = 1,
        reach: GroupReach = .drive, key: DuplicateKey = .content
    ) -> Rule {
        Rule(
            id: id,
            selection: .duplicates(
                DuplicateSelection(key: key, reach: reach, preferences: keep, copies: copies)),
            action: .delete)
    }

    @Test("the copy that a protection keeps is the copy that survives")
    func protectedCopyCounts() throws {
        var world = World()
        world.items = [
            .file("/a.jpg", hash: "h"), .file("/Keep/z.jpg", hash: "h"), .file("/b.jpg", hash: "h"),
        ]
        world.file.protections = [
            Rule(id: "p", itemType: nil, match: .path("/Keep/**"), action: .protect)
        ]
        world.file.rules = [duplicates()]
        #expect(try world.outcome("/Keep/z.jpg") == Outcome(.keep, .protected, "p"))
        #expect(try world.outcome("/a.jpg") == Outcome(.delete, .duplicate, "dup"))
        #expect(try world.outcome("/b.jpg") == Outcome(.delete, .duplicate, "dup"))
    }

    @Test("a copy that a plain rule takes is no survivor")
    func plainDeleteIsNoCopy() throws {
        var world = World()
        world.items = [.file("/a.tmp", hash: "h"), .file("/b.jpg", hash: "h")]
        world.file.rules = [
            Rule(id: "tmp", match: .name("*.tmp"), action: .delete), duplicates(),
        ]
        #expect(try world.outcome("/a.tmp") == Outcome(.delete, .rule, "tmp"))
        #expect(try world.outcome("/b.jpg") == Outcome(.keep, .unmatched))
    }

    @Test("two rules that each count on what the other takes leave the last copy to a person")
    func lastCopy() throws {
        var world = World()
        world.items = [.file("/a/x.jpg", hash: "h"), .file("/b/x.jpg", hash: "h")]
        let inA = try KeepPreference.inside(Glob("/a/**", style: .path))
        let inB = try KeepPreference.inside(Glob("/b/**", style: .path))
        world.file.rules = [duplicates("one", keep: [inA]), duplicates("two", keep: [inB])]
        #expect(try world.outcome("/a/x.jpg") == Outcome(.review, .lastCopy, "two"))
        #expect(try world.outcome("/b/x.jpg") == Outcome(.review, .lastCopy, "one"))
    }

    @Test("stronger hashes of some files do not end the groups of all others")
    func mixedHashes() throws {
        for kind in [DriveKind.onedrive, .listing] {
            var builder = ListingBuilder()
            let drive = try builder.drive(named: "cloud", kind: kind)
            for (path, xor, sha) in [
                ("/a", "x", nil), ("/b", "x", nil), ("/c", "y", "s"), ("/d", nil, nil),
            ] as [(String, String?, String?)] {
                var item = ItemValues(path: path)
                (item.size, item.quickXor, item.sha256) = (7, xor, sha)
                try builder.append(item, drive: drive)
            }
            let plan = try Planner(
                PlanInput(
                    listing: builder.finish(), ruleFile: RuleFile(rules: [duplicates()]),
                    now: Timestamp(secondsSinceEpoch: 0), timeZone: .utc)
            ).plan()
            let deleted = (0..<4).filter { plan.verdict($0) == .delete }
            #expect(deleted.map(plan.listing.path) == ["/b"], "\(kind)")
        }
    }

    @Test("hard links to one file are one copy")
    func hardLinks() throws {
        var world = World()
        world.items = ["/a", "/b", "/c"].map { path in
            var item = ItemValues.file(path, hash: "h")
            item.link = path == "/c" ? nil : "1:7"
            return item
        }
        world.file.rules = [duplicates(keep: [.order(.longestPath)])]
        // '/b' is '/a' by another name: it is in no group, and one of '/a' and '/c' survives.
        #expect(try world.outcome("/a") == Outcome(.keep, .unmatched))
        #expect(try world.outcome("/b") == Outcome(.keep, .unmatched))
        #expect(try world.outcome("/c") == Outcome(.delete, .duplicate, "dup"))
    }

    @Test("empty files, shortcuts and files without a hash are in no group")
    func notInGroups() throws {
        var world = World()
        var shortcut = ItemValues.file("/s", hash: "h")
        shortcut.isShortcut = true
        world.items = [
            .file("/a", size: 0, hash: "h"), .file("/b", size: 0, hash: "h"), shortcut,
            .file("/c", hash: "h"), .file("/d"), .file("/e"),
        ]
        world.file.rules = [duplicates()]
        #expect(try world.outcomes().values.allSatisfy { $0.verdict == .keep })
    }

    @Test("a hash counts only where every drive of the scope has the algorithm")
    func algorithmOfTheScope() throws {
        var world = World()
        world.drives = [("main", .listing), ("other", .listing)]
        var left = ItemValues.file("/a", hash: "h")
        left.quickXor = "q"
        var right = ItemValues.file("/a")
        right.drive = "other"
        right.quickXor = "q"
        world.items = [left, right]
        world.file.rules = [duplicates(keep: [.drive("main")], reach: .drives)]
        #expect(try world.outcomes()["other:/a"] == Outcome(.delete, .duplicate, "dup"))
        world.items[1].quickXor = nil
        #expect(try world.outcomes()["other:/a"] == Outcome(.keep, .unmatched))
    }

    @Test("a surplus keeps the newest few of a folder", arguments: [1, 2, 3, 4])
    func surplus(keep: Int) throws {
        var world = World()
        world.items = (1...4).map { .file("/b/\($0)", ageDays: Int64($0)) }
        world.items.append(.file("/c/old", ageDays: 900))
        world.file.rules = [
            Rule(id: "s", selection: .surplus(SurplusSelection(keep: keep)), action: .delete)
        ]
        for number in 1...4 {
            let expected =
                number <= keep ? Outcome(.keep, .unmatched) : Outcome(.delete, .surplus, "s")
            #expect(try world.outcome("/b/\(number)") == expected)
        }
        #expect(try world.outcome("/c/old") == Outcome(.keep, .unmatched))
    }

    @Test(
        "a surplus leaves the first of each year or month besides, whatever its name",
        arguments: SurplusPeriod.allCases)
    func firstOfPeriod(period: SurplusPeriod) throws {
        let ages: [Int64] = [1, 2, 319, 320, 400, 700, 899, 900]
        var world = World()
        world.items = ages.map { .file("/b/backup (\($0)).zip", ageDays: $0) }
        world.file.rules = [
            Rule(
                id: "s", selection: .surplus(SurplusSelection(keep: 2, firstOf: period)),
                action: .delete)
        ]
        let zone = try world.plan().input.timeZone
        let now = try world.plan().input.now.secondsSinceEpoch
        var firsts: [String: Int64] = [:]
        for age in ages {
            let day = zone.day(at: Timestamp(secondsSinceEpoch: now - age * 86_400))
            firsts[period == .year ? "\(day.year)" : "\(day.year)-\(day.month)"] = age
        }
        let expected = Set(firsts.values).union([1, 2])
        let outcomes = try world.outcomes()
        for age in ages {
            let found = outcomes["main:/b/backup (\(age)).zip"]
            #expect((found == Outcome(.keep, .unmatched)) == expected.contains(age), "\(age)")
        }
        #expect(expected.count < ages.count)
    }

    @Test("who is the first is asked of what stays: protected ones count, marked ones do not")
    func firstThatStays() throws {
        var world = World()
        world.items = ["/b/c": 30, "/b/b": 31, "/b/a": 32].map { .file($0.key, ageDays: $0.value) }
        world.items.append(.file("/b/new", ageDays: 1))
        world.file.protections = [Rule(id: "p", itemType: nil, match: .name("a"), action: .protect)]
        world.file.rules = [
            Rule(
                id: "s", selection: .surplus(SurplusSelection(keep: 1, firstOf: .month)),
                action: .delete)
        ]
        let zone = try world.plan().input.timeZone
        let now = try world.plan().input.now.secondsSinceEpoch
        let months = Set(
            [30, 31, 32].map { zone.day(at: Timestamp(secondsSinceEpoch: now - $0 * 86_400)).month }
        )
        try #require(months.count == 1, "the world's clock is in the midst of a month")
        #expect(try world.outcome("/b/b") == Outcome(.delete, .surplus, "s"))
        world.file.protections = []
        world.file.rules.append(Rule(id: "r", match: .name("a"), action: .delete))
        #expect(try world.outcome("/b/b") == Outcome(.keep, .unmatched), "now it is the first")
        #expect(try world.outcome("/b/c") == Outcome(.delete, .surplus, "s"))
    }

    @Test("where another set rule takes the first, its month goes to a person, and no other does")
    func firstTaken() throws {
        var world = World()
        world.items = [
            .file("/b/new", ageDays: 1), .file("/b/c", ageDays: 30), .file("/b/b", ageDays: 31),
            .file("/b/first", hash: "h", ageDays: 32), .file("/a/copy", hash: "h", ageDays: 900),
            .file("/b/older", ageDays: 95), .file("/b/oldest", ageDays: 99),
        ]
        var copies = duplicates(keep: [.order(.oldest)])
        copies.match = .any([.path("/b/first"), .path("/a/copy")])
        world.file.rules = [
            Rule(
                id: "s", match: .path("/b/*"),
                selection: .surplus(SurplusSelection(keep: 1, firstOf: .month)), action: .delete)
        ]
        #expect(try world.outcome("/b/b") == Outcome(.delete, .surplus, "s"))
        world.file.rules.append(copies)
        #expect(try world.outcome("/b/first") == Outcome(.delete, .duplicate, "dup"))
        for name in ["b", "c"] {
            let found = try world.outcome("/b/\(name)")
            #expect(found == Outcome(.review, .survivorUnderReview, "s"), "\(name)")
        }
        #expect(try world.outcome("/b/older") == Outcome(.delete, .surplus, "s"))
    }

    @Test("a surplus whose survivor another rule takes goes to a person")
    func survivorUnderReview() throws {
        var world = World()
        world.items = [
            .file("/b/new", hash: "h", ageDays: 1), .file("/b/old", hash: "x", ageDays: 9),
            .file("/a/copy", hash: "h", ageDays: 50),
        ]
        var copies = duplicates(keep: [.order(.oldest)])
        copies.match = .path("/b/**")
        world.file.rules = [
            copies,
            Rule(
                id: "s", match: .path("/b/*"),
                selection: .surplus(SurplusSelection(keep: 1)), action: .delete),
        ]
        #expect(try world.outcome("/b/new") == Outcome(.delete, .duplicate, "dup"))
        #expect(try world.outcome("/b/old") == Outcome(.review, .survivorUnderReview, "s"))
    }

    @Test(
        "preferences decide in order, and ties by path",
        arguments: [
            ([KeepPreference.order(.shortestPath)], "/b"), ([.order(.longestPath)], "/a/aa"),
            ([.order(.deepest), .order(.newest)], "/a/aa"), ([.order(.oldest)], "/b"),
            ([.order(.newest)], "/a/aa"), ([], "/a/aa"),
        ])
    func preferences(keep: [KeepPreference], survivor: String) throws {
        var world = World()
        world.items = [
            .file("/b", hash: "h", ageDays: 9), .file("/a/aa", hash: "h", ageDays: 3),
            .file("/c", hash: "h", ageDays: 5),
        ]
        world.file.rules = [duplicates(keep: keep)]
        for path in ["/b", "/a/aa", "/c"] {
            #expect(try world.outcome(path)?.verdict == (path == survivor ? .keep : .delete))
        }
    }

    @Test(
        "ties go by whole paths, scalar by scalar, wherever the folders end",
        arguments: [
            ("/a-b/x", "/a/x"), ("/a.txt", "/a/x"), ("/a/x", "/ab/x"), ("/a/b", "/a/b/x"),
            ("/a/b-", "/a/b/x"), ("/a/b/x", "/a/b0"), ("/a/b/x", "/a/bc"), ("/b", "/b/c/d"),
            ("/a/b/c/d", "/a/b/d"), ("/a/b/z", "/a/c"), ("/é/x", "/\u{ffff}"),
            ("/\u{ffff}", "/😀/x"),
        ])
    func tiesByPath(first: String, second: String) throws {
        for paths in [[first, second], [second, first]] {
            var world = World()
            world.items = paths.map { .file($0, hash: "h") }
            world.file.rules = [duplicates()]
            let plan = try world.plan()
            let kept = (0..<2).filter { plan.verdict($0) == .keep }.map { plan.listing.path($0) }
            #expect(kept == [first])
        }
    }

    @Test("local drives ask for the content of files of one size that a rule could take")
    func contentRequest() throws {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "main", kind: .local)
        for (path, size) in [("/a", 5), ("/b", 5), ("/c", 6), ("/k/d", 7), ("/k/e", 7)] {
            try builder.append(.file(path, size: Int64(size)), drive: drive)
        }
        var file = RuleFile()
        file.protections = [
            Rule(id: "p", itemType: nil, match: .path("/k/**"), action: .protect)
        ]
        file.rules = [duplicates()]
        let planner = try Planner(
            PlanInput(
                listing: builder.finish(), ruleFile: file,
                now: Timestamp(secondsSinceEpoch: 0), timeZone: .utc))
        #expect(planner.contentRequest().comparisons == [[0, 1]])
        let classes = ContentClasses(rowCount: 5)
        classes[0] = 1
        classes[1] = 1
        let plan = planner.plan(evidence: ContentEvidence(classes: classes))
        #expect((0..<5).map { plan.verdict($0) } == [.keep, .delete, .keep, .keep, .keep])
        #expect(planner.plan().verdict(1) == .keep, "what was not compared is no copy")
    }
}
