// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import TestSupport
import Testing

@Suite("What rules say of a single item before it goes")
struct StandingCheckTests {
    private let drives = [
        ListedDrive(name: "main", kind: .onedrive), ListedDrive(name: "other", kind: .onedrive),
    ]

    private func standings(
        _ file: RuleFile, _ items: [ItemValues]
    ) throws -> [Standing] {
        try StandingCheck(
            ruleFile: file, drives: drives, now: Timestamp(secondsSinceEpoch: 1_768_478_400),
            timeZone: .utc
        ).standings(of: items)
    }

    private func standing(_ file: RuleFile, _ item: ItemValues) throws -> Standing {
        try #require(try standings(file, [item]).first)
    }

    private func set(
        _ id: String, _ action: Action, match: Condition? = nil, unless: Condition? = nil,
        _ selection: SetSelection = .duplicates(DuplicateSelection(key: .content))
    ) -> Rule {
        Rule(id: id, match: match, unless: unless, selection: selection, action: action)
    }

    @Test("plain rules say of an item what they say of it in a plan")
    func plain() throws {
        var file = RuleFile()
        file.protections = [
            Rule(id: "p", itemType: nil, match: .name("safe*"), action: .protect)
        ]
        file.rules = [
            Rule(id: "d1", match: .name("*.tmp"), action: .delete),
            Rule(id: "off", isEnabled: false, match: .everything, action: .delete),
            Rule(id: "k", match: .name("k*"), action: .keep),
            Rule(id: "r", match: .name("r*"), action: .review),
            Rule(id: "d2", match: .sizeOver(5), action: .delete),
        ]
        let found = try standings(
            file,
            [
                .file("/a.tmp"), .file("/safe.tmp"), .file("/k.tmp"), .file("/r.tmp"),
                .file("/b.txt", size: 1),
            ])
        #expect(found.map(\.verdict) == [.delete, .keep, .keep, .review, .keep])
        #expect(found.map(\.isProtected) == [false, true, false, false, false])
        #expect(found.map(\.rule) == ["d1", "p", "k", "r", nil])
        #expect(found.map(\.reason) == [.rule, .protected, .keptByRule, .rule, .unmatched])
        #expect(found.map(\.deletingRules) == [["d1", "d2"], [], [], [], []])
    }

    @Test("a protection that cannot tell protects, and a deletion that cannot tell deletes nothing")
    func unknown() throws {
        var file = RuleFile()
        file.rules = [Rule(id: "d", match: .name("*.tmp"), action: .delete)]
        file.protections = [
            Rule(
                id: "p", itemType: nil, match: .test(FieldTest(.shared, [.flag(true)])),
                action: .protect)
        ]
        var item = ItemValues.file("/a.tmp")
        #expect(try standing(file, item).isProtected)
        item.shared = false
        #expect(try standing(file, item).verdict == .delete)
        file.rules[0].match = .sizeOver(5)
        item.size = nil
        #expect(try standing(file, item).verdict == .keep)
        file.rules[0].unknown = .review
        #expect(try standing(file, item).verdict == .review)
        #expect(try standing(file, item).reason == .unknown)
        #expect(try standing(file, item).deletingRules == [])
    }

    @Test("a set rule that deletes says delete of every file that it could take")
    func sets() throws {
        var file = RuleFile()
        file.rules = [
            set("copies", .delete, match: .path("/Photos/**"), unless: .name("best*"))
        ]
        file.rules[0].scopes = [Scope(drive: "main")]
        func verdict(_ item: ItemValues) throws -> Verdict { try standing(file, item).verdict }
        #expect(try verdict(.file("/Photos/a.jpg")) == .delete)
        #expect(try standing(file, .file("/Photos/a.jpg")).reason == .duplicate)
        #expect(try standing(file, .file("/Photos/a.jpg")).deletingRules == ["copies"])
        #expect(try verdict(.file("/Photos/best.jpg")) == .keep)
        #expect(try verdict(.file("/a.jpg")) == .keep)
        #expect(try verdict(.file("/Photos/a.jpg", size: 0)) == .keep)
        #expect(try verdict(.file("/Photos/a.jpg", size: nil)) == .keep)
        #expect(try verdict(.folder("/Photos/a")) == .keep)
        var shortcut = ItemValues.file("/Photos/s.jpg")
        shortcut.isShortcut = true
        #expect(try verdict(shortcut) == .keep)
        var other = ItemValues.file("/Photos/a.jpg")
        other.drive = "other"
        #expect(try verdict(other) == .keep)
    }

    @Test("a set rule that cannot tell whether an item is inside deletes nothing")
    func unknownBounds() throws {
        let isShared = Condition.test(FieldTest(.shared, [.flag(true)]))
        var file = RuleFile()
        // Even where unknown outcomes of plain rules go to a person.
        file.defaults.unknown = .review
        file.rules = [set("copies", .delete, unless: isShared)]
        #expect(try standing(file, .file("/a")).verdict == .keep)
        file.rules = [set("copies", .delete, match: isShared)]
        #expect(try standing(file, .file("/a")).verdict == .keep)
    }

