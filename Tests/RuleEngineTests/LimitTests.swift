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

    @Test(
        "a drive that lists too few files of those that it had refuses the plan",
        arguments: [
            // Strictly over: 80 of 100 is a drop of 20 per cent, 79 one of 21.
            (100, 80, nil, 20, false), (100, 79, nil, 21, true), (100, 100, nil, 0, false),
            (100, 130, nil, 0, false), (1_000, 799, nil, 21, true), (3, 2, nil, 34, true),
            (100, 79, Limit.atMost(21), 21, false), (100, 99, .atMost(0), 1, true),
            (100, 1, .unlimited, 99, false), (100, 0, nil, 100, true),
            (.max, 1, nil, 100, true), (.max, 1, .atMost(100), 100, false),
            (.max, 1, .atMost(.max), 100, false),
        ] as [(Int64, Int, Limit?, Int64, Bool)])
    func listingDrop(
        last: Int64, current: Int, limit: Limit?, value: Int64, isExceeded: Bool
    ) throws {
        var world = world(files: current, deleted: 0)
        world.items.append(.folder("/folders are no files"))
        world.file.limits.listingDrop = limit
        world.lastFileCounts = ["main": last]
        let plan = try world.plan()
        let found = LimitOutcome.outcomes(plan, PlanTotals(plan)).filter {
            $0.subject == .listingDrop
        }
        let outcome = try #require(found.first)
        #expect(found.count == 1)
        #expect(outcome.value == value)
        #expect(outcome.isExceeded == isExceeded)
        #expect(outcome.drive == "main" && outcome.rule == nil)
        let threshold: Int64? =
            switch limit {
            case nil: 20
            case .unlimited: nil
            case .atMost(let most): most
            }
        #expect(outcome.threshold == threshold)
    }

    @Test("whether a listing becomes the measure of later ones is asked in the same way")
    func measure() {
        func isExceeded(_ limit: Limit?, _ last: Int64?, _ current: Int64) -> Bool {
            LimitOutcome.isListingDropExceeded(limit, last: last, current: current)
        }
        #expect(!isExceeded(nil, nil, 0), "nothing drops before a first good sync")
        #expect(!isExceeded(nil, 100, 80) && isExceeded(nil, 100, 79))
        #expect(!isExceeded(.unlimited, 100, 0))
        #expect(isExceeded(.atMost(99), 100, 0) && !isExceeded(.atMost(100), 100, 0))
        #expect(isExceeded(nil, .max, 1) && !isExceeded(.atMost(.max), .max, 1))
    }

    @Test("each drive has a drop of its own, and a drive that is gone has dropped everything")
    func listingDrops() throws {
        var world = world(files: 10, deleted: 0)
        #expect(try !exceeded(world).contains { $0.hasPrefix("listing_drop") })
        world.drives.append(("other", .listing))
        world.lastFileCounts = ["main": 10, "other": 0, "gone": 1]
        #expect(try exceeded(world) == ["listing_drop:gone"])
        world.lastFileCounts = ["main": 100, "other": 5]
        #expect(try exceeded(world) == ["listing_drop:main", "listing_drop:other"])
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
        // Presence and absence are unknown there as well.
        #expect(found.map(\.severity) == [.error, .error, .warning, .error])
        #expect(found.allSatisfy { $0.message.contains("'disk'") })
        #expect(found.allSatisfy { $0.notes.first?.contains("'cloud'") == true })
        #expect(SupplyCheck.diagnostics(file, drives: [drives[1]]).isEmpty)
        let listing = ListedDrive(name: "disk", kind: .listing)
        #expect(SupplyCheck.diagnostics(file, drives: [listing]).isEmpty)
    }

    @Test("over one source, what asks for the presence of what it never tells is an error too")
    func source() {
        let never: [Field] = [
            .mime, .taken, .takenAge, .accessed, .accessedAge, .shared, .width, .height, .camera,
            .album, .sharpness, .brightness, .detail, .screenshot,
        ]
        let told = Field.allCases.filter {
            Vocabulary.description(of: $0).suppliers.contains(.dataset)
        }
        #expect(Set(told) == Set(Field.allCases).subtracting(never))
        let mime = FieldTest(.mime, [.present])
        let camera = Condition.test(FieldTest(.camera, [.missing]))
        let width = Condition.test(FieldTest(.shared, [.flag(true)]))
        var file = RuleFile()
        file.definitions = [Definition(name: "s", condition: camera)]
        file.protections = [Rule(id: "p", itemType: nil, match: width, action: .protect)]
        file.rules = [
            Rule(id: "keep", match: .everything, unless: width, action: .keep),
            Rule(id: "gone", match: .any([width, .test(mime)]), action: .delete),
            Rule(id: "looked", match: .test(mime), action: .review),
            Rule(id: "defined", match: .defined(["s"]), action: .delete),
            Rule(id: "old", match: .test(FieldTest(.owner, [.missing])), action: .delete),
            Rule(id: "empty", itemType: .folder, match: .everything, action: .delete),
        ]
        let found = SupplyCheck.diagnostics(file, source: .dataset)
        let severities: [Severity] = [
            .error, .error, .warning, .error, .error, .error, .warning,
        ]
        #expect(found.map(\.severity) == severities, "\(found.map(\.message))")
        for (finding, said) in zip(found, ["'p'", "'keep'", "'shared'", "'mime'", "'looked'"]) {
            #expect(finding.message.contains(said))
        }
        #expect(found.last?.message.contains("for folders") == true)
        #expect(SupplyCheck.diagnostics(file, source: .listing).isEmpty)
    }

    @Test("over listings, what no item has and folders that none tells of are worth a warning")
    func listed() throws {
        var file = RuleFile()
        let camera = Condition.test(FieldTest(.camera, [.missing]))
        let owner = Condition.test(FieldTest(.owner, [.missing]))
        file.protections = [Rule(id: "p", itemType: nil, match: camera, action: .protect)]
        file.rules = [
            Rule(id: "owned", match: owner, action: .delete),
            Rule(id: "empty", itemType: .folder, match: .everything, action: .delete),
            Rule(id: "off", isEnabled: false, match: camera, action: .delete),
        ]
        func found(_ worlds: [World]) throws -> [String] {
            var supply = ListedSupply()
            for world in worlds { supply.add(try world.input().listing) }
            return SupplyCheck.diagnostics(file, told: supply).map { finding in
                #expect(finding.severity == .warning)
                return finding.message
            }
        }
        var one = World()
        one.items = [.file("/a", size: 1)]
        #expect(try found([one]).count == 3)
        // One item of one listing is enough.
        var other = World()
        other.items = [.file("/a", size: 1), .folder("/f")]
        other.items[0].owner = "Ada"
        let left = try found([one, other])
        #expect(left.count == 1 && left[0].contains("'p'") && left[0].contains("'camera'"))
        #expect(try found([]).isEmpty)
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
