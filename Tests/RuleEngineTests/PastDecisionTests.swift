// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Decisions of the past")
struct PastDecisionTests {
    private let now = Timestamp(secondsSinceEpoch: 1_000_000)

    private func listing(_ items: [ItemValues]) throws -> Listing {
        var builder = ListingBuilder()
        for item in items {
            let number = try builder.drive(named: item.drive ?? "main", kind: .onedrive)
            try builder.append(item, drive: number)
        }
        return builder.finish()
    }

    /// The decision that holds for `item`, of those given.
    private func held(_ decisions: [PastDecision], _ item: ItemValues) throws -> Decision? {
        PastDecision.rows(decisions, in: try listing([item]), now: now)[0]
    }

    private func decision(
        _ verdict: Decision, _ change: (inout PastDecision) -> Void = { _ in }
    ) -> PastDecision {
        var decision = PastDecision(
            drive: "main", id: "1", path: "/a", verdict: verdict, size: 10,
            hashes: [.sha256: Self.hash], cTag: "c1", modified: Timestamp(secondsSinceEpoch: 5))
        change(&decision)
        return decision
    }

    private func item(_ change: (inout ItemValues) -> Void = { _ in }) -> ItemValues {
        var item = ItemValues(path: "/a")
        item.id = "1"
        item.size = 10
        item.sha256 = Self.hash
        item.cTag = "c1"
        item.modified = Timestamp(secondsSinceEpoch: 5)
        change(&item)
        return item
    }

    private static let hash = String(repeating: "ab", count: 32)

    @Test("items are known by drive and id, byte for byte, wherever they lie now")
    func identity() throws {
        let decisions = [
            decision(.pin) { $0.id = "\u{e9}" }, decision(.pin) { $0.drive = "other" },
            decision(.keep) { $0.id = "/p\u{e9}" },
        ]
        let items: [ItemValues] = [
            item {
                $0.id = "\u{e9}"; $0.path = "/moved"
            }, item { $0.id = "e\u{301}" },
            item { $0.drive = "other" }, item { $0.id = "2" },
            item {
                $0.id = nil; $0.path = "/p\u{e9}"
            },
            item {
                $0.id = nil; $0.path = "/pe\u{301}"
            },
        ]
        let rows = PastDecision.rows(decisions, in: try listing(items), now: now)
        #expect(rows == [0: .pin, 2: .pin, 4: .keep])
        #expect(PastDecision.rows([], in: try listing(items), now: now) == [:])
    }

    @Test("of several decisions about one item the last counts, even when it has ended")
    func lastCounts() throws {
        #expect(try held([decision(.delete), decision(.pin)], item()) == .pin)
        #expect(try held([decision(.pin), decision(.delete)], item()) == .delete)
        let ended = decision(.snooze) { $0.until = Timestamp(secondsSinceEpoch: 0) }
        #expect(try held([decision(.delete), ended], item()) == nil)
    }

    @Test("a snooze lasts until its date, and one without a date goes on")
    func snooze() throws {
        for (until, expected) in [
            (Int64(999_999), nil), (1_000_000, nil), (1_000_001, .snooze), (nil, .snooze),
        ] as [(Int64?, Decision?)] {
            let snooze = decision(.snooze) {
                $0.until = until.map { Timestamp(secondsSinceEpoch: $0) }
                $0.size = 99
            }
            #expect(try held([snooze], item()) == expected)
        }
    }

    @Test("a pin holds whatever becomes of the content")
    func pin() throws {
        let other = item {
            $0.size = 1; $0.sha256 = nil; $0.cTag = "c2"; $0.modified = now
        }
        #expect(try held([decision(.pin)], other) == .pin)
    }

