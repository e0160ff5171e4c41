// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("What a process left that did not live to record it", .tags(.crashSafety))
struct RecoveryTests {
    /// A world in which the deletion of `/a.tmp` was begun by a process that is no more.
    private func world(
        method: DeletionMethod = .recycle, quota: Quota = Quota()
    ) async throws -> (world: RunnerWorld, main: MemoryDrive, faults: Faults) {
        let main = MemoryDrive(["/a.tmp": "abc", "/b.tmp": "b"])
        let faults = Faults()
        var file = RuleFile([.delete(window: UndoWindow.none, method: method)])
        file.quota = quota
        let world = try RunnerWorld(file, drives: [FaultyDrive(main, faults: faults)])
        try await world.stageAll()
        let number = try await world.item("/a.tmp").number
        let intents = try await world.ledger.begin(
            [number], terms: nil, day: world.today, actor: "test", at: world.instant)
        #expect(intents == [.begun(attempt: 1)])
        return (world, main, faults)
    }

    /// Deletes `/a.tmp` as the process would have done.
    private func delete(_ world: RunnerWorld, _ drive: any DeletingDrive) async throws {
        let item = try await world.item("/a.tmp")
        let order = DeletionOrder(
            item: item.order.item.values,
            method: try #require(DeletionMethod(rawValue: item.order.method)), plan: item.plan)
        let answers = try await drive.delete([order], shouldStop: { false })
        guard case .deleted? = answers.first else {
            Issue.record("the drive does not delete it")
            return
        }
    }

    @Test("what is not there was deleted, for the intent is ours; the receipt is found again")
    func deleted() async throws {
        for method in DeletionMethod.allCases {
            let (world, main, _) = try await world(method: method)
            try await delete(world, main)
            let recovered = try await world.runner().recover()
            #expect(recovered.map(\.state) == [.deleted])
            #expect(try await world.item("/a.tmp").quotaDay == world.today)
            #expect(try await world.chargedDeletes() == 1)
            let receipt = DeletionReceipt(text: try await world.item("/a.tmp").receipt)
            #expect(receipt?.method == method.rawValue)
            #expect(try await world.runner().recover().isEmpty)
            try await world.checkSoundness()
            if method == .permanent { continue }
            let items = try await world.ledger.stagedItems(states: [.deleted])
            _ = try await world.runner().restore(items, shouldStop: { false })
            #expect(main.has("/a.tmp"))
        }
    }

    @Test("what the drive does not tell of is not called settled")
    func unsettled() async throws {
        let (world, main, faults) = try await world()
        try await delete(world, main)
        faults.always(.reconcile, .throwsError)
        var report = try await world.execute()
        #expect(report.settled.isEmpty && report.isPartial)
        #expect(report.unsettled.map(\.order.item.path) == ["/a.tmp"])
        faults.always(.reconcile, nil)
        report = try await world.execute()
        #expect(report.unsettled.isEmpty)
        #expect(report.settled.map(\.order.item.path) == ["/a.tmp"])
        // A restore that nobody knows the end of is as open.
        faults.always(.restore, .leavesOpen)
        _ = try await world.runner().restore([try await world.item("/a.tmp")]) { false }
        report = try await world.execute()
        #expect(report.settled.isEmpty && report.isPartial)
        #expect(report.unsettled.map(\.isRestoring) == [true])
    }

    @Test("what is there as it was waits again, and goes in its turn")
    func unchanged() async throws {
        let (world, main, _) = try await world()
        #expect(try await world.runner().recover().map(\.state) == [.staged])
        #expect(try await world.chargedDeletes() == 0)
        try await world.execute()
        #expect(main.files == [])
        #expect(
            try await world.way("/a.tmp")
                == [.staged, .executing, .staged, .executing, .deleted])
        #expect(try await world.chargedDeletes() == 2)
        try await world.checkSoundness()
    }

    @Test("what waits again can be undone")
    func undone() async throws {
        let (world, main, _) = try await world()
        let early = try await world.undo(.all)
        #expect(early.executing.map(\.order.item.path) == ["/a.tmp"])
        _ = try await world.runner().recover()
        #expect(try await world.undo(.all).undone.map(\.order.item.path) == ["/a.tmp"])
        try await world.execute()
        #expect(main.has("/a.tmp"))
    }

