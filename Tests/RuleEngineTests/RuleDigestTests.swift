// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport

@Suite("The one text of a rule")
struct RuleDigestTests {
    private func text(_ rule: Rule, _ definitions: [Definition] = []) -> String {
        RuleDigest.canonicalText(of: rule, definitions: definitions)
    }

    private func text(match: Condition, _ definitions: [Definition] = []) -> String {
        text(Rule(id: "r", match: match, action: .delete), definitions)
    }

    private let full = Rule(
        id: "r", scopes: [Scope(drive: "main", folder: "/a")], match: .name("*.tmp"),
        unless: .sizeOver(5),
        selection: .duplicates(
            DuplicateSelection(key: .content, preferences: [.order(.oldest), .drive("main")])),
        action: .delete, unknown: .keep, undoWindow: .wait(Age(amount: 7, unit: .day)),
        method: .recycle,
        limits: Limits(
            items: .atMost(1), bytes: .atMost(2), percent: .atMost(3), listingDrop: .atMost(4)))

    /// Every way in which a rule can be edited so that it may mean something else.
    private var edits: [(inout Rule) -> Void] {
        [
            { $0.id = "q" }, { $0.scopes = [] }, { $0.scopes[0].drive = "other" },
            { $0.scopes[0].folder = "/b" }, { $0.scopes.append(Scope(drive: "other")) },
            { $0.itemType = .folder }, { $0.itemType = nil }, { $0.match = nil },
            { $0.match = .name("*.TMP") }, { $0.match = .none([.name("*.tmp")]) },
            { $0.unless = nil }, { $0.unless = .sizeOver(6) }, { $0.selection = nil },
            { $0.action = .review }, { $0.action = .keep }, { $0.action = .protect },
            { $0.unknown = nil }, { $0.unknown = .review }, { $0.undoWindow = nil },
            { $0.undoWindow = UndoWindow.none },
            { $0.undoWindow = .wait(Age(amount: 8, unit: .day)) }, { $0.method = nil },
            { $0.method = .permanent }, { $0.method = .quarantine }, { $0.limits.items = nil },
            { $0.limits.items = .unlimited }, { $0.limits.bytes = nil },
            { $0.limits.percent = .atMost(4) }, { $0.limits.listingDrop = nil },
        ] + selectionEdits
    }

    private var selectionEdits: [(inout Rule) -> Void] {
        let duplicates: [(inout DuplicateSelection) -> Void] = [
            { $0.key = .parts([.size]) }, { $0.key = .parts([.size, .name]) },
            { $0.reach = .drives }, { $0.reach = .folder }, { $0.preferences.swapAt(0, 1) },
            { $0.preferences = [] }, { $0.preferences[1] = .drive("other") },
            { $0.preferences[1] = .order(.newest) }, { $0.copies = 2 },
            { $0.verification = .hash },
        ]
        let globs: [KeepPreference] = ["/a/**", "/b/**"].compactMap { text in
            (try? Glob(text, style: .path)).map { .inside($0) }
        }
        let names: [KeepPreference] = ["a*"].compactMap { text in
            (try? Glob(text, style: .name)).map { .named($0) }
        }
        var edits: [(inout Rule) -> Void] = duplicates.map { edit in
            { rule in
                guard case .duplicates(var selection)? = rule.selection else { return }
                edit(&selection)
                rule.selection = .duplicates(selection)
            }
        }
        for preference in globs + names {
            edits.append { rule in
                rule.selection = .duplicates(
                    DuplicateSelection(key: .content, preferences: [preference]))
            }
        }
        for surplus in [
            SurplusSelection(keep: 1), SurplusSelection(keep: 2),
            SurplusSelection(keep: 1, newestBy: .taken), SurplusSelection(keep: 1, reach: .drive),
            SurplusSelection(keep: 1, firstOf: .year), SurplusSelection(keep: 1, firstOf: .month),
            SurplusSelection(keep: 1, generations: Generations([.daily: 1])),
            SurplusSelection(keep: 1, generations: Generations([.weekly: 1])),
            SurplusSelection(keep: 1, generations: Generations([.daily: 1, .yearly: 1])),
            SurplusSelection(keep: 0, generations: Generations([.daily: 1])),
            SurplusSelection(keep: 1, generations: Generations([:])),
        ] {
            edits.append { $0.selection = .surplus(surplus) }
        }
        return edits
    }

    @Test("every edit that can mean something gives another text")
    func edited() {
        var seen: [String: Int] = [text(full): -1]
        for (number, edit) in edits.enumerated() {
            var rule = full
            edit(&rule)
            #expect(rule != full, "edit \(number) edits nothing")
            let earlier = seen.updateValue(number, forKey: text(rule))
            #expect(earlier == nil, "edits \(number) and \(earlier ?? 0) give one text")
        }
    }

