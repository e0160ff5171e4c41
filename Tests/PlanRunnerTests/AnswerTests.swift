// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("Answers that say neither yes nor no", .tags(.anyAnswer))
struct AnswerTests {
    @Test("an item that a drive could not turn to waits, and costs neither attempts nor quota")
    func postponed() async throws {
        let scene = try await Happening.scene()
        let world = scene.world
        world.now += day
        scene.faults.always(.delete, .postpones)
        for _ in 0..<7 {
            let report = try await world.runner().execute(
                rules: world.rules, options: ExecutionOptions())
            #expect(!report.wasStopped)
            #expect(report.items.map(\.state) == [.held])
            #expect(try await world.item("/a.tmp").problem == "it is busy")
        }
        #expect(try await world.chargedDeletes() == 0 && scene.main.has("/a.tmp"))
        scene.faults.always(.delete, nil)
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .deleted)
        try await world.checkSoundness()
    }

    @Test("an item of which nobody knows stays open, and the next run asks first")
    func unanswered() async throws {
        let scene = try await Happening.scene()
        let world = scene.world
        world.now += day
        scene.faults.always(.delete, .leavesOpen)
        let report = try await world.runner().execute(
            rules: world.rules, options: ExecutionOptions())
        #expect(!report.wasStopped && report.items.map(\.state) == [.executing])
        #expect(!scene.main.has("/a.tmp"))
        // As long as the drive cannot be asked, nothing is said of it.
        scene.faults.always(.reconcile, .fails)
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .executing)
        scene.faults.always(.reconcile, nil)
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .deleted)
        #expect(scene.faults.ordered == ["/a.tmp"])
        #expect(try await world.chargedDeletes() == 1)
        try await world.checkSoundness()
    }
}
