// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import Logging
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// A OneDrive in the simulator, a state file, and a runner that reaches the drive over the real
/// client. All clocks are one, and it moves only when somebody waits or a test says so.
final class GraphWorld: Sendable {
    let graph: SimulatedGraph
    /// The drive as its owner sees it.
    let account: SimulatedDrive
    let wire: GraphWire
    let tokens: GraphTokens
    /// The runner, the rules, the state file and the clock.
    let world: RunnerWorld
    private let options: Options

    /// How the client is set up.
    struct Options: Sendable {
        var sendsIfMatch = true
        var root = ""
        var place = GraphPlace.mine
        var tokenSeconds = 86_400.0 * 365
        var scopes: Set<String> = ["User.Read", "Files.ReadWrite.All"]
    }

    /// The name that rules use.
    static let name = "main"

    /// A world over the first drive of `graph`; the state file is in memory unless a path is given.
    init(
        _ file: RuleFile, over graph: SimulatedGraph, statePath: String? = nil,
        options: Options = Options()
    ) throws {
        self.graph = graph
        self.options = options
        account = try #require(graph.drives.first)
        wire = GraphWire(graph)
        tokens = GraphTokens(account, seconds: options.tokenSeconds, scopes: options.scopes)
        world = try RunnerWorld(
            file, drives: [], statePath: statePath, now: Int64(graph.time.now))
        try restart()
    }

    /// A service with one account of `kind`, at the time at which worlds begin.
    static func graph(
        _ kind: SimulatedDriveKind = .personal, seed: UInt64 = 1, driveID: String? = nil
    ) -> SimulatedGraph {
        let graph = SimulatedGraph(
            options: SimulatorOptions(seed: seed),
            time: SimulatedTime(secondsSinceEpoch: Double(RunnerWorld.start)))
        graph.addAccount(kind, driveID: driveID)
        return graph
    }

    /// Forgets what a process knows of the drive, as the next one does.
    func restart() throws { world.drives = [try drive()] }

    /// The drive as a new process opens it.
    func drive(listsFully: Bool = false) throws -> GraphDrive {
        let clock = GraphClock(time: graph.time)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let address = try graph.address
        func traffic(_ policy: TrafficPolicy) -> ServiceTraffic {
            ServiceTraffic(over: wire, policy: policy, logger: logger, clock: clock) { 0.5 }
        }
        let client = GraphClient(
            address: address, traffic: traffic(.usual(for: address)), tokens: tokens,
            downloads: traffic(.downloads))
        let settings = GraphDriveSettings(
            place: options.place, root: options.root, sendsIfMatch: options.sendsIfMatch,
            listsFully: listsFully)
        return GraphDrive(
            name: Self.name, settings: settings, client: client,
            feedStore: LedgerFeedStore(ledger: world.ledger, drive: Self.name),
            now: { [graph] in Int64(graph.time.now) })
    }

    // MARK: - Time

    /// Lets time pass.
    func pass(_ seconds: Int64) {
        graph.time.advance(seconds: Double(seconds))
        tick()
    }

    /// Sets the runner's clock to the time that waiting has come to.
    private func tick() { world.now = Int64(graph.time.now) }

    // MARK: - What a person does

    /// Lists the drive into the state file, as the command does.
    @discardableResult
    func sync(fully: Bool = false) async throws -> Listing {
        tick()
        let drive = fully ? try drive(listsFully: true) : try #require(world.drives.first)
        var synced = try await world.runner().sync(drive, settings: [:], limit: nil, progress: nil)
        return synced.builder.take().finish()
    }

    /// Lists the drive and makes a plan.
    @discardableResult
    func plan() async throws -> LedgerPlan {
        let listing = try await sync()
        return try await world.plan(over: listing)
    }

    /// Stages `plan`.
    @discardableResult
    func stage(_ plan: LedgerPlan) async throws -> StagingOutcome {
        tick()
        return try await world.stage(plan)
    }

    /// Lists the drive, makes a plan and stages it.
    @discardableResult
    func stageAll() async throws -> LedgerPlan {
        let plan = try await plan()
        try await stage(plan)
        return plan
    }

    /// Executes what is due, deletions for good as well.
    @discardableResult
    func execute() async throws -> ExecutionReport {
        tick()
        return try await world.executeForGood()
    }

    /// Settles what is open and brings back all that was deleted.
    @discardableResult
    func restoreAll() async throws -> RestoreReport {
        tick()
        _ = try await world.runner().recover()
        let items = try await world.ledger.stagedItems(states: [.deleted]).filter { !$0.isPurged }
        return try await world.runner().restore(items, shouldStop: { false })
    }

    /// Brings back what was deleted at `path`.
    @discardableResult
    func restore(_ path: String) async throws -> RestoredItem {
        tick()
        let item = try await world.item(path)
        let report = try await world.runner().restore([item], shouldStop: { false })
        return try #require(report.items.first)
    }

    /// Executes again and again until nothing is left that could still be done by itself.
    func finish() async throws {
        for _ in 0..<8 {
            try await execute()
            let open = try await world.ledger.stagedItems(states: nil).filter(\.state.isActive)
            if open.isEmpty { return }
            pass(1_200)
        }
    }
}
