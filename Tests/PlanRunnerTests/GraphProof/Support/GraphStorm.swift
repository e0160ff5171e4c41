// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import PlanRunner
import RuleEngine
import StateLedger
import Testing
import TestSupport

/// People at several devices, a service that fails now and then, tokens that do not last, and
/// processes that die, in any order; an observer tells what has gone, and a simple model whether
/// it was to go.
struct GraphStorm {
    private var random: SplitMix64
    private let seed: UInt64
    private let tree: LocalTree
    private let observer: GraphObserver
    private(set) var world: GraphWorld
    private let options: GraphWorld.Options
    private var processCount = 1
    /// Numbers that a person was told are undone.
    private var undone: Set<Int64> = []
    /// Ids of items that a person wants to keep.
    private var kept: Set<String> = []
    /// What the storm has done, to read when it went wrong.
    private var diary: [String] = []
    /// How many items went by the program's hand.
    private(set) var goneCount = 0
    /// How often something went that would not have gone but for a change in the last moment,
    /// after the last look that there can be.
    private(set) var lateCount = 0
    /// How many processes died.
    private(set) var crashCount = 0
    /// How many requests went wrong.
    private(set) var faultCount = 0
    /// How often a token had come to its end.
    private(set) var renewalCount = 0

    static let rules: RuleFile = {
        var file = RuleFile([
            .delete("junk", .name("*.tmp")), .delete("aside", .name("*.q"), method: .quarantine),
            .delete("boxes", .path("/**/box*"), type: .folder), .duplicates(),
        ])
        file.protections = [.protect("safe", .path("/safe/**"))]
        return file
    }()

    init(seed: UInt64) throws {
        self.seed = seed
        random = SplitMix64(seed: seed)
        tree = try LocalTree()
        observer = GraphObserver(seed: seed &* 31)
        var options = GraphWorld.Options()
        options.tokenSeconds = 40
        self.options = options
        let kind: SimulatedDriveKind = [.personal, .business, .personalLegacy][Int(seed % 3)]
        let graph = GraphWorld.graph(kind, seed: seed)
        let world = try GraphWorld(
            Self.rules, over: graph, statePath: tree.base + "/state-0", options: options)
        world.account.settings.pageItemCountMax = 8
        world.account.settings.feedOrder = seed % 2 == 0 ? .made : .reversed
        if seed % 5 == 0 { world.account.settings.feedLagSeconds = 600 }
        if seed % 2 == 0 { world.account.settings.deletionLagSeconds = 45 }
        for folder in ["/box1", "/box2/box3", "/docs/box4", "/safe", "/keep"] {
            try world.account.addFolder(folder)
        }
        self.world = world
        observer.fill(world, count: 40)
        observer.follow(world)
    }

    private var what: Comment {
        "seed \(seed), after \(diary.suffix(8).joined(separator: "; "))"
    }

    // MARK: - Steps

    /// Takes one step.
    mutating func step() async throws {
        switch random.below(16) {
        case 0...2: for _ in 0..<8 { observer.edit(world) }
        case 3...8:
            try await stage()
            if random.once(in: 3) { try await undo() }
            try await execute()
        case 9: try await undo()
        case 10: try await keep()
        case 11, 12: try await execute()
        case 13: try await restore()
        case 14:
            diary.append("restart")
            try world.restart()
        default:
            let seconds = random.once(in: 6) ? 31 * day : Int64(random.below(100_000))
            diary.append("clock \(seconds)")
            world.pass(seconds)
        }
        try await world.world.checkSoundness(what)
    }

    /// Lets time pass in peace until nothing waits any more.
    mutating func finish() async throws {
        diary.append("the end")
        for _ in 0..<4 {
            world.pass(day)
            try await doing(isPeaceful: true) { try await $0.finish() }
        }
        let open = try await world.world.ledger.stagedItems(states: nil).filter(\.state.isActive)
        #expect(open.map { "\($0.order.item.path) \($0.state)" } == [], what)
        try await world.checkTruth(what, GraphWorld.Expectations(others: observer.touched))
        world.checkRepetitions(what)
        try await world.checkListing(what)
    }

    private mutating func stage() async throws {
        diary.append("stage")
        try await doing { try await $0.stageAll() }
        if !random.once(in: 4) { world.pass(day + hour) }
    }

