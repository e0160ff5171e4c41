// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("Bringing deleted items back")
struct RestoreTests {
    private static let rules = RuleFile([
        .delete("files", .path("/f/**")), .delete("folders", .path("/{f,f/**}"), type: .folder),
        .delete("aside", .name("*.q"), method: .quarantine),
        .delete("ever", .name("*.p"), method: .permanent),
    ])

    /// A world in which everything went that could go.
    private func world() async throws -> (world: RunnerWorld, main: MemoryDrive, faults: Faults) {
        let main = MemoryDrive(["/f/a": "a", "/f/g/b": "b", "/x.q": "q", "/y.p": "p", "/z": "z"])
        let faults = Faults()
        let world = try RunnerWorld(Self.rules, drives: [FaultyDrive(main, faults: faults)])
        try await world.stageAll()
        world.now += day
        try await world.executeForGood()
        #expect(main.files == ["/z"])
        #expect(try await world.chargedDeletes() == 6)
        return (world, main, faults)
    }

    private func restore(
        _ world: RunnerWorld, _ paths: [String]? = nil, stopAfter: Int = .max
    ) async throws -> RestoreReport {
        let asked = Lock(0)
        let items = try await world.ledger.stagedItems(states: [.deleted]).filter {
            paths?.contains($0.order.item.path) ?? true
        }
        return try await world.runner().restore(items) {
            asked.withLock { count in
                count += 1
                return count > stopAfter
            }
        }
    }

