// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import RuleEngine
import Testing

@testable import DriveAdapters

/// A drive of the simulated service, and the drive of this program on top of it.
final class GraphWorld: DeletingWorld {
    let graph: SimulatedGraph
    let simulated: SimulatedDrive
    let traffic: TestTraffic
    let downloads: TestTraffic
    let client: GraphClient
    let graphDrive: GraphDrive

    /// A drive of `kind`; `scopes` are those of the token.
    init(
        _ kind: SimulatedDriveKind = .personal, root: String = "", sendsIfMatch: Bool = true,
        scopes: Set<String> = ["User.Read", "Files.ReadWrite.All"], seed: UInt64 = 1,
        driveID: String? = nil, patience: Int = 100_000
    ) throws {
        graph = SimulatedGraph(options: SimulatorOptions(seed: seed))
        simulated = graph.addAccount(kind, driveID: driveID)
        traffic = TestTraffic(graph, patience: patience)
        downloads = TestTraffic(graph, patience: patience)
        client = GraphClient(
            address: try graph.address, traffic: traffic,
            tokens: GivenToken(graph.accessToken(for: simulated, scopes: scopes)),
            downloads: downloads)
        graphDrive = GraphWorld.drive(client, root: root, sendsIfMatch: sendsIfMatch)
    }

    /// A drive that knows nothing yet, as after a new start.
    func restarted() -> GraphDrive {
        GraphWorld.drive(
            client, root: graphDrive.settings.root,
            sendsIfMatch: graphDrive.settings.sendsIfMatch)
    }

    private static func drive(
        _ client: GraphClient, root: String, sendsIfMatch: Bool
    ) -> GraphDrive {
        GraphDrive(
            name: "d",
            settings: GraphDriveSettings(place: .mine, root: root, sendsIfMatch: sendsIfMatch),
            client: client, feedStore: MemoryFeedStore(), now: { 1_793_697_322 })
    }

    var drive: any Drive { graphDrive }
    var deleting: any DeletingDrive { graphDrive }

    func putFile(_ path: String, _ content: [UInt8]) throws {
        if simulated.item(path) == nil {
            try simulated.addFile(path, .bytes(content))
        } else {
            try simulated.edit(path, .bytes(content))
        }
    }

    func putFolder(_ path: String) throws { try simulated.addFolder(path) }

    func remove(_ path: String) throws {
        let id = simulated.item(path)?.id
        try simulated.delete(path)
        if let id { simulated.purge(id: id) }
    }

    /// What the service says of the item at `path` now, as a plan would record it.
    func recorded(_ path: String) async throws -> ItemValues {
        let there = try #require(simulated.item(path), "\(path) is not there")
        let response = try await client.send(
            GraphRequest(
                .get,
                GraphAddress.item(there.id, on: try await graphDrive.info().path)
                    + GraphAddress.itemSelection))
        var item = try #require(GraphItemReader.item(response.body)).values
        item.drive = "d"
        let root = graphDrive.settings.root
        item.path =
            path.lowercased().hasPrefix(root.lowercased())
            ? String(path.dropFirst(root.count)) : path
        return item
    }

    /// An order to delete what lies at `path` now.
    func order(
        _ path: String, _ method: DeletionMethod = .recycle, keeping members: [String] = [],
        comparesBytes: Bool = true
    ) async throws -> DeletionOrder {
        var order = DeletionOrder(
            item: try await recorded(path), method: method, plan: "plan-1")
        if members.isEmpty { return order }
        var demand = CompanionDemand(
            needed: members.count, comparesBytes: comparesBytes, members: [])
        for member in members { demand.members.append(try await recorded(member)) }
        order.companions = [demand]
        return order
    }

    /// The paths of everything that is really there, sorted.
    var truePaths: [String] {
        simulated.truth().map(\.path).filter { !$0.hasPrefix("/.cleanrules") }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// The paths of what lies in the bin, sorted.
    var binnedPaths: [String] { simulated.recycleBin().map(\.path).sorted() }

    /// Carries out one order.
    func delete(_ order: DeletionOrder) async throws -> DeletionOutcome {
        try await #require(delete([order]).first)
    }

    /// Forgets what was asked so far; afterwards only what a call asks is counted.
    func forget() { graph.clearLog() }
}

/// Always the same token, until the service takes it no more.
struct GivenToken: AccessTokens {
    let text: String

    init(_ text: String) { self.text = text }

    func token() async throws(AccessError) -> String { text }

    func replacement(for rejected: String, claims: String?) async throws(AccessError) -> String {
        throw AccessError(.signInNeeded, "sign in again")
    }
}

/// What became of an order, without the words.
enum OutcomeKind: String, Sendable {
    case deleted, gone, missing, changed, failed, postponed, unanswered, notAttempted

    init(_ outcome: DeletionOutcome) {
        self =
            switch outcome {
            case .deleted: .deleted
            case .gone: .gone
            case .missing: .missing
            case .changed: .changed
            case .failed: .failed
            case .postponed: .postponed
            case .unanswered: .unanswered
            case .notAttempted: .notAttempted
            }
    }
}

extension DeletionOutcome {
    /// What it says.
    var words: String {
        switch self {
        case .deleted, .gone, .notAttempted: ""
        case .changed(let clause), .failed(let clause), .missing(let clause),
            .unanswered(let clause), .postponed(let clause):
            clause
        }
    }
}
