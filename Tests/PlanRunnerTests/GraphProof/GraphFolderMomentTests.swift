// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Folders are asked for once for many items that lie in them. Another device does something to a
/// folder between that look and the deletions that rest on it.
@Suite(
    "What people do to a folder between two deletions in it",
    .tags(.onlyWhatWasPlanned, .protections, .anyAnswer))
struct GraphFolderMomentTests {
    /// What people do to the folder, or about it.
    enum Deed: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case rename
        case moveOut
        case protect
        case moveAbove
        case delete
        case replace
        case writeRule

        var testDescription: String { rawValue }

        func act(_ world: GraphWorld) throws {
            let drive = world.account
            switch self {
            case .rename: try drive.move(path, to: "/top/mine")
            case .moveOut: try drive.move(path, to: "/docs/a")
            case .protect: try drive.move(path, to: "/safe/a")
            case .moveAbove: try drive.move("/top", to: "/safe/top")
            case .delete: try drive.delete(path)
            case .replace:
                try drive.move(path, to: "/docs/old")
                // Others of the same names take their places.
                for number in 0..<GraphFolderMomentTests.count {
                    try drive.addFile("\(path)/\(number).tmp", .text("another one"))
                }
            case .writeRule:
                world.world.file.protections.append(.protect("late", .path(path + "/**")))
            }
        }