    @Test("all that was not deleted for good comes back, folders first")
    func all() async throws {
        let (world, main, _) = try await world()
        let report = try await restore(world)
        #expect(
            report.items.map(\.item.order.item.path) == [
                "/f", "/f/g", "/f/a", "/f/g/b", "/x.q", "/y.p",
            ])
        #expect(!report.wasStopped)
        #expect(main.files == ["/f/a", "/f/g/b", "/x.q", "/z"])
        #expect(main.has("/f") && main.has("/f/g"))
        let lost = report.items.filter { $0.problem != nil }
        #expect(lost.map(\.item.order.item.path) == ["/y.p"])
        #expect(lost.map(\.mayBeTriedAgain) == [false])
        #expect(try await world.state("/y.p") == .deleted)
        #expect(try await world.states().values.filter { $0 == .restored }.count == 5)
        #expect(try await world.item("/f/a").restoredPath == nil)
        // What came back was deleted that day all the same.
        #expect(try await world.chargedDeletes() == 6)
        try await world.checkSoundness()
    }

    @Test("what came back is not deleted again by the old plan")
    func notAgain() async throws {
        let (world, main, _) = try await world()
        _ = try await restore(world, ["/f/a"])
        world.now += 100 * day
        try await world.executeForGood()
        #expect(main.has("/f/a"))
        #expect(try await world.state("/f/a") == .restored)
        #expect(
            try await world.way("/f/a") == [.staged, .executing, .deleted, .restored])
    }

    @Test("what came back can be staged again by a new plan")
    func stagedAgain() async throws {
        let (world, main, _) = try await world()
        _ = try await restore(world)
        try await world.stageAll()
        world.now += day
        try await world.executeForGood()
        #expect(main.files == ["/z"])
        try await world.checkSoundness()
    }

    @Test("where the old place is taken, it comes back beside it, and both are there")
    func placeTaken() async throws {
        let (world, main, _) = try await world()
        main.write("/f/a", "new")
        let report = try await restore(world, ["/f/a"])
        let path = try #require(report.items.first?.item.restoredPath)
        #expect(path != "/f/a")
        #expect(main.has("/f/a") && main.has(path))
        #expect(try await world.state("/f/a") == .restored)
        try await world.checkSoundness()
    }

    @Test("what a drive cannot bring back now stays deleted, and can be tried again")
    func failing() async throws {
        for kind in [Faults.Kind.fails, .throwsError] {
            let (world, main, faults) = try await world()
            faults.always(.restore, kind)
            let report = try await restore(world, ["/x.q"])
            #expect(report.items.map(\.mayBeTriedAgain) == [true])
            #expect(try await world.state("/x.q") == .deleted)
            #expect(try await world.item("/x.q").isRestoring == false)
            #expect(!main.has("/x.q"))
            try await world.checkSoundness()
            faults.always(.restore, nil)
            _ = try await restore(world, ["/x.q"])
            #expect(main.has("/x.q"))
            #expect(try await world.state("/x.q") == .restored)
            try await world.checkSoundness()
        }
    }

    @Test("an answer that was lost is no second item: asking again finds it back")
    func lostAnswer() async throws {
        let (world, main, faults) = try await world()
        faults.always(.restore, .losesAnswer)
        _ = try await restore(world, ["/x.q"])
        #expect(main.has("/x.q"))
        #expect(try await world.state("/x.q") == .deleted)
        faults.always(.restore, nil)
        let report = try await restore(world, ["/x.q"])
        #expect(report.items.first?.item.restoredPath == nil)
        #expect(try await world.state("/x.q") == .restored)
        #expect(main.files == ["/x.q", "/z"])
    }

    @Test("of what may be back and is not seen nothing is claimed, and the next start finds it")
    func unknownAnswer() async throws {
        let (world, main, faults) = try await world()
        faults.always(.restore, .leavesOpen)
        let report = try await restore(world, ["/x.q"])
        #expect(report.items.map(\.mayBeTriedAgain) == [true])
        #expect(report.items.first?.problem?.contains("no answer came") == true)
        #expect(main.has("/x.q"))
        #expect(try await world.item("/x.q").isRestoring)
        // As long as the drive cannot be asked the question stays open.
        for kind in [Faults.Kind.throwsError, .leavesOpen] {
            faults.always(.restore, kind)
            _ = try await world.runner().recover()
            #expect(try await world.item("/x.q").isRestoring, "\(kind)")
        }
        try await world.checkSoundness()
        faults.always(.restore, nil)
        #expect(try await world.runner().recover().map(\.state) == [.restored])
        #expect(try await world.state("/x.q") == .restored)
        #expect(main.files == ["/x.q", "/z"])
        try await world.checkSoundness()
    }

    @Test("a drive that is away or another one is not asked")
    func unavailable() async throws {
        let (world, main, _) = try await world()
        world.away = ["main"]
        var report = try await restore(world, ["/x.q"])
        #expect(report.items.map(\.mayBeTriedAgain) == [true])
        world.away = []
        world.drives = [MemoryDrive(["/z": "z"], identity: "stranger")]
        report = try await restore(world, ["/x.q"])
        #expect(report.items.map(\.mayBeTriedAgain) == [true])
        #expect(try await world.item("/x.q").isRestoring == false)
        world.drives = [main]
        report = try await restore(world, ["/x.q"])
        #expect(report.items.map(\.problem) == [nil])
        #expect(main.has("/x.q"))
    }

    @Test("a caller that stops leaves the rest deleted")
    func stopping() async throws {
        let (world, main, _) = try await world()
        let report = try await restore(world, ["/f", "/f/a", "/x.q"], stopAfter: 3)
        #expect(report.wasStopped)
        #expect(report.items.count == 2)
        #expect(main.has("/f/a") && !main.has("/x.q"))
        #expect(try await world.state("/x.q") == .deleted)
        #expect(try await world.item("/x.q").isRestoring == false)
        try await world.checkSoundness()
    }

    @Test("only what is deleted can be brought back, and the rest of the call is none the worse")
    func wrongState() async throws {
        let (world, main, _) = try await world()
        main.write("/f/new", "new")
        try await world.stageAll()
        _ = try await restore(world, ["/f/a"])
        world.now += 40 * day
        world.file.rules[0].match = .name("nothing")
        try await world.execute()
        #expect(try await world.item("/x.q").isPurged)
        var items: [StagedItem] = []
        for path in ["/f/new", "/f/a", "/x.q", "/f/g/b"] {
            items.append(try await world.item(path))
        }
        let report = try await world.runner().restore(items, shouldStop: { false })
        let failed = report.items.filter { $0.problem != nil }.map(\.item.order.item.path)
        #expect(failed.sorted() == ["/f/a", "/f/new", "/x.q"])
        #expect(main.has("/f/g/b"))
        #expect(try await world.state("/f/new") == .cancelled)
        #expect(try await world.state("/f/a") == .restored)
        try await world.checkSoundness()
    }
}
