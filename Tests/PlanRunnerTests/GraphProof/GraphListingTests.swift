// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// A listing is the truth, or there is none, and the next one is the truth again.
@Suite("The listing of a OneDrive, whatever its feed does", .tags(.anyAnswer, .crashSafety))
struct GraphListingTests {
    /// A fault of the feed that can be seen as one.
    private struct FeedFault {
        let name: String
        let fault: SimulatedFault
        /// How many requests it hits in a row.
        var count: Int? = 1
    }

    private static let faults: [FeedFault] = {
        var faults: [FeedFault] = []
        for answer in SimulatedDrive.LostFeedToken.allCases {
            for isBroken in [false, true] {
                faults.append(
                    FeedFault(
                        name: "lost (\(answer), \(isBroken))",
                        fault: .lostToken(answer, isLocationBroken: isBroken)))
            }
        }
        let refusals =
            [
                "not-found", "not-found-empty", "malformed-token", "bad-request", "throttled",
                "server-error", "unavailable", "access-denied", "unauthenticated", "out-of-space",
            ].compactMap(SimulatedFailure.init(named:))
            + [
                SimulatedFailure(400, "resyncRequired"), SimulatedFailure(404, "syncStateNotFound"),
                SimulatedFailure(400, "invalidRequest", inner: ["syncStateInvalid"]),
            ]
        for failure in refusals {
            let name = "\(failure.status) \(failure.code ?? "")"
            for count in [1, 3, nil] {
                faults.append(
                    FeedFault(
                        name: "\(name), \(count.map(String.init) ?? "ever")",
                        fault: .refused(failure), count: count))
            }
        }
        let odd: [(String, SimulatedFault)] = [
            ("dropped", .dropped), ("cut off", .truncated(byteCount: 90)), ("empty", .emptyBody),
            ("page for people", .garbage(status: 200)), ("empty page", .emptyPage),
            ("twice", .duplicateItems), ("no order", .shuffledItems), ("circle", .linkLoop),
            ("another host", .foreignLink(origin: "https://evil.example")),
            ("a link that means now", .latestLink),
            ("no items", .missingMembers(["value"])),
            ("no end", .missingMembers(["@odata.nextLink", "@odata.deltaLink"])),
        ]
        return faults + odd.map { FeedFault(name: $0.0, fault: $0.1) }
    }()

    private func feedRequestCount(_ remains: GraphRemains, at path: String) async throws -> Int {
        let world = try remains.world(at: path)
        try await world.checkListing()
        return world.graph.log(.delta).count
    }

    @Test(
        "is true, or is none and leaves the last one, and the next is true",
        arguments: GraphFeedStage.allCases, [SimulatedDriveKind.personal, .business])
    func everyFault(stage: GraphFeedStage, kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let remains = try await stage.prepare(kind, in: tree)
        let count = try await feedRequestCount(remains, at: tree.base + "/calm")
        #expect(count >= 3)
        let cells = Self.faults.flatMap { fault in
            (1...count).flatMap { number in
                [false, true].map { (fault: fault, number: number, isBusy: $0) }
            }
        }
        for cell in ProofScale.sample(cells, 14, "\(stage) \(kind)") {
            let what: Comment =
                """
                \(stage) on \(kind), \(cell.fault.name) at page \(cell.number), \
                \(cell.isBusy ? "others at work" : "all quiet"); \(ProofScale.note)
                """
            let world = try remains.world(at: tree.base + "/run")
            if cell.isBusy { disturb(world, seed: UInt64(cell.number)) }
            world.graph.play(
                FaultRule(
                    [.delta], cell.fault.fault, first: cell.number, count: cell.fault.count))
            let before = try await catalog(world)
            do {
                // What others did to pages that were read already comes with the next listing.
                if cell.isBusy {
                    try await world.sync()
                } else {
                    try await world.checkListing(what)
                }
            } catch let error as RunnerError {
                #expect(!error.message.isEmpty, what)
                #expect(try await catalog(world) == before, what)
            }
            #expect(world.graph.faultCounts != [0], what)
            world.wire.watch(nil)
            world.graph.play()
            try world.restart()
            try await world.checkListing(what)
            try await world.checkListing(what, fully: true)
            try await world.checkListing(what)
        }
    }

