// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import RuleEngine
import StateLedger
import Testing

/// Something that a process does with a OneDrive on which there is a bit of everything.
enum GraphErrand: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// Listing, planning, staging.
    case staging
    /// Executing what is due.
    case execution
    /// Bringing back what was deleted.
    case restoring
    /// Emptying the quarantine.
    case purging

    var testDescription: String { rawValue }

    /// The rules for a drive of `kind`; nothing is deleted for good where the service cannot.
    private static func rules(_ kind: SimulatedDriveKind) -> RuleFile {
        var file = RuleFile([
            .delete("junk", .name("*.tmp")),
            .delete("boxes", .path("/{box,box/**}"), type: .folder),
            .delete("aside", .name("*.q"), method: .quarantine), .duplicates(),
        ])
        if kind == .business {
            file.rules.append(.delete("ever", .name("*.p"), method: .permanent))
        }
        file.protections = [.protect("safe", .path("/safe/**"))]
        return file
    }

    /// What lies on the drive at first, with content.
    private static let files: [String: String] = [
        "/a.tmp": "aaa", "/docs/b.tmp": "bb", "/docs/c.tmp": "cccc", "/docs/letter.txt": "Dear",
        "/box/inner/d.tmp": "d", "/one.q": "qqqq", "/docs/two.q": "qq", "/keep/x": "the same",
        "/x2": "the same", "/docs/x3": "the same", "/safe/s.tmp": "safe", "/safe/x4": "the same",
        "/changed.tmp": "before", "/gone.tmp": "soon", "/rest": "rest", "/ever.p": "for good",
    ]

    /// Everything that is ready for the errand, in a folder of its own.
    func prepare(_ kind: SimulatedDriveKind, in tree: LocalTree) async throws -> GraphRemains {
        let graph = GraphWorld.graph(kind)
        let world = try GraphWorld(Self.rules(kind), over: graph, statePath: tree.base + "/made")
        let drive = world.account
        // Pages are small, so that there are several.
        drive.settings.pageItemCountMax = 9
        for (path, content) in Self.files.sorted(by: { $0.key < $1.key }) {
            try drive.addFile(path, .text(content))
        }
        // Equal by the hash of the service, but not by their bytes.
        try drive.addFile("/keep/twin", .bytes(Array(repeating: 0x61, count: 320)))
        try drive.addFile("/twin", .bytes(Array(repeating: 0x62, count: 320)))
        world.pass(day)
        if self != .staging { try await world.stageAll() }
        try drive.edit("/changed.tmp", .text("after"))
        try drive.delete("/gone.tmp")
        if self != .staging { world.pass(day + hour) }
        if self == .restoring || self == .purging { try await world.execute() }
        if self == .restoring { try drive.addFile("/x2", .text("a new one in its place")) }
        if self == .purging { world.pass(31 * day) }
        return GraphRemains(of: world, to: tree.base + "/prepared-\(rawValue)-\(kind.rawValue)")
    }

    /// Does what is left to be done of it.
    func run(_ world: GraphWorld) async throws {
        switch self {
        case .staging:
            let plan = try await world.world.ledger.newestPlan()
            if plan?.usedAt == nil { try await world.stageAll() }
        case .execution, .purging: try await world.execute()
        case .restoring: try await world.restoreAll()
        }
    }

    /// Does all that is to be done of it, again and again until nothing is left.
    func finish(_ world: GraphWorld) async throws {
        try await run(world)
        if self == .execution || self == .purging { try await world.finish() }
    }
}
