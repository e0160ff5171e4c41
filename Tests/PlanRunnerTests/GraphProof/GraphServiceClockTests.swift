// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// A service whose clock says another time than this machine's.
@Suite("A OneDrive whose clock differs", .tags(.onlyWhatWasPlanned))
struct GraphServiceClockTests {
    private func world(
        _ shift: Double, in tree: LocalTree, method: DeletionMethod = .recycle
    ) async throws -> GraphWorld {
        let world = try GraphWorld(
            RuleFile([.delete("junk", .name("*.tmp"), method: method)]),
            over: GraphWorld.graph(), statePath: tree.base + "/state")
        try world.account.addFile("/a.tmp", .text("a"))
        world.pass(day)
        try await world.stageAll()
        world.pass(day + hour)
        world.graph.play(FaultRule([], .shiftedDate(seconds: shift), count: nil))
        return world
    }

    @Test(
        "holds what is due, and says both times and what to do",
        arguments: [-301, 301, 2_592_000, -2_592_000] as [Double])
    func held(shift: Double) async throws {
        let tree = try LocalTree()
        let world = try await world(shift, in: tree)
        let report = try await world.execute()
        #expect(report.isPartial)
        let item = try await world.world.item("/a.tmp")
        #expect(item.state == .held)
        let problem = item.problem ?? ""
        let there = Timestamp(secondsSinceEpoch: Int64(world.graph.time.now + shift))
        let here = Timestamp(secondsSinceEpoch: Int64(world.graph.time.now))
        #expect(problem.contains("\(there)") && problem.contains("\(here)"), "\(problem)")
        #expect(problem.contains("set this machine's clock"))
        #expect(world.graph.log(.delete).isEmpty)
        #expect(world.live["/a.tmp"] != nil)
        // As soon as they agree, it goes.
        world.graph.play()
        try world.restart()
        try await world.execute()
        #expect(try await world.world.state("/a.tmp") == .deleted)
    }

    @Test(
        "does not matter as long as it differs by five minutes at most", arguments: [-300, 0, 300])
    func tolerated(shift: Int) async throws {
        let tree = try LocalTree()
        let world = try await world(Double(shift), in: tree)
        try await world.execute()
        #expect(try await world.world.state("/a.tmp") == .deleted)
    }

    @Test("keeps what lies in quarantine there")
    func purge() async throws {
        let tree = try LocalTree()
        let world = try await world(0, in: tree, method: .quarantine)
        try await world.execute()
        world.pass(31 * day)
        world.graph.play(FaultRule([], .shiftedDate(seconds: 86_400), count: nil))
        try world.restart()
        let report = try await world.execute()
        #expect(report.purgedCount == 0)
        #expect(report.leftInQuarantine.count == 1)
        world.graph.play()
        try world.restart()
        #expect(try await world.execute().purgedCount == 1)
    }
}