    @Test("a new property of a rule is not forgotten")
    func properties() {
        // If one of these counts changes, the text of a rule has to tell of the new property.
        let selection = DuplicateSelection(key: .content)
        for (value, count) in [
            (full as Any, 15), (full.limits, 4), (full.scopes[0], 2), (selection, 5),
            (SurplusSelection(keep: 1), 5), (FieldTest(.name, []), 2),
            (Age(amount: 1, unit: .day), 2), (CalendarDay(year: 1, month: 1, day: 1), 3),
            (Definition(name: "d", condition: .everything), 2),
        ] {
            #expect(Mirror(reflecting: value).children.count == count, "\(type(of: value))")
        }
    }

    @Test("what is there for people plays no part")
    func forPeople() {
        var rule = full
        rule.why = "because"
        rule.isEnabled = false
        rule.location = SourceRange(file: "rules.yaml", bytes: 9..<12, line: 3, column: 7)
        rule.limitLocations = [.items: SourceRange(file: "r", bytes: 1..<2, line: 1, column: 2)]
        #expect(text(rule) == text(full))
    }

    @Test("the order of what is an 'and', an 'or' or a set plays no part, and repeats neither")
    func order() throws {
        let (a, b, c) = (Condition.name("a"), Condition.name("b"), Condition.sizeOver(1))
        let equal: [(Condition, Condition)] = [
            (.all([a, b]), .all([b, a])), (.any([a, b]), .any([b, a, b])),
            (.none([a, b]), .none([.any([b, a])])), (.all([a, .all([b, c])]), .all([c, b, a])),
            (.any([a]), a), (.all([.any([a, .any([b])])]), .any([b, a])),
            (
                .test(FieldTest(.kind, [.kind(.image), .kind(.video)])),
                .test(FieldTest(.kind, [.kind(.video), .kind(.image)]))
            ),
            (
                .olderThan(days: 7),
                .test(FieldTest(.age, [.age(.over(Age(amount: 1, unit: .week)))]))
            ),
            (
                .test(FieldTest(.age, [.age(.over(Age(amount: 1, unit: .year)))])),
                .test(FieldTest(.age, [.age(.over(Age(amount: 12, unit: .month)))]))
            ),
        ]
        for (left, right) in equal {
            #expect(text(match: left) == text(match: right), "\(left) and \(right)")
        }
        let different: [Condition] = [
            a, .all([a, b]), .any([a, b]), .none([a, b]), .none([.none([a])]),
            .all([a, .any([b, c])]), .any([a, .all([b, c])]), .all([.any([a, b]), c]),
            .everything, .all([]), .any([]),
        ]
        #expect(Set(different.map { text(match: $0) }).count == different.count)
    }

    @Test("every value that a field can be tested against is told")
    func values() throws {
        let day = DateBound.day(CalendarDay(year: 2024, month: 1, day: 2))
        let instant = DateBound.instant(Timestamp(secondsSinceEpoch: 7))
        let tests: [FieldTest] = [
            FieldTest(.size, [.number(.over(1))]), FieldTest(.size, [.number(.under(1))]),
            FieldTest(.size, [.number(.exactly(1))]), FieldTest(.size, [.number(.between(1, 2))]),
            FieldTest(.width, [.number(.over(1))]), FieldTest(.size, [.present]),
            FieldTest(.size, [.missing]), FieldTest(.size, [.missing, .number(.over(1))]),
            FieldTest(.age, [.age(.over(Age(amount: 30, unit: .day)))]),
            FieldTest(.age, [.age(.over(Age(amount: 1, unit: .month)))]),
            FieldTest(.age, [.age(.under(Age(amount: 1, unit: .month)))]),
            FieldTest(.modifiedAge, [.age(.under(Age(amount: 1, unit: .month)))]),
            FieldTest(.created, [.date(.before(day))]), FieldTest(.created, [.date(.since(day))]),
            FieldTest(.created, [.date(.since(instant))]),
            FieldTest(.created, [.date(.between(day, instant))]),
            FieldTest(.shared, [.flag(true)]), FieldTest(.shared, [.flag(false)]),
            FieldTest(.kind, [.kind(.image)]), FieldTest(.drive, [.driveName("image")]),
            FieldTest(.ext, [.fileExtension("image")]),
            FieldTest(.nameRegex, [.regularExpression(try RegularExpression("image"))]),
            FieldTest(.name, [.glob(try Glob("image", style: .name))]),
            FieldTest(.name, [.glob(try Glob("image,", style: .name))]),
            FieldTest(.name, [.glob(try Glob("im\u{e9}", style: .name))]),
            FieldTest(.name, [.glob(try Glob("ime\u{301}", style: .name))]),
        ]
        // Bytes, for strings that differ in their normal form only would be equal.
        let texts = Set(tests.map { Array(text(match: .test($0)).utf8) })
        #expect(texts.count == tests.count)
    }

