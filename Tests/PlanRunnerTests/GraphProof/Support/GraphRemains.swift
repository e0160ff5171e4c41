// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import RuleEngine
import StateLedger

/// What is left when a process dies: the state file with its log, and what the service knows, both
/// as they are at that instant.
struct GraphRemains: Sendable {
    private let statePath: String
    private let graph: SimulatedGraph
    private let file: RuleFile

    /// Takes them from `world` while it goes on, without a word to it; the state file is copied to
    /// `path`.
    init(of world: GraphWorld, to path: String) {
        statePath = path
        Self.copyState(world.world.ledger.path, to: path)
        graph = world.graph.copy()
        file = world.world.file
    }

    /// A copy of what the service knew.
    var service: SimulatedGraph { graph.copy() }

    /// A new process over a copy of what was left, whose state file lies at `path`; the service is
    /// `service`, or a copy of what was left of it.
    func world(
        at path: String, over service: SimulatedGraph? = nil,
        options: GraphWorld.Options = GraphWorld.Options()
    ) throws -> GraphWorld {
        Self.copyState(statePath, to: path)
        return try GraphWorld(
            file, over: service ?? graph.copy(), statePath: path, options: options)
    }

    /// The bytes of the state file and of its log, and how much has happened on the drive: equal
    /// remains come to the same end.
    var fingerprint: [Data] {
        let files = ["", "-wal"].map { suffix in
            (try? Data(contentsOf: URL(fileURLWithPath: statePath + suffix))) ?? Data()
        }
        return files + [Data("\(graph.changeCount)".utf8)]
    }

    /// Lets go of the copy of the state file.
    func remove() {
        for suffix in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: statePath + suffix)
        }
    }

    private static func copyState(_ path: String, to copy: String) {
        for suffix in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: copy + suffix)
            // There is no log right after a state file was made.
            try? FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        try? FileManager.default.removeItem(atPath: copy + "-shm")
    }
}
