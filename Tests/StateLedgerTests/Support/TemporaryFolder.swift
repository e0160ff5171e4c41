// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder of its own, removed when it goes out of scope.
final class TemporaryFolder: Sendable {
    /// Its path.
    let path: String

    /// A new one; in memory where there is such a place, for a state file syncs a lot.
    init() throws {
        let manager = FileManager.default
        let memory = "/dev/shm"
        let parent =
            manager.isWritableFile(atPath: memory)
            ? URL(filePath: memory) : manager.temporaryDirectory
        let url = parent.appending(path: "ledger-\(UUID())")
        try manager.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of `name` in it.
    func file(_ name: String) -> String { path + "/" + name }

    /// The names of what is in it, or in its folder `name`, sorted.
    func names(in name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file(name)).sorted()
    }

    /// The bytes of `name`.
    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: file(name))))
    }

    /// Puts `bytes` into `name`.
    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }
}
