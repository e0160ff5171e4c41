// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import POSIX
internal import Workflow

/// What a state was found to hold, and of which state of its files that is.
struct StateNote: Sendable, Hashable, Codable {
    /// What a state file, and what lies beside it and is read with it, are known by.
    typealias Stamps = [FileStamp]

    /// What they were known by.
    let stamps: Stamps
    /// Whether nobody had written to them for some time, so that each later change changes a stamp.
    let isSettled: Bool
    /// The drives of the state.
    let drives: [KeptDrive]
    /// Those whose listings are in the snapshot.
    var taken: [TakenDrive] = []
    /// What the snapshot was made of, as a digest in hex; nil where there is none.
    var content: String?

    /// The most that the drives of a state take here.
    private static let bytesMax = 1 << 26

    /// That `drives` were found by reading that began at `begun`, in seconds since 1970, when files
    /// had those stamps.
    init(stamps: Stamps?, begun: Int64, drives: [KeptDrive]) {
        self.stamps = stamps ?? []
        self.isSettled = stamps?.allSatisfy { $0.isOlder(than: begun) } ?? false
        self.drives = drives
    }

    /// The note at `path`; nil where there is none that can be read.
    init?(path: String) {
        guard let bytes = try? PartFolder.read(path, most: Self.bytesMax),
            let note = try? JSONDecoder().decode(StateNote.self, from: Data(bytes))
        else { return nil }
        self = note
    }

    /// The note as it is written.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and numbers alone: nothing of it cannot be written.
        return (try? encoder.encode(self)).map { Array($0) } ?? []
    }

    /// What the state file at `path`, and what is read with it, are known by now; nil where there
    /// is no such file, or it is none.
    static func stamps(of path: String) -> Stamps? {
        guard let stamp = (try? FileStamp(path: path)) ?? nil else { return nil }
        var stamps = [stamp]
        for suffix in ["-wal", "-journal"] where FileBytes.exists(path + suffix) {
            // What is gone by now is no reason to believe an earlier note.
            guard let other = (try? FileStamp(path: path + suffix)) ?? nil else { return nil }
            // An empty log says nothing.
            if other.size > 0 { stamps.append(other) }
        }
        return stamps
    }
}
