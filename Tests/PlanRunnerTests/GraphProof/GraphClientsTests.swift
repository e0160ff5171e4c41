// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// What two processes do to one OneDrive at once: all that one has to do is done between two steps
/// of the other, at each of them in turn.
@Suite(
    "Two processes at work on one OneDrive",
    .tags(.onlyWhatWasPlanned, .copiesStay, .undoWins, .crashSafety))
struct GraphClientsTests {
    /// Where one process does all it has to do: before or after a request of the other.
    private struct Moment: CustomStringConvertible {
        let place: GraphWire.Place
        let number: Int

        var description: String { "\(place) request \(number)" }
    }

    /// Moments of a run that sends so many requests; `sampleCount` of them unless all are tried.
    private func moments(_ count: Int, _ sampleCount: Int, _ name: String) -> [Moment] {
        let all = (0..<count).flatMap { number in
            [GraphWire.Place.before, .after].map { Moment(place: $0, number: number) }
        }
        return ProofScale.sample(all, sampleCount, name)
    }

    /// Lets `work` be done once, at `moment` of what `world` does next.
    private func at(
        _ moment: Moment, of world: GraphWorld, _ work: @escaping @Sendable () async throws -> Void
    ) {
        let isDone = Lock(false)
        world.wire.pause { place, number in
            guard number == moment.number, place == moment.place,
                isDone.withLock({ !$0.exchange(true) })
            else { return }
            do {
                try await work()
            } catch {
                Issue.record(error, "\(moment)")
            }
        }
    }

    /// How many requests `errand` sends.
    private func requestCount(
        _ world: GraphWorld, _ errand: (GraphWorld) async throws -> Void
    ) async throws -> Int {
        world.wire.pause(for: nil)
        try await errand(world)
        return world.wire.count
    }

    // MARK: - A state file for each

