// SPDX-License-Identifier: Apache-2.0

import CXXHash
import Glibc
import RuleEngine

/// Finds the classes of equal bytes in groups of rows of one size each. Used by one thread.
struct SizeGroupComparison: ~Copyable {
    private var opener: ContentOpener
    private var lockstep = LockstepComparison()
    private let classes: ContentClasses
    private let openMax: Int
    private let cancellation: CancellationFlag
    private(set) var classCount = 0

    /// How much of a file tells most files of a large group apart.
    private static let prefix = 128 << 10

    /// A comparison that enters what it finds into `classes` and has no more than `openMax` files
    /// open at a time.
    init(
        opener: consuming ContentOpener, classes: ContentClasses, openMax: Int,
        cancellation: CancellationFlag
    ) {
        precondition(openMax >= 2, "two files at least have to be open at a time")
        self.opener = opener
        self.classes = classes
        self.openMax = openMax
        self.cancellation = cancellation
    }

    /// What could not be read, and why.
    var problems: DriveProblems { opener.problems }

    /// How many bytes were read so far.
    var bytesRead: Int64 { lockstep.bytesRead }

    /// Compares the rows of one group.
    mutating func compare(_ rows: [Int]) {
        let candidates = opener.candidates(rows)
        guard let first = candidates.first else { return }
        let size = opener.listing.size[first.row]
        for candidate in candidates {
            precondition(
                opener.listing.size[candidate.row] == size, "the rows of a group have one size")
        }
        if candidates.count == 1, !first.isLinked { return }
        if candidates.count <= openMax {
            for found in readTogether(candidates, size) { enter(found) }
            return
        }
        let prefix = min(size, Int64(SizeGroupComparison.prefix))
        for part in parts(of: candidates, hashing: prefix) {
            if part.count <= openMax {
                for found in readTogether(part, size) { enter(found) }
            } else if prefix == size {
                verify(part, size)
            } else {
                for whole in parts(of: part, hashing: size) { verify(whole, size) }
            }
        }
    }

    /// The classes of two rows or more among `candidates`, which may all be open at a time.
    private mutating func readTogether(
        _ candidates: [ContentCandidate], _ size: Int64
    ) -> [[ContentCandidate]] {
        var files: [ContentFile] = []
        files.reserveCapacity(candidates.count)
        for candidate in candidates {
            if let file = opener.open(candidate) { files.append(file) }
        }
        defer { for index in files.indices { files[index].close() } }
        let found = lockstep.run(&files, size: size, opener: &opener, cancellation: cancellation)
        return found.map { range in
            files[range].compactMap { opener.isUnchanged($0) ? $0.candidate : nil }
        }
    }

    /// Gives the rows of one class its number: the smallest row of it, counted from 1, so that
    /// the numbers do not depend on which thread was first.
    private mutating func enter(_ files: [ContentCandidate]) {
        guard let one = files.first, files.count > 1 || one.isLinked else { return }
        let first = files.reduce(one.row) { min($0, $1.row, $1.links.min() ?? $1.row) }
        let number = UInt32(truncatingIfNeeded: first + 1)
        classCount += 1
        for file in files {
            classes[file.row] = number
            for row in file.links { classes[row] = number }
        }
    }

    // MARK: - More files than may be open at a time

    /// Splits candidates by the XXH3-128 of their first `length` bytes, which proves those of
    /// different parts to be different; parts of one row are left out.
    private mutating func parts(
        of candidates: [ContentCandidate], hashing length: Int64
    ) -> [[ContentCandidate]] {
        var hashed: [(hash: XXH128_hash_t, file: ContentCandidate)] = []
        hashed.reserveCapacity(candidates.count)
        for candidate in candidates {
            if cancellation.isRaised { return [] }
            guard var file = opener.open(candidate) else { continue }
            let hash = lockstep.hash(
                of: file, length: length, opener: &opener, cancellation: cancellation)
            if let hash { hashed.append((hash, file.candidate)) }
            file.close()
        }
        hashed.sort {
            ($0.hash.high64, $0.hash.low64, $0.file.tag?.inode ?? 0, $0.file.row)
                < ($1.hash.high64, $1.hash.low64, $1.file.tag?.inode ?? 0, $1.file.row)
        }
        var parts: [[ContentCandidate]] = []
        var start = 0
        for end in 1...max(hashed.count, 1) where start < hashed.count {
            if end < hashed.count, hashed[end].hash.high64 == hashed[start].hash.high64,
                hashed[end].hash.low64 == hashed[start].hash.low64
            {
                continue
            }
            let part = hashed[start..<end].map(\.file)
            if part.count > 1 || part.contains(where: \.isLinked) { parts.append(part) }
            start = end
        }
        return parts
    }

    /// Proves by their bytes that files of one hash are equal, each against the first of them.
    private mutating func verify(_ files: [ContentCandidate], _ size: Int64) {
        var left = files[...]
        while let leader = left.popFirst(), !cancellation.isRaised {
            var members: [ContentCandidate] = []
            var others: [ContentCandidate] = []
            while !left.isEmpty {
                let batch = left.prefix(openMax - 1)
                left = left.dropFirst(batch.count)
                let found = readTogether([leader] + batch, size)
                let equal = found.first { $0.contains { $0.row == leader.row } } ?? []
                let done = Set(equal.map(\.row))
                members += equal.filter { $0.row != leader.row }
                others += batch.filter { !done.contains($0.row) && !opener.isRefused($0.row) }
            }
            enter(opener.isRefused(leader.row) ? members : [leader] + members)
            left = others[...]
        }
    }
}
