// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing
import TestSupport

/// People, programs, clocks and accidents in any order, and a simple model that watches what goes.
struct RandomWalk {
    private var random: SplitMix64
    private let seed: UInt64
    private let tree: LocalTree
    private let faults = Faults()
    private var rules = WalkRules()
    private(set) var world: RunnerWorld
    /// Counts the processes, each of which has a state file of its own.
    private var processCount = 1
    /// Numbers that a person was told are undone.
    private var undone: Set<Int64> = []
    /// Paths that a person wants to keep.
    private var kept: Set<String> = []
    /// What the walk has done, to read when it went wrong.
    private var diary: [String] = []
    /// How many files went in all.
    private(set) var goneCount = 0
    /// How many processes died in the middle of something.
    private(set) var crashCount = 0

    /// A walk that has not begun.
    init(seed: UInt64) throws {
        self.seed = seed
        random = SplitMix64(seed: seed)
        tree = try LocalTree()
        world = try RunnerWorld(rules.file, drives: [], statePath: tree.base + "/state-0")
        let main = MemoryDrive(name: "main")
        world.drives = [FaultyDrive(main, faults: faults, witness: world.witness)]
    }

    private var main: MemoryDrive { world.memoryDrives[0] }

    private var what: Comment {
        "seed \(seed), after \(diary.suffix(8).joined(separator: "; "))"
    }

    // MARK: Steps

    /// Takes one step.
    mutating func step() async throws {
        if !world.away.isEmpty, random.once(in: 6) { toggleDrive() }
        switch random.below(32) {
        case 0...7: write()
        case 8: touch()
        case 9: remove()
        case 10: editRules()
        case 11...14: try await stage()
        case 15: try await undo()
        case 16: try await keep()
        case 17...24: try await execute()
        case 25, 26: try await restore()
        case 27: toggleDrive()
        default: moveClock()
        }
        if diary.count % 20 == 0 { try await world.checkSoundness(what) }
    }

