// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// An errand that is ready to be done again and again, each time with another trouble, and what it
/// comes to without any.
struct GraphTrial {
    /// What the trouble is about, for messages.
    let name: String
    /// How many requests of each sort a calm run sends.
    let counts: [(target: GraphTarget, count: Int)]
    /// How many tokens a calm run asks for.
    let tokenCount: Int
    private let errand: GraphErrand
    private let remains: GraphRemains
    private let path: String
    /// How it ends without trouble.
    private let calm: GraphOutcome
    /// What has to lie where, by the paths: what a calm run leaves, or, where things come back, what
    /// was there before.
    private let lasting: [String: String]

    /// Items that other devices have removed meanwhile.
    static let others: Set<String> = ["/gone.tmp"]

    /// Does `errand` once in peace on a drive of `kind`.
    init(_ errand: GraphErrand, _ kind: SimulatedDriveKind, in tree: LocalTree) async throws {
        self.errand = errand
        name = "\(errand) on \(kind)"
        path = tree.base + "/trial"
        remains = try await errand.prepare(kind, in: tree)
        let world = try remains.world(at: tree.base + "/calm")
        let before = world.live
        world.graph.clearLog()
        try await errand.run(world)
        counts = GraphTarget.counts(of: world.graph.log)
        tokenCount = world.tokens.count
        world.pass(1_200)
        try await errand.finish(world)
        calm = try await GraphOutcome(of: world, hasDays: false)
        lasting = errand == .restoring ? before : world.live
    }

    /// A new process that is about to do it.
    func world() throws -> GraphWorld { try remains.world(at: path) }

    /// Does it as far as it goes.
    func attempt(_ world: GraphWorld, _ what: Comment) async {
        do {
            try await errand.run(world)
        } catch let error as RunnerError {
            #expect(!error.message.isEmpty, what)
        } catch {
            Issue.record(error, what)
        }
    }

    /// What has to hold when trouble was met and nobody has looked after it yet.
    func checkAfterTrouble(_ world: GraphWorld, _ what: Comment) async throws {
        try await world.checkTruth(
            what, GraphWorld.Expectations(isOpen: true, others: Self.others))
        checkLasting(world, what)
        world.checkRepetitions(what)
    }

    /// Goes on in a new process, without any trouble, and looks at what it has come to; where the
    /// service has lied, an item may stay that would have gone.
    func resume(_ world: GraphWorld, isLie: Bool = false, _ what: Comment) async throws {
        try world.restart()
        world.pass(1_200)
        try await errand.finish(world)
        try await world.checkTruth(what, GraphWorld.Expectations(others: Self.others))
        checkLasting(world, what)
        world.checkRepetitions(what)
        let items = try await world.world.ledger.stagedItems(states: [.executing, .deleted])
        let open = items.filter { $0.state == .executing || $0.isRestoring }
        #expect(open.map(\.order.item.path) == [], what)
        if isLie { return }
        let outcome = try await GraphOutcome(of: world, hasDays: false)
        #expect(outcome.differences(from: calm) == [], what)
    }

    private func checkLasting(_ world: GraphWorld, _ what: Comment) {
        let live = world.live
        for (path, id) in lasting { #expect(live[path] == id, "\(path): \(what)") }
    }
}
