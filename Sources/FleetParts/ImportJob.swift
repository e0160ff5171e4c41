// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Which listing files become snapshots, as it is handed to whoever reads one of them.
package struct ImportJob: Sendable, Hashable, Codable {
    /// A listing file.
    package struct File: Sendable, Hashable, Codable {
        /// Its path, absolute.
        package let path: String
        /// Its path as people know it.
        package let name: String

        /// The file at `path`.
        package init(path: String, name: String) {
            self.path = path
            self.name = name
        }
    }

    /// The listing files.
    package var files: [File]
    /// Which of them each task reads, by their numbers; nil: there is a task for each. One that reads several
    /// leaves out what it cannot read, which is read by itself then, and says why.
    package var batches: [[Int]]?
    /// A digest of the program that reads them.
    package var reader: UInt64

    /// To have `reader` read `files`.
    package init(files: [File], reader: UInt64) {
        self.files = files
        self.reader = reader
    }

    /// The job as it is handed on.
    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and numbers alone: nothing of it cannot be written.
        return (try? encoder.encode(self)).map { Array($0) } ?? []
    }

    /// The most that a job takes.
    private static let bytesMax = 1 << 28

    /// The job that is worked on in `folder`.
    package init(in folder: SnapshotFolder) throws(PartFailure) {
        let bytes = try PartFolder.read(folder.jobPath, most: Self.bytesMax)
        guard let job = try? JSONDecoder().decode(ImportJob.self, from: Data(bytes)) else {
            throw PartFolder.damaged(folder.jobPath)
        }
        self = job
    }
}
