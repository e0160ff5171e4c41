// SPDX-License-Identifier: Apache-2.0

import Glibc
public import RuleEngine
import Synchronization

extension LocalDrive {
    /// The hashes of the contents of `rows`, each file read once.
    public func contentHashes(
        of rows: [Int], algorithms: Set<HashAlgorithm>, in listing: Listing,
        progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentHashes {
        let opened = try await open(for: .hash)
        let order = readingOrder(of: rows, in: listing)
        let work = SharedWork(count: order.count)
        let meter = ProgressMeter(progress)
        let total = Lock(ContentHashes(rows: rows, algorithms: algorithms))
        let isDone = Atomic(true)
        await WorkerThreads.run(count: options.threadCount) { _, cancellation in
            let opener = ContentOpener(
                root: opened.root, rootDevice: opened.status.device, listing: listing)
            guard var reading = HashReading(opener, algorithms, cancellation) else {
                return isDone.store(false, ordering: .relaxed)
            }
            while let next = work.next(), !cancellation.isRaised {
                let index = order[next]
                guard reading.read(rows[index]) else { continue }
                meter.add(items: 1, bytes: listing.size[rows[index]])
                total.withLock { total in
                    unsafe reading.finish { unsafe total.set($1, $0, at: index) }
                }
            }
            let problems = reading.problems
            total.withLock { $0.problems.append(contentsOf: problems) }
        }
        if Task.isCancelled { throw .cancelled(.hash) }
        guard isDone.load(ordering: .relaxed) else {
            throw .digestMissing
        }
        meter.finish()
        var result = total.withLock { $0 }
        result.problems.sort()
        return result
    }

    /// The places in `rows` in the order of the files' inodes.
    private func readingOrder(of rows: [Int], in listing: Listing) -> [Int] {
        var keys: [(inode: UInt64, index: Int)] = []
        keys.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            keys.append((FileTag(listing.eTag.slice(row))?.inode ?? 0, index))
        }
        keys.sort { $0 < $1 }
        return keys.map(\.index)
    }
}

/// Reads one file after the other and hashes it. Used by one thread.
@safe private struct HashReading: ~Copyable {
    private var opener: ContentOpener
    private var hasher: FileHasher
    private let cancellation: CancellationFlag
    private let buffer = UnsafeMutableRawPointer.allocate(byteCount: block, alignment: 4_096)

    private static let block = 128 << 10

    init?(
        _ opener: consuming ContentOpener, _ algorithms: Set<HashAlgorithm>,
        _ cancellation: CancellationFlag
    ) {
        guard let hasher = FileHasher(algorithms) else { return nil }
        self.opener = opener
        self.hasher = hasher
        self.cancellation = cancellation
    }

    deinit { unsafe buffer.deallocate() }

    /// What could not be read, and why.
    var problems: DriveProblems { opener.problems }

    /// Reads the file of `row` to its end; false, with the reason reported, if it is not what was
    /// listed. An empty file is read like any other.
    mutating func read(_ row: Int) -> Bool {
        guard var file = opener.openListed(row) else { return false }
        defer { file.close() }
        hasher.reset()
        var offset: Int64 = 0
        while offset < file.state.size {
            if cancellation.isRaised { return false }
            let count = Int(min(Int64(HashReading.block), file.state.size - offset))
            guard unsafe opener.read(file, at: offset, count: count, into: buffer) else {
                return false
            }
            unsafe hasher.update(UnsafeRawBufferPointer(start: buffer, count: count))
            offset += Int64(count)
        }
        return opener.isUnchanged(file)
    }

    /// Hands `body` the hashes of the file that was read last.
    mutating func finish(_ body: (HashAlgorithm, UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe hasher.finish(body)
    }
}