    /// Lets another device change something before every second request.
    private func disturb(_ world: GraphWorld, seed: UInt64) {
        let editor = Lock(GraphEditor(seed: seed))
        let account = world.account
        world.wire.watch { place, number, _ in
            if place == .before, number % 2 == 1 {
                _ = editor.withLock { $0.change(account) }
            }
            return nil
        }
    }

    private func catalog(_ world: GraphWorld) async throws -> [[UInt8]] {
        try await world.world.ledger.catalog(of: GraphWorld.name)?.parts.map(\.bytes) ?? []
    }

    @Test(
        "is true after a death at any step and much that others did since, and after a resync, too",
        arguments: GraphFeedStage.allCases, [SimulatedDriveKind.personal, .business])
    func everyDeath(stage: GraphFeedStage, kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let remains = try await stage.prepare(kind, in: tree)
        let reaper = GraphReaper(folder: tree.base)
        let first = try remains.world(at: tree.base + "/first")
        reaper.follow(first)
        try await first.sync()
        reaper.leave(first)
        #expect(reaper.deaths.count >= 3)
        let isLost = [nil] + SimulatedDrive.LostFeedToken.allCases.map(Optional.some)
        let cells = reaper.deaths.flatMap { death in isLost.map { (death: death, answer: $0) } }
        for cell in ProofScale.sample(cells, 6, "deaths \(stage) \(kind)") {
            let answer = cell.answer.map { "\($0)" } ?? "none"
            let what: Comment =
                "\(stage) on \(kind), \(cell.death.name), resync \(answer); \(ProofScale.note)"
            let world = try cell.death.remains.world(at: tree.base + "/risen")
            var editor = GraphEditor(seed: 11)
            GraphFeedStage.change(world, &editor)
            if let answer = cell.answer { world.account.loseFeedTokens(answer) }
            try await world.checkListing(what)
        }
    }

    @Test(
        "that the service began anew makes plans of before worthless, even if a process died over it",
        arguments: SimulatedDrive.LostFeedToken.allCases)
    func plansOfBefore(answer: SimulatedDrive.LostFeedToken) async throws {
        let tree = try LocalTree()
        let world = try await GraphFeedStage.changed.prepare(.personal, in: tree)
            .world(at: tree.base + "/run")
        let plan = try await world.plan()
        #expect(plan.deleteCount >= 3)
        world.account.loseFeedTokens(answer)
        let reaper = GraphReaper(folder: tree.base)
        reaper.follow(world)
        try await world.sync()
        reaper.leave(world)
        await #expect(throws: RunnerError.self) { try await world.stage(plan) }
        for death in ProofScale.sample(reaper.deaths, 6, "plans \(answer)") {
            let risen = try death.remains.world(at: tree.base + "/risen")
            try await risen.sync()
            await #expect(throws: RunnerError.self, "\(death.name); \(ProofScale.note)") {
                try await risen.stage(plan)
            }
            // A plan over the new listing holds.
            let fresh = try await risen.plan()
            #expect(try await risen.stage(fresh).staged == Int(fresh.deleteCount))
        }
    }

    @Test("recovers from what the service never told within a week")
    func untold() async throws {
        let tree = try LocalTree()
        for fault in [SimulatedFault.missingTombstones, .missingItems(count: 3)] {
            let world = try await GraphFeedStage.changed.prepare(.business, in: tree)
                .world(at: tree.base + "/run")
            world.graph.play(FaultRule([.delta], fault, count: nil))
            try await world.sync()
            world.graph.play()
            // Every item is looked at before it goes, so that a listing with faults does no harm.
            let live = world.live
            try await world.stageAll()
            world.pass(day + hour)
            try await world.finish()
            try await world.checkTruth("\(fault)", GraphWorld.Expectations(others: Set(live.keys)))
            world.pass(7 * day)
            try await world.checkListing("\(fault)")
        }
    }

    @Test(
        "that was interrupted is begun anew where the service will not tell what happened since",
        arguments: [SimulatedDriveKind.personal, .business])
    func latest(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let remains = try await GraphFeedStage.interrupted.prepare(kind, in: tree)
        let world = try remains.world(at: tree.base + "/run")
        // The last page of the enumeration tells where to go on: now.
        world.graph.play(FaultRule([.delta], .latestLink, count: nil))
        try await world.checkListing()
        world.graph.play()
        try await world.checkListing()
    }
}
