// SPDX-License-Identifier: Apache-2.0

import POSIX
public import RuleEngine
import Synchronization
internal import Text

extension LocalDrive {
    /// The SHA-256 of each item that is what it was, before and after it was read.
    public func verifiedSHA256(of items: [ItemValues]) async throws(DriveError) -> [String?] {
        let opened = try await open(for: .hash)
        let work = SharedWork(count: items.count)
        let digests = Lock([String?](repeating: nil, count: items.count))
        let isDone = Atomic(true)
        await WorkerThreads.run(count: options.threadCount) { _, cancellation in
            guard let finder = try? ItemFinder(root: opened.root, drive: self),
                var reading = VerifiedReading(finder)
            else { return isDone.store(false, ordering: .relaxed) }
            while let index = work.next(), !cancellation.isRaised {
                guard items[index].isOn(name), let item = ExpectedItem(items[index]) else {
                    continue
                }
                let digest = reading.digest(of: item) { cancellation.isRaised }
                digests.withLock { $0[index] = digest }
            }
        }
        if Task.isCancelled { throw .cancelled(.hash) }
        guard isDone.load(ordering: .relaxed) else { throw .digestMissing }
        return digests.withLock { $0 }
    }
}

/// Hashes one file after the other. Used by one thread.
@safe private struct VerifiedReading: ~Copyable {
    private var finder: ItemFinder
    private var hasher: FileHasher
    private let buffer = UnsafeMutableRawPointer.allocate(
        byteCount: VerifiedReading.block, alignment: 4_096)

    private static let block = 1 << 20

    init?(_ finder: consuming ItemFinder) {
        guard let hasher = FileHasher([.sha256]) else { return nil }
        self.finder = finder
        self.hasher = hasher
    }

    deinit { unsafe buffer.deallocate() }

    /// The digest of `item` in hex; nil if it is not what is expected, or cannot be read.
    mutating func digest(of item: ExpectedItem, isCancelled: () -> Bool) -> String? {
        guard item.type == .file, let found = try? finder.find(item) else { return nil }
        let side = ByteComparison.Side(
            folder: found.folder, name: item.name, state: found.state)
        guard let file = try? side.open(), (try? side.isStill(file.number)) == true else {
            return nil
        }
        hasher.reset()
        var offset: Int64 = 0
        while offset < found.state.size {
            let count = Int(min(Int64(VerifiedReading.block), found.state.size - offset))
            let isRead = try? unsafe readWhole(file.number, at: offset, count: count, into: buffer)
            guard isRead == true, !isCancelled() else { return nil }
            unsafe hasher.update(UnsafeRawBufferPointer(start: buffer, count: count))
            offset += Int64(count)
        }
        guard (try? side.isStill(file.number)) == true, (try? side.isInPlace()) == true else {
            return nil
        }
        var text: String?
        unsafe hasher.finish { text = unsafe HexDigits.text($1) }
        return text
    }
}
