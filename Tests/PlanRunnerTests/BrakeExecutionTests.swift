// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("The brake while something is deleted", .tags(.protections))
struct BrakeExecutionTests {
    @Test("holds what is due and what lies in quarantine, and asks about what was begun")
    func holdsEverything() async throws {
        let main = MemoryDrive(["/a.tmp": "a", "/b.tmp": "b", "/c": "c"])
        let world = try RunnerWorld(
            RuleFile([.delete(window: UndoWindow.none, method: .quarantine)]), drives: [main])
        try await world.stageAll()
        try await world.execute()
        #expect(main.files == ["/c"])
        #expect(try await world.ledger.pause(why: nil, actor: "person", at: world.instant))
        world.now += 31 * day
        let report = try await world.execute()
        #expect(report.purgedCount == 0 && report.handled.isEmpty)
        #expect(report.brake != nil)
        #expect(try await world.ledger.resume(actor: "person", at: world.instant))
        let after = try await world.execute()
        #expect(after.purgedCount == 2 && after.brake == nil)
        try await world.checkSoundness()
    }

    @Test("stops between two batches, and what is left keeps its time")
    func stopsOnTheWay() async throws {
        let names = (0..<1_200).map { "/\($0).tmp" }
        let main = MemoryDrive(Dictionary(uniqueKeysWithValues: names.map { ($0, "x") }))
        let folder = FileManager.default.temporaryDirectory.path + "/brake-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let world = try RunnerWorld(
            RuleFile([.delete(window: UndoWindow.none)]), drives: [main],
            statePath: folder + "/state.db")
        try await world.stageAll()
        let before = try await world.ledger.stagedItems(states: nil).map(\.order.due)
        var options = ExecutionOptions()
        let file = world.ledger.path + Brake.suffix
        options.progress = { _ in
            try? Data().write(to: URL(fileURLWithPath: file))
        }
        let report = try await world.runner().execute(rules: world.rules, options: options)
        #expect(report.brake == .file(path: file))
        #expect(report.wasStopped)
        #expect(report.count(.deleted) == 500)
        #expect(main.files.count == 700)
        let states = try await world.ledger.stagedItems(states: [.staged])
        #expect(states.count == 700)
        #expect(try await world.ledger.stagedItems(states: nil).map(\.order.due) == before)
        try FileManager.default.removeItem(atPath: file)
        #expect(try await world.execute().count(.deleted) == 700)
        try await world.checkSoundness()
    }
}
