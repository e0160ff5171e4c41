// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("Quotas of deletions", .tags(.quotas))
struct QuotaTests {
    /// A world in which files of these sizes wait, all due now.
    private func world(
        _ sizes: [Int], _ quota: Quota, zone: String = "UTC", now: Int64 = RunnerWorld.start,
        statePath: String? = nil
    ) async throws -> (world: RunnerWorld, main: MemoryDrive, faults: Faults) {
        let main = MemoryDrive(name: "main")
        for (index, size) in sizes.enumerated() {
            main.write("/\(index).tmp", String(repeating: "x", count: size))
        }
        let faults = Faults()
        var file = RuleFile([.delete(window: UndoWindow.none)])
        file.quota = quota
        let world = try RunnerWorld(
            file, drives: [FaultyDrive(main, faults: faults)], statePath: statePath,
            timeZone: try #require(RuleTimeZone(identifier: zone)), now: now)
        try await world.stageAll()
        return (world, main, faults)
    }

    private func paths(_ numbers: [Int]) -> [String] { numbers.map { "/\($0).tmp" } }

    @Test("so many a day go, and the rest waits for the next days")
    func deletes() async throws {
        let (world, main, _) = try await world(
            [1, 1, 1, 1, 1], Quota(deletesPerDay: 2))
        let report = try await world.execute()
        #expect(report.count(.deleted) == 2)
        #expect(report.count(.deferred) == 3)
        #expect(main.files == paths([2, 3, 4]))
        #expect(try await world.execute().count(.deferred) == 3)
        world.now += day
        try await world.execute()
        #expect(main.files == paths([4]))
        world.now += day
        try await world.execute()
        #expect(main.files == [])
        #expect(try await world.charged().values.map(\.deletes).sorted() == [1, 2, 2])
        let deferred: [ItemState] = [.deferred, .staged]
        #expect(
            try await world.way("/4.tmp") == [.staged] + deferred + deferred
                + [.executing, .deleted])
        try await world.checkSoundness()
    }

    @Test("a quota of nothing lets nothing go")
    func zero() async throws {
        let (world, main, _) = try await world([1, 0], Quota(deletesPerDay: 0))
        for _ in 0..<3 {
            try await world.execute()
            world.now += day
        }
        #expect(main.files.count == 2)
        #expect(try await world.chargedDeletes() == 0)
    }

    @Test("what fits goes, larger first, and what does not fit waits")
    func bytes() async throws {
        // Paths 0 to 4; in the order of sizes: 6, 5, 4, 3, 0.
        let (world, main, _) = try await world([3, 6, 0, 4, 5], Quota(bytesPerDay: 10))
        let report = try await world.execute()
        #expect(report.items.map(\.order.item.size) == [6, 5, 4, 3, 0])
        #expect(main.files == paths([0, 4]))
        #expect(try await world.charged()[world.today]?.bytes == 10)
        world.now += day
        try await world.execute()
        #expect(main.files == [])
        try await world.checkSoundness()
    }

    @Test("what is larger than a whole day's bytes waits, and holds up nothing else")
    func tooLarge() async throws {
        let (world, main, _) = try await world([11, 10, 1], Quota(bytesPerDay: 10))
        try await world.execute()
        #expect(main.files == paths([0, 2]))
        world.now += day
        try await world.execute()
        #expect(main.files == paths([0]))
        world.now += day
        try await world.execute()
        #expect(main.files == paths([0]))
    }

    @Test("of two quotas the narrower counts")
    func both() async throws {
        let (world, main, _) = try await world(
            [5, 4, 1, 1], Quota(deletesPerDay: 3, bytesPerDay: 6))
        try await world.execute()
        #expect(main.files == paths([1, 3]))
        world.now += day
        try await world.execute()
        #expect(main.files == [])
    }

    @Test("earlier due times go first, then larger files, then paths")
    func order() async throws {
        let (world, main, _) = try await world([1, 1], Quota(deletesPerDay: 1))
        main.write("/A.tmp", "xxxx")
        main.write("/B.tmp", "xx")
        world.now += 1
        try await world.stageAll()
        var gone: [String] = []
        for _ in 0..<4 {
            let before = Set(main.files)
            try await world.execute()
            gone += before.subtracting(main.files)
            world.now += day
        }
        #expect(gone == ["/0.tmp", "/1.tmp", "/A.tmp", "/B.tmp"])
    }