    @Test("what is there and is something else has changed")
    func changed() async throws {
        let (world, main, _) = try await world()
        main.write("/a.tmp", "xyz")
        #expect(try await world.runner().recover().map(\.state) == [.changed])
        try await world.execute()
        #expect(main.has("/a.tmp"))
        try await world.checkSoundness()
    }

    @Test("a file of the same name that came after the deletion does not hide it")
    func replaced() async throws {
        let (world, main, _) = try await world()
        try await delete(world, main)
        main.write("/a.tmp", "new")
        #expect(try await world.runner().recover().map(\.state) == [.deleted])
        try await world.execute()
        #expect(main.has("/a.tmp"))
        #expect(try await world.chargedDeletes() == 2)
    }

    @Test(
        "what cannot be asked for stays as it is, takes its place in the quota, and is asked again")
    func unanswered() async throws {
        let hurdles: [@Sendable (RunnerWorld, Faults) -> Void] = [
            { world, _ in world.away = ["main"] },
            { _, faults in faults.always(.open, .throwsError) },
            { _, faults in faults.always(.reconcile, .throwsError) },
            { _, faults in faults.always(.reconcile, .fails) },
        ]
        for (index, hurdle) in hurdles.enumerated() {
            let what: Comment = "hurdle \(index)"
            let (world, main, faults) = try await world(quota: Quota(deletesPerDay: 1))
            try await delete(world, main)
            hurdle(world, faults)
            try await world.execute()
            #expect(try await world.state("/a.tmp") == .executing, what)
            #expect(try await world.chargedDeletes() == 0, what)
            #expect(main.has("/b.tmp"), what)
            world.away = []
            for operation in DriveOperation.allCases { faults.always(operation, nil) }
            #expect(try await world.runner().recover().map(\.state) == [.deleted], what)
            #expect(try await world.chargedDeletes() == 1, what)
            try await world.execute()
            #expect(main.has("/b.tmp"), what)
            try await world.checkSoundness(what)
        }
    }

    @Test("another drive under the name is not asked")
    func stranger() async throws {
        let (world, main, _) = try await world()
        world.drives = [MemoryDrive(name: "main", identity: "stranger")]
        #expect(try await world.runner().recover().map(\.state) == [.executing])
        world.drives = [main]
        #expect(try await world.runner().recover().map(\.state) == [.staged])
    }

    @Test("a deletion counts for the day of its intent, whenever it is recorded")
    func day() async throws {
        let (world, main, _) = try await world()
        let before = world.today
        try await delete(world, main)
        world.now += 5 * 86_400
        _ = try await world.runner().recover()
        #expect(try await world.charged().filter { $0.value.deletes > 0 }.keys.sorted() == [before])
        try await world.checkSoundness()
    }

    @Test("a restore that was begun is finished, whether it was done or not")
    func restoring() async throws {
        for isDone in [false, true] {
            let (world, main, _) = try await world()
            _ = try await world.runner().recover()
            try await world.execute()
            let item = try await world.item("/a.tmp")
            try await world.ledger.beginRestore([item.number], actor: "test", at: world.instant)
            if isDone {
                let order = RestoreOrder(
                    item: item.order.item.values, receipt: DeletionReceipt(text: item.receipt))
                _ = try await main.restore([order], shouldStop: { false })
            }
            let recovered = try await world.runner().recover()
            #expect(recovered.map(\.state) == [.restored])
            #expect(recovered.map(\.isRestoring) == [false])
            #expect(recovered.map(\.restoredPath) == [nil])
            #expect(main.files == ["/a.tmp"])
            try await world.checkSoundness()
        }
    }

    @Test("a restore that cannot be finished now is left open, and finished later")
    func restoringAway() async throws {
        let (world, main, _) = try await world()
        _ = try await world.runner().recover()
        try await world.execute()
        let number = try await world.item("/a.tmp").number
        try await world.ledger.beginRestore([number], actor: "test", at: world.instant)
        world.away = ["main"]
        #expect(try await world.runner().recover().map(\.isRestoring) == [true])
        world.away = []
        #expect(try await world.runner().recover().map(\.state) == [.restored])
        #expect(main.has("/a.tmp"))
        try await world.checkSoundness()
    }
}