    /// Lets time pass in peace until nothing waits any more.
    mutating func finish() async throws {
        world.away = []
        diary.append("the end")
        for _ in 0..<60 {
            world.now += day
            try await watching(mayRemoveForGood: true) { try await $0.executeForGood() }
        }
        #expect(
            try await world.ledger.stagedItems(states: nil).filter(\.state.isActive).isEmpty, what)
        try await world.checkSoundness(what)
        // Whatever went can be found again, but for what went for good.
        let gone = try await world.ledger.stagedItems(states: [.deleted]).filter { item in
            item.order.method != "permanent" && !item.isPurged && item.receipt != nil
        }
        #expect(main.state.withLock { $0.bin.contents.count } == gone.count, what)
    }

    private mutating func somePath() -> String {
        random.pick(["", "/a", "/a/b", "/keep"]) + "/" + random.pick(["p", "k", "n", "m"])
            + String(random.below(3)) + random.pick([".tmp", ".old", ".gone", ".dup", ".txt"])
    }

    private mutating func someFile() -> String? {
        let files = main.files
        return files.isEmpty ? nil : random.pick(files)
    }

    private mutating func write() {
        let path = somePath()
        diary.append("write \(path)")
        main.write(path, random.pick(["one", "two", "three", "longer text", "", "dup", "dup"]))
    }

    private mutating func touch() {
        guard let path = someFile() else { return }
        diary.append("touch \(path)")
        let seconds = Int64(random.below(1_000))
        main.change(path) { $0.values.modified = Timestamp(secondsSinceEpoch: seconds) }
    }

    private mutating func remove() {
        guard let path = someFile() else { return }
        diary.append("remove \(path)")
        main.remove(id: path)
    }

    private mutating func editRules() {
        rules.change(&random)
        diary.append("rules \(rules)")
        world.file = rules.file
    }

    private mutating func toggleDrive() {
        diary.append(world.away.isEmpty ? "drive goes" : "drive comes")
        world.away = world.away.isEmpty ? ["main"] : []
    }

    private mutating func moveClock() {
        let step: Int64 =
            switch random.below(12) {
            case 0: -Int64(random.below(100_000))
            case 1: random.once(in: 3) ? 31 * day : hour
            case 2...5: day - world.now % day
            default: Int64(random.below(40_000))
            }
        diary.append("clock \(step)")
        world.now += step
    }

    private mutating func stage() async throws {
        diary.append("stage")
        // What cannot be asked makes no plan.
        let plan =
            random.once(in: 4) ? try await world.ledger.newestPlan() : try? await world.plan()
        guard let plan else { return }
        if random.once(in: 4) { moveClock() }
        _ = try? await world.stage(plan)
    }

    private mutating func undo() async throws {
        let items = try await world.ledger.stagedItems(states: nil)
        guard !items.isEmpty else { return }
        let item = random.pick(items)
        let selection: UndoSelection = random.pick([
            .paths([item.order.item.path]), .plan(item.plan), .rule(item.order.rule ?? "junk"),
            .all,
        ])
        diary.append("undo \(selection)")
        undone.formUnion(try await world.undo(selection).undone.map(\.number))
    }

    private mutating func keep() async throws {
        guard kept.count < 4, let path = someFile() else { return }
        diary.append("keep \(path)")
        undone.formUnion(try await world.decide(.keep, path).map(\.number))
        kept.insert(path)
    }

    /// On every second walk, drives say that they could not when they could: what they take that
    /// way can no longer be counted for the day on which it was taken.
    private var losesAnswers: Bool { seed % 2 == 0 }

    private mutating func execute() async throws {
        let kinds = Faults.Kind.honest.filter { losesAnswers || $0 != .losesAnswer }
        let isForGood = random.once(in: 2)
        diary.append(isForGood ? "execute for good" : "execute")
        var options = ExecutionOptions()
        options.allowsPermanent = isForGood
        if random.once(in: 6) {
            let most = random.below(5)
            let asked = Lock(0)
            options.shouldStop = {
                asked.withLock { count in
                    count += 1
                    return count > most
                }
            }
        }
        if random.once(in: 5) {
            faults.strike(random.below(6), random.pick(kinds))
            diary.append("with a fault")
        }
        let isFatal = random.once(in: 3)
        let given = options
        try await watching(mayRemoveForGood: isForGood, diesAt: isFatal ? random.below(25) : nil) {
            try await $0.execute(given)
        }
        faults.strike(nil, .fails)
    }

    private mutating func restore() async throws {
        diary.append("restore")
        let items = try await world.ledger.stagedItems(states: [.deleted]).filter { item in
            !item.isPurged && item.order.method != "permanent"
        }
        guard !items.isEmpty else { return }
        let item = random.pick(items)
        let before = main.files.count
        try await dying(at: random.once(in: 4) ? random.below(14) : nil) { world in
            _ = try await world.runner().restore([item], shouldStop: { false })
        }
        #expect(main.files.count >= before, what)
    }

    // MARK: The model

    /// One file as it lies on the drive.
    private struct Sight {
        let tag: String?
        let content: [UInt8]?
    }

    private func sights() -> [String: Sight] {
        main.state.withLock { state in
            var found: [String: Sight] = [:]
            for item in state.items.values where item.values.type == .file {
                found[item.values.path] = Sight(tag: item.values.eTag, content: item.content)
            }
            return found
        }
    }

    /// Does `work`; if it is to die at a step, what comes after that step has never been.
    private mutating func dying(
        at step: Int?, _ work: @Sendable (RunnerWorld) async throws -> Void
    ) async throws {
        guard let step else {
            try await work(world)
            return
        }
        let left = Lock<Remains?>(nil)
        let (world, path) = (world, tree.base + "/left")
        world.witness.watch(step) { left.withLock { $0 = Remains(of: world, to: path) } }
        try await work(world)
        let name = world.witness.name
        world.witness.watch(nil)
        guard let remains = left.withLock({ $0 }) else { return }
        diary.append("died at '\(name)'")
        crashCount += 1
        let away = world.away
        self.world = try remains.world(at: tree.base + "/state-\(processCount)", faults: faults)
        self.world.away = away
        processCount += 1
        try await self.world.checkSoundness(what)
    }

    /// Executes, and looks at everything that went meanwhile.
    private mutating func watching(
        mayRemoveForGood: Bool, diesAt step: Int? = nil,
        _ work: @Sendable (RunnerWorld) async throws -> Void
    ) async throws {
        let before = sights()
        let earlier = try await world.ledger.stagedItems(states: nil)
        let latestDay = try await world.ledger.quotaHistory().map(\.day).max() ?? ""
        try await dying(at: step, work)
        let after = sights()
        let items = try await world.ledger.stagedItems(states: nil)
        // What a process began to bring back, the next one brings back.
        let returning = earlier.contains { $0.isRestoring }
        #expect(returning || Set(after.keys).isSubset(of: before.keys), what)
        for (path, sight) in before {
            if let now = after[path] {
                #expect(now.tag == sight.tag, what)
                continue
            }
            goneCount += 1
            check(path, sight, after, items, mayRemoveForGood: mayRemoveForGood)
        }
        // A day that is over grants nothing any more.
        let begun = Set(earlier.filter { $0.state == .executing }.map(\.number))
        let known = Set(earlier.filter { $0.state == .deleted }.map(\.number))
        for item in items where item.state == .deleted && !known.contains(item.number) {
            if !begun.contains(item.number) { #expect(item.quotaDay ?? "" >= latestDay, what) }
        }
        for use in try await world.ledger.quotaHistory() where !losesAnswers {
            #expect(use.deletes <= WalkRules.deletesPerDay, what)
            #expect(use.bytes <= WalkRules.bytesPerDay, what)
        }
        for item in items where undone.contains(item.number) {
            #expect(item.state == .undone, what)
        }
    }

    /// Whether the file that lay at `path` was to go.
    private func check(
        _ path: String, _ sight: Sight, _ after: [String: Sight], _ items: [StagedItem],
        mayRemoveForGood: Bool
    ) {
        let item = items.last { item in
            item.order.item.path == path && item.order.item.eTag == sight.tag
                && [.deleted, .executing, .failed].contains(item.state)
        }
        guard let item else {
            Issue.record("'\(path)' went, and nothing says so", severity: .error)
            Issue.record(what)
            return
        }
        #expect(item.order.due <= world.instant, what)
        #expect(!undone.contains(item.number), what)
        #expect(!kept.contains(path), what)
        #expect(rules.mayDelete(path), what)
        #expect(mayRemoveForGood || item.order.method != "permanent", what)
        if item.order.rule == "copies" {
            #expect(after.values.contains { $0.content == sight.content }, what)
        }
    }
}