    @Test("what turns out to have changed gives its place to what was put off")
    func reserve() async throws {
        let (world, main, faults) = try await world([3, 2, 1], Quota(deletesPerDay: 2))
        faults.beforeDeleting { if main.files.count == 3 { main.write("/0.tmp", "else") } }
        try await world.execute()
        #expect(main.files == paths([0]))
        #expect(
            try await world.states() == [
                "/0.tmp": .changed, "/1.tmp": .deleted, "/2.tmp": .deleted,
            ])
        #expect(try await world.chargedDeletes() == 2)
        try await world.checkSoundness()
    }

    @Test("what has changed, is gone or cannot be asked for costs nothing")
    func free() async throws {
        let (world, main, _) = try await world([4, 3, 2, 1], Quota(deletesPerDay: 1))
        main.write("/0.tmp", "else")
        main.remove(id: "/1.tmp")
        try await world.execute()
        #expect(main.files == paths([0, 3]))
        #expect(try await world.chargedDeletes() == 1)
    }

    @Test("a folder counts as one deletion without bytes")
    func folders() async throws {
        let main = MemoryDrive(["/f/a.tmp": "xxx"])
        var file = RuleFile([
            .delete(window: UndoWindow.none),
            .delete("folders", .name("f"), type: .folder, window: UndoWindow.none),
        ])
        file.quota = Quota(deletesPerDay: 1, bytesPerDay: 3)
        let world = try RunnerWorld(file, drives: [main])
        try await world.stageAll()
        try await world.execute()
        #expect(main.has("/f") && !main.has("/f/a.tmp"))
        world.now += day
        try await world.execute()
        #expect(!main.has("/f"))
        #expect(try await world.charged().values.map(\.bytes).sorted() == [0, 3])
        try await world.checkSoundness()
    }

    /// Instants at which something is executed, and how much has gone in all by then: a quota of
    /// one a day.
    private static let days: [(zone: String, times: [(instant: String, gone: Int)])] = [
        (
            "UTC",
            [
                ("2026-01-15T00:00:00Z", 1), ("2026-01-15T23:59:59Z", 1),
                ("2026-01-16T00:00:00Z", 2), ("2026-01-17T00:00:00Z", 3),
            ]
        ),
        (
            // Not midnight but one o'clock comes after 23:59:59.
            "Africa/Cairo",
            [
                ("2023-04-27T12:00:00Z", 1), ("2023-04-27T21:59:59Z", 1),
                ("2023-04-27T22:00:00Z", 2), ("2023-04-28T20:59:59Z", 2),
                ("2023-04-28T21:00:00Z", 3),
            ]
        ),
        (
            // The last hour of the day comes twice.
            "America/Sao_Paulo",
            [
                ("2018-02-17T12:00:00Z", 1), ("2018-02-18T01:59:59Z", 1),
                ("2018-02-18T02:00:00Z", 1), ("2018-02-18T02:59:59Z", 1),
                ("2018-02-18T03:00:00Z", 2),
            ]
        ),
        (
            // The first hour of the day comes twice.
            "America/Havana",
            [
                ("2026-11-01T03:59:59Z", 1), ("2026-11-01T04:00:00Z", 2),
                ("2026-11-01T05:00:00Z", 2), ("2026-11-02T04:59:59Z", 2),
                ("2026-11-02T05:00:00Z", 3),
            ]
        ),
        (
            // A minute of the new day, then an hour of the old one once more.
            "America/St_Johns",
            [
                ("2006-10-28T15:00:00Z", 1), ("2006-10-29T02:30:30Z", 2),
                ("2006-10-29T02:31:00Z", 2), ("2006-10-29T03:29:59Z", 2),
                ("2006-10-29T03:30:00Z", 2), ("2006-10-30T03:30:00Z", 3),
            ]
        ),
        (
            // A day that was left out.
            "Pacific/Apia",
            [
                ("2011-12-29T20:00:00Z", 1), ("2011-12-30T09:59:59Z", 1),
                ("2011-12-30T10:00:00Z", 2),
            ]
        ),
    ]

    @Test("a day is one day, however its midnight falls", arguments: 0..<6)
    func midnights(index: Int) async throws {
        let (zone, times) = Self.days[index]
        let start = try #require(try Timestamp.parse(times[0].instant))
        let (world, main, _) = try await world(
            [4, 3, 2, 1], Quota(deletesPerDay: 1), zone: zone, now: start.secondsSinceEpoch)
        for (text, gone) in times {
            world.now = try #require(try Timestamp.parse(text)).secondsSinceEpoch
            try await world.execute()
            #expect(4 - main.files.count == gone, "\(zone) \(text)")
        }
        try await world.checkSoundness()
    }

    @Test("a clock that is set back opens no fresh day")
    func clockBack() async throws {
        let (world, main, _) = try await world([1, 1, 1, 1], Quota(deletesPerDay: 1))
        try await world.execute()
        #expect(main.files.count == 3)
        for days: Int64 in [1, 3, 400] {
            world.now = RunnerWorld.start - days * day
            main.write("/new-\(days).tmp", "x")
            let before = main.files.count
            try await world.stageAll()
            try await world.execute()
            #expect(main.files.count == before)
        }
        #expect(try await world.chargedDeletes() == 1)
        world.now = RunnerWorld.start + day
        let before = main.files.count
        try await world.execute()
        #expect(main.files.count == before - 1)
        try await world.checkSoundness()
    }

    @Test("a clock that jumps ahead and returns does not grant the same day again")
    func clockForward() async throws {
        let (world, main, _) = try await world([1, 1, 1, 1, 1], Quota(deletesPerDay: 1))
        world.now = RunnerWorld.start + 30 * day
        try await world.execute()
        #expect(main.files.count == 4)
        for days: Int64 in [0, 1, 2, 29, 30] {
            world.now = RunnerWorld.start + days * day
            try await world.execute()
            #expect(main.files.count == 4)
        }
        world.now = RunnerWorld.start + 31 * day
        try await world.execute()
        #expect(main.files.count == 3)
        try await world.checkSoundness()
    }

    @Test("for the days of grace nothing is deferred, and what goes is charged all the same")
    func grace() async throws {
        let quota = Quota(deletesPerDay: 1, grace: Age(amount: 3, unit: .day))
        let (world, main, _) = try await world([1, 1, 1], quota)
        world.now += 3 * day - 1
        try await world.execute()
        #expect(main.files == [])
        for name in ["/x.tmp", "/y.tmp", "/z.tmp"] { main.write(name, "x") }
        try await world.stageAll()
        world.now += 1
        // Of the day on which the grace ends, three are used already.
        try await world.execute()
        #expect(main.files.count == 3)
        world.now += day
        try await world.execute()
        #expect(main.files.count == 2)
        try await world.checkSoundness()
    }

    @Test("a clock that is set back does not bring the days of grace back")
    func graceAndClockBack() async throws {
        let quota = Quota(deletesPerDay: 1, grace: Age(amount: 3, unit: .day))
        let (world, main, _) = try await world([1, 1, 1, 1], quota)
        world.now += 30 * day
        try await world.execute()
        #expect(main.files.count == 3)
        world.now = RunnerWorld.start + day
        for name in ["/x.tmp", "/y.tmp", "/z.tmp"] { main.write(name, "x") }
        try await world.stageAll()
        try await world.execute()
        #expect(main.files.count == 6)
    }

    @Test("the days of grace are counted from the first rules with a quota, and once only")
    func graceOfLaterQuota() async throws {
        let (world, main, _) = try await world([1, 1, 1], Quota())
        world.now += 400 * day
        // A quota comes into the rules of somebody who has long used the state file.
        world.file.quota = Quota(deletesPerDay: 1, grace: Age(amount: 3, unit: .day))
        try await world.stageAll()
        world.now += 3 * day - 1
        try await world.execute()
        #expect(main.files == [])
        // Another grace and another quota open no second time.
        world.file.quota = Quota(
            deletesPerDay: 1, bytesPerDay: 9, grace: Age(amount: 4, unit: .day))
        world.now += 2 * day
        for name in ["/x.tmp", "/y.tmp", "/z.tmp"] { main.write(name, "x") }
        try await world.stageAll()
        try await world.execute()
        #expect(main.files.count == 2)
        try await world.checkSoundness()
    }

    @Test("a state file that has put items off before it noted quotas opens no days of grace")
    func graceOfEarlierQuota() async throws {
        let ledger = try Ledger.inMemory(now: Timestamp(secondsSinceEpoch: RunnerWorld.start))
        #expect(try await ledger.quotaFirstSeen() == nil)
        let later = Timestamp(secondsSinceEpoch: RunnerWorld.start + 50 * day)
        _ = try await ledger.extendReviews(
            day: "2026-01-20", by: 1, actor: "test", at: later)
        #expect(
            try await ledger.quotaFirstSeen() == Timestamp(secondsSinceEpoch: RunnerWorld.start))
        try await ledger.noteQuota(at: later)
        #expect(
            try await ledger.quotaFirstSeen() == Timestamp(secondsSinceEpoch: RunnerWorld.start))
        let fresh = try Ledger.inMemory(now: Timestamp(secondsSinceEpoch: RunnerWorld.start))
        try await fresh.noteQuota(at: later)
        try await fresh.noteQuota(at: Timestamp(secondsSinceEpoch: RunnerWorld.start + 90 * day))
        #expect(try await fresh.quotaFirstSeen() == later)
    }

    @Test("an execution that runs into the next day uses what that day grants")
    func overMidnight() async throws {
        let (world, main, faults) = try await world([4, 3, 2, 1], Quota(deletesPerDay: 2))
        faults.orderCountMax = 1
        world.now = RunnerWorld.start + 12 * hour - 1
        faults.beforeDeleting { if main.files.count == 3 { world.now += 1 } }
        try await world.execute()
        // The second was begun before midnight.
        #expect(main.files == [])
        #expect(
            try await world.charged().values.sorted { $0.day < $1.day }.map(\.deletes) == [2, 2])
        try await world.checkSoundness()
    }

    @Test("what another process has begun counts as used")
    func twoProcesses() async throws {
        let tree = try LocalTree()
        let (world, main, _) = try await world(
            [5, 4, 3, 2, 1], Quota(deletesPerDay: 3, bytesPerDay: 100), statePath: tree.statePath)
        let other = try Ledger.open(path: tree.statePath, now: world.instant)
        let numbers = try await world.ledger.stagedItems(states: nil).map(\.number)
        let intents = Lock<[IntentOutcome]>([])
        let terms = QuotaTerms(deletesPerDay: 3, bytesPerDay: 100)
        let instant = world.instant
        let today = world.today
        let runner = world.runner { point in
            if point != .afterIntent { return }
            intents.withLock { intents in
                intents +=
                    blocking {
                        try await other.begin(
                            numbers, terms: terms, day: today, actor: "other", at: instant)
                    } ?? []
            }
        }
        let report = try await runner.execute(rules: world.rules, options: ExecutionOptions())
        #expect(report.count(.deleted) == 3)
        #expect(main.files == paths([3, 4]))
        let expected: [IntentOutcome] =
            [.lost(.executing), .lost(.executing), .lost(.executing), .deferred, .deferred]
        #expect(intents.withLock { $0 } == expected)
        #expect(try await world.chargedDeletes() == 3)
        try await world.checkSoundness()
    }

    @Test("two processes that execute at once share one day's quota")
    func race() async throws {
        let tree = try LocalTree()
        let (world, main, _) = try await world(
            [Int](repeating: 1, count: 40), Quota(deletesPerDay: 7), statePath: tree.statePath)
        let path = tree.statePath
        let rules = world.rules
        let reports = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                let ledger = try Ledger.open(path: path, now: world.instant)
                let runner = Runner(
                    ledger: ledger, actor: "test", clock: { world.instant },
                    openDrive: { _ in FaultyDrive(main) }, readRules: { _ in rules })
                group.addTask {
                    let lock = try await RunnerLock.acquire(statePath: path, waitSeconds: 60)
                    defer { lock.close() }
                    return try await runner.execute(rules: rules, options: ExecutionOptions())
                        .count(.deleted)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.sorted() == [0, 0, 7])
        #expect(main.files.count == 33)
        #expect(try await world.chargedDeletes() == 7)
        try await world.checkSoundness()
    }

    @Test("a quota that is lowered or lifted counts from then on")
    func changedTerms() async throws {
        let (world, main, _) = try await world([1, 1, 1, 1], Quota(deletesPerDay: 2))
        try await world.execute()
        #expect(main.files.count == 2)
        // What was put off need not wait for the next day when there is more room today.
        world.file.quota.deletesPerDay = 3
        try await world.execute()
        #expect(main.files.count == 1)
        main.write("/more.tmp", "x")
        try await world.stageAll()
        world.now += day
        world.file.quota.deletesPerDay = 1
        try await world.execute()
        #expect(main.files.count == 1)
        world.now += day
        world.file.quota.deletesPerDay = nil
        try await world.execute()
        #expect(main.files == [])
    }
}
