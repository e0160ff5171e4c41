// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Replicas that lag behind say "not found" of items that are there, by their ids, in batches and
/// when they are asked for the bin.
@Suite("A OneDrive whose replicas lag behind", .tags(.anyAnswer, .onlyWhatWasPlanned))
struct GraphReplicaTests {
    private static let path = "/a.tmp"

    /// When the replica begins to lag.
    enum Moment: String, CaseIterable, Sendable, CustomTestStringConvertible {
        /// At the look before the intent.
        case look
        /// When the deletion is sent.
        case deletion
        /// When the next process asks what became of a deletion that never arrived.
        case recovery

        var testDescription: String { rawValue }
    }

    /// A drive on which one file is due.
    private func world(
        _ kind: SimulatedDriveKind, _ method: DeletionMethod = .recycle, in tree: LocalTree
    ) async throws -> GraphWorld {
        let world = try GraphWorld(
            RuleFile([.delete("junk", .name("*.tmp"), method: method)]),
            over: GraphWorld.graph(kind), statePath: tree.base + "/state")
        try world.account.addFile(Self.path, .text("a"))
        try world.account.addFile("/keep.txt", .text("k"))
        world.pass(day)
        try await world.stageAll()
        world.pass(day + hour)
        return world
    }

    /// Makes the replica lag for `seconds`, or for all requests that are sent, from `moment` on.
    private func lag(_ world: GraphWorld, _ moment: Moment, seconds: Double) async throws {
        let fault = SimulatedFault.lagging(seconds: seconds)
        // Without a time, every single answer is wrong.
        let count: Int? = seconds == 0 ? nil : 1
        switch moment {
        case .look: world.graph.play(FaultRule([.get], fault, count: count))
        case .deletion:
            world.graph.play(
                FaultScript([
                    FaultRule([.delete, .patch], fault, count: count),
                    FaultRule([.get], fault, first: seconds == 0 ? 3 : 1_000_000, count: nil),
                ]))
        case .recovery:
            let id = try #require(world.live[Self.path])
            let isCut = Lock(false)
            world.wire.watch { _, _, request in
                let asks = request.asks(.delete, id) || request.asks(.patch, id)
                let isOver = isCut.withLock { isCut in
                    isCut = isCut || asks
                    return isCut
                }
                return isOver ? HTTPError(.broken, "the connection broke") : nil
            }
            try await world.execute()
            world.wire.watch(nil)
            #expect(try await world.world.state(Self.path) == .executing)
            try world.restart()
            world.pass(120)
            world.graph.play(FaultRule([.get], fault, count: count))
        }
    }

    @Test(
        "never makes it record that an item went which is there", arguments: Moment.allCases,
        [SimulatedDriveKind.personal, .business])
    func neverRecorded(moment: Moment, kind: SimulatedDriveKind) async throws {
        for method in [DeletionMethod.recycle, .quarantine] {
            for seconds in [0.0, 30, 3_000] {
                let tree = try LocalTree()
                let world = try await world(kind, method, in: tree)
                let what: Comment = "\(method), \(seconds) s"
                try await lag(world, moment, seconds: seconds)
                for _ in 0..<4 {
                    let report = try await world.execute()
                    let item = try await world.world.item(Self.path)
                    let isThere = world.live[Self.path] != nil
                    #expect(isThere == (item.state != .deleted), what)
                    #expect(item.state != .gone && item.state != .changed, what)
                    if item.state == .executing || item.state == .held {
                        #expect(report.isPartial, what)
                    }
                    world.pass(10)
                }
                world.graph.play()
                world.pass(3_600)
                try await world.finish()
                #expect(try await world.world.state(Self.path) == .deleted, what)
                #expect(world.live[Self.path] == nil, what)
                try await world.checkTruth(what)
            }
        }
    }

    @Test(
        "is asked again a minute later at the soonest, by the next process as well",
        arguments: Moment.allCases)
    func minute(moment: Moment) async throws {
        let tree = try LocalTree()
        let world = try await world(.business, in: tree)
        try await lag(world, moment, seconds: 3_000)
        try await world.execute()
        let state = try await world.world.state(Self.path)
        #expect(state == (moment == .look ? .held : .executing))
        for seconds in [0, 1, 40] {
            world.pass(Int64(seconds))
            try world.restart()
            world.graph.clearLog()
            let report = try await world.execute()
            #expect(report.isPartial)
            #expect(world.graph.log(.get).filter { $0.isInBatch }.isEmpty, "\(seconds)")
            #expect(try await world.world.state(Self.path) == state)
        }
        world.pass(60)
        world.graph.clearLog()
        try await world.execute()
        #expect(world.graph.log(.get).contains { $0.isInBatch })
        #expect(try await world.world.state(Self.path) == state)
    }

    @Test("A bin that answers 503 or 404 proves nothing", arguments: ["unavailable", "not-found"])
    func bin(name: String) async throws {
        let tree = try LocalTree()
        let world = try await world(.personal, in: tree)
        let failure = try #require(SimulatedFailure(named: name))
        world.graph.play(
            FaultScript([
                FaultRule([.get], .refused(failure), count: nil, urlPart: "Deleted"),
                FaultRule([.get], .lagging(seconds: 0), count: nil),
            ]))
        for _ in 0..<3 {
            try await world.execute()
            #expect(try await world.world.state(Self.path) == .held)
            world.pass(61)
        }
        #expect(world.live[Self.path] != nil)
    }

    @Test(
        "What another device deleted is found to be gone, in whatever way it can be proved",
        arguments: [SimulatedDriveKind.personal, .business], ["feed", "folder", "folders"])
    func provenGone(kind: SimulatedDriveKind, proof: String) async throws {
        let tree = try LocalTree()
        let world = try GraphWorld(
            RuleFile([.delete("junk", .name("*.tmp"))]), over: GraphWorld.graph(kind),
            statePath: tree.base + "/state")
        try world.account.addFolder("/one/two")
        let id = try world.account.addFile("/one/two/a.tmp", .text("a"))
        world.pass(day)
        try await world.stageAll()
        world.pass(day + hour)
        try world.account.delete(proof == "folders" ? "/one" : "/one/two/a.tmp")
        world.account.purge(id: id)
        // A listing since takes notice of what the feed said, and it does not say it again.
        if proof != "feed" { try await world.sync() }
        try await world.execute()
        #expect(try await world.world.state("/one/two/a.tmp") == .gone)
        // What was asked for between two listings is still told to the next.
        try await world.checkListing()
    }
}
