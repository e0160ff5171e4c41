// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import RuleEngine

/// What was read of one file of a dataset: where the records of which share stand.
package struct DatasetIndex: Sendable, Codable {
    /// A stretch of records, those of a share together.
    struct Run: Sendable, Codable {
        /// Where it begins, in bytes.
        let start: Int64
        /// How many bytes each share has.
        let lengths: [Int]
    }

    /// What it was read by.
    let settings: String
    /// The file as it was.
    var stamp: FileStamp
    /// The SHA-256 of the file, in hex.
    package let digest: String
    /// How many bytes all records have.
    let recordBytes: Int64
    /// Where they stand.
    let runs: [Run]
    /// How many there are in each share.
    package let records: [Int]
    /// Of which days the file is.
    package let dates: DatasetDates
    /// How many lines are of no drive of the inventory.
    package let withoutDrive: Int
    /// How many are of other libraries.
    package let otherLibraries: Int

    /// What was read of `file`, where that is whole and by the same `settings`.
    static func read(
        _ file: SourceFile, _ settings: String, in folder: DatasetFolder
    ) -> DatasetIndex? {
        let found = DatasetJSON.read(
            DatasetIndex.self, at: folder.indexPath(file.name), most: DatasetFolder.jsonBytesMax)
        guard let found, found.settings == settings, found.isInOrder,
            DatasetFolder.size(folder.recordsPath(file.name)) == found.recordBytes
        else { return nil }
        return found
    }

    /// Whether each run has as many shares as there are, one run after the other.
    private var isInOrder: Bool {
        var place: Int64 = 0
        for run in runs {
            guard run.start == place, run.lengths.count == records.count else { return false }
            let areWithin = run.lengths.allSatisfy { (0...recordBytes).contains(Int64($0)) }
            guard areWithin else { return false }
            place += run.lengths.reduce(0) { $0 + Int64($1) }
        }
        return place == recordBytes
    }

    /// What was read of all files of `job`; throws where one of them was not.
    package static func all(
        _ job: DatasetJob, in folder: DatasetFolder
    ) throws(PartFailure) -> [DatasetIndex] {
        let (settings, buckets) = (job.settings, DatasetSites(job).buckets)
        var found: [DatasetIndex] = []
        for file in job.files {
            guard let index = read(file, settings, in: folder), index.stamp == file.stamp,
                index.records.count == buckets
            else {
                throw PartFolder.damaged(folder.indexPath(file.name))
            }
            found.append(index)
        }
        return found
    }
}

/// What is made of a dataset: a listing for each part of its drives.
package struct DatasetGeneration: Sendable, Hashable, Codable {
    /// Whole shares that are one part.
    package struct Part: Sendable, Hashable, Codable {
        /// The first share.
        package let first: Int
        /// The last one.
        package let last: Int
    }

    /// A file that tells when files were first seen.
    package struct Seen: Sendable, Hashable, Codable {
        /// Where it is.
        let path: String
        /// Its SHA-256, in hex.
        let digest: String
        /// The first site that it tells of, and the last one, as GUIDs; none without sites.
        let sites: [String]
    }

    /// What makes the same files another thing.
    private let settings: String
    /// The SHA-256 of each file of the dataset.
    private let files: [String]
    /// The parts.
    package let parts: [Part]
    /// The instant that it is as of; nil where there is no line.
    package let snapshot: Timestamp?
    /// What was made before tells this; no part of the digest.
    package var seen: [Seen] = []
    /// Whether that cannot be read any more.
    package var hasLostSeen = false

    /// About how many files a part has.
    private static let partItems = 500_000

    /// What is to be made of the files of `job`, of which `indices` tell.
    package init(_ job: DatasetJob, _ indices: [DatasetIndex]) throws(PartFailure) {
        settings = job.settings
        files = indices.map(\.digest)
        var dates = DatasetDates()
        for index in indices { dates.add(index.dates) }
        snapshot = try dates.snapshot()
        let buckets = DatasetSites(job).buckets
        var parts: [Part] = []
        var (first, count) = (0, 0)
        for bucket in 0..<buckets {
            let more = indices.reduce(0) {
                $0 + (bucket < $1.records.count ? $1.records[bucket] : 0)
            }
            if count > 0, count + more > Self.partItems {
                parts.append(Part(first: first, last: bucket - 1))
                (first, count) = (bucket, 0)
            }
            count += more
        }
        parts.append(Part(first: first, last: buckets - 1))
        self.parts = parts
    }

    /// Writes down in `folder` that this is being made.
    package func write(in folder: DatasetFolder) throws(PartFailure) {
        try PartFolder.write(DatasetJSON.bytes(self), to: folder.generationPath)
    }

    /// What it is known by.
    package var digest: String {
        var own = self
        own.seen = []
        own.hasLostSeen = false
        return DatasetJSON.digest(own)
    }
}

/// What was made last of a dataset.
package struct DatasetMade: Sendable, Codable {
    /// What it is.
    package let generation: DatasetGeneration
    /// When its files were first seen.
    package let seen: [DatasetGeneration.Seen]
    /// For how many parts that was not known any more, where it had been.
    package let lostParts: Int

    /// What was made of `generation`, whole.
    package init(_ generation: DatasetGeneration, in folder: DatasetFolder) throws(PartFailure) {
        var seen: [DatasetGeneration.Seen] = []
        var lostParts = 0
        for part in generation.parts.indices {
            guard let end = DatasetEnd.read(part, generation, in: folder) else {
                throw PartFolder.damaged(folder.endPath(part, of: generation))
            }
            seen.append(end.seen)
            if end.hasLostSeen { lostParts += 1 }
        }
        self.generation = generation
        self.seen = seen
        self.lostParts = lostParts
    }

    /// What was made last in `folder`; nil where that cannot be read.
    package static func read(in folder: DatasetFolder) -> DatasetMade? {
        DatasetJSON.read(DatasetMade.self, at: folder.madePath, most: DatasetFolder.jsonBytesMax)
    }

    /// Writes down that this was made last in `folder`.
    package func write(in folder: DatasetFolder) throws(PartFailure) {
        try PartFolder.write(DatasetJSON.bytes(self), to: folder.madePath)
    }
}

/// What there is to say of the listing of a part.
package struct DatasetEnd: Sendable, Codable {
    /// Of which generation.
    let generation: String
    /// How many bytes the listing has.
    let listingBytes: Int64
    /// When its files were first seen.
    let seen: DatasetGeneration.Seen
    /// Whether that was not known any more for some.
    package let hasLostSeen: Bool

    /// What there is to say of `part`, where its listing is there, whole.
    package static func read(
        _ part: Int, _ generation: DatasetGeneration, in folder: DatasetFolder
    ) -> DatasetEnd? {
        let found = DatasetJSON.read(
            DatasetEnd.self, at: folder.endPath(part, of: generation),
            most: DatasetFolder.jsonBytesMax)
        guard let found, found.generation == generation.digest,
            DatasetFolder.size(folder.listingPath(part, of: generation)) == found.listingBytes
        else { return nil }
        return found
    }
}
