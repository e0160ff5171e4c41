// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// What this drive itself did to files that stay: their times of change, before and after.
///
/// A name of a file that goes changes that time for all its other names, and so does a move that is
/// taken back. Without this, they would seem to have been edited. Kept as long as the drive is
/// open.
final class OwnTouches: Sendable {
    private let touches = Lock<[FileKey: Span]>([:])

    private struct Span {
        var first: FileTime
        var last: FileTime
    }

    /// The most files that are remembered.
    private static let countMax = 50_000

    /// Takes note that an own call changed the time of the file from `before` to `after`.
    func add(_ key: FileKey, from before: FileTime, to after: FileTime) {
        touches.withLock { touches in
            if let known = touches[key], known.last == before {
                touches[key]?.last = after
                return
            }
            if touches.count >= OwnTouches.countMax { touches.removeAll() }
            touches[key] = Span(first: before, last: after)
        }
    }

    /// Whether nobody else changed the file, which was changed last at `now`, since it had the
    /// time that `tag` tells.
    func explain(_ key: FileKey, since tag: FileTag, _ now: FileTime) -> Bool {
        guard let then = tag.changedNanoseconds else { return false }
        return explain(key, since: then, now)
    }

    /// The same with a time as `FileTag` counts.
    func explain(_ key: FileKey, since then: UInt64, _ now: FileTime) -> Bool {
        if then == now.nanosecondsSinceEpoch { return true }
        guard let span = touches.withLock({ $0[key] }) else { return false }
        return span.first.nanosecondsSinceEpoch == then && span.last == now
    }
}

extension DiskCalls {
    /// Removes `name`, which is in the state `state`, for good; what that changes for other names
    /// of the same file goes into `touches`.
    func remove(
        _ name: KernelName, _ state: EntryState, in folder: OpenFolder, _ touches: OwnTouches
    ) throws(SystemError) {
        if state.type == .folder { return try removeFolder(name, in: folder.number) }
        guard state.linkCount > 1 else { return try unlink(name, in: folder.number) }
        let file = try unsafe FileDescriptor(
            opened: name.withPointer {
                unsafe openat(folder.number, $0, __O_PATH | O_NOFOLLOW | O_CLOEXEC)
            })
        try unlink(name, in: folder.number)
        if let after = try? EntryState.read(file.number) {
            touches.add(state.key, from: state.changed, to: after.changed)
        }
    }
}
