// SPDX-License-Identifier: Apache-2.0

internal import Messages
import POSIX
public import RuleEngine

extension DeletionReceipt {
    /// The whole path of the trash folder that it tells; nil for other places, and for what is none
    /// of a local drive.
    package var trashFolder: String? {
        guard method == DeletionMethod.recycle.rawValue,
            let token = token.flatMap(DeletionToken.init(_:)), token.kind == .trash
        else { return nil }
        return token.folder
    }
}

extension LocalDrive {
    /// As many as are checked, made durable and moved together.
    public var orderCountMax: Int { 500 }

    /// More than are deleted together, for nothing has to be on the disk before the first of them
    /// moves: each batch waits for the disk twice, and twice for the record of it.
    public var restoreCountMax: Int { 2_000 }

    /// Has `watcher` told how much is read to compare copies.
    public func watchReading(_ watcher: ContentReadingHandler?) { reading.watch(watcher) }

    /// All but permanent deletion can be taken back.
    public func reversal(of method: DeletionMethod) -> Reversal {
        switch method {
        case .recycle: Reversal(isPossible: true, place: .trash)
        case .quarantine:
            Reversal(
                isPossible: true, days: 30, place: .quarantine)
        case .permanent: Reversal(isPossible: false, place: .nowhere)
        }
    }

    /// The item without the time of its last change: an attempt may have moved it aside and back,
    /// and nothing tells that from another change.
    public func expectation(afterAttempt item: ItemValues) -> ItemValues {
        var item = item
        if let tag = item.eTag.flatMap({ FileTag(text: $0) }) { item.eTag = tag.withoutChange.text }
        return item
    }

    /// Deletes each item that is still what its order says.
    ///
    /// The root must be the one that was listed: with a disk that is not mounted, everything would
    /// seem gone. Callers compare `identity()` first.
    public func delete(
        _ orders: [DeletionOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [DeletionOutcome] {
        try await run(.delete) { finder, isCancelled in
            var batch = DeletionBatch(orders, drive: self, finder: finder)
            let outcomes = batch.run { isCancelled() || shouldStop() }
            let names = batch.names
            trashNames.withLock { $0 = names }
            return outcomes
        }
    }

    /// What became of `orders`; ends what an interrupted `delete` left half done.
    public func reconcile(
        _ orders: [DeletionOrder]
    ) async throws(DriveError) -> [Reconciliation] {
        try await run(.reconcile) { finder, _ in
            var batch = ReconciliationBatch(drive: self, finder: finder)
            return batch.run(orders)
        }
    }

    /// Brings items back from the trash or from quarantine.
    public func restore(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [RestoreOutcome] {
        try await run(.restore) { finder, isCancelled in
            var batch = RestoreBatch(drive: self, finder: finder)
            return batch.run(orders) { isCancelled() || shouldStop() }
        }
    }

    /// Removes items from quarantine for good.
    public func purge(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [PurgeOutcome] {
        try await run(.purge) { finder, isCancelled in
            var batch = PurgeBatch(drive: self, finder: finder)
            return batch.run(orders) { isCancelled() || shouldStop() }
        }
    }

    /// Runs `body` on a thread of its own with a finder on the drive's root, which is opened for
    /// `operation`.
    private func run<Answer: Sendable>(
        _ operation: DriveOperation,
        _ body: @escaping @Sendable (consuming ItemFinder, () -> Bool) -> [Answer]
    ) async throws(DriveError) -> [Answer] {
        let opened = try await open(for: operation)
        let answers = Lock<Result<[Answer], SystemError>>(.success([]))
        await WorkerThreads.run(count: 1) { _, cancellation in
            let result: Result<[Answer], SystemError>
            do throws(SystemError) {
                let finder = try ItemFinder(root: opened.root, drive: self)
                result = .success(body(finder, { cancellation.isRaised }))
            } catch {
                result = .failure(error)
            }
            answers.withLock { $0 = result }
        }
        do throws(SystemError) {
            return try answers.withLock { $0 }.get()
        } catch {
            throw DriveError(
                operation: operation, item: rootPath, status: Int(error.code),
                message: String(
                    clause: "the root cannot be looked at: \(systemMessage(error.code))"),
                underlying: error)
        }
    }
}
