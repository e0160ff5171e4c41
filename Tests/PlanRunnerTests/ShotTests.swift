// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("The files of one shot", .tags(.onlyWhatWasPlanned))
struct ShotTests {
    private let main = MemoryDrive([
        "/W/IMG_1.jpg": "small picture", "/W/IMG_1.xmp": "x", "/W/IMG_1.jpg.json": "jj",
        "/P/IMG_1.jpg": "the whole picture", "/P/IMG_1.xmp": "another one", "/W/other.xmp": "o",
    ])
    private static let picture = "/W/IMG_1.jpg"
    private static let shot = ["/W/IMG_1.jpg", "/W/IMG_1.xmp", "/W/IMG_1.jpg.json"]

    /// A world whose only rule puts up the pictures below `/W` that look like one below `/P`.
    private func world(quota: Int64? = nil) throws -> RunnerWorld {
        let first = KeepPreference.inside(try Glob("/P/**", style: .path))
        var file = RuleFile([
            Rule(
                id: "alike",
                selection: .similar(SimilarSelection(kind: .copies, preferences: [first])),
                action: .review)
        ])
        if let quota { file.quota.deletesPerDay = quota }
        let world = try RunnerWorld(file, drives: [main])
        world.alike = [["/P/IMG_1.jpg", Self.picture]]
        return world
    }

    /// Marks the parts of the shot, and stages them.
    private func staged(_ world: RunnerWorld) async throws {
        let plan = try await world.plan()
        for path in Self.shot { try await world.decide(.delete, path) }
        try #require(try await world.stage(plan).staged == 3)
    }

    @Test("go together, and everything else stays")
    func go() async throws {
        let world = try world()
        try await staged(world)
        let order = try await world.item("/W/IMG_1.xmp").order
        #expect(order.unit?.survivors.map(\.path).sorted() == [Self.shot[0], Self.shot[2]])
        #expect(order.isPart)
        #expect(try await !world.item(Self.picture).order.isPart)
        world.now += day
        try await world.execute()
        #expect(main.files == ["/P/IMG_1.jpg", "/P/IMG_1.xmp", "/W/other.xmp"])
        try await world.checkSoundness()
    }

    @Test("also by a plan that was made after a person marked them")
    func later() async throws {
        let world = try world()
        _ = try await world.plan()
        for path in Self.shot { try await world.decide(.delete, path) }
        try await world.stage(try await world.plan())
        #expect(try await world.item(Self.picture).order.unit?.survivors.count == 2)
    }

    @Test("are staged all or none")
    func stagedTogether() async throws {
        let world = try world()
        let plan = try await world.plan()
        for path in Self.shot.dropLast() { try await world.decide(.delete, path) }
        #expect(try await world.stage(plan).staged == 0)
        #expect(try await world.states().isEmpty)
    }

    @Test("come back from waiting together, whichever is taken back", arguments: shot)
    func undone(path: String) async throws {
        let world = try world()
        try await staged(world)
        let outcome = try await world.undo(.paths([path]))
        #expect(outcome.undone.map(\.order.item.path).sorted() == Self.shot.sorted())
        #expect(Set(try await world.states().values) == [.undone])
        // None of them is staged by a round that nobody watches.
        #expect(outcome.undone.allSatisfy { $0.takenBackAt != nil })
        world.now += day
        try await world.execute()
        #expect(main.files.count == 6)
        try await world.checkSoundness()
    }

    @Test("stay together when a person keeps one of them", arguments: shot)
    func kept(path: String) async throws {
        let world = try world()
        try await staged(world)
        #expect(try await world.decide(.keep, path).count == 3)
        world.now += day
        try await world.execute()
        #expect(main.files.count == 6)
        try await world.checkSoundness()
    }

    @Test("stay together where one of them cannot go", arguments: shot, Obstacle.allCases)
    func obstacles(path: String, obstacle: Obstacle) async throws {
        let world = try world()
        try await staged(world)
        switch obstacle {
        case .changed: main.write(path, "changed since", ageDays: 1)
        case .protected: world.file.protections.append(.protect("p", .path(path)))
        case .gone: main.state.withLock { $0.items[Array(path.utf8)] = nil }
        }
        world.now += day
        try await world.execute()
        let left = main.files
        for other in Self.shot where other != path { #expect(left.contains(other), "\(other)") }
        #expect(left.contains(path) == (obstacle != .gone))
        // What stays, stays for good: nothing waits any more.
        let states = try await world.states()
        #expect(states.values.allSatisfy { !$0.isActive }, "\(states)")
        try await world.checkSoundness()
    }

    /// Why a file cannot go.
    enum Obstacle: CaseIterable {
        case changed
        case protected
        case gone
    }

    @Test("wait together where the day's quota ends among them")
    func quota() async throws {
        let world = try world(quota: 2)
        try await staged(world)
        world.now += day
        try await world.execute()
        #expect(main.files.count == 6)
        #expect(try await world.chargedDeletes() == 0)
        try await world.checkSoundness()
        world.file.quota.deletesPerDay = 3
        world.now += day
        try await world.execute()
        #expect(main.files == ["/P/IMG_1.jpg", "/P/IMG_1.xmp", "/W/other.xmp"])
        try await world.checkSoundness()
    }

    @Test("are brought back together, whichever is asked for", arguments: shot)
    func restored(path: String) async throws {
        let world = try world()
        try await staged(world)
        world.now += day
        try await world.execute()
        try #require(!main.has(path))
        let report = try await world.runner().restore(
            [try await world.item(path)], shouldStop: { false })
        #expect(report.items.map(\.item.order.item.path).sorted() == Self.shot.sorted())
        #expect(main.files.count == 6)
        #expect(Set(try await world.states().values) == [.restored])
        try await world.checkSoundness()
    }

    @Test("are in one request, whatever else is due, and what is left of them goes later")
    func requests() async throws {
        for number in 2...4 {
            for ending in ["jpg", "xmp"] { main.write("/W/IMG_\(number).\(ending)", "\(number)") }
            main.write("/P/IMG_\(number).jpg", "whole \(number)")
        }
        let faults = Faults()
        faults.orderCountMax = 4
        let world = try world()
        world.drives = [FaultyDrive(main, faults: faults)]
        world.alike += (2...4).map { ["/P/IMG_\($0).jpg", "/W/IMG_\($0).jpg"] }
        let plan = try await world.plan()
        let others = (2...4).flatMap { ["/W/IMG_\($0).jpg", "/W/IMG_\($0).xmp"] }
        for path in Self.shot + others { try await world.decide(.delete, path) }
        try #require(try await world.stage(plan).staged == 9)
        world.now += day
        // Half of the second request is carried out.
        faults.strike(3, .doesHalf)
        try await world.execute()
        try #require(faults.hit == .delete)
        faults.strike(nil, .fails)
        try await world.execute()
        #expect(main.files.allSatisfy { $0.hasPrefix("/P/") || $0 == "/W/other.xmp" })
        #expect(Set(try await world.states().values) == [.deleted])
        try await world.checkSoundness()
    }
}