    @Test(
        "each item goes once, at least one of them says so, and a copy of everything stays",
        arguments: [SimulatedDriveKind.personal, .personalLegacy, .business])
    func ownStates(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let pair = try await GraphPair(kind, in: tree)
        let count = try await requestCount(try pair.worlds().0) { try await $0.execute() }
        #expect(count > 10)
        for moment in moments(count, 5, "own \(kind)") {
            let what: Comment = "\(kind), \(moment); \(ProofScale.note)"
            let (one, other) = try pair.worlds()
            at(moment, of: one) { try await other.execute() }
            try await one.execute()
            one.wire.pause(for: nil)
            for world in [one, other] { try await world.finish() }
            var deletions: [String: Int] = [:]
            for world in [one, other] {
                // What the other has put into quarantine has moved.
                try await world.checkTruth(what, Self.quarantineByOthers)
                for item in try await world.world.ledger.stagedItems(states: nil) {
                    let path = item.order.item.path
                    let isAside = path.hasSuffix(".q")
                    #expect(
                        [.deleted, isAside ? .changed : .gone].contains(item.state),
                        "\(path) \(item.state) (\(item.problem ?? "")): \(what)")
                    // What is found in the bin after an attempt is taken for our own.
                    if item.state == .deleted, item.attempt == 1 {
                        deletions[path, default: 0] += 1
                    }
                }
            }
            #expect(Set(deletions.keys) == Set(Self.onceEach.keys), what)
            // The bin of an organisation cannot be asked.
            if kind == .business { #expect(deletions == Self.onceEach, what) }
            let done = one.graph.log.filter { [.delete, .patch].contains($0.kind) }
            #expect(done.count { $0.status.map { $0 / 100 == 2 } ?? false } == 8, what)
            let stays = ["/docs", "/docs/letter.txt", "/keep", "/keep/x", "/safe", "/safe/s.tmp"]
            #expect(one.live.keys.sorted() == stays, what)
            for path in stays { #expect(one.live[path] == pair.before[path], what) }
            for world in [one, other] { try await world.checkListing(what) }
        }
    }

    private static let quarantineByOthers = GraphWorld.Expectations(
        others: ["/one.q", "/docs/two.q"])

    private static let onceEach = [
        "/a.tmp": 1, "/docs/b.tmp": 1, "/box/d.tmp": 1, "/box": 1, "/one.q": 1,
        "/docs/two.q": 1, "/x2": 1, "/docs/x3": 1,
    ]

    @Test("that want different copies to stay leave one, if there was time to look")
    func stubbornness() async throws {
        let tree = try LocalTree()
        let pair = try await GraphPair(.business, in: tree, isStubborn: true)
        let count = try await requestCount(try pair.worlds().0) { try await $0.execute() }
        var lateCount = 0
        let moments = moments(count, 8, "stubborn")
        for moment in moments {
            let what: Comment = "\(moment); \(ProofScale.note)"
            let (one, other) = try pair.worlds()
            let survivor = try #require(pair.before["/keep/x"])
            let looks = Lock<[(mayHelp: Bool, isDeletion: Bool)]>([])
            let isLater = Lock(false)
            at(moment, of: one) {
                try await other.execute()
                isLater.withLock { $0 = true }
            }
            one.wire.watch { place, _, request in
                let text = String(decoding: request.body ?? [], as: UTF8.self) + request.url
                if place == .before, isLater.withLock({ $0 }) {
                    let mayHelp = text.contains(survivor)
                    looks.withLock { $0.append((mayHelp, text.contains("DELETE"))) }
                }
                return nil
            }
            try await one.execute()
            one.wire.watch(nil)
            one.wire.pause(for: nil)
            for world in [one, other] {
                try await world.finish()
                try await world.checkTruth(what, Self.quarantineByOthers)
            }
            let stays = GraphPair.copies.filter { one.live[$0] != nil }
            // Whoever was told of the copy after it went must not go on.
            let wasTold = looks.withLock { looks in
                looks.prefix { !$0.isDeletion }.contains(where: \.mayHelp)
            }
            if stays.isEmpty { lateCount += 1 }
            #expect(!stays.isEmpty || !wasTold, what)
        }
        #expect(lateCount <= moments.count / 4)
    }

    @Test("What one brings back while the other deletes is not deleted a second time")
    func restoringMeanwhile() async throws {
        let tree = try LocalTree()
        let pair = try await GraphPair(.personal, in: tree)
        let count = try await requestCount(try pair.worlds().0) { try await $0.execute() }
        for moment in moments(count, 8, "restoring") {
            let what: Comment = "\(moment); \(ProofScale.note)"
            let (one, other) = try pair.worlds()
            at(moment, of: one) {
                try await other.execute()
                try await other.restoreAll()
            }
            try await one.execute()
            one.wire.pause(for: nil)
            try await one.finish()
            // What went after it was brought back went as it had been staged, with its old tag.
            let items = try await other.world.ledger.stagedItems(states: [.restored])
            for item in items where one.account.item(item.order.item.id) == nil {
                let own = try await one.world.item(item.order.item.path)
                #expect(own.state == .deleted || own.state == .executing, what)
                #expect(own.order.item.eTag == item.order.item.eTag, what)
            }
            try await one.checkTruth(what, GraphWorld.Expectations(others: Set(pair.before.keys)))
            try await other.world.checkSoundness(what)
            for path in ["/safe/s.tmp", "/docs/letter.txt", "/keep/x"] {
                #expect(one.live[path] == pair.before[path], what)
            }
        }
    }

    // MARK: - One state file

    @Test(
        "The other waits for the lock at every step, and what it may do without is done",
        arguments: [SimulatedDriveKind.personal, .business])
    func oneState(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let pair = try await GraphPair(kind, in: tree)
        let count = try await requestCount(try pair.worlds().0) { try await $0.execute() }
        let paths = GraphPair.junk
        for (index, moment) in moments(count, 8, "one \(kind)").enumerated() {
            let path = paths[index % paths.count]
            let what: Comment = "\(kind), \(moment), \(path); \(ProofScale.note)"
            let one = try pair.worlds().0
            let state = one.world.ledger.path
            let other = try GraphWorld(one.world.file, over: one.graph, statePath: state)
            let undone = Lock<[StagedItem]>([])
            at(moment, of: one) {
                // Whoever executes or restores needs the lock that the first one holds.
                await #expect(throws: LedgerError.self, what) {
                    _ = try await RunnerLock.acquire(statePath: state, waitSeconds: 0)
                }
                // Listing, planning and undoing are free.
                let plan = try await other.plan()
                #expect(plan.deleteCount <= Self.onceEach.count, what)
                let done = try await other.world.undo(.paths([path]))
                undone.withLock { $0 = done.undone }
            }
            let lock = try await RunnerLock.acquire(statePath: state, waitSeconds: 0)
            try await one.execute()
            lock.close()
            one.wire.pause(for: nil)
            // Now it is the other's turn.
            let next = try await RunnerLock.acquire(statePath: state, waitSeconds: 0)
            try await other.finish()
            next.close()
            for item in undone.withLock({ $0 }) {
                #expect(one.account.item(item.order.item.id) != nil, what)
                #expect(try await other.world.state(path) == .undone, what)
            }
            try await one.checkTruth(what)
            let deleted = try await one.world.ledger.stagedItems(states: [.deleted])
            let wanted = Self.onceEach.keys.filter { name in
                !undone.withLock { $0 }.contains { $0.order.item.path == name }
                    && !(path == "/box/d.tmp" && name == "/box")
            }
            #expect(Set(wanted).subtracting(deleted.map(\.order.item.path)) == [], what)
            try await other.checkListing(what)
        }
    }
}

extension Bool {
    /// Sets it, and tells what it was.
    fileprivate mutating func exchange(_ value: Bool) -> Bool {
        defer { self = value }
        return self
    }
}
