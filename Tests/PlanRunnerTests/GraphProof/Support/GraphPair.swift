// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Two processes with state files of their own, both of which have staged what is on one OneDrive.
struct GraphPair {
    private let remains: [GraphRemains]
    private let base: String
    /// What lay on the drive before.
    let before: [String: String]

    /// One of several equal files stays, which one is up to each.
    private static let files: [String: String] = [
        "/a.tmp": "aaa", "/docs/b.tmp": "bb", "/box/d.tmp": "d", "/docs/letter.txt": "Dear",
        "/one.q": "qqqq", "/docs/two.q": "qq", "/keep/x": "the same", "/x2": "the same",
        "/docs/x3": "the same", "/safe/s.tmp": "safe",
    ]

    /// The files of the group of equal ones.
    static let copies = ["/keep/x", "/x2", "/docs/x3"]

    /// What each process deletes or puts into quarantine, but for copies and folders.
    static let junk = ["/a.tmp", "/docs/b.tmp", "/box/d.tmp", "/one.q", "/docs/two.q"]

    /// Everything staged and due, in both; the second wants another copy to stay if it
    /// `isStubborn`.
    init(_ kind: SimulatedDriveKind, in tree: LocalTree, isStubborn: Bool = false) async throws {
        base = tree.base
        let graph = GraphWorld.graph(kind)
        let first = try GraphWorld(
            Self.rules(keeping: "/keep/**"), over: graph, statePath: tree.base + "/made-0")
        let second = try GraphWorld(
            Self.rules(keeping: isStubborn ? "/docs/**" : "/keep/**"), over: graph,
            statePath: tree.base + "/made-1")
        for (path, content) in Self.files.sorted(by: { $0.key < $1.key }) {
            try first.account.addFile(path, .text(content))
        }
        first.pass(day)
        before = first.live
        try await first.stageAll()
        // Plans of different moments have different numbers.
        first.pass(60)
        try await second.stageAll()
        first.pass(day + hour)
        remains = [
            GraphRemains(of: first, to: tree.base + "/ready-0"),
            GraphRemains(of: second, to: tree.base + "/ready-1"),
        ]
    }

    /// Both processes over one copy of the service.
    func worlds() throws -> (GraphWorld, GraphWorld) {
        let service = remains[0].service
        return (
            try remains[0].world(at: base + "/run-0", over: service),
            try remains[1].world(at: base + "/run-1", over: service)
        )
    }

    private static func rules(keeping glob: String) throws -> RuleFile {
        var duplicates = Rule.duplicates()
        duplicates.selection = .duplicates(
            DuplicateSelection(
                key: .content, reach: .drive,
                preferences: [.inside(try Glob(glob, style: .path))], copies: 1,
                verification: .bytes))
        var file = RuleFile([
            .delete("junk", .name("*.tmp")), .delete("boxes", .path("/box"), type: .folder),
            .delete("aside", .name("*.q"), method: .quarantine), duplicates,
        ])
        file.protections = [.protect("safe", .path("/safe/**"))]
        return file
    }
}
