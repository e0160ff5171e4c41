// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import RuleEngine
import StateLedger

/// What a process leaves that dies: the state file with its log as they are on the disk at that
/// instant, and what lies on the drives.
struct Remains: Sendable {
    /// The state file, a copy of it.
    let statePath: String
    let drives: [String: MemoryDrive.State]
    let now: Int64
    let file: RuleFile

    /// Takes them from `world` while it goes on, without a word to it.
    init(of world: RunnerWorld, to statePath: String) {
        self.statePath = statePath
        for suffix in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: statePath + suffix)
            // There is no log right after a state file was made.
            try? FileManager.default.copyItem(
                atPath: world.ledger.path + suffix, toPath: statePath + suffix)
        }
        var drives: [String: MemoryDrive.State] = [:]
        for drive in world.memoryDrives { drives[drive.name] = drive.state.withLock { $0 } }
        self.drives = drives
        now = world.now
        file = world.file
    }

    /// A new process over a copy of what was left, whose state file lies at `path`.
    func world(at path: String, faults: Faults = Faults()) throws -> RunnerWorld {
        for suffix in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
            try? FileManager.default.copyItem(
                atPath: statePath + suffix, toPath: path + suffix)
        }
        try? FileManager.default.removeItem(atPath: path + "-shm")
        let world = try RunnerWorld(file, drives: [], statePath: path, now: now)
        world.drives = drives.sorted { $0.key < $1.key }.map { name, state in
            let drive = MemoryDrive(name: name)
            drive.state.withLock { $0 = state }
            return FaultyDrive(drive, faults: faults, witness: world.witness)
        }
        return world
    }
}

extension RunnerWorld {
    /// The memory drives behind whatever is put before them.
    var memoryDrives: [MemoryDrive] {
        drives.compactMap { $0 as? MemoryDrive ?? ($0 as? FaultyDrive)?.base as? MemoryDrive }
    }

    /// What lies on the memory drives, and what can be brought back, each with its content.
    var everything: [String] {
        memoryDrives.flatMap { drive in
            drive.state.withLock { state in
                let there = state.items.values.map { "\(drive.name) \($0.values.path)" }
                let binned = state.bin.contents.map { "\(drive.name) bin \($0)" }
                return there + binned
            }
        }.sorted()
    }
}

extension MemoryDrive.Bin {
    /// The paths and contents of all that lies in it.
    var contents: [String] {
        (0..<10_000).compactMap { number in
            guard let entry = entry(number) else { return nil }
            let text = String(decoding: entry.item.content ?? [], as: UTF8.self)
            return "\(entry.method.rawValue) \(entry.item.values.path) \(text)"
        }
    }
}
