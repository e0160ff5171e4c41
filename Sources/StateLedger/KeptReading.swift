// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc

/// Opens a state file to look at it, and leaves nothing behind.
///
/// A connection that only reads makes a log beside a file that has none, and cannot remove it. So a
/// file that nobody uses is read as one that never changes (sqlite.org/uri.html, `immutable`), and
/// what was read of it counts only if it has not changed. Where there is a log, whoever writes has
/// made what readers share, and SQLite gives what was recorded last.
struct KeptReading {
    let file: StateFile
    let options: LedgerOptions

    /// How often a file is read that changes each time.
    private static let attemptsMax = 3
    /// How long one waits between two looks, in microseconds.
    private static let pauseMicroseconds: UInt32 = 100_000

    /// What `body` makes of it.
    func value<Value>(
        _ body: (KeptListings) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        for _ in 0..<Self.attemptsMax {
            guard let mark = quietMark(), let queue = alone() else { break }
            let result = Result { () throws(LedgerError) -> Value in try read(queue, body) }
            if FileMark(path: file.path) == mark { return try result.get() }
        }
        return try read(try shared(), body)
    }

    /// What the file is known by, once any later change of it would show; nil where a log or a
    /// journal lies beside it.
    private func quietMark() -> FileMark? {
        let pause = Int64(Self.pauseMicroseconds)
        let most = (options.quietSeconds + 2) * 1_000_000 / pause
        for _ in 0..<max(1, most) {
            var status = stat()
            if file.hasLog || lstat(file.path + "-journal", &status) == 0 { return nil }
            let now = Int64(time(nil))
            guard let mark = FileMark(path: file.path), mark.second <= now else { return nil }
            if mark.second + options.quietSeconds < now || options.quietSeconds == 0 { return mark }
            usleep(Self.pauseMicroseconds)
        }
        return nil
    }

    /// A connection without locks; nil where SQLite knows none.
    private func alone() -> DatabaseQueue? {
        try? DatabaseQueue(
            path: Self.address(file.path), configuration: LedgerConnections.reading(options))
    }

    /// The file as an address.
    private static func address(_ path: String) -> String {
        var text = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                text += (byte < 16 ? "%0" : "%") + digits
            }
        }
        return text + "?immutable=1"
    }

    private func shared() throws(LedgerError) -> DatabaseQueue {
        do {
            return try DatabaseQueue(
                path: file.path, configuration: LedgerConnections.reading(options))
        } catch {
            throw LedgerError(error, in: file)
        }
    }

    /// Calls `body` with what was recorded when it began, by `queue`, which is closed then.
    private func read<Value>(
        _ queue: DatabaseQueue, _ body: (KeptListings) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        defer { try? queue.close() }
        do {
            return try queue.inDatabase { db in
                var value: Value?
                try db.inTransaction(.deferred) {
                    try check(db)
                    value = try body(KeptListings(db: db, file: file))
                    return .rollback
                }
                guard let value else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
                return value
            }
        } catch {
            throw LedgerError(error, in: file)
        }
    }

    private func check(_ db: Database) throws {
        try Opening(file: file, options: options, mayMigrate: false).check(db)
        let version = try db.number("PRAGMA user_version", []) ?? 0
        if version < options.migrations.count {
            throw file.older(Int(version), than: options.migrations.count)
        }
    }
}

/// By what a file is known to be as it was.
private struct FileMark: Hashable {
    private let numbers: [Int64]
    /// When it changed last, in seconds since 1970.
    let second: Int64

    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        numbers = [
            Int64(status.st_dev), Int64(status.st_ino), Int64(status.st_size),
            Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
            Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec),
        ]
        second = Int64(max(status.st_mtim.tv_sec, status.st_ctim.tv_sec))
    }
}

extension StateFile {
    /// Throws where there is no state file, or not one alone: nothing is done about it here.
    func demandAlone() throws(LedgerError) {
        var status = stat()
        if lstat(successorPath, &status) == 0 { throw unfinished() }
        if try !exists() { throw remains.map(lost) ?? absent() }
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 {
            throw linked(Int(status.st_nlink))
        }
    }
}
