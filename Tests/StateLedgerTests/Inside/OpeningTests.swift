// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import POSIX
import RuleEngine
import Testing
import TestSupport

@testable import StateLedger

@Suite("Opening a state file")
struct OpeningTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The bytes of a small state file that was closed.
    private func sound(_ name: String = "sound.db") async throws -> [UInt8] {
        let ledger = try Ledger.open(path: folder.file(name), now: at(0))
        try await ledger.stage((0..<50).map { Sample.order("/file-\($0)") })
        await ledger.close()
        return try folder.bytes(name)
    }

    /// Opens `bytes` as a state file, both ways; expects the refusal, and that nothing is touched.
    private func expectRefusal(
        _ kind: LedgerError.Kind, of bytes: [UInt8], log: [UInt8]? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> LedgerError? {
        try folder.write(bytes, to: "refused.db")
        if let log { try folder.write(log, to: "refused.db-wal") }
        let names = try folder.names()
        let path = folder.file("refused.db")
        for existing in [false, true] {
            let error = await failure(sourceLocation: sourceLocation) { () throws(LedgerError) in
                existing
                    ? try Ledger.openExisting(path: path, now: at(0))
                    : try Ledger.open(path: path, now: at(0))
            }
            #expect(error?.kind == kind, "\(error as Any)", sourceLocation: sourceLocation)
            #expect(
                error?.message.contains(path) == true, "\(error as Any)",
                sourceLocation: sourceLocation)
            #expect(try folder.names() == names, sourceLocation: sourceLocation)
            #expect(try folder.bytes("refused.db") == bytes, sourceLocation: sourceLocation)
            if let log {
                #expect(try folder.bytes("refused.db-wal") == log, sourceLocation: sourceLocation)
            }
            if existing { return error }
        }
        return nil
    }

    @Test("makes it and its folders for the owner alone")
    func creation() async throws {
        let path = folder.file("one/two/state.db")
        let ledger = try Ledger.open(path: path, now: at(7))
        #expect(ledger.path == path)
        #expect(try await ledger.firstUsed() == at(7))
        var status = stat()
        for (name, mode) in [("one", 0o700), ("one/two", 0o700), ("one/two/state.db", 0o600)] {
            #expect(stat(folder.file(name), &status) == 0)
            #expect(status.st_mode & 0o777 == mode, "\(name)")
        }
        try await ledger.stage([Sample.order("/a")])
        for name in ["one/two/state.db-wal", "one/two/state.db-shm"] {
            #expect(stat(folder.file(name), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        await ledger.close()
        #expect(try folder.names(in: "one/two") == ["state.db"])
    }

    @Test("finds again what was recorded, and when it was first used")
    func reopening() async throws {
        let path = folder.file("state.db")
        let first = try Ledger.open(path: path, now: at(0))
        try await first.stage([Sample.order("/a")])
        let before = try await first.everything()
        await first.close()
        let second = try Ledger.open(path: path, now: at(99))
        #expect(try await second.everything() == before)
        #expect(try await second.firstUsed() == at(0))
        let third = try Ledger.openExisting(path: path, now: at(99))
        #expect(try await third.everything() == before)
    }

    @Test("takes a path from the working directory, and never for a URI")
    func relativePaths() throws {
        #expect(StateFile("/a/b.db").path == "/a/b.db")
        #expect(StateFile("b.db").path == FileManager.default.currentDirectoryPath + "/b.db")
        #expect(StateFile("file:b.db?mode=memory").path.hasPrefix("/"))
        #expect(StateFile("/a/b.db").folder == "/a")
        #expect(StateFile("/b.db").folder == "/")
        #expect(StateFile("/a/b.db").name == "b.db")
    }

    @Test("says that there is none, and makes nothing, when it has to be there")
    func absent() async throws {
        let path = folder.file("none/state.db")
        let error = await failure { () throws(LedgerError) in
            try Ledger.openExisting(path: path, now: at(0))
        }
        #expect(error?.kind == .absent)
        #expect(error?.message.contains(path) == true)
        #expect(try folder.names() == [])
    }

    @Test("refuses what is no database, without touching it")
    func garbage() async throws {
        var random = SplitMix64(seed: 1)
        let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for bytes in [[], Array("hello".utf8), noise, [UInt8](repeating: 0, count: 8192)] {
            _ = try await expectRefusal(.corrupt, of: bytes)
        }
    }

    @Test("refuses the database of another program, without touching it")
    func foreign() async throws {
        var bytes = try await sound()
        bytes.replaceSubrange(68..<72, with: [0, 0, 0, 1])
        let error = try await expectRefusal(.corrupt, of: bytes)
        #expect(error?.message.contains("another program") == true)
        bytes.replaceSubrange(68..<72, with: [0, 0, 0, 0])
        _ = try await expectRefusal(.corrupt, of: bytes)
    }

    @Test("refuses a newer version, without touching it")
    func newer() async throws {
        var bytes = try await sound()
        bytes[63] = UInt8(Migration.all.count + 1)
        let error = try await expectRefusal(.newerVersion, of: bytes)
        #expect(error?.message.contains("newer") == true)
        bytes[63] = 0
        _ = try await expectRefusal(.corrupt, of: bytes)
    }

    @Test("refuses a newer version that is in the log only, without touching either")
    func newerInLog() async throws {
        var options = LedgerOptions()
        options.migrations.append(migration("CREATE TABLE later (number INTEGER) STRICT"))
        _ = try await sound("state.db")
        let newer = try Ledger.open(path: folder.file("state.db"), now: at(0), options: options)
        // The connection is open: what it did lies in the log.
        let (file, log) = (try folder.bytes("state.db"), try folder.bytes("state.db-wal"))
        #expect(StateFileHeader(file).map { Int($0.userVersion) } == Migration.all.count)
        _ = try await expectRefusal(.newerVersion, of: file, log: log)
        await newer.close()
    }

    @Test("refuses a file that lost its end, without touching it")
    func truncated() async throws {
        let bytes = try await sound()
        for count in [1, 99, 100, 4095, 4096, 8192, bytes.count / 2, bytes.count - 1] {
            _ = try await expectRefusal(.corrupt, of: Array(bytes[..<count]))
        }
    }

    @Test("refuses a header in which any byte that matters is wrong")
    func damagedHeader() async throws {
        let bytes = try await sound()
        for offset in [0, 15, 16, 18, 19, 21, 22, 23, 68, 71] {
            var damaged = bytes
            damaged[offset] ^= 0xff
            _ = try await expectRefusal(.corrupt, of: damaged)
        }
    }

    @Test("refuses a file with a page that SQLite cannot read, without touching it")
    func damagedPages() async throws {
        let bytes = try await sound()
        var refused = 0
        for page in 1..<(bytes.count / 4096) {
            var damaged = bytes
            // The head of a page: its kind, how much is in it and where.
            for offset in 0..<8 { damaged[page * 4096 + offset] = 0xa5 }
            _ = try await expectRefusal(.corrupt, of: damaged)
            refused += 1
        }
        #expect(refused > 10)
    }

    @Test("refuses a file with such a page beside a log, without touching either")
    func damagedPagesBesideLog() async throws {
        _ = try await sound("state.db")
        let ledger = try Ledger.open(path: folder.file("state.db"), now: at(1))
        _ = try await ledger.undo(.paths(["/file-7"]), actor: "person", at: at(1))
        let (file, log) = (try folder.bytes("state.db"), try folder.bytes("state.db-wal"))
        await ledger.close()
        var refused = 0
        for page in 1..<(file.count / 4096) {
            var damaged = file
            for offset in 0..<8 { damaged[page * 4096 + offset] = 0xa5 }
            let trial = try TemporaryFolder()
            try trial.write(damaged, to: "state.db")
            try trial.write(log, to: "state.db-wal")
            do throws(LedgerError) {
                // The log holds this page as well.
                await (try Ledger.open(path: trial.file("state.db"), now: at(1))).close()
                continue
            } catch {
                #expect(error.kind == .corrupt)
            }
            refused += 1
            #expect(try trial.bytes("state.db") == damaged)
            #expect(try trial.bytes("state.db-wal") == log)
        }
        #expect(refused > 10)
    }

    @Test("never makes a file over one that another process has made meanwhile")
    func creationOverOther() async throws {
        _ = try await sound("state.db")
        let bytes = try folder.bytes("state.db")
        try StateFile(folder.file("state.db")).create(LedgerOptions(), now: at(5))
        #expect(try folder.bytes("state.db") == bytes)
        #expect(try folder.names() == ["state.db"])
    }

    @Test("checks what has no checksums of its own in large files too")
    func largeFiles() async throws {
        let bytes = try await sound()
        let root = try Ledger.open(path: folder.file("sound.db"), now: at(0))
        let page = try await root.number(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'history'")
        await root.close()
        var damaged = bytes
        let start = (Int(try #require(page)) - 1) * 4096
        for offset in 0..<8 { damaged[start + offset] = 0xa5 }
        try folder.write(damaged, to: "large.db")
        var options = LedgerOptions()
        options.wholeCheckBytesMax = 0
        let path = folder.file("large.db")
        let error = await failure { [options] () throws(LedgerError) in
            try Ledger.open(path: path, now: at(0), options: options)
        }
        #expect(error?.kind == .corrupt)
        #expect(try folder.bytes("large.db") == damaged)
    }

    @Test("refuses tables that are not as they were made")
    func doctoredSchema() async throws {
        let doctorings = [
            "DROP TRIGGER history_is_not_changed", "DROP INDEX staged_item_active",
            "CREATE TRIGGER more AFTER INSERT ON history BEGIN SELECT 1; END",
            "ALTER TABLE quota ADD COLUMN more INTEGER", "CREATE VIEW more AS SELECT 1",
        ]
        for (index, sql) in doctorings.enumerated() {
            let path = folder.file("doctored-\(index).db")
            let ledger = try Ledger.open(path: path, now: at(0))
            try await ledger.run(sql)
            await ledger.close()
            let error = await failure { () throws(LedgerError) in
                try Ledger.open(path: path, now: at(0))
            }
            #expect(error?.kind == .corrupt, "\(sql)")
        }
    }

    @Test("names the newest good backup when it refuses a damaged file")
    func backupNamed() async throws {
        var bytes = try await sound()
        // As VACUUM INTO writes it, with a rollback journal.
        for offset in [18, 19] { bytes[offset] = 1 }
        try folder.write(bytes, to: "refused.db.before-v2")
        try folder.write(bytes.dropLast(), to: "refused.db.before-v10")
        for name in ["refused.db.before-v3.part", "refused.db.before-v4.new-1-2"] {
            try folder.write(bytes, to: name)
        }
        let error = try await expectRefusal(.corrupt, of: Array("no database".utf8))
        #expect(error?.message.contains(folder.file("refused.db.before-v2")) == true)
        #expect(error?.message.contains("cleanrules state restore") == true)
        try FileManager.default.removeItem(atPath: folder.file("refused.db.before-v2"))
        let other = try await expectRefusal(.corrupt, of: Array("no database".utf8))
        #expect(other?.message.contains("no good backup") == true)
    }

    @Test("refuses a folder, a pipe, and what may not be read")
    func unreadable() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("folder"), withIntermediateDirectories: false)
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(symlink("nowhere", folder.file("link")) == 0)
        for name in ["folder", "pipe", "link", "pipe/state.db"] {
            let path = folder.file(name)
            let error = await failure { () throws(LedgerError) in
                try Ledger.open(path: path, now: at(0))
            }
            #expect(error?.kind == .inaccessible, "\(name): \(error as Any)")
        }
    }

    @Test("accepts a backup in its place, and lets reading go on beside writing again")
    func backupInPlace() async throws {
        let ledger = try Ledger.open(path: folder.file("state.db"), now: at(0))
        try await ledger.stage([Sample.order("/a")])
        let before = try await ledger.everything()
        try ledger.runAlone("VACUUM INTO '\(folder.file("copy.db"))'")
        #expect(try folder.bytes("copy.db")[18] == 1)
        let copy = try Ledger.open(path: folder.file("copy.db"), now: at(1))
        #expect(try await copy.everything() == before)
        #expect(try await copy.texts("PRAGMA journal_mode") == ["wal"])
    }

    @Test("keeps a commit on the disk, and believes no doctored schema")
    func pragmas() async throws {
        let ledger = try Ledger.open(path: folder.file("state.db"), now: at(0))
        func answer(_ pragma: String) throws -> Int? {
            try ledger.pragma(pragma)
        }
        #expect(try answer("synchronous") == 2)
        #expect(try answer("foreign_keys") == 1)
        #expect(try answer("trusted_schema") == 0)
        #expect(try answer("cell_size_check") == 1)
        #expect(try answer("application_id") == 0x636c_6e72)
        #expect(try answer("user_version") == Migration.all.count)
        #expect(try await ledger.texts("PRAGMA journal_mode") == ["wal"])
        let loose = try await ledger.texts(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0"
                + " AND name NOT LIKE 'sqlite_%'")
        #expect(loose == [])
    }

    @Test("writes no more to a file that was moved away or replaced")
    func replaced() async throws {
        let path = folder.file("state.db")
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage([Sample.order("/a")])
        for replacement in ["", "x"] {
            #expect(rename(path, folder.file("moved.db")) == 0)
            if !replacement.isEmpty { try folder.write(Array(replacement.utf8), to: "state.db") }
            let error = await failure { () async throws(LedgerError) in
                try await ledger.undo(.all, actor: "person", at: at(1))
            }
            #expect(error?.kind == .inaccessible)
            #expect(rename(folder.file("moved.db"), path) == 0)
        }
        #expect(try await ledger.undo(.all, actor: "person", at: at(1)).undone.count == 1)
    }

    @Test("leaves alone a file that a newer version has changed since it was opened")
    func newerMeanwhile() async throws {
        let path = folder.file("state.db")
        let ledger = try Ledger.open(path: path, now: at(0))
        var options = LedgerOptions()
        options.migrations.append(migration("CREATE TABLE later (number INTEGER) STRICT"))
        let newer = try Ledger.open(path: path, now: at(0), options: options)
        let errors = await [
            failure { () async throws(LedgerError) in
                try await ledger.savePlan(Sample.plan(), document: [], at: at(1))
            },
            failure { () async throws(LedgerError) in _ = try await ledger.drives() },
        ]
        #expect(errors.allSatisfy { $0?.kind == .newerVersion })
        #expect(try await newer.plans(most: 9) == [])
    }

    @Test("throws after it was closed")
    func closed() async throws {
        let ledger = try Ledger.open(path: folder.file("state.db"), now: at(0))
        await ledger.close()
        #expect(await failure { () async throws(LedgerError) in try await ledger.drives() } != nil)
    }

    @Test("lets go of no lock when the same process opens it again")
    func openTwice() async throws {
        let path = folder.file("state.db")
        let first = try Ledger.open(path: path, now: at(0))
        try await first.stage([Sample.order("/a")])
        let second = try Ledger.open(path: path, now: at(0))
        await second.close()
        await #expect(processExitsWith: .success) {
            [path = path as String, pid = getpid() as Int32] in
            let holder = try OpeningTests.lockHolder(path)
            #expect(holder == pid)
        }
        await first.close()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let holder = try OpeningTests.lockHolder(path)
            #expect(holder == nil)
        }
    }

    /// Which other process keeps this one from locking the file as a whole.
    private static func lockHolder(_ path: String) throws -> Int32? {
        let file = try FileDescriptor(path, O_RDWR)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(file.number, F_GETLK, &lock) == 0 else { return nil }
        return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
    }
}
