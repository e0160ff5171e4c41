// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// A clock that was set back, or was ahead once, and is set right again.
@Suite("A clock that jumps")
struct ClockTests {
    private static let start = RunnerWorld.start

    private func world(
        _ count: Int = 1, window: UndoWindow? = nil, quota: Quota = Quota(),
        method: DeletionMethod? = nil
    ) throws -> (world: RunnerWorld, main: MemoryDrive) {
        let main = MemoryDrive(name: "main")
        for number in 0..<count { main.write("/\(number).tmp", "x", ageDays: 9_000) }
        var file = RuleFile([.delete(window: window, method: method)])
        file.quota = quota
        return (try RunnerWorld(file, drives: [main]), main)
    }

    private func today(_ world: RunnerWorld) -> String { world.today }

    @Test(
        "ends no window early that was begun while it was set back",
        .tags(.onlyWhatWasPlanned), arguments: [10 * day, 4_000 * day, hour, 1])
    func windows(back: Int64) async throws {
        let (world, main) = try world(window: hours(1))
        // What is on record is a plan, and by it the time of day.
        try await world.plan()
        world.now -= back
        try await world.stageAll()
        #expect(
            try await world.item("/0.tmp").order.due.secondsSinceEpoch == Self.start + hour)
        for moment in [Self.start - back + hour, Self.start, Self.start + hour - 1] {
            world.now = moment
            #expect(try await world.execute().items.isEmpty)
            #expect(main.files.count == 1)
        }
        world.now = Self.start + hour
        #expect(try await world.execute().count(.deleted) == 1)
        try await world.checkSoundness()
    }

    @Test("is found out by a listing alone")
    func listings() async throws {
        let (world, main) = try world(window: hours(1))
        _ = try await world.sync()
        world.drives = [main]
        let known = try #require(try await world.ledger.drives().first)
        var ahead = known
        ahead.syncedAt = world.instant
        world.now -= 10 * day
        #expect(try await world.ledger.latestInstant() == ahead.syncedAt)
    }

    @Test("empties no quarantine early for what went there while it was set back")
    func quarantine() async throws {
        let (world, _) = try world(window: UndoWindow.none, method: .quarantine)
        try await world.plan()
        world.now -= 400 * day
        try await world.stageAll()
        #expect(try await world.execute().count(.deleted) == 1)
        world.now = Self.start + 30 * day
        #expect(try await world.execute().purgedCount == 0)
        world.now += 1
        #expect(try await world.execute().purgedCount == 1)
    }

    @Test("grants no quota twice when it is said to be right again", arguments: [1, 3_653])
    func quotas(days: Int64) async throws {
        let (world, main) = try world(
            9, window: UndoWindow.none, quota: Quota(deletesPerDay: 2))
        try await world.stageAll()
        #expect(try await world.execute().count(.deleted) == 2)
        world.now += days * day
        #expect(try await world.execute().count(.deleted) == 2)
        world.now = Self.start
        #expect(try await world.execute().count(.deleted) == 0)
        let reset = try await world.ledger.resetClock(
            day: today(world), actor: "test", at: world.instant)
        #expect(reset?.days.count == 1 && reset?.day == today(world))
        // What went on the day that lies ahead has gone today.
        #expect(try await world.ledger.quotaUse(day: today(world)).use.deletes == 4)
        #expect(try await world.execute().count(.deleted) == 0)
        try await world.checkSoundness()
        world.now += day
        let isUsed = days == 1
        #expect(try await world.execute().count(.deleted) == (isUsed ? 0 : 2))
        world.now -= day
        #expect(try await world.execute().count(.deleted) == 0)
        world.now += 2 * day
        #expect(try await world.execute().count(.deleted) == 2)
        #expect(main.files.count == (isUsed ? 3 : 1))
        try await world.checkSoundness()
    }

    @Test("grants nothing to who says that it is right while it is set back")
    func wrongReset() async throws {
        let (world, main) = try world(
            9, window: UndoWindow.none, quota: Quota(deletesPerDay: 2))
        try await world.stageAll()
        #expect(try await world.execute().count(.deleted) == 2)
        for back in [1, 30, 400] as [Int64] {
            world.now = Self.start - back * day
            let reset = try await world.ledger.resetClock(
                day: today(world), actor: "test", at: world.instant)
            #expect(reset != nil)
            // Nothing is due yet, and if it were, the day is used up.
            #expect(try await world.execute().count(.deleted) == 0)
            #expect(try await world.ledger.quotaUse(day: today(world)).use.deletes == 2)
        }
        world.now = Self.start
        #expect(try await world.execute().count(.deleted) == 0)
        #expect(main.files.count == 7)
        try await world.checkSoundness()
    }

    @Test("counts windows from the clock again once it is said to be right")
    func windowsAfterReset() async throws {
        let (world, main) = try world(2, window: hours(1))
        world.now += 3_653 * day
        try await world.stageAll()
        let late = try await world.item("/0.tmp").order.due
        #expect(late.secondsSinceEpoch == world.now + hour)
        world.now = Self.start
        let reset = try await world.ledger.resetClock(
            day: today(world), actor: "test", at: world.instant)
        #expect(reset?.newest.secondsSinceEpoch == Self.start + 3_653 * day)
        // What was begun ends no sooner for it.
        #expect(try await world.item("/0.tmp").order.due == late)
        try await world.undo(.all)
        try await world.stageAll()
        #expect(try await world.item("/0.tmp").order.due.secondsSinceEpoch == Self.start + hour)
        world.now += hour
        #expect(try await world.execute().count(.deleted) == 2)
        #expect(main.files == [])
        try await world.checkSoundness()
    }

    @Test("has nothing to set aside where nothing lies ahead of it")
    func nothingAhead() async throws {
        let (world, _) = try world()
        try await world.stageAll()
        let before = try await world.history().count
        let reset = try await world.ledger.resetClock(
            day: today(world), actor: "test", at: world.instant)
        #expect(reset == nil)
        #expect(try await world.history().count == before)
    }

    @Test("does not bring the days of grace back, nor make them last until the time it once said")
    func grace() async throws {
        let main = MemoryDrive(["/0.tmp": "x", "/1.tmp": "x"])
        var file = RuleFile([.delete(window: UndoWindow.none)])
        file.quota = Quota(deletesPerDay: 1, grace: Age(amount: 7, unit: .day))
        let world = try RunnerWorld(file, drives: [main], now: Self.start + 3_653 * day)
        try await world.plan()
        try await world.runner().noteUse(of: file)
        world.now = Self.start
        _ = try await world.ledger.resetClock(day: today(world), actor: "test", at: world.instant)
        try await world.stageAll()
        #expect(try await world.execute().count(.deleted) == 1)
    }
}
