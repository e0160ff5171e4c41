// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import Glibc
internal import Messages
internal import POSIX
internal import RuleEngine

/// The copies of a state file: one a day in the folder `backups` beside it, and those that were made
/// before its schema changed.
struct Backups {
    /// The state.
    let file: StateFile

    /// What SQLite puts beside a copy that somebody opens.
    private static let logs = ["-wal", "-shm", "-journal"]

    /// Of how many days copies are kept.
    static let daysKept = 7

    /// The copies of `file`.
    init(of file: StateFile) {
        self.file = file
    }

    /// Where daily copies lie.
    var folder: String { (file.folder == "/" ? "" : file.folder) + "/backups" }

    /// The copy of that local day, as `2026-11-21`.
    func path(day: String) -> String { "\(folder)/\(file.name).\(day)" }

    /// The daily copies, the oldest day first.
    func daily() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            name.hasPrefix(file.name + ".") && QuotaTable.isDay(String(name.suffix(10)))
                && name.utf8.count == file.name.utf8.count + 11
        }.sorted().map { "\(folder)/\($0)" }
    }

    /// All that lies in the folder of the copies and belongs to the file.
    func ownFiles() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let parts = names.filter { $0.hasPrefix(file.name + ".") && PartName.isPart($0) }
        let logs = daily().flatMap { copy in Self.logs.map { copy + $0 } }
        var status = stat()
        return daily() + logs.filter { lstat($0, &status) == 0 }
            + parts.sorted().map { "\(folder)/\($0)" }
    }

    // MARK: - Making them

    /// Copies the state to the copy of that day, in the place of an earlier one of the day, and
    /// removes those of all but the last days; its path.
    func make(
        day: String, _ options: LedgerOptions, step: (ReplacementStep) -> Void = { _ in }
    ) throws(LedgerError) -> String {
        let target = path(day: day)
        step(.hasBegun)
        do {
            try makeFolder()
            PartName.removeLeftovers(of: file.name, in: folder)
            let part = PartName.new(for: target)
            defer { PartName.remove(part) }
            _ = try FileDescriptor(part, O_RDWR | O_CREAT | O_EXCL)
            try StateCopy(source: file, options: options).write(to: part)
            step(.isBuilt)
            // Somebody may have opened the earlier copy; what that left would be read as its log.
            for suffix in Self.logs { unlink(target + suffix) }
            try FileReplacement.rename(part, to: target, in: folder)
        } catch {
            throw failure(LedgerError(error, in: StateFile(target)), target)
        }
        step(.isInPlace)
        for old in daily().dropLast(Self.daysKept) where old != target {
            for suffix in [""] + Self.logs { unlink(old + suffix) }
        }
        return target
    }

    private func failure(_ error: LedgerError, _ target: String) -> LedgerError {
        var failure = error
        failure.clause =
            switch error.kind {
            case .full: Message("there is no room for a backup of the state file, \(target)")
            case .corrupt: file.corrupt(Message("it cannot be copied")).clause
            default:
                Message("a backup of the state file cannot be made as \(target): \(error.clause)")
            }
        return failure
    }

    private func makeFolder() throws(SystemError) {
        if mkdir(folder, 0o700) == 0 {
            try FileReplacement.synchronize(folder: file.folder)
            return
        }
        let code = errno
        var status = stat()
        guard code == EEXIST, lstat(folder, &status) == 0 else { throw SystemError(code: code) }
        // What it holds is told apart by its names; a link would lead somewhere else.
        if status.st_mode & S_IFMT != S_IFDIR { throw SystemError(code: ENOTDIR) }
    }

    // MARK: - Finding them

    /// A copy that is whole.
    struct Good: Hashable {
        /// Where it lies.
        let path: String
        /// How many lines its history has.
        let sequence: Int64
    }

    /// The copy that is whole and knows most of the history; nil if there is none.
    ///
    /// By what they hold and not by their names: a clock may have been wrong.
    func newestGood() -> Good? {
        let found = (daily() + file.migrationBackups()).compactMap { path in
            Self.sequence(path).map { Good(path: path, sequence: $0) }
        }
        let newestFirst = found.enumerated().sorted {
            ($0.element.sequence, $0.offset) > ($1.element.sequence, $1.offset)
        }
        return newestFirst.lazy.map(\.element).first { Self.isWhole($0.path) }
    }

    /// How many lines of history the copy at `path` has; nil if it is none that could be used.
    static func sequence(_ path: String) -> Int64? {
        end(path).map { $0.last?.sequence ?? 0 }
    }

    /// The last line of the history of the copy at `path`, if it has one; nil if it is none that
    /// could be used.
    static func end(_ path: String) -> [HistoryEntry]? { try? reading(path, end) }

    /// The last line of the history that `db` holds, if it has one. Two states whose histories end
    /// in the same line are the same.
    static func end(_ db: Database) throws -> [HistoryEntry] {
        let end = HistoryReader(db: db).readable("TRUE ORDER BY h.sequence DESC LIMIT 1", [])
        if !end.isWhole { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return end.entries
    }

    /// Whether the copy at `path` holds together.
    static func isWhole(_ path: String) -> Bool {
        (try? reading(path) { db in try StateCopy.check(db) }) != nil
    }

    private static func reading<Value>(
        _ path: String, _ body: (Database) throws -> Value
    ) throws -> Value {
        let copy = StateFile(path)
        try copy.check(newestVersion: Int32(Migration.all.count))
        let queue = try DatabaseQueue(
            path: path, configuration: LedgerConnections.reading(LedgerOptions()))
        defer { try? queue.close() }
        return try queue.inDatabase(body)
    }
}
