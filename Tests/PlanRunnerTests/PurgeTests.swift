// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("Emptying the quarantine", .tags(.protections))
struct PurgeTests {
    private static let month = 30 * day

    /// A world in which `/a.tmp` and `/b.tmp` lie in quarantine since now.
    private func world(
        _ method: DeletionMethod = .quarantine
    ) async throws -> (world: RunnerWorld, main: MemoryDrive, faults: Faults) {
        let main = MemoryDrive(["/a.tmp": "a", "/b.tmp": "b", "/c": "c"])
        let faults = Faults()
        let world = try RunnerWorld(
            RuleFile([.delete(window: UndoWindow.none, method: method)]),
            drives: [FaultyDrive(main, faults: faults)])
        try await world.stageAll()
        try await world.execute()
        #expect(main.files == ["/c"])
        return (world, main, faults)
    }

    private func canBeRestored(_ world: RunnerWorld, _ main: MemoryDrive) async throws -> [String] {
        let items = try await world.ledger.stagedItems(states: [.deleted]).filter { !$0.isPurged }
        _ = try await world.runner().restore(items, shouldStop: { false })
        return main.files.filter { $0.hasSuffix(".tmp") }
    }

    @Test("after 30 days it goes for good, and not a second sooner")
    func afterThirtyDays() async throws {
        let (world, main, _) = try await world()
        world.now += Self.month
        #expect(try await world.execute().purgedCount == 0)
        world.now += 1
        #expect(try await world.execute().purgedCount == 2)
        #expect(try await world.item("/a.tmp").isPurged)
        #expect(try await world.state("/a.tmp") == .deleted)
        #expect(try await world.execute().purgedCount == 0)
        #expect(try await canBeRestored(world, main) == [])
        #expect(try await world.chargedDeletes() == 2)
        try await world.checkSoundness()
    }

    @Test("a clock that is years ahead for a night takes nothing, nor does the night after")
    func leap() async throws {
        let (world, main, _) = try await world()
        world.now += 86_400
        #expect(try await world.execute().purgedCount == 0)
        let day = world.now
        world.now += 120 * Self.month
        let ahead = try await world.execute()
        #expect(ahead.purgedCount == 0 && ahead.leftInQuarantine.count == 2 && ahead.isPartial)
        world.now = day + 86_400
        let after = try await world.execute()
        #expect(after.purgedCount == 0 && after.leftInQuarantine.isEmpty)
        // After a long pause, it goes with the second execution.
        world.now += 3 * Self.month
        #expect(try await world.execute().purgedCount == 0)
        #expect(try await world.execute().purgedCount == 2)
        #expect(try await canBeRestored(world, main) == [])
    }

    @Test("what lies in a bin is never purged")
    func recycled() async throws {
        let (world, main, _) = try await world(.recycle)
        world.now += 100 * Self.month
        #expect(try await world.execute().purgedCount == 0)
        #expect(try await canBeRestored(world, main) == ["/a.tmp", "/b.tmp"])
    }

    @Test("what a protection of the plan's own rules file covers is never purged, either")
    func protectedElsewhere() async throws {
        let (world, main, _) = try await world()
        world.now += 100 * Self.month
        let report = try await world.executeByOtherRules(
            own: RuleFile([], protections: [.protect("other", .name("a*"))]))
        #expect(report.purgedCount == 1)
        #expect(try await canBeRestored(world, main) == ["/a.tmp"])
    }

