// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Synchronization

/// One walk over all folders of a local drive.
struct LocalWalk: Sendable {
    /// The drive's name.
    var driveName: String
    /// Its open root.
    var root: RootFolder
    /// What the root is.
    var rootStatus: FileStatus
    /// The user's own trash folder, if it is known.
    var homeTrash: HomeTrash?
    /// What this program keeps on the machine.
    var ownFiles = OwnFiles()
    /// Whether file systems that are mounted below the root are listed as well.
    var crossesMounts: Bool
    /// How many folders are read at once.
    var threadCount: Int

    /// Where the items of the walk are gathered.
    private struct Yield: ~Copyable {
        var builder: ListingBuilder
        var problems = DriveProblems()
        var notes: [DriveNote] = []
    }

    /// One thread's items and findings on their way to the task that waits for it.
    private final class Slot: Sendable {
        let builder = Lock<ListingBuilder?>(nil)
        let findings = Lock(FolderWalker.Findings())

        /// Runs `body` with a walker and keeps what it found.
        func fill(
            _ root: RootFolder, _ plan: WalkPlan, _ body: (inout FolderWalker) -> Void
        ) {
            do throws(ListingError) {
                var walker = try FolderWalker(root: root, plan: plan)
                body(&walker)
                let found = walker.part
                findings.withLock { $0 = found }
                var items: ListingBuilder? = walker.finish()
                builder.withLock { $0 = items.take() }
            } catch {
                findings.withLock { $0.failure = error }
            }
        }
    }

    /// How many bytes the rows of all threads take.
    private final class RowBytes: Sendable {
        private let count = Atomic(0)

        /// Adds `bytes`; how many there are now.
        func add(_ bytes: Int) -> Int { count.add(bytes, ordering: .relaxed).newValue }
    }

    /// Lists everything. O(items).
    func run(_ progress: DriveProgressHandler?) async throws(DriveError) -> DriveListing {
        let meter = ProgressMeter(progress)
        var yield = Yield(builder: ListingBuilder(idsAreUnique: true))
        var devices: Set<UInt64> = [rootStatus.device]
        var start: PendingFolder? = .root
        var device = rootStatus.device
        var mountPoints: [(folder: PendingFolder, device: UInt64)] = []
        while let first = start {
            mountPoints += try await walk(from: first, device: device, &yield, meter)
            start = nil
            if !crossesMounts { break }
            // Each file system once, at its first path: a second look at it would show its files
            // as copies of themselves.
            mountPoints.sort { $0.folder.listedPath < $1.folder.listedPath }
            if let next = mountPoints.firstIndex(where: { !devices.contains($0.device) }) {
                let mountPoint = mountPoints.remove(at: next)
                devices.insert(mountPoint.device)
                device = mountPoint.device
                start = mountPoint.folder
                start?.isMountPoint = true
            }
        }
        try await list(mountPoints, &yield)
        meter.finish()
        yield.problems.sort()
        yield.notes.sort { ($0.path, $0.text) < ($1.path, $1.text) }
        let completeness: Completeness =
            yield.problems.isEmpty ? .complete : .partial(yield.problems)
        let notes = yield.notes
        return DriveListing(builder: yield.builder, completeness: completeness, notes: notes)
    }

    /// Walks one file system; gives the places where others begin.
    private func walk(
        from start: PendingFolder, device: UInt64, _ yield: inout Yield, _ meter: ProgressMeter
    ) async throws(DriveError) -> [(folder: PendingFolder, device: UInt64)] {
        let plan = plan(device: device)
        let queue = FolderQueue([start])
        let slots = (0..<threadCount).map { _ in Slot() }
        let rowBytes = RowBytes()
        await WorkerThreads.run(count: threadCount) { number, cancellation in
            walk(plan, queue, slots[number], rowBytes, meter, cancellation)
        }
        if Task.isCancelled { throw .cancelled(.list) }
        var mountPoints: [(folder: PendingFolder, device: UInt64)] = []
        for slot in slots {
            try gather(slot, &yield)
            mountPoints += slot.findings.withLock { $0.mountPoints }
        }
        return mountPoints
    }

    /// What one thread does.
    private func walk(
        _ plan: WalkPlan, _ queue: FolderQueue, _ slot: Slot, _ rowBytes: RowBytes,
        _ meter: ProgressMeter, _ cancellation: CancellationFlag
    ) {
        slot.fill(root, plan) { walker in
            while let folder = queue.take() {
                let (before, bytesBefore) = (walker.count, walker.byteCount)
                queue.finishOne(found: walker.read(folder))
                meter.add(items: walker.count - before)
                if rowBytes.add(walker.byteCount - bytesBefore) > plan.rowBytesMax {
                    walker.part.failure = .overBytes(plan.rowBytesMax)
                }
                if cancellation.isRaised || walker.part.failure != nil { queue.clear() }
            }
        }
    }

    /// Adds what one thread found.
    private func gather(_ slot: Slot, _ yield: inout Yield) throws(DriveError) {
        let findings = slot.findings.withLock { $0 }
        yield.problems.append(contentsOf: findings.problems)
        yield.notes += findings.notes
        do throws(ListingError) {
            if let failure = findings.failure { throw failure }
            guard let builder = slot.builder.withLock({ $0.take() }) else { return }
            // The first part is taken as it is, which saves a copy.
            if yield.builder.count == 0 {
                yield.builder = builder
            } else {
                try yield.builder.append(contentsOf: builder)
            }
        } catch {
            throw DriveError(operation: .list, message: error.message, underlying: error)
        }
    }

    /// Lists the places that are not entered because something is mounted there.
    private func list(
        _ mountPoints: [(folder: PendingFolder, device: UInt64)], _ yield: inout Yield
    ) async throws(DriveError) {
        if mountPoints.isEmpty { return }
        let slot = Slot()
        let plan = plan(device: rootStatus.device)
        await WorkerThreads.run(count: 1) { _, _ in
            slot.fill(root, plan) { walker in
                for mountPoint in mountPoints { walker.appendMountPoint(mountPoint.folder) }
            }
        }
        try gather(slot, &yield)
    }

    private func plan(device: UInt64) -> WalkPlan {
        WalkPlan(
            driveName: driveName, device: device, rootDevice: rootStatus.device,
            homeTrash: homeTrash, ownFiles: ownFiles,
            rowBytesMax: MemoryRoom.now.listingBytesMax)
    }
}
