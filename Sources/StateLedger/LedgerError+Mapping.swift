// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import POSIX
internal import Text

/// What is stored contradicts itself: the state file was damaged, or changed by something else.
struct DamagedContent: Error {
    /// What is wrong, one clause.
    let reason: Message
    /// What to do, if it is less than to give up the file.
    var advice: Message?
}

extension LedgerError {
    /// The error in this module's words. SQL and its parameters are left out: they hold names.
    init(_ error: any Error, in file: StateFile) {
        switch error {
        case let error as LedgerError: self = error
        case let error as SystemError: self = file.inaccessible(error)
        case let error as DamagedContent:
            self = file.corrupt(error.reason, advice: error.advice)
        case is JSONReader.Malformed, is RowDecodingError:
            self = file.corrupt(Message("a value in it cannot be read"))
        case let error as DatabaseError: self.init(error, in: file)
        default:
            let what = String(describing: error)
            self.init(.failed, Message("the state file \(file.path) cannot be used: \(what)"))
        }
    }

    private init(_ error: DatabaseError, in file: StateFile) {
        let code = error.extendedResultCode.rawValue
        switch error.resultCode {
        case .SQLITE_FULL: self = file.full(code: code)
        // A protocol error is the answer where another process stands still with a lock of the log.
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = file.locked(code: code)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self = file.corrupt(Message("SQLite finds errors in it"), code: code)
        case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH,
            .SQLITE_NOLFS:
            // Where SQLite makes a file, a full disk looks like any other failure.
            if file.isOnFullDisk {
                self = file.full(code: code)
                return
            }
            self.init(
                .inaccessible,
                Message(
                    "the state file \(file.path) cannot be read or written"
                        + " (\(error.resultCode.description)); check its permissions and its disk"),
                code: code)
        default:
            self.init(
                .failed,
                Message(
                    "the state file \(file.path) cannot be used"
                        + " (\(error.message ?? error.resultCode.description)); this should not"
                        + " happen, please report it"),
                code: code)
        }
    }
}