    private mutating func execute() async throws {
        diary.append("execute")
        try await doing(diesAt: random.once(in: 3) ? random.below(40) : nil) {
            try await $0.execute()
        }
    }

    private mutating func undo() async throws {
        let items = try await world.world.ledger.stagedItems(states: nil)
        if items.isEmpty { return }
        let item = random.pick(items)
        diary.append("undo \(item.order.item.path)")
        let done = try await world.world.undo(.paths([item.order.item.path]))
        undone.formUnion(done.undone.map(\.number))
    }

    private mutating func keep() async throws {
        let files = world.account.truth().filter {
            !$0.isFolder && !$0.path.hasPrefix("/.cleanrules")
        }
        if files.isEmpty || kept.count >= 5 { return }
        let file = random.pick(files)
        diary.append("keep \(file.path)")
        var item = RecordedItem(
            drive: GraphWorld.name, id: file.id, path: file.path, type: .file)
        item.eTag = file.eTag
        let identity = DriveIdentity(
            kind: .onedrive, value: GraphID.comparable(drive: world.account.id))
        let (decided, instant, day) = (item, world.world.instant, world.world.today)
        let done = try await world.world.ledger.decide(
            [
                DecisionRecord(
                    item: decided, driveIdentity: identity.description, verdict: .pin, until: nil,
                    decidedAt: instant, day: day, source: "command")
            ], at: instant)
        undone.formUnion(done.map(\.number))
        kept.insert(file.id)
    }

    private mutating func restore() async throws {
        diary.append("restore")
        try await doing(diesAt: random.once(in: 3) ? random.below(40) : nil) {
            try await $0.restoreAll()
        }
    }

    // MARK: - Trouble

    /// Four faults, each now and then.
    private mutating func trouble() -> [FaultRule] {
        // Decisions go by ids as they are spelt.
        let candidates = GraphTrouble.all.filter {
            (!$0.isLie || $0.isLag) && !$0.isAboutSpelling
        }
        return (0..<4).map { _ in
            let one = random.pick(candidates)
            return FaultRule([], one.fault, count: nil, probability: 0.04)
        }
    }

    /// Does `work` among faults and other devices; if the process is to die at a request, what
    /// comes after that has never been.
    private mutating func doing(
        isPeaceful: Bool = false, diesAt target: Int? = nil,
        _ work: (GraphWorld) async throws -> Void
    ) async throws {
        let before = try await world.world.ledger.stagedItems(states: nil)
        let left = Lock<GraphRemains?>(nil)
        let renewalsBefore = world.tokens.renewalCount
        observer.follow(world)
        observer.setFrequency(isPeaceful ? 0 : 12)
        world.graph.play(FaultScript(isPeaceful ? [] : trouble(), seed: random.next()))
        if let target { reap(at: target, left) }
        do {
            try await work(world)
        } catch let error as RunnerError {
            diary.append("failed: \(error.message)")
        } catch let error as DriveError {
            diary.append("failed: \(error.message)")
        }
        faultCount += world.graph.faultCounts.reduce(0, +)
        renewalCount += world.tokens.renewalCount - renewalsBefore
        world.graph.play()
        observer.setFrequency(0)
        if let remains = left.withLock({ $0 }) {
            diary.append("died at request \(target ?? 0)")
            crashCount += 1
            // The log of the service goes on with the new process.
            world = try remains.world(at: tree.base + "/state-\(processCount)", options: options)
            world.graph.play()
            processCount += 1
            observer.follow(world)
        }
        try await check(before)
    }

    /// Takes aside what is left when the request of that number is about to go out or has taken
    /// effect.
    private func reap(at target: Int, _ left: Lock<GraphRemains?>) {
        let (world, observer, path) = (world, observer, tree.base + "/left")
        let inner = observer.hook(for: world)
        world.wire.watch { place, number, request in
            let error = inner(place, number, request)
            let isHere = number == target / 2 && (place == .before) == (target % 2 == 0)
            if isHere {
                left.withLock { $0 = GraphRemains(of: world, to: path) }
                observer.close()
            }
            return error
        }
    }

    // MARK: - The model

