// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import RuleEngine
import Testing
import TestSupport

@testable import DriveAdapters

/// Every kind of trouble with every request in its turn: nothing is lost, nothing goes that was not
/// to go, and in the end all is as if there had been no trouble.
@Suite struct GraphFaultTests {
    /// What may go wrong with a request.
    static let faults: [SimulatedFault] =
        passingFaults
        + ["hidden-throttle", "locked", "tag-mismatch", "unauthenticated"].compactMap {
            SimulatedFailure(named: $0).map { .refused($0) }
        }
        + [.truncated(byteCount: 30)]

    /// Such as say nothing that is not so.
    static let passingFaults: [SimulatedFault] = [
        .dropped, .droppedAfterEffect, .garbage(status: 200), .missingResponses(count: 2),
        .refused(SimulatedFailure(404, "itemNotFound")), .refused(SimulatedFailure(429, nil)),
        .refused(SimulatedFailure(500, nil)), .failedAfterEffect(SimulatedFailure(504, nil)),
    ]

    /// What is done while something goes wrong.
    struct Work: Sendable, CustomTestStringConvertible {
        var kind: SimulatedDriveKind
        var method: DeletionMethod
        var testDescription: String { "\(kind.rawValue) \(method.rawValue)" }
    }

    static let works = [
        Work(kind: .personal, method: .recycle), Work(kind: .business, method: .quarantine),
        Work(kind: .business, method: .permanent),
    ]

    /// What goes: a file, one of two copies, and a folder.
    static let paths = ["/a", "/sub/copy", "/empty"]
    /// What stays.
    static let stays = ["/keep", "/sub", "/sub/keep"]

    /// A world that is the same every time, ids and tags included.
    private func makeWorld(_ work: Work) throws -> GraphWorld {
        let world = try GraphWorld(work.kind)
        try world.putFile("/a", [1])
        try world.putFile("/sub/copy", [1, 2, 3])
        try world.putFile("/sub/keep", [1, 2, 3])
        try world.putFile("/keep", [7])
        try world.putFolder("/empty")
        return world
    }

    /// The orders of that world.
    private func makeOrders(_ work: Work) async throws -> [DeletionOrder] {
        let world = try makeWorld(work)
        return [
            try await world.order("/a", work.method),
            try await world.order("/sub/copy", work.method, keeping: ["/sub/keep"]),
            try await world.order("/empty", work.method),
        ]
    }

    /// Deletes what is still to go, and asks what became of what nobody knows, until nothing is
    /// open; what the runner does over several executions.
    private func finish(
        _ world: GraphWorld, _ orders: [DeletionOrder], _ outcomes: [DeletionOutcome]
    ) async throws -> [DeletionOutcome] {
        var outcomes = outcomes
        for _ in 0..<3 {
            for (index, order) in orders.enumerated() {
                switch outcomes[index] {
                case .deleted, .gone, .changed: continue
                case .missing, .unanswered:
                    switch try await world.restarted().reconcile([order])[0] {
                    case .deleted(let receipt):
                        outcomes[index] = .deleted(
                            receipt ?? DeletionReceipt(method: order.method))
                        continue
                    case .unchanged: break
                    case .changed(let why): outcomes[index] = .changed(why)
                    case .gone(let proof):
                        outcomes[index] = .gone(proof)
                        continue
                    case .missing, .unanswered: continue
                    }
                case .failed, .postponed, .notAttempted: break
                }
                // As after every failed attempt: what is not there any more was ours.
                let check = try await world.restarted().recheck([order.item])[0]
                if check.isGone {
                    outcomes[index] = .deleted(DeletionReceipt(method: order.method))
                    continue
                }
                outcomes[index] = try await world.restarted().delete([order]) { false }[0]
            }
        }
        return outcomes
    }

