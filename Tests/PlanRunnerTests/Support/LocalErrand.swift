// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Something that is done in a folder of this machine by one process, and ended by another if the
/// first one dies.
enum LocalErrand: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case staging
    case execution
    case undo
    case restore

    var testDescription: String { rawValue }

    static let rules: RuleFile = {
        var file = RuleFile([
            .delete("files", .path("/f/**")),
            .delete("folders", .path("/{f,f/**}"), type: .folder),
            .delete("aside", .name("*.q"), method: .quarantine),
            .delete("ever", .name("*.p"), method: .permanent), .duplicates(),
        ])
        file.quota = Quota(deletesPerDay: 7)
        return file
    }()

    /// A folder in which everything is ready for the errand.
    func prepare() async throws -> LocalTree {
        let tree = try LocalTree()
        let files = [
            "/f/a": "aaa", "/f/g/b": "bbb", "/one.q": "qqqq", "/two.q": "qq", "/one.p": "p",
            "/keep/x": "same", "/x": "same", "/rest": "rest", "/changed.q": "c", "/gone.q": "g",
        ]
        for (path, content) in files { try tree.write(path, content) }
        let world = try world(in: tree, now: RunnerWorld.start)
        try await world.plan()
        if self == .staging { return tree }
        try await world.stage(try #require(try await world.ledger.newestPlan()))
        try tree.write("/changed.q", "else")
        try tree.remove("/gone.q")
        if self == .restore {
            world.now += day
            try await world.executeForGood()
            try tree.write("/x", "a new one in its place")
        }
        return tree
    }

    /// The world that lies in `tree`, as a new process finds it at the time of the errand.
    func world(in tree: LocalTree) throws -> RunnerWorld {
        let isLater = self == .execution || self == .restore
        return try world(in: tree, now: RunnerWorld.start + (isLater ? day : hour))
    }

    private func world(in tree: LocalTree, now: Int64) throws -> RunnerWorld {
        let world = try RunnerWorld(Self.rules, drives: [], statePath: tree.statePath, now: now)
        world.drives = [FaultyDrive(tree.drive, witness: world.witness)]
        return world
    }

    /// Does what is left to be done of it.
    func run(_ world: RunnerWorld) async throws {
        switch self {
        case .staging:
            let plan = try #require(try await world.ledger.newestPlan())
            if plan.usedAt == nil { try await world.stage(plan) }
        case .execution:
            let lock = try await RunnerLock.acquire(statePath: world.ledger.path)
            defer { lock.close() }
            try await world.executeForGood()
        case .undo:
            try await world.undo(.all)
        case .restore:
            let lock = try await RunnerLock.acquire(statePath: world.ledger.path)
            defer { lock.close() }
            _ = try await world.runner().recover()
            let items = try await world.ledger.stagedItems(states: [.deleted])
            _ = try await world.runner().restore(items, shouldStop: { false })
        }
    }
}