    private mutating func check(_ before: [StagedItem]) async throws {
        let items = try await world.world.ledger.stagedItems(states: nil)
        for departure in observer.takeDepartures() {
            goneCount += 1
            if departure.item.path.hasPrefix("/.cleanrules/") {
                checkPurge(departure, items)
            } else {
                check(departure, items)
            }
        }
        for item in items where undone.contains(item.number) {
            #expect(item.state == .undone, what)
        }
        try await checkRecords()
    }

    /// Expects nothing to be there that is recorded as deleted or gone, as soon as it is recorded.
    private func checkRecords() async throws {
        for (id, item) in try await world.lastItems() {
            let isOver = item.state == .gone || item.state == .deleted
            // An attempt to bring it back may have come late.
            if !isOver || item.problem != nil || item.isRestoring { continue }
            if observer.touched.contains(id) { continue }
            let live = world.account.item(item.order.item.id)
            let isThere = live.map { !$0.path.hasPrefix("/.cleanrules/") } ?? false
            #expect(!isThere, "'\(item.order.item.path)' is '\(item.state)' and there, \(what)")
        }
    }

    /// Whether what lay in quarantine was to go.
    private func checkPurge(_ departure: GraphObserver.Departure, _ items: [StagedItem]) {
        let item = items.last { $0.isOf(departure.item.id) && $0.state == .deleted }
        #expect(item?.order.method == "quarantine", what)
        let since = item?.deletedAt?.secondsSinceEpoch ?? .max
        #expect(departure.time - since >= Runner.quarantineSeconds, what)
        #expect(!kept.contains(departure.item.id), what)
    }

    /// Whether what lay among the people's items was to go.
    private mutating func check(_ departure: GraphObserver.Departure, _ items: [StagedItem]) {
        let went = departure.item
        // What went and is back by another hand before anybody asked is the same as never gone.
        let isTouched = observer.touched.contains(GraphID.comparable(item: went.id))
        let item = items.last { item in
            item.isOf(went.id) && item.order.item.eTag == went.eTag
                && ([.deleted, .executing, .restored].contains(item.state)
                    || isTouched && item.state == .failed)
        }
        guard let item else {
            let states = items.filter { $0.isOf(went.id) }.map { item in
                "\(item.state): \(item.problem ?? "")"
            }
            Issue.record("'\(went.path)' went, and nothing says so: \(states)", severity: .error)
            Issue.record(what)
            return
        }
        #expect(item.order.due.secondsSinceEpoch <= departure.time, what)
        #expect(!undone.contains(item.number), what)
        #expect(!kept.contains(went.id), what)
        #expect(departure.isQuarantined == (item.order.method == "quarantine"), what)
        let isInPlace = went.path == item.order.item.path && !went.path.hasPrefix("/safe/")
        if !isInPlace {
            lateCount += 1
            #expect(
                wasLate(departure.foldersAbove, departure, "get"),
                "'\(went.path)' of '\(item.order.item.path)', \(what)")
        }
        if went.isFolder, departure.childCount > 0 {
            lateCount += 1
            #expect(wasLate([went.id], departure, "children"), "'\(went.path)', \(what)")
        }
        if item.order.rule == "copies", departure.copyCount == 0 {
            lateCount += 1
            let survivors = item.order.obligations.flatMap(\.survivors).map(\.id)
            #expect(
                wasLate(survivors + departure.foldersAbove, departure, "get"),
                "'\(went.path)', \(what)")
        }
    }

    /// Whether one of the items with these ids was changed by another device after the client was
    /// last told of it, so that nothing could have been done.
    private func wasLate(
        _ ids: [String], _ departure: GraphObserver.Departure, _ kind: String
    ) -> Bool {
        let log = world.graph.log.prefix(departure.place)
        return ids.contains { id in
            // Ids come in several spellings, all of which end alike.
            let part = id.split(separator: "!").last.map { ($0 + "?").lowercased() } ?? id
            let look = log.lastIndex { one in
                one.kind.rawValue == kind && one.status == 200
                    && (one.url + "?").replacing("/children", with: "").lowercased().contains(part)
            }
            guard let look else { return false }
            return observer.edits.contains { edit in
                GraphID.isSame(item: edit.id, id) && edit.place > look
                    && edit.place <= departure.place
            }
        }
    }
}

extension StagedItem {
    /// Whether it is the item with that id, however it is spelt.
    fileprivate func isOf(_ id: String) -> Bool { GraphID.isSame(item: order.item.id, id) }
}
