// SPDX-License-Identifier: Apache-2.0

import Glibc
public import RuleEngine
import Synchronization

extension LocalDrive {
    /// Which rows have equal bytes: see `SizeGroupComparison`.
    public func contentClasses(
        of groups: [[Int]], in listing: Listing, progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentComparison {
        let opened = try await open(for: .compare)
        let classes = ContentClasses(rowCount: listing.count)
        let order = readingOrder(of: groups, in: listing)
        let openMax = openFileMax()
        let work = SharedWork(count: order.count)
        let meter = ProgressMeter(progress)
        let total = Lock(ContentComparison(classes: classes))
        await WorkerThreads.run(count: options.threadCount) { _, cancellation in
            let opener = ContentOpener(
                root: opened.root, rootDevice: opened.status.device, listing: listing)
            var comparison = SizeGroupComparison(
                opener: opener, classes: classes, openMax: openMax, cancellation: cancellation)
            while let next = work.next(), !cancellation.isRaised {
                let group = groups[order[next]]
                let before = comparison.bytesRead
                comparison.compare(group)
                meter.add(items: group.count, bytes: comparison.bytesRead - before)
            }
            let count = comparison.classCount
            let problems = comparison.problems
            total.withLock { total in
                total.classCount += count
                total.problems.append(contentsOf: problems)
            }
        }
        if Task.isCancelled { throw .cancelled(.compare) }
        meter.finish()
        var result = total.withLock { $0 }
        result.problems.sort()
        return result
    }

    /// The groups in the order in which they are read: the few that may take long first, so that
    /// no thread is left alone with one at the end, and all others as they lie on the disk.
    private func readingOrder(of groups: [[Int]], in listing: Listing) -> [Int] {
        let large: Int64 = 64 << 20
        var keys: [(bytes: Int64, inode: UInt64, group: Int)] = []
        keys.reserveCapacity(groups.count)
        for (group, rows) in groups.enumerated() {
            guard rows.count > 1 else { continue }
            let bytes = listing.size[rows[0]].multipliedReportingOverflow(by: Int64(rows.count))
            let weight = bytes.overflow ? .max : bytes.partialValue
            let inode = FileTag(listing.eTag.slice(rows[0]))?.inode ?? 0
            keys.append((weight >= large ? -weight : 0, inode, group))
        }
        keys.sort { $0 < $1 }
        return keys.map(\.group)
    }

    /// How many files one thread may have open at a time: getrlimit(2).
    private func openFileMax() -> Int {
        var limit = rlimit()
        let known = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        let all = known ? Int(min(limit.rlim_cur, 65_536)) : 256
        return max(2, min(openFileLimit ?? 256, (all - 64) / 2 / options.threadCount))
    }
}

/// Numbers of pieces of work, given out once each to whichever thread asks next.
final class SharedWork: Sendable {
    private let taken = Atomic(0)
    private let count: Int

    /// The numbers 0 ..< `count`.
    init(count: Int) {
        self.count = count
    }

    /// The next number; nil when all were given out.
    func next() -> Int? {
        let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }
}