    /// What is done to the item, and whether a keep and a delete still hold.
    private static let changes: [(String, @Sendable (inout ItemValues) -> Void, Bool, Bool)] = [
        ("nothing", { _ in }, true, true),
        ("size", { $0.size = 11 }, false, false),
        ("hash", { $0.sha256 = String(repeating: "cd", count: 32) }, false, false),
        ("case of the hash", { $0.sha256 = $0.sha256?.uppercased() }, true, true),
        // Equal hashes prove equal content, whatever tags and dates say.
        ("tag, of equal hash", { $0.cTag = "c2" }, true, true),
        ("date, of equal tag", { $0.modified = nil }, true, true),
        (
            "tag, without a hash",
            {
                $0.cTag = "c2"; $0.sha256 = nil
            }, false, false
        ),
        (
            "date, without a hash and a tag",
            {
                $0.cTag = nil; $0.sha256 = nil; $0.modified = nil
            },
            true, false
        ),
        (
            "another date, without a hash and a tag",
            {
                $0.cTag = nil; $0.sha256 = nil; $0.modified = Timestamp(secondsSinceEpoch: 6)
            },
            false, false
        ),
        (
            "the same date, without a hash and a tag",
            {
                $0.cTag = nil; $0.sha256 = nil
            }, true, true
        ),
        (
            "tag and date are lost, the hash is equal",
            {
                $0.cTag = nil; $0.modified = nil
            }, true, true
        ),
        (
            "date, of equal hash, without a tag",
            {
                $0.cTag = nil; $0.modified = Timestamp(secondsSinceEpoch: 6)
            }, true, true
        ),
        ("size is lost", { $0.size = nil }, true, true),
        (
            "a hash of another algorithm",
            {
                $0.sha256 = nil; $0.sha1 = "aa"
            }, true, true
        ),
        (
            "everything is lost",
            {
                $0.size = nil; $0.sha256 = nil; $0.cTag = nil; $0.modified = nil
            }, true, false
        ),
    ]