    @Test("nothing is purged while the plan's own rules file cannot be read")
    func unreadable() async throws {
        let (world, main, _) = try await world()
        world.now += 100 * Self.month
        let report = try await world.executeByOtherRules(own: nil)
        #expect(report.purgedCount == 0 && report.isPartial)
        #expect(report.leftInQuarantine.map(\.item.order.item.path) == ["/a.tmp", "/b.tmp"])
        #expect(
            report.leftInQuarantine.allSatisfy {
                $0.problem.contains("'/rules.yaml'") && $0.problem.contains("cleanrules restore")
            })
        #expect(try await canBeRestored(world, main) == ["/a.tmp", "/b.tmp"])
    }

    @Test("what a protection covers now is never purged, however old")
    func protected() async throws {
        let (world, main, _) = try await world()
        world.file.protections.append(.protect("late", .name("a*")))
        world.now += 100 * Self.month
        #expect(try await world.execute().purgedCount == 1)
        #expect(try await !world.item("/a.tmp").isPurged)
        #expect(try await canBeRestored(world, main) == ["/a.tmp"])
        try await world.checkSoundness()
    }

    @Test("a protection by albums covers it, for no plan records which it was in")
    func albums() async throws {
        let (world, main, _) = try await world()
        world.file.protections.append(.protect("a", .test(FieldTest(.album, [.present]))))
        world.now += Self.month + 1
        #expect(try await world.execute().purgedCount == 0)
        #expect(try await canBeRestored(world, main).count == 2)
    }

    @Test("a protection that cannot tell covers it too")
    func unknown() async throws {
        let (world, main, _) = try await world()
        world.file.protections.append(.protect("s", .test(FieldTest(.shared, [.flag(true)]))))
        world.now += 100 * Self.month
        #expect(try await world.execute().purgedCount == 0)
        #expect(try await canBeRestored(world, main) == ["/a.tmp", "/b.tmp"])
    }

    @Test("what nobody was asked about stays, though its time is over, too")
    func scope() async throws {
        let (world, main, _) = try await world()
        world.now += 2 * Self.month
        var options = ExecutionOptions()
        options.scope = ExecutionScope(
            deleting: [], purging: [try await world.item("/a.tmp")])
        #expect(try await world.execute(options).purgedCount == 1)
        #expect(try await world.item("/a.tmp").isPurged)
        #expect(try await !world.item("/b.tmp").isPurged)
        // What was brought back and deleted again since is another thing.
        options.scope = ExecutionScope(
            deleting: [], purging: [try await world.item("/b.tmp")])
        #expect(try await canBeRestored(world, main) == ["/b.tmp"])
        world.now += 1
        try await world.stageAll()
        world.now += day
        try await world.execute()
        world.now += 2 * Self.month
        #expect(try await world.execute(options).purgedCount == 0)
        #expect(try await canBeRestored(world, main) == ["/b.tmp"])
    }

    @Test("what was brought back is not purged")
    func restored() async throws {
        let (world, main, _) = try await world()
        _ = try await canBeRestored(world, main)
        world.now += 100 * Self.month
        #expect(try await world.execute().purgedCount == 0)
        #expect(main.has("/a.tmp") && main.has("/b.tmp"))
    }

    @Test("while the drive is away or another one, all stays and is purged later")
    func unavailable() async throws {
        let (world, main, faults) = try await world()
        world.now += 2 * Self.month
        world.away = ["main"]
        #expect(try await world.execute().purgedCount == 0)
        world.away = []
        world.drives = [MemoryDrive(name: "main", identity: "stranger")]
        #expect(try await world.execute().purgedCount == 0)
        world.drives = [FaultyDrive(main, faults: faults)]
        for kind in [Faults.Kind.throwsError, .fails] {
            faults.always(.purge, kind)
            #expect(try await world.execute().purgedCount == 0)
            #expect(try await !world.item("/a.tmp").isPurged)
        }
        faults.always(.purge, .losesAnswer)
        #expect(try await world.execute().purgedCount == 0)
        faults.always(.purge, nil)
        #expect(try await world.execute().purgedCount == 2)
        try await world.checkSoundness()
    }

    @Test("what stays although its time is over is told of, with why")
    func left() async throws {
        let (world, _, faults) = try await world()
        world.now += 2 * Self.month
        faults.always(.purge, .fails)
        let report = try await world.execute()
        #expect(report.leftInQuarantine.map(\.item.order.item.path) == ["/a.tmp", "/b.tmp"])
        #expect(report.leftInQuarantine.allSatisfy { $0.problem == "it does not want to" })
        faults.always(.purge, nil)
        #expect(try await world.execute().leftInQuarantine.isEmpty)
    }

    @Test("a caller that stops is heard")
    func stopping() async throws {
        let (world, _, _) = try await world()
        world.now += 2 * Self.month
        var options = ExecutionOptions()
        options.shouldStop = { true }
        #expect(try await world.execute(options).purgedCount == 0)
        #expect(try await !world.item("/a.tmp").isPurged)
    }

    @Test("a clock that jumps ahead and back purges nothing twice and loses no count")
    func clock() async throws {
        let (world, _, _) = try await world()
        world.now -= 10 * day
        #expect(try await world.execute().purgedCount == 0)
        world.now += 10 * day + Self.month + 1
        #expect(try await world.execute().purgedCount == 2)
        world.now -= 5 * day
        #expect(try await world.execute().purgedCount == 0)
        try await world.checkSoundness()
    }
}
