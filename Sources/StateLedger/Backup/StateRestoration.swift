// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc
internal import Messages
internal import POSIX
package import RuleEngine

/// Brings a state back from its newest good backup, with all that can still be read of the damaged
/// one.
package enum StateRestoration {
    /// What came of it.
    package struct Report: Sendable, Hashable {
        /// The backup.
        package var backup: String
        /// Where the damaged state lies now; nil where there was none.
        package var damaged: String?
        /// How many lines of history the damaged one told besides.
        package var replayedLines = 0
        /// Whether that was all there ever was.
        package var isComplete = false
        /// Decisions and deletions that were found outside the history, and recorded anew.
        package var salvagedDecisions = 0
        package var salvagedDeletions = 0
        /// Waiting items that were taken back, because it cannot be told whether they had been.
        package var takenBack = 0
        /// Decisions to delete that were taken back for the same reason.
        package var takenBackDecisions = 0
    }

    /// Restores the state at `path` from the backup at `backup`, or from the newest good one.
    ///
    /// The caller holds the runner's lock. Killed at any instant, it leaves the damaged state as it
    /// was, or the new one whole: it is made beside it, and takes its place in the end. Throws
    /// `absent` without a good backup, `locked` while another process has the state open, and
    /// `newerVersion` for one that this version cannot read. Blocks.
    package static func restore(
        path: String, from backup: String? = nil, now: Timestamp,
        step: (ReplacementStep) -> Void = { _ in }
    ) throws(LedgerError) -> Report {
        let file = try StateFile.located(path)
        let options = LedgerOptions()
        try file.checkOwnership()
        try file.checkNames()
        if let user = LockHolder.user(of: file) {
            throw LedgerError(
                .locked,
                Message(
                    "process \(user) has the state file \(file.path) open; try again when it"
                        + " has ended"), holder: user)
        }
        let source = try self.source(backup, of: file)
        step(.hasBegun)
        var report = Report(backup: source.path)
        do {
            try build(file, from: source, options, now: now, &report, step)
        } catch {
            throw LedgerError(error, in: file)
        }
        step(.isDecided)
        var status = stat()
        let isThere = lstat(file.path, &status) == 0
        try file.replace(step)
        report.damaged = isThere ? file.lastDamaged : nil
        return report
    }

    private static func source(
        _ named: String?, of file: StateFile
    ) throws(LedgerError) -> StateFile {
        if let named {
            let source = try StateFile.located(named)
            try source.checkOwnership()
            if Backups.isWhole(source.path), Backups.sequence(source.path) != nil { return source }
            throw LedgerError(
                .corrupt,
                Message(
                    "\(source.path) is no good backup of a state file; without --from the"
                        + " newest good one is taken"))
        }
        guard let newest = Backups(of: file).newestGood() else {
            throw LedgerError(
                .absent, Message("there is no good backup of the state file \(file.path)"))
        }
        return StateFile(newest.path)
    }

    /// Makes the new state and decides for it.
    private static func build(
        _ file: StateFile, from source: StateFile, _ options: LedgerOptions, now: Timestamp,
        _ report: inout Report, _ step: (ReplacementStep) -> Void
    ) throws {
        let part = PartName.new(for: file.path)
        defer { PartName.remove(part) }
        _ = try FileDescriptor(part, O_RDWR | O_CREAT | O_EXCL)
        try StateCopy(source: source, options: options).write(to: part)
        let queue = try DatabaseQueue(path: part, configuration: LedgerConnections.writing(options))
        do {
            try queue.inDatabase { db in
                try db.inTransaction(.immediate) {
                    try bringUpToDate(db, options)
                    try follow(db, file, options, now: now, &report)
                    return .commit
                }
                try StateCopy.check(db)
            }
        } catch {
            try? queue.close()
            throw error
        }
        try queue.close()
        try FileReplacement.synchronize(file: part)
        step(.isBuilt)
        try StateFile.publish(part, as: file.successorPath)
        try file.synchronizeFolder()
    }

    private static func bringUpToDate(_ db: Database, _ options: LedgerOptions) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        for migration in options.migrations.dropFirst(version) { try migration.body(db) }
        try db.execute(sql: "PRAGMA user_version = \(options.migrations.count)")
    }

    /// Has the backup in `db` go on with what the damaged `file` still tells.
    private static func follow(
        _ db: Database, _ file: StateFile, _ options: LedgerOptions, now: Timestamp,
        _ report: inout Report
    ) throws {
        let last = HistoryReader(db: db).readable("TRUE ORDER BY h.sequence DESC LIMIT 1", [])
        let damaged = DamagedState(file, after: last.entries.first, options)
        var rebuild = try HistoryRebuild(db, plans: damaged.plans)
        report.replayedLines = try rebuild.append(damaged.following)
        report.isComplete =
            damaged.isWhole && report.replayedLines == damaged.following.count
        if !report.isComplete {
            try salvage(damaged, db, after: report.replayedLines, now: now, &report)
        }
        try CatalogTable(db: db).remember(damaged.drives, isNewer: report.isComplete)
        var detail = JSONObject()
        detail.add("lines", Int64(report.replayedLines))
        detail.add("complete", report.isComplete)
        try HistoryTable(db: db, actor: Salvage.actor, at: now).append(
            "state-restored", cause: StorableText.note(StateFile(report.backup).name),
            detail: detail.text)
        let differences = try HistoryReplay.differences(db)
        if let first = differences.first { throw DamagedContent(reason: .plain(first)) }
    }

    /// Records what is known in spite of the gap, and has nothing wait that may have been taken
    /// back.
    private static func salvage(
        _ damaged: DamagedState, _ db: Database, after count: Int, now: Timestamp,
        _ report: inout Report
    ) throws {
        let lines = damaged.following.dropFirst(count) + damaged.later
        let salvage = Salvage(db: db, at: now)
        var deleted = lines.compactMap { line -> (Int64, String?, Timestamp, String?)? in
            guard line.event == ItemState.deleted.rawValue, let number = line.staged,
                let change = try? StagedChange(line)
            else { return nil }
            return (number, change.receipt, change.at, nil)
        }
        deleted += damaged.deleted.map { ($0.number, $0.receipt, $0.deletedAt ?? now, $0.quotaDay) }
        report.salvagedDeletions = try salvage.record(deleted: deleted)
        let decided = lines.compactMap { line in
            line.event == "decided" ? line.detail.flatMap { try? DecisionRecord(json: $0) } : nil
        }
        report.salvagedDecisions = try salvage.record(decided + damaged.decisions)
        (report.takenBack, report.takenBackDecisions) = try salvage.takeBackAll()
        try Uncertainty(db: db).coverAll()
    }
}
