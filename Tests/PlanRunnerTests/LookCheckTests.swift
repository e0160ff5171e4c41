// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Glibc
import PhotoLooks
import PlanRunner
import RuleEngine
import StateLedger
import TestSupport
import Testing

/// What is asked once more before a picture goes for its looks alone.
@Suite("Pictures that go unseen", .tags(.onlyWhatWasPlanned, .copiesStay))
struct LookCheckTests {
    private static let (small, large) = ("/W/a.png", "/P/a.png")

    /// What pictures look like when they are looked at anew, by name and number of bytes.
    fileprivate final class Eyes: Sendable {
        let looks = Lock<[String: PictureReport?]>([:])

        var relook: PictureRelook {
            { picture, _ in
                guard case .file(let descriptor) = picture else { return nil }
                defer { close(descriptor) }
                var bytes = [UInt8](repeating: 0, count: 16)
                let count = read(descriptor, &bytes, bytes.count)
                let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                return self.looks.withLock { $0[text] } ?? nil
            }
        }
    }

    /// A scene of its own for each seed.
    private static func report(
        _ seed: UInt64, width: Int = 4_000, detail: Int = 80
    ) -> PictureReport {
        var random = SplitMix64(seed: seed)
        var report = PictureReport()
        report.takenWallSeconds = 1_600_000_000
        report.takenOffsetSeconds = 0
        report.width = width
        report.height = width * 3 / 4
        report.look = PhotoLook(
            mark: PhotoMark(random.next(), random.next(), random.next(), random.next()),
            small: (0..<PhotoLook.smallCount).map { _ in UInt8.random(in: 0...255, using: &random)
            },
            detail: detail, brightness: 90, sharpness: nil, sourcePixels: width)
        return report
    }

    private static var rules: RuleFile {
        RuleFile([
            Rule(
                id: "alike",
                selection: .similar(
                    SimilarSelection(
                        kind: .copies, preferences: [.order(.mostPixels)], deletesUnseen: true)),
                action: .delete)
        ])
    }

    /// A world in which a small copy waits to go, for a rule that 50 groups prove.
    fileprivate struct Staged {
        let world: RunnerWorld
        let tree: LocalTree
        let eyes: Eyes
        /// The contents of the two, the one that goes first.
        let keys: [PhotoKey]
        /// The steps by which the rule was proved.
        let acts: [ReviewAct]
    }

    private static func staged(_ groups: Int = 50) async throws -> Staged {
        let tree = try LocalTree()
        try tree.write(small, "small")
        try tree.write(large, "large")
        let world = try RunnerWorld(rules, drives: [tree.drive], statePath: tree.statePath)
        let eyes = Eyes()
        eyes.looks.withLock {
            $0 = ["small": report(1, width: 1_000), "large": report(1)]
        }
        world.relook = eyes.relook
        let (keys, acts) = try await stage(world, on: tree.drive, groups)
        return Staged(world: world, tree: tree, eyes: eyes, keys: keys, acts: acts)
    }