        private var path: String { GraphFolderMomentTests.path }
    }

    private static let path = "/top/a"
    private static let count = 90

    /// One folder with items for several batches, and an older process's way to it.
    private func world(_ kind: SimulatedDriveKind, in tree: LocalTree) async throws -> GraphWorld {
        var rules = RuleFile([.delete("junk", .name("*.tmp"))])
        rules.protections = [.protect("safe", .path("/safe/**"))]
        let world = try GraphWorld(
            rules, over: GraphWorld.graph(kind), statePath: tree.base + "/state")
        for number in 0..<Self.count {
            try world.account.addFile("\(Self.path)/\(number).tmp", .text("number \(number)"))
        }
        for folder in ["/docs", "/safe"] { try world.account.addFolder(folder) }
        world.pass(day)
        try await world.stageAll()
        world.pass(day + hour)
        return world
    }

    /// The deletions of the simulator's log, by the place of the batch that they came in.
    private struct Sending: Sendable {
        /// How many batches with deletions were sent before.
        var count = 0
        /// When the folder, or the feed, was asked for last.
        var lookedAt = 0.0
        var isDone = false
        /// How many items went after the deed.
        var goneAfter = 0
        /// The longest time between a look and the sending of a deletion.
        var longest = 0.0
    }

    /// Lets `deed` be done right before the `number`th batch of deletions arrives, or right after
    /// it took effect; then `seconds` pass. What is seen of it.
    private func run(
        _ deed: Deed, _ world: GraphWorld, at number: Int, _ place: GraphWire.Place,
        passing seconds: Double
    ) async throws -> Sending {
        let sending = Lock(Sending())
        let ids = Set(world.live.filter { $0.key.hasPrefix(Self.path + "/") }.map(\.value))
        let folder = try #require(world.account.item(Self.path)?.id)
        world.wire.watch { [weak world] at, _, request in
            guard let world else { return nil }
            let text = String(decoding: request.body ?? [], as: UTF8.self)
            let now = world.graph.time.now
            let isDeletion = text.contains("\"DELETE\"")
            let asksFolder = text.contains(folder.suffix(8) + "?")
            let before = sending.withLock { sending in
                if at == .before, asksFolder { sending.lookedAt = now }
                if at == .before, isDeletion {
                    sending.longest = max(sending.longest, now - sending.lookedAt)
                }
                defer { if at == .after, isDeletion { sending.count += 1 } }
                return sending
            }
            guard isDeletion, at == place, before.count == number, !before.isDone else {
                return nil
            }
            do {
                try deed.act(world)
            } catch {
                Issue.record(error, "\(deed)")
            }
            sending.withLock { $0.isDone = true }
            world.graph.time.advance(seconds: seconds)
            world.world.now = Int64(world.graph.time.now)
            return nil
        }
        try await world.execute()
        world.wire.watch(nil)
        var seen = sending.withLock { $0 }
        seen.goneAfter = ids.count { world.account.item($0) == nil }
        return seen
    }

    @Test(
        "is found out within a minute", arguments: Deed.allCases,
        [SimulatedDriveKind.personal, .business])
    func minute(deed: Deed, kind: SimulatedDriveKind) async throws {
        for place in [GraphWire.Place.before, .after] {
            let tree = try LocalTree()
            let world = try await world(kind, in: tree)
            let what: Comment = "\(deed) \(place)"
            let seen = try await run(deed, world, at: 1, place, passing: 61)
            #expect(seen.isDone, what)
            let states = try await world.world.ledger.stagedItems(states: nil)
            let rest = states.filter { $0.state != .deleted }
            if deed != .delete {
                // Two batches went: one before the deed, and the one that was under way.
                #expect(seen.goneAfter == 40 && rest.count == Self.count - 40, what)
            }
            switch deed {
            case .delete: #expect(rest.allSatisfy { $0.state == .gone }, what)
            case .writeRule: #expect(rest.allSatisfy { $0.state == .cancelled }, what)
            default:
                #expect(rest.allSatisfy { $0.state == .changed || $0.state == .cancelled }, what)
            }
            if deed == .replace {
                #expect(world.live.keys.count { $0.hasPrefix(Self.path + "/") } == Self.count, what)
            }
            try await world.world.checkSoundness(what)
        }
    }

    @Test(
        "is found out by the feed before that, or by the first item that is not as it was",
        arguments: Deed.allCases)
    func soon(deed: Deed) async throws {
        let tree = try LocalTree()
        let world = try await world(.personal, in: tree)
        let seen = try await run(deed, world, at: 1, .after, passing: 11)
        #expect(seen.isDone)
        if deed != .delete { #expect(seen.goneAfter == 40) }
        try await world.world.checkSoundness(nil)
    }

    @Test("never counts for longer than a minute", arguments: [0.0, 7, 25, 29, 59])
    func bound(seconds: Double) async throws {
        let tree = try LocalTree()
        let world = try await world(.business, in: tree)
        world.account.settings.feedLagSeconds = 3_600
        let seen = try await run(.protect, world, at: 0, .after, passing: seconds)
        #expect(seen.isDone && seen.longest <= 60)
        // The items stay, but for those whose folder was looked at a moment before.
        if seconds >= 30 { #expect(seen.goneAfter == 20) }
        try await world.world.checkSoundness(nil)
    }

    @Test("is found out where a deletion could not leave in time")
    func late() async throws {
        let tree = try LocalTree()
        let world = try await world(.business, in: tree)
        // The service asks everybody to wait for longer than what was seen counts.
        let failure = SimulatedFailure(
            429, "activityLimitReached", retryAfter: .seconds(90))
        world.graph.play(FaultRule([.delete], .refused(failure), count: 20))
        let seen = try await run(.protect, world, at: 0, .after, passing: 0)
        #expect(seen.isDone && seen.longest <= 60)
        #expect(seen.goneAfter == 0)
        let states = try await world.world.ledger.stagedItems(states: nil)
        #expect(states.allSatisfy { $0.state == .changed || $0.state == .cancelled })
        try await world.checkTruth()
    }

    @Test(
        "is no evidence that anything is gone",
        arguments: [SimulatedDriveKind.personal, .business])
    func evidence(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let world = try await world(kind, in: tree)
        // From the second batch on, replicas do not find what is there.
        world.graph.play(
            FaultRule([.delete, .get], .lagging(seconds: 1e6), first: 30, count: nil))
        try await world.execute()
        try await world.checkTruth()
        for item in try await world.world.ledger.stagedItems(states: [.deleted, .gone]) {
            #expect(world.account.item(item.order.item.id) == nil)
        }
    }
}
