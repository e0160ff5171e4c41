// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// How many requests deletions take, not how long: that each is bound to its tag, that folders are
/// asked for together and not with every batch, and that the feed stands for looks at items.
@Suite("What deletions on a OneDrive ask for", .tags(.onlyWhatWasPlanned))
struct GraphRequestCountTests {
    /// How many batches may be sent for so many deletions: 600 for 10,000.
    private static func batchCountMax(_ deletions: Int) -> Int { deletions * 600 / 10_000 }

    /// A drive of `count` files in `folderCount` folders, of which every third is due.
    private func world(
        _ kind: SimulatedDriveKind, count: Int, folderCount: Int, in tree: LocalTree,
        _ rules: RuleFile = RuleFile([.delete("junk", .name("*.tmp"))]),
        options: GraphWorld.Options = GraphWorld.Options()
    ) async throws -> GraphWorld {
        let world = try GraphWorld(
            rules, over: GraphWorld.graph(kind), statePath: tree.base + "/state", options: options)
        for number in 0..<count {
            // Sizes decide about the order: those of one folder do not follow each other.
            let folder = "/box \(number % folderCount % 7)/part \(number % folderCount)"
            let suffix = number % 3 == 0 ? "tmp" : "txt"
            try world.account.addFile(
                "\(folder)/\(number).\(suffix)",
                .generated(size: Int64(100 + number * 7_919 % 100_003), seed: UInt64(number)))
        }
        world.pass(day)
        try await world.stageAll()
        world.pass(day + hour)
        try world.restart()
        world.graph.clearLog()
        return world
    }

    /// How many batches were sent, and how many other requests.
    private func counts(_ world: GraphWorld) -> (batches: Int, others: Int) {
        let alone = world.graph.log.filter { !$0.isInBatch }
        let batches = alone.count { $0.kind == .batch }
        return (batches, alone.count - batches)
    }

    @Test(
        "stays below 600 batches and ten other requests for 10,000 of them",
        arguments: [SimulatedDriveKind.personal, .personalLegacy, .business])
    func few(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let world = try await world(kind, count: 4_500, folderCount: 50, in: tree)
        let report = try await world.execute()
        #expect(report.items.count { $0.state == .deleted } == 1_500)
        let (batches, others) = counts(world)
        #expect(batches <= Self.batchCountMax(1_500), "\(batches) batches")
        #expect(others <= 10, "\(others) other requests")
        // Each deletion carries the tag, and each folder was looked at.
        let deletions = world.graph.log(.delete)
        #expect(deletions.count == 1_500 && deletions.allSatisfy { $0.header("If-Match") != nil })
        let looks = Set(world.graph.log(.get).map(\.url))
        #expect(looks.count == 50 + 7 + 1)
        try await world.checkTruth()
    }

    @Test(
        "and to bring back what went takes at most 1,500 requests for 10,000 of them",
        arguments: [SimulatedDriveKind.personal, .personalLegacy])
    func fewBack(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let world = try await world(kind, count: 1_500, folderCount: 50, in: tree)
        try await world.execute()
        let there = Set(world.account.truth().map(\.path))
        world.pass(hour)
        try world.restart()
        world.graph.clearLog()
        let report = try await world.restoreAll()
        #expect(report.items.count == 500 && report.items.allSatisfy { $0.problem == nil })
        #expect(report.items.allSatisfy { $0.item.state == .restored })
        let (batches, others) = counts(world)
        #expect(batches + others <= 500 * 15 / 100, "\(batches) batches, \(others) others")
        // Each was seen in the bin before it was ordered back, and none is ordered twice.
        #expect(world.graph.log(.restore).count == 500)
        let looks = world.graph.log(.get).filter { $0.url.contains("includeDeletedItems") }
        #expect(looks.count == 500)
        #expect(Set(world.account.truth().map(\.path)).count == there.count + 500)
        // A second time nothing is ordered.
        world.graph.clearLog()
        _ = try await world.restoreAll()
        #expect(world.graph.log(.restore).isEmpty)
        try await world.checkTruth()
    }

    @Test("asks for items one by one where their tags do not say enough")
    func looks() async throws {
        // Who sees an item is not part of what its tag is about.
        let isShared = Condition.test(FieldTest(.shared, [.flag(true)]))
        let rules = RuleFile([
            .delete("junk", .name("*.tmp")), .delete("more", .all([.name("*.none"), isShared])),
        ])
        let tree = try LocalTree()
        let world = try await world(.business, count: 120, folderCount: 4, in: tree, rules)
        try await world.execute()
        let asked = world.graph.log(.get).filter { $0.url.contains("malware,bundle,shared") }
        #expect(asked.count == 40)
        #expect(world.graph.log(.delta).isEmpty)
        // The folders are asked for once all the same.
        #expect(world.graph.log(.get).count <= 40 + 4 + 4 + 2)
        let otherTree = try LocalTree()
        let other = try await self.world(
            .business, count: 120, folderCount: 4, in: otherTree,
            options: GraphWorld.Options(sendsIfMatch: false))
        try await other.execute()
        for deletion in other.graph.log.indices where other.graph.log[deletion].kind == .delete {
            // Where nothing binds a deletion, the item is looked at right before.
            let path = other.graph.log[deletion].url
            #expect(
                other.graph.log[..<deletion].suffix(8).contains {
                    $0.kind == .get && $0.url.hasPrefix(path)
                })
        }
        #expect(other.graph.log(.delete).count == 40)
    }
}
