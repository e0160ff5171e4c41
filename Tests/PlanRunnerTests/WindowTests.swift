// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("Undo windows", .tags(.onlyWhatWasPlanned))
struct WindowTests {
    private func world(
        _ window: UndoWindow?, zone: String = "UTC", now: Int64 = RunnerWorld.start
    ) throws -> (world: RunnerWorld, main: MemoryDrive) {
        let main = MemoryDrive(["/a.tmp": "abc"])
        let world = try RunnerWorld(
            RuleFile([.delete(window: window)]), drives: [main],
            timeZone: try #require(RuleTimeZone(identifier: zone)), now: now)
        return (world, main)
    }

    @Test(
        "an item goes in the second in which its window ends, and not before",
        arguments: [
            (nil, 24 * hour), (hours(1), hour), (hours(0), 0),
            (.wait(Age(amount: 1, unit: .minute)), 60),
            (.wait(Age(amount: 2, unit: .week)), 14 * day), (UndoWindow.none, 0),
        ] as [(UndoWindow?, Int64)])
    func toTheSecond(window: UndoWindow?, seconds: Int64) async throws {
        let (world, main) = try world(window)
        try await world.stageAll()
        #expect(
            try await world.item("/a.tmp").order.due.secondsSinceEpoch
                == RunnerWorld.start + seconds)
        world.now += seconds - 1
        #expect(try await world.execute().items.isEmpty)
        #expect(main.has("/a.tmp"))
        world.now += 1
        #expect(try await world.execute().count(.deleted) == 1)
        #expect(!main.has("/a.tmp"))
    }

    @Test("a window is counted from staging, not from the plan")
    func fromStaging() async throws {
        let (world, main) = try world(hours(2))
        let plan = try await world.plan()
        world.now += 20 * hour
        try await world.stage(plan)
        world.now += 2 * hour - 1
        try await world.execute()
        #expect(main.has("/a.tmp"))
        world.now += 1
        try await world.execute()
        #expect(!main.has("/a.tmp"))
    }

    @Test("a month ends at the same time of day, whatever the clocks did")
    func month() async throws {
        let start: Int64 = 1_771_153_200
        let (world, _) = try world(
            .wait(Age(amount: 2, unit: .month)), zone: "Europe/Berlin", now: start)
        try await world.stageAll()
        // 2026-02-15T12:00+01:00 to 2026-04-15T12:00+02:00.
        #expect(
            try await world.item("/a.tmp").order.due.description == "2026-04-15T10:00:00Z")
    }

    @Test("of several rules the longest window counts")
    func longest() async throws {
        let (world, main) = try world(hours(1))
        world.file.rules.append(.delete("slow", .name("a*"), window: hours(50)))
        try await world.stageAll()
        world.now += 50 * hour - 1
        try await world.execute()
        #expect(main.has("/a.tmp"))
    }

    @Test("a clock that is set back makes windows longer, never shorter")
    func clockBack() async throws {
        let (world, main) = try world(hours(24))
        try await world.stageAll()
        world.now += day - 1
        world.now -= 10 * day
        try await world.execute()
        #expect(main.has("/a.tmp"))
        world.now = RunnerWorld.start + day - 1
        try await world.execute()
        #expect(main.has("/a.tmp"))
        world.now += 1
        try await world.execute()
        #expect(!main.has("/a.tmp"))
        try await world.checkSoundness()
    }

    @Test("a machine that slept long over the window executes as if it had not")
    func sleeping() async throws {
        let (world, main) = try world(hours(24))
        try await world.stageAll()
        world.now += 400 * day
        try await world.execute()
        #expect(!main.has("/a.tmp"))
        #expect(try await world.way("/a.tmp") == [.staged, .executing, .deleted])
        #expect(try await world.charged()[world.today]?.deletes == 1)
    }

    @Test("a held item is executed by its own due time")
    func heldKeepsTime() async throws {
        let (world, main) = try world(hours(24))
        try await world.stageAll()
        let due = try await world.item("/a.tmp").order.due
        world.now += day
        world.away = ["main"]
        for _ in 0..<3 {
            try await world.execute()
            #expect(try await world.state("/a.tmp") == .held)
            world.now += hour
        }
        #expect(try await world.item("/a.tmp").order.due == due)
        world.away = []
        world.now = due.secondsSinceEpoch - 1
        #expect(try await world.execute().items.isEmpty)
        world.now += 1
        try await world.execute()
        #expect(!main.has("/a.tmp"))
        // Being held three times is one change of state.
        #expect(
            try await world.way("/a.tmp") == [.staged, .held, .staged, .executing, .deleted])
    }
}