    @Test(
        "a keep ends when the content has surely changed, a delete unless it surely has not",
        arguments: changes.indices)
    func content(number: Int) throws {
        let (what, change, keeps, deletes) = Self.changes[number]
        let comment = Comment(rawValue: what)
        #expect(
            try held([decision(.keep)], item(change)) == (keeps ? .keep : nil), comment)
        #expect(
            try held([decision(.delete)], item(change)) == (deletes ? .delete : nil), comment)
    }

    @Test("a decision about an item of which little was known")
    func littleKnown() throws {
        let bare = { (decision: inout PastDecision) in
            decision.size = nil
            decision.hashes = [:]
            decision.cTag = nil
            decision.modified = nil
        }
        #expect(try held([decision(.keep, bare)], item()) == .keep)
        #expect(try held([decision(.delete, bare)], item()) == nil)
        let sizeOnly = decision(.delete) {
            bare(&$0); $0.size = 10
        }
        #expect(try held([sizeOnly], item()) == nil, "equal sizes prove nothing")
        let several = decision(.delete) {
            $0.hashes = [.sha256: Self.hash, .sha1: "aa", .quickXor: "AAAA"]
        }
        #expect(try held([several], item { $0.quickXor = "aaaa" }) == nil)
        #expect(
            try held(
                [several],
                item {
                    $0.quickXor = "AAAA"; $0.sha1 = "AA"
                }) == .delete)
    }

    @Test("the content of folders is not compared, and a file is no folder")
    func folders() throws {
        var folder = ItemValues.folder("/a")
        folder.id = "1"
        folder.modified = Timestamp(secondsSinceEpoch: 77)
        folder.cTag = "c9"
        let ofFolder = { (decision: inout PastDecision) in
            decision.size = nil
            decision.hashes = [:]
        }
        #expect(try held([decision(.delete, ofFolder)], folder) == .delete)
        #expect(try held([decision(.keep, ofFolder)], folder) == .keep)
        #expect(try held([decision(.delete)], folder) == nil)
        #expect(try held([decision(.keep)], folder) == .keep)
    }

    // MARK: In plans

    @Test("a decision stands above rules and below protections")
    func inPlans() throws {
        var world = World()
        world.items = [
            .file("/keep.tmp"), .file("/pin.tmp"), .file("/snooze.tmp"), .file("/delete.txt"),
            .file("/delete.safe"), .file("/pin.safe"), .file("/delete.kept"), .file("/delete.look"),
        ]
        world.file.protections = [
            Rule(id: "p", itemType: nil, match: .name("*.safe"), action: .protect)
        ]
        world.file.rules = [
            Rule(id: "tmp", match: .name("*.tmp"), action: .delete),
            Rule(id: "k", match: .name("*.kept"), action: .keep),
            Rule(id: "l", match: .name("*.look"), action: .review),
        ]
        for item in world.items {
            world.decisions[item.path] = Decision(
                rawValue: String(item.path.dropFirst().prefix { $0 != "." }))
        }
        #expect(try world.outcome("/keep.tmp") == Outcome(.keep, .personKept))
        #expect(try world.outcome("/pin.tmp") == Outcome(.keep, .personKept))
        #expect(try world.outcome("/snooze.tmp") == Outcome(.keep, .snoozed))
        #expect(try world.outcome("/delete.txt") == Outcome(.delete, .personDeleted))
        #expect(try world.outcome("/delete.safe") == Outcome(.keep, .protected, "p"))
        #expect(try world.outcome("/pin.safe") == Outcome(.keep, .protected, "p"))
        #expect(try world.outcome("/delete.kept") == Outcome(.delete, .personDeleted))
        #expect(try world.outcome("/delete.look") == Outcome(.delete, .personDeleted))
        let plan = try world.plan()
        for row in 0..<plan.listing.count {
            let isProtected = plan.reason(row) == .protected
            #expect(plan.appliedRules(row) == (isProtected ? [0] : []))
        }
    }

    @Test("a protection that cannot tell outweighs a person, and so does what cannot be deleted")
    func unknownProtects() throws {
        var world = World()
        world.items = [.file("/a", size: nil)]
        world.decisions = ["/a": .delete]
        world.file.protections = [
            Rule(id: "p", itemType: nil, match: .sizeOver(5), action: .protect)
        ]
        #expect(try world.outcome("/a") == Outcome(.keep, .protected, "p"))
    }

    @Test("nothing turns a person's delete into a review")
    func personDeletes() throws {
        var world = World()
        world.items = [.file("/a", size: 1_000, hash: "h"), .file("/b", size: nil)]
        world.decisions = ["/a": .delete, "/b": .delete]
        world.file.review = ReviewSettings(biggerThan: 1, trial: 20)
        world.decidedDeletions = [:]
        world.file.rules = [
            Rule(id: "d", match: .everything, action: .delete),
            Rule(id: "r", match: .test(FieldTest(.shared, [.flag(true)])), action: .review),
        ]
        #expect(try world.outcome("/a") == Outcome(.delete, .personDeleted))
        #expect(try world.outcome("/b") == Outcome(.delete, .personDeleted))
    }

    @Test("the method and the undo window of a person's delete are the file's own")
    func handling() throws {
        var world = World()
        world.items = [.file("/a")]
        world.decisions = ["/a": .delete]
        world.file.rules = [
            Rule(
                id: "d", match: .everything, action: .delete, undoWindow: UndoWindow.none,
                method: .permanent)
        ]
        let plan = try world.plan()
        #expect(plan.method(0) == .recycle)
        #expect(plan.undoWindow(0) == .wait(Age(amount: 24, unit: .hour)))
    }

    @Test("a person's delete of a folder in which something stays keeps it")
    func fullFolder() throws {
        var world = World()
        world.items = [.folder("/f"), .file("/f/x"), .folder("/e")]
        world.decisions = ["/f": .delete, "/e": .delete]
        #expect(try world.outcome("/f") == Outcome(.keep, .folderNotEmpty))
        #expect(try world.outcome("/e") == Outcome(.delete, .personDeleted))
    }

    @Test("for set rules a decision counts as keep, as plain delete, or as a review")
    func sets() throws {
        var world = World()
        world.items = ["/a", "/b", "/c"].map { .file($0, hash: "h") }
        world.file.rules = [
            Rule(
                id: "dup", selection: .duplicates(DuplicateSelection(key: .content)),
                action: .delete)
        ]
        func verdicts() throws -> [Verdict?] {
            try ["/a", "/b", "/c"].map { try world.outcome($0)?.verdict }
        }
        #expect(try verdicts() == [.keep, .delete, .delete])
        world.decisions = ["/c": .pin]
        #expect(try verdicts() == [.delete, .delete, .keep])
        world.decisions = ["/a": .delete]
        #expect(try verdicts() == [.delete, .keep, .delete])
        // What is put off is not counted: another one survives beside it.
        world.decisions = ["/a": .snooze]
        #expect(try verdicts() == [.keep, .keep, .delete])
    }

    @Test("a rule on trial is one of which too few deletions were decided", arguments: [1, 2])
    func trial(threads: Int) throws {
        var world = World()
        world.threads = threads
        world.items = [.file("/a.tmp"), .file("/b.iso")]
        world.file.review.trial = 2
        world.file.rules = [
            Rule(id: "tmp", match: .name("*.tmp"), action: .delete),
            Rule(id: "iso", match: .name("*.iso"), action: .delete),
        ]
        world.decidedDeletions = ["tmp": 2, "iso": 1]
        #expect(try world.outcome("/a.tmp") == Outcome(.delete, .rule, "tmp"))
        #expect(try world.outcome("/b.iso") == Outcome(.review, .trial, "iso"))
        world.decidedDeletions = [:]
        #expect(try world.outcome("/a.tmp") == Outcome(.review, .trial, "tmp"))
    }
}