    @Test("a definition is as if it were written where it is named")
    func definitions() {
        let (a, b) = (Condition.name("a"), Condition.sizeOver(1))
        let defined = [
            Definition(name: "x", condition: .all([a, b])),
            Definition(name: "y", condition: .any([.defined(["x"]), a])),
        ]
        #expect(text(match: .defined(["x"]), defined) == text(match: .all([b, a])))
        #expect(text(match: .defined(["y"]), defined) == text(match: .any([.all([a, b]), a])))
        #expect(
            text(match: .defined(["x", "y"]), defined)
                == text(match: .any([.all([a, b]), a])))
        var edited = defined
        edited[0].condition = .all([a, .sizeOver(2)])
        #expect(text(match: .defined(["y"]), defined) != text(match: .defined(["y"]), edited))
        edited = defined + [Definition(name: "z", condition: b)]
        #expect(text(match: .defined(["y"]), defined) == text(match: .defined(["y"]), edited))
    }

    @Test("definitions that would come to more than the bounds are told all the same")
    func bounds() {
        var doubling = [Definition(name: "d0", condition: .name("a"))]
        for number in 1..<200 {
            let below = Condition.defined(["d\(number - 1)"])
            doubling.append(
                Definition(
                    name: "d\(number)",
                    condition: .any([
                        .all([below, .sizeOver(Int64(number))]), .all([below, .name("b")]),
                    ])))
        }
        var chain = [Definition(name: "d0", condition: .name("a"))]
        for number in 1..<5_000 {
            chain.append(
                Definition(
                    name: "d\(number)",
                    condition: .none([.defined(["d\(number - 1)"]), .sizeOver(Int64(number))])))
        }
        for definitions in [doubling, chain] {
            let match = Condition.defined(["d\(definitions.count - 1)"])
            let whole = text(match: match, definitions)
            #expect(whole.utf8.count < 2 << 20)
            #expect(text(match: match, definitions.reversed()) == whole)
            var edited = definitions
            edited[0].condition = .name("c")
            #expect(text(match: match, edited) != whole)
        }
    }

    @Test("definitions that lead back or nowhere, which no file has, do no harm")
    func broken() {
        let cycle = [Definition(name: "x", condition: .all([.defined(["x"]), .name("a")]))]
        #expect(text(match: .defined(["x"]), cycle).contains("define"))
        #expect(text(match: .defined(["x"])) != text(match: .defined(["y"])))
    }

    @Test("a text cannot be mistaken for two, or two for one")
    func quoting() {
        var (one, two) = (full, full)
        one.scopes = [Scope(drive: "a", folder: "/b"), Scope(drive: "c")]
        two.scopes = [Scope(drive: "a", folder: "/b0:1:c")]
        #expect(text(one) != text(two))
        one.scopes = [Scope(drive: "main", folder: "/x]\nmatch everything")]
        two.scopes = [Scope(drive: "main", folder: "/x")]
        two.match = .everything
        #expect(text(one) != text(two))
    }

    @Test("conditions of one text have one outcome", arguments: propertySeeds)
    func meaning(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var world = World.random(seed)
        let condition = World.condition(&random, depth: 3)
        let shuffled = Self.shuffled(condition, &random)
        #expect(text(match: condition) == text(match: shuffled))
        func outcomes(_ condition: Condition) throws -> [String: Outcome] {
            world.file.rules = [
                Rule(id: "r", match: condition, action: .delete, unknown: .review)
            ]
            return try world.outcomes()
        }
        #expect(try outcomes(condition) == outcomes(shuffled))
    }

    /// The same condition in other words.
    private static func shuffled(
        _ condition: Condition, _ random: inout SplitMix64
    ) -> Condition {
        func mixed(_ parts: [Condition]) -> [Condition] {
            var parts = parts.map { shuffled($0, &random) }
            if random.once(in: 2) { parts.append(parts[0]) }
            parts.shuffle(using: &random)
            return parts
        }
        switch condition {
        case .all(let parts):
            let parts = mixed(parts)
            return random.once(in: 2)
                ? .all(parts) : .all([.all(Array(parts.prefix(1)))] + parts.dropFirst())
        case .any(let parts): return .any([.any(mixed(parts))])
        case .none(let parts): return .none(mixed(parts))
        case .everything, .defined, .test: return condition
        }
    }
}