    @Test("what lacks the date or the part that makes groups is in none")
    func members() throws {
        var file = RuleFile()
        var item = ItemValues.file("/a", ageDays: nil)
        file.rules = [set("s", .delete, .surplus(SurplusSelection(keep: 1)))]
        #expect(try standing(file, item).verdict == .keep)
        item.modified = Timestamp(secondsSinceEpoch: 0)
        #expect(try standing(file, item).verdict == .delete)
        #expect(try standing(file, item).reason == .surplus)
        file.rules = [
            set("s", .delete, .duplicates(DuplicateSelection(key: .parts([.size, .taken]))))
        ]
        #expect(try standing(file, item).verdict == .keep)
        item.taken = Timestamp(secondsSinceEpoch: 0)
        #expect(try standing(file, item).verdict == .delete)
    }

    @Test("a set rule that reviews is named and stops nothing that another rule deletes")
    func reviewingSets() throws {
        var file = RuleFile()
        file.rules = [
            set(
                "look", .review, match: .name("*.tmp"),
                .duplicates(
                    DuplicateSelection(key: .content, preferences: [.drive("nowhere")]))),
            Rule(id: "tmp", match: .name("*.tmp"), action: .delete),
        ]
        let found = try standing(file, .file("/a.tmp"))
        #expect(found.verdict == .delete)
        #expect(found.rule == "tmp")
        #expect(found.reviewingSetRules == ["look"])
        #expect(try standing(file, .file("/a.txt")).reviewingSetRules == [])
    }

    @Test("a review rule that cannot tell holds back what a set rule deletes")
    func heldBack() throws {
        var file = RuleFile()
        file.rules = [
            set("copies", .delete),
            Rule(id: "r", match: .test(FieldTest(.shared, [.flag(true)])), action: .review),
        ]
        let found = try standing(file, .file("/a"))
        #expect(found.verdict == .review)
        #expect(found.reason == .unknown)
        #expect(found.rule == "r")
    }

    @Test("size, trial and what a folder holds play no part")
    func leftOut() throws {
        var file = RuleFile()
        file.review = ReviewSettings(biggerThan: 1, trial: 20)
        file.rules = [
            Rule(id: "d", match: .everything, action: .delete),
            Rule(
                id: "hollow", itemType: .folder, match: .test(FieldTest(.empty, [.flag(true)])),
                action: .delete),
        ]
        let found = try standings(
            file, [.file("/a/big", size: 100), .folder("/a"), .folder("/b"), .file("/b/x")])
        #expect(found.map(\.verdict) == [.delete, .delete, .delete, .delete])
        var shortcut = ItemValues.folder("/s")
        shortcut.isShortcut = true
        #expect(try standing(file, shortcut).verdict == .keep, "it is never empty")
    }

    @Test("each item has its own answer, whatever else is asked with it")
    func alignment() throws {
        var file = RuleFile()
        file.rules = [
            Rule(
                id: "main", scopes: [Scope(drive: "main", folder: "/a")], match: .everything,
                action: .delete)
        ]
        var twin = ItemValues.file("/a/x")
        twin.drive = "other"
        var same = ItemValues.file("/b/x")
        same.id = "/a/x"
        let found = try standings(
            file,
            [
                .file("/a/x"), twin, .file("/.cleanrules/a"), same, .file("/a/x"),
                .file("no path"), .file("/a//b"), .file("/a/../a/x"), .file("/.cleanrules"),
                .file("/a/y"), .file("/.cleanrules2/a"), .file("/a/"), .file(""),
            ])
        #expect(
            found.map(\.verdict) == [
                .delete, .keep, .keep, .keep, .delete, .keep, .keep, .keep, .keep, .delete, .keep,
                .keep, .keep,
            ])
        // What is no item of a drive is touched by nothing, not even by a person's decision.
        #expect(
            found.map(\.isProtected) == [
                false, false, true, false, false, true, true, true, true, false, false, true, true,
            ])
    }

    @Test("a drive that is not known is an error")
    func unknownDrive() throws {
        var item = ItemValues.file("/a")
        item.drive = "gone"
        #expect(throws: ListingError.self) { try standings(RuleFile(), [item]) }
        #expect(try standings(RuleFile(), []).isEmpty)
    }

    @Test(
        "what a plan deletes still stands, item by item, and what it protects is protected",
        arguments: propertySeeds)
    func agreesWithPlans(seed: UInt64) throws {
        var world = World.random(seed)
        world.file.review.biggerThan = nil
        let plan = try world.plan()
        let items = (0..<plan.listing.count).map { plan.listing.values($0) }
        let check = StandingCheck(
            ruleFile: world.file, drives: plan.listing.drives, now: world.now, timeZone: .utc)
        let found = try check.standings(of: items)
        for row in items.indices {
            let what: Comment = "\(items[row].path): \(found[row])"
            // A folder that was full counts as empty here.
            if items[row].type == .folder { continue }
            if plan.verdict(row) == .delete {
                #expect(found[row].verdict == .delete, what)
                let rule = try #require(plan.rule(row)?.id)
                #expect(found[row].deletingRules.contains(rule), what)
            }
            #expect(found[row].isProtected == (plan.reason(row) == .protected), what)
            // No set rule: what is said of an item alone is what the plan says of it.
            if !plan.rules.contains(where: { $0.selection != nil }) {
                #expect(found[row].verdict == plan.verdict(row), what)
                #expect(found[row].reason == plan.reason(row), what)
                #expect(found[row].rule == plan.rule(row)?.id, what)
            }
            #expect(try check.standings(of: [items[row]]) == [found[row]], what)
        }
    }
}
