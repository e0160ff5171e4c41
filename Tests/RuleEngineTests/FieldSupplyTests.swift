// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Fields that a source does not tell")
struct FieldSupplyTests {
    /// A field, and how an item comes to carry it.
    struct Told: Sendable, CustomTestStringConvertible {
        let field: Field
        let tell: @Sendable (inout ItemValues) -> Void

        var testDescription: String { field.rawValue }

        static let all: [Told] = [
            Told(field: .size) { $0.size = 1 },
            Told(field: .created) { $0.created = date },
            Told(field: .createdAge) { $0.created = date },
            Told(field: .modified) { $0.modified = date },
            Told(field: .modifiedAge) { $0.modified = date },
            Told(field: .age) { $0.created = date }, Told(field: .age) { $0.modified = date },
            Told(field: .taken) { $0.taken = date }, Told(field: .takenAge) { $0.taken = date },
            Told(field: .accessed) { $0.accessed = date },
            Told(field: .accessedAge) { $0.accessed = date },
            Told(field: .knownFor) { $0.firstSeen = date }, Told(field: .mime) { $0.mime = "a/b" },
            Told(field: .shared) { $0.shared = false }, Told(field: .owner) { $0.owner = "A" },
            Told(field: .owner) { $0.ownerAddress = "a@b" }, Told(field: .width) { $0.width = 1 },
            Told(field: .height) { $0.height = 1 }, Told(field: .camera) { $0.camera = "C" },
            Told(field: .album) { $0.albums = ["A"] },
        ]

        private static let date = Timestamp(secondsSinceEpoch: 0)
    }

    private func world(_ items: [ItemValues], _ rules: [Rule]) -> World {
        var world = World()
        world.items = items
        world.file.rules = rules
        return world
    }

    private func rule(_ field: Field, _ value: TestValue) -> Rule {
        Rule(id: "r", itemType: nil, match: .test(FieldTest(field, [value])), action: .delete)
    }

    @Test(
        "what no item of a listing carries is unknown, and what some do is missing for the rest",
        arguments: Told.all)
    func listing(told: Told) throws {
        let bare = ItemValues(path: "/bare")
        for value in [TestValue.missing, .present] {
            let silent = world([bare, .folder("/f")], [rule(told.field, value)])
            #expect(try silent.outcome("/bare") == Outcome(.keep, .unmatched))
            #expect(try silent.outcome("/f") == Outcome(.keep, .unmatched))
        }
        var full = ItemValues(path: "/full")
        told.tell(&full)
        let telling = world([bare, full], [rule(told.field, .missing)])
        #expect(try telling.outcome("/bare") == Outcome(.delete, .rule, "r"))
        #expect(try telling.outcome("/full") == Outcome(.keep, .unmatched))
        let present = world([bare, full], [rule(told.field, .present)])
        #expect(try present.outcome("/bare") == Outcome(.keep, .unmatched))
        #expect(try present.outcome("/full") == Outcome(.delete, .rule, "r"))
    }

    @Test("every field that can be missing by its source is asked about")
    func fields() {
        let followsFromThePath: Set<Field> = [.ext, .kind]
        let asked = Set(Told.all.map(\.field)).union(followsFromThePath)
        #expect(Set(Vocabulary.fields.filter(\.takesPresence).map(\.field)) == asked)
    }

    @Test("each drive is asked for itself, and a kind that cannot tell never does")
    func drives() throws {
        var first = ItemValues(path: "/a")
        first.drive = "telling"
        var second = first
        second.path = "/b"
        second.taken = Timestamp(secondsSinceEpoch: 0)
        var items = [first, second]
        for name in ["silent", "local", "cloud"] {
            var item = ItemValues(path: "/a")
            item.drive = name
            items.append(item)
        }
        var world = world(items, [rule(.taken, .missing)])
        world.drives = [
            ("telling", .listing), ("silent", .listing), ("local", .local), ("cloud", .onedrive),
        ]
        let outcomes = try world.outcomes()
        #expect(
            outcomes.filter { $0.value.verdict == .delete }.keys.sorted()
                == ["cloud:/a", "telling:/a"])
        // Not known to be absent, so kept by what speaks of it.
        world.file.protections = [
            Rule(
                id: "p", itemType: nil, match: .test(FieldTest(.taken, [.present])),
                action: .protect)
        ]
        #expect(try world.outcomes()["silent:/a"]?.reason == .protected)
        #expect(try world.outcomes()["telling:/a"]?.verdict == .delete)
    }

    @Test(
        "without a state file nothing tells when items were first seen, on any kind of drive",
        arguments: DriveKind.allCases)
    func firstSeen(kind: DriveKind) throws {
        var world = world([ItemValues(path: "/a")], [rule(.knownFor, .missing)])
        world.drives = [("main", kind)]
        #expect(try world.outcome("/a")?.verdict == .keep)
    }

    @Test("a test of a rules file tells everything: what it does not give is missing")
    func tests() throws {
        var file = RuleFile()
        file.drives = [DriveDeclaration(name: "desk", kind: .local)]
        file.rules = [rule(.taken, .missing)]
        let item = TestItem(item: ItemValues(path: "/a"), expect: .delete, by: "r")
        file.tests = [
            RuleTest(name: "t", now: Timestamp(secondsSinceEpoch: 0), items: [item])
        ]
        let results = try RuleTestRunner.run(file, timeZone: .utc)
        #expect(results.map(\.isMet) == [true])
    }
}
