// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import Glibc
package import RuleEngine

extension Ledger {
    /// When a copy is asked for.
    package enum BackupOccasion: Sendable, Hashable {
        /// Something was recorded: one copy a day is enough.
        case recorded
        /// Something is about to be deleted: the copy has to know all that was recorded.
        case execution
    }

    /// Copies the state beside itself, checked and on the disk, if that is due; the copy's path, or
    /// nil where there is one that will do. A state in memory has none.
    ///
    /// Throws `full` where there is no room for it. O(what is copied), see `StateCopy`.
    @discardableResult
    package func backUp(
        _ occasion: BackupOccasion, now: Timestamp,
        step: (ReplacementStep) -> Void = { _ in }
    ) throws(LedgerError) -> String? {
        if isInMemory { return nil }
        let backups = Backups(of: file)
        let day = Self.localDay(now)
        if let known = Backups.end(backups.path(day: day)) {
            if occasion == .recorded { return nil }
            if try known == readNow(Backups.end) { return nil }
        }
        // The only connection on a full disk keeps all others out.
        if connections.reader === connections.writer {
            var error = file.full()
            error.clause = Message(
                "there is no room for a backup of the state file, \(backups.folder), or this process"
                    + " may have too few files open")
            throw error
        }
        return try backups.make(day: day, options, step: step)
    }

    /// Reads every page; throws `corrupt` if they do not hold together. O(size of the file).
    package nonisolated func checkIntegrity() async throws(LedgerError) {
        try await read { db in try StateCopy.check(db) }
    }

    /// The daily copies of the state at `path`, the oldest day first.
    package static func backups(ofState path: String) throws(LedgerError) -> [String] {
        Backups(of: try StateFile.located(path)).daily()
    }

    /// The machine's local day: a copy is for people to find.
    private static func localDay(_ instant: Timestamp) -> String {
        var seconds = time_t(instant.secondsSinceEpoch)
        var parts = tm()
        localtime_r(&seconds, &parts)
        func padded(_ number: Int32, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        let year = padded(parts.tm_year + 1900, 4)
        return "\(year)-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
    }
}