    /// Stages the small copy on `drive` for a rule that so many groups prove.
    private static func stage(
        _ world: RunnerWorld, on drive: any DeletingDrive, _ groups: Int
    ) async throws -> (keys: [PhotoKey], acts: [ReviewAct]) {
        let identity = try await drive.identity().description
        let listing = try await world.sync()
        var looks: [(key: PhotoKey, report: PictureReport)] = []
        for (path, one) in [(small, report(1, width: 1_000)), (large, report(1))] {
            let row = try #require((0..<listing.count).first { listing.path($0) == path })
            let key = PhotoKeys(driveIdentity: identity).key(of: row, in: listing)
            looks.append((try #require(key), one))
        }
        try await world.ledger.keep(looks, at: world.instant)
        let acts = try await prove(world, groups)
        let (kept, proved) = (
            try await world.ledger.looks(), try await world.ledger.decidedGroups()
        )
        let digest = world.rules.ruleDigests["alike"] ?? ""
        world.inputChange = { input in
            let attached = try LookAttachment(kept, zone: .utc)
                .attached(to: input.listing, identities: ["main": identity])
            input.listing = attached.listing
            let numbers = Column<UInt32>(repeating: 0, count: input.listing.count)
            for (row, number) in attached.numbers { numbers[row] = UInt32(number) }
            input.photoPairs = PhotoPairs(
                numbers: numbers, lookCount: kept.count,
                found: [
                    FoundPair(
                        first: 0, second: 1,
                        pair: PhotoPair(marks: 0, turn: .upright, correlation: 1, block: 0))
                ])
            input.lookProof = LookProof(
                decidedGroups: ["alike": proved[digest] ?? 0],
                present: Set(attached.numbers.keys))
        }
        try await world.stageAll()
        world.now += 2 * day
        return (looks.map(\.key), acts)
    }

    /// Decides so many groups of the rule as it would have.
    private static func prove(_ world: RunnerWorld, _ count: Int) async throws -> [ReviewAct] {
        let digest = world.rules.ruleDigests["alike"] ?? ""
        var acts: [ReviewAct] = []
        for number in 0..<count {
            let item = RecordedItem(
                drive: "main", id: "/old/\(number)", path: "/old/\(number)", type: .file)
            var request = ReviewRequest(
                .delete,
                items: [
                    ReviewedItem(
                        item: item, driveIdentity: "local:0:0:/gone", rule: "alike",
                        ruleDigest: digest)
                ], at: world.instant, day: "2026-01-15", zone: "UTC", source: "plain")
            request.groups = [
                GroupDecision(
                    ruleDigest: digest, leader: PhotoKey(stored: "l\(number)"),
                    member: PhotoKey(stored: "m\(number)"), agrees: true)
            ]
            guard case .recorded(let act, _) = try await world.ledger.review(request, terms: nil)
            else { continue }
            acts.append(act)
        }
        return acts
    }

    @Test(
        "stay with all that goes with them where one of that was put into an album",
        arguments: [false, true])
    func album(isPut: Bool) async throws {
        let drive = MemoryDrive([
            Self.small: "small", "/W/a.xmp": "x", Self.large: "large",
        ])
        let world = try RunnerWorld(Self.rules, drives: [drive])
        _ = try await Self.stage(world, on: drive, 50)
        #expect(try await world.states() == [Self.small: .staged, "/W/a.xmp": .staged])
        if isPut {
            drive.state.withLock { $0.items[Array("/W/a.xmp".utf8)]?.values.albums = ["Norway"] }
        }
        try await world.execute()
        #expect(drive.files == (isPut ? [Self.large, Self.small, "/W/a.xmp"] : [Self.large]))
        try await world.checkSoundness()
    }

    @Test("go by what is kept of looks where a drive hands out no contents, and not without that")
    func kept() async throws {
        let changes: [(number: Int, report: PictureReport?, state: ItemState)] = [
            (1, Self.report(1), .deleted), (1, Self.report(2), .changed),
            (0, Self.report(2, width: 1_000), .changed), (1, Self.report(1, detail: 40), .changed),
            (1, PictureReport(), .changed), (0, PictureReport(), .changed), (0, nil, .held),
        ]
        for (number, report, state) in changes {
            let drive = MemoryDrive([Self.small: "small", Self.large: "large"])
            let world = try RunnerWorld(Self.rules, drives: [drive])
            let (keys, _) = try await Self.stage(world, on: drive, 50)
            #expect(try await world.states() == [Self.small: .staged])
            if let report {
                try await world.ledger.keep([(keys[number], report)], at: world.instant)
            } else {
                try await world.ledger.forgetLooks()
            }
            try await world.execute()
            #expect(try await world.states() == [Self.small: state], "\(number) \(state)")
            #expect(drive.files.contains(Self.small) == (state != .deleted), "\(number) \(state)")
        }
    }

    /// What may befall while a picture waits, and what becomes of it then.
    fileprivate struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let state: ItemState
        let change: @Sendable (Staged) async throws -> Void

        var testDescription: String { name }

        private static func see(
            _ text: String, _ report: PictureReport?
        ) -> @Sendable (Staged) async throws -> Void {
            { staged in staged.eyes.looks.withLock { $0[text] = .some(report) } }
        }

        static let all = [
            Change(name: "nothing", state: .deleted) { _ in },
            Change(name: "another picture was called not the same", state: .cancelled) { staged in
                let (one, other) = (PhotoKey(stored: "l1"), PhotoKey(stored: "m1"))
                let digest = staged.world.rules.ruleDigests["alike"] ?? ""
                try await staged.world.ledger.keepUnlike(
                    [try #require(UnlikePair(one, other))],
                    group: GroupDecision(
                        ruleDigest: digest, leader: one, member: other, agrees: false),
                    at: staged.world.instant)
            },
            Change(name: "the two were called not the same", state: .cancelled) { staged in
                try await staged.world.ledger.keepUnlike(
                    [try #require(UnlikePair(staged.keys[0], staged.keys[1]))],
                    at: staged.world.instant)
            },
            Change(name: "a decision was taken back", state: .cancelled) { staged in
                _ = try await staged.world.ledger.undoReview(
                    act: staged.acts.last?.number, at: staged.world.instant)
            },
            Change(name: "the rules would delete for good", state: .cancelled) { staged in
                staged.world.file.defaults.method = .permanent
            },
            Change(name: "the rule itself would", state: .cancelled) { staged in
                staged.world.file.edit("alike") { $0.method = .permanent }
            },
            Change(name: "the rule asks again", state: .cancelled) { staged in
                staged.world.file.edit("alike") { rule in
                    rule.selection = .similar(
                        SimilarSelection(kind: .copies, preferences: [.order(.mostPixels)]))
                }
            },
            Change(name: "the rule is for review", state: .cancelled) { staged in
                staged.world.file.edit("alike") { $0.action = .review }
            },
            Change(name: "the rule takes no part", state: .cancelled) { staged in
                staged.world.file.edit("alike") { $0.isEnabled = false }
            },
            Change(name: "the rule is gone", state: .cancelled) { $0.world.file.rules = [] },
            Change(name: "a person kept it", state: .undone) { staged in
                try await staged.world.decide(.keep, LookCheckTests.small)
            },
            Change(
                name: "what stays shows another scene", state: .changed,
                change: see("large", LookCheckTests.report(2))),
            Change(
                name: "what goes shows another scene", state: .changed,
                change: see("small", LookCheckTests.report(2))),
            Change(
                name: "what stays shows too little", state: .changed,
                change: see("large", LookCheckTests.report(1, detail: 40))),
            Change(
                name: "what stays cannot be read", state: .changed,
                change: see("large", PictureReport())),
            Change(
                name: "what goes shows too little", state: .changed,
                change: see("small", LookCheckTests.report(1, width: 1_000, detail: 40))),
            Change(
                name: "what goes cannot be read", state: .changed,
                change: see("small", PictureReport())),
            Change(name: "the worker does not start", state: .held, change: see("large", nil)),
            Change(
                name: "the worker does not start for what goes", state: .held,
                change: see("small", nil)),
            Change(name: "there is no worker", state: .held) { $0.world.relook = nil },
            Change(name: "what stays is gone", state: .changed) {
                try $0.tree.remove(LookCheckTests.large)
            },
            Change(name: "what goes was edited", state: .changed) {
                try $0.tree.overwrite(LookCheckTests.small, "edits")
            },
            Change(name: "what stays was edited", state: .changed) {
                try $0.tree.overwrite(LookCheckTests.large, "edits")
            },
            Change(name: "what stays was replaced", state: .changed) { staged in
                try staged.tree.write("/new", "large")
                try staged.tree.rename("/new", to: LookCheckTests.large)
            },
        ]
    }

    @Test("go only while all speaks for it that did when they were planned", arguments: Change.all)
    fileprivate func changes(change: Change) async throws {
        let staged = try await Self.staged()
        #expect(try await staged.world.states() == [Self.small: .staged])
        try await change.change(staged)
        try await staged.world.execute()
        #expect(try await staged.world.states() == [Self.small: change.state], "\(change.name)")
        let isThere = staged.tree.contents()[Self.small] != nil
        #expect(isThere == (change.state != .deleted), "\(change.name)")
    }

    @Test("are not staged by a rule that one group less proves")
    func unproved() async throws {
        let staged = try await Self.staged(49)
        #expect(try await staged.world.states() == [:])
        try await staged.world.execute()
        #expect(staged.tree.contents()[Self.small] == "small")
    }

    @Test("come back from the trash, which ends the proof")
    func restored() async throws {
        let staged = try await Self.staged()
        try await staged.world.execute()
        #expect(staged.tree.trashed().values.sorted() == ["small"])
        let items = try await staged.world.ledger.stagedItems(states: [.deleted])
        let report = try await staged.world.runner().restore(items, shouldStop: { false })
        #expect(report.items.allSatisfy { $0.problem == nil })
        #expect(staged.tree.contents()[Self.small] == "small")
        #expect(try await staged.world.ledger.decidedGroups() == [:])
    }

    @Test("a picture that a person marked needs none of it")
    func marked() async throws {
        let staged = try await Self.staged(0)
        try await staged.world.decide(.delete, Self.small)
        try await staged.world.stageAll()
        staged.world.relook = nil
        staged.world.now += 2 * day
        try await staged.world.execute()
        #expect(staged.tree.contents()[Self.small] == nil)
    }
}
