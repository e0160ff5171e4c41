// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX
internal import RuleEngine

/// A place between two steps of a backup or a replacement, where a test can end the process.
package enum ReplacementStep: String, Sendable, Hashable, CaseIterable {
    /// Nothing was written.
    case hasBegun
    /// The new file is whole and on the disk, under a name of its own.
    case isBuilt
    /// The new state waits for its place: from now on it is the state.
    case isDecided
    /// The old file was moved away, the log beside it was not.
    case oldIsAway
    /// All that belonged to the old file was moved away.
    case allIsAway
    /// The new file has its name.
    case isInPlace
}

extension StateFile {
    /// Finishes what a process left that is no more: a replacement that was decided, and files that
    /// nobody will finish.
    ///
    /// A successor beside the file is the state. That it lies there is the decision; all that comes
    /// after can be done again by whoever comes next.
    func settle(step: (ReplacementStep) -> Void = { _ in }) throws(LedgerError) {
        var status = stat()
        if lstat(successorPath, &status) == 0 {
            let lock = try RunnerLock.acquireNow(self)
            defer { lock.close() }
            try replace(step)
        }
        PartName.removeLeftovers(of: name, in: folder)
    }

    /// Puts the successor, if there still is one, in the place of the file. The caller holds the
    /// lock.
    func replace(_ step: (ReplacementStep) -> Void) throws(LedgerError) {
        var status = stat()
        if lstat(successorPath, &status) != 0 { return }
        // Of two starts the second one finds the file gone, and its log still there: that goes where
        // the file has gone.
        let last = lastDamagedNumber()
        let isBegun =
            lstat(path, &status) != 0 && last > 0
            && lstat(damagedPrefix + "\(last)-wal", &status) != 0
        let away = damagedPrefix + String(isBegun ? last : last + 1)
        try move(path, to: away)
        step(.oldIsAway)
        for suffix in ["-wal", "-shm", "-journal"] { try move(path + suffix, to: away + suffix) }
        try synchronizeFolder()
        step(.allIsAway)
        try move(successorPath, to: path)
        try synchronizeFolder()
        step(.isInPlace)
    }

    /// Makes everything that was done in the folder last.
    func synchronizeFolder() throws(LedgerError) {
        do throws(SystemError) {
            try FileReplacement.synchronize(folder: folder)
        } catch {
            throw inaccessible(error)
        }
    }

    /// Where the state that was replaced last lies; nil if none was.
    var lastDamaged: String? {
        let last = lastDamagedNumber()
        return last == 0 ? nil : damagedPrefix + String(last)
    }

    private func lastDamagedNumber() -> Int {
        var status = stat()
        var last = 0
        // More than anybody has, and few enough to look for.
        for number in 1...10_000 {
            let path = damagedPrefix + String(number)
            if ["", "-wal"].contains(where: { lstat(path + $0, &status) == 0 }) { last = number }
        }
        return last
    }

    private func move(_ from: String, to: String) throws(LedgerError) {
        if rename(from, to) == 0 || errno == ENOENT { return }
        throw inaccessible(SystemError(code: errno))
    }
}
