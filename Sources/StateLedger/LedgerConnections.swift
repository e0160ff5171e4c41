// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import GRDB

/// The two connections to one state file: all writing goes through one, all reading through the
/// other, so that reading never waits for writing.
final class LedgerConnections: Sendable {
    /// The one that writes.
    let writer: DatabaseQueue
    /// The one that reads; the same as `writer` for a state in memory, and on a full disk.
    let reader: DatabaseQueue
    /// Where reading waits for the disk.
    let readQueue = DispatchQueue(label: "state-file-reader")

    /// Takes over open connections.
    init(writer: DatabaseQueue, reader: DatabaseQueue) {
        self.writer = writer
        self.reader = reader
    }

    deinit { close() }

    /// Closes both, the writer last: the last one to close brings the log into the file, which a
    /// connection that only reads cannot do.
    func close() {
        // An error here loses nothing: what was committed is on the disk.
        if reader !== writer { try? reader.close() }
        try? writer.close()
    }

    /// How `writer` is set up.
    static func writing(_ options: LedgerOptions) -> Configuration {
        writing(common(options))
    }

    /// How the only connection is set up where there is no room for a file beside the state.
    static func alone(_ options: LedgerOptions) -> Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // sqlite.org/wal.html, "Use of WAL Without Shared-Memory": set before the first look at
            // the file, the index of the log is kept in memory.
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        }
        return writing(common(options, configuration))
    }

    private static func writing(_ common: Configuration) -> Configuration {
        var configuration = common
        configuration.label = "state-file"
        configuration.prepareDatabase { db in
            // pragma_synchronous: FULL syncs the log at every commit; what is said to be
            // recorded survives a loss of power.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216")
            // lang_conflict.html: only then does a row that is replaced count as deleted, which the
            // history forbids.
            try db.execute(sql: "PRAGMA recursive_triggers = ON")
        }
        return configuration
    }

    /// How `reader` is set up.
    static func reading(_ options: LedgerOptions) -> Configuration {
        var configuration = common(options)
        configuration.label = "state-file-reader"
        configuration.readonly = true
        return configuration
    }

    private static func common(
        _ options: LedgerOptions, _ base: Configuration = Configuration()
    ) -> Configuration {
        var configuration = base
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(options.waitSeconds)
        configuration.prepareDatabase { db in
            // What a damaged or doctored file holds must not run anything, nor be believed.
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA cache_size = -16384")
        }
        return configuration
    }
}