    /// What must be so at every moment: what is not to go is there, and what is to go is where its
    /// method puts it, or where it was.
    private func check(_ world: GraphWorld, _ work: Work, _ orders: [DeletionOrder]) {
        let live = world.simulated.truth()
        let ids = Set(live.map(\.id) + world.simulated.recycleBin().map(\.id))
        let paths = Set(live.map(\.path))
        #expect(Set(Self.stays).isSubset(of: paths), "\(paths)")
        if work.method == .permanent { return }
        for order in orders { #expect(ids.contains(order.item.id ?? ""), "\(order.item.path)") }
    }

    /// Whether `outcome` is true.
    private func isTrue(
        _ outcome: DeletionOutcome, of order: DeletionOrder, in world: GraphWorld
    ) -> Bool {
        let there = world.simulated.item(order.item.id ?? "")
        let isInPlace = there?.path == order.item.path
        switch outcome {
        case .deleted: return !isInPlace
        case .gone: return there == nil
        case .notAttempted, .postponed: return isInPlace
        case .changed, .failed, .missing, .unanswered: return true
        }
    }

    @Test("One fault at every request", arguments: works, faults)
    func oneFault(work: Work, fault: SimulatedFault) async throws {
        var first = 1
        let orders = try await makeOrders(work)
        while true {
            let world = try makeWorld(work)
            world.graph.play(FaultRule([], fault, first: first))
            var outcomes: [DeletionOutcome]
            do throws(DriveError) {
                outcomes = try await world.restarted().delete(orders) { false }
                for (order, outcome) in zip(orders, outcomes) {
                    #expect(isTrue(outcome, of: order, in: world), "\(first): \(outcome)")
                }
            } catch {
                // Nothing was touched.
                #expect(world.truePaths.count == 6, "\(first): \(error)")
                outcomes = orders.map { _ in .postponed("") }
            }
            let hasHit = world.graph.faultCounts == [1]
            check(world, work, orders)
            checkDeletions(world, orders, "\(first)")
            world.graph.play(FaultScript())
            outcomes = try await finish(world, orders, outcomes)
            check(world, work, orders)
            for (order, outcome) in zip(orders, outcomes) {
                let isSettled =
                    OutcomeKind(outcome) == .deleted
                    || (mayEndOtherwise(fault) && OutcomeKind(outcome) == .changed)
                #expect(isSettled, "\(first) \(order.item.path): \(outcome)")
                #expect(isTrue(outcome, of: order, in: world))
            }
            if !hasHit { break }
            first += 1
            try #require(first < 200)
        }
        #expect(first > 4)
    }

    /// Whether an item may be left as changed: the service itself says that it is, or moved it and
    /// said that it did not.
    private func mayEndOtherwise(_ fault: SimulatedFault) -> Bool {
        switch fault {
        case .failedAfterEffect, .refused, .garbage: true
        default: false
        }
    }

    /// After a deletion that took effect no other one may be sent.
    private func checkDeletions(_ world: GraphWorld, _ orders: [DeletionOrder], _ note: String) {
        let kinds: Set<SimulatedRequestKind> = [.delete, .permanentDelete]
        for order in orders {
            let id = order.item.id?.split(separator: "!").last.map(String.init) ?? ""
            let sent = world.graph.log.filter { kinds.contains($0.kind) && $0.url.contains(id) }
            if let done = sent.firstIndex(where: { $0.status == 204 }) {
                #expect(done == sent.count - 1, "\(note)")
            }
        }
    }

    @Test("Trouble with every request, as it comes", arguments: works, 1...6)
    func manyFaults(work: Work, seed: UInt64) async throws {
        let orders = try await makeOrders(work)
        let world = try makeWorld(work)
        var generator = SplitMix64(seed: seed)
        var rules: [FaultRule] = []
        for fault in Self.faults.shuffled(using: &generator).prefix(8) {
            rules.append(FaultRule([], fault, count: nil, probability: 0.08))
        }
        var outcomes: [DeletionOutcome] = orders.map { _ in .postponed("") }
        for round in 0..<4 {
            world.graph.play(FaultScript(rules, seed: seed &+ UInt64(round)))
            let open = orders.indices.filter { index in
                switch outcomes[index] {
                case .postponed, .failed: true
                default: false
                }
            }
            let drive = world.restarted()
            if let found = try? await drive.delete(open.map { orders[$0] }, shouldStop: { false }) {
                for (index, outcome) in zip(open, found) {
                    outcomes[index] = outcome
                    // What an earlier attempt did without an answer looks like another's work.
                    let kind = OutcomeKind(outcome)
                    if kind == .deleted || kind == .postponed {
                        #expect(isTrue(outcome, of: orders[index], in: world), "\(outcome)")
                    }
                }
            }
            check(world, work, orders)
        }
        world.graph.play(FaultScript())
        outcomes = try await finish(world, orders, outcomes)
        check(world, work, orders)
        for (order, outcome) in zip(orders, outcomes) {
            #expect(OutcomeKind(outcome) != .unanswered)
            if OutcomeKind(outcome) == .deleted { #expect(isTrue(outcome, of: order, in: world)) }
        }
    }

    // MARK: - Back

    @Test(
        "One fault at every request of a restoration",
        arguments: [
            Work(kind: .personal, method: .recycle), Work(kind: .business, method: .quarantine),
        ], passingFaults)
    func restore(work: Work, fault: SimulatedFault) async throws {
        let orders = Array(try await makeOrders(work).prefix(2))
        for first in 1..<200 {
            let world = try makeWorld(work)
            let drive = world.graphDrive
            let deleted = try await drive.delete(orders) { false }
            #expect(deleted.allSatisfy { $0.isDeleted })
            // The one finds its name taken, the other its folder gone.
            try world.putFile("/a", [9])
            try world.simulated.delete("/sub")
            let restores = zip(orders, deleted).map {
                RestoreOrder(item: $0.item, receipt: $1.receipt)
            }
            world.graph.play(FaultRule([], fault, first: first))
            let restored = try? await drive.restore(restores) { false }
            for (order, outcome) in zip(orders, restored ?? []) {
                guard let path = outcome.path else { continue }
                #expect(world.simulated.item(path)?.id == order.item.id, "\(first)")
            }
            if world.graph.faultCounts == [0] { return #expect(first > 8) }
            world.graph.play(FaultScript())
            let again = try await drive.restore(restores) { false }
            #expect(again.map(\.path) == ["/a (restored)", "/sub/copy"], "\(first): \(again)")
            #expect(world.simulated.item("/a")?.id != orders[0].item.id)
        }
        Issue.record("the restoration has no end")
    }
}
