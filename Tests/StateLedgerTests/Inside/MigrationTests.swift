// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import Testing

@testable import StateLedger

@Suite("Bringing a state file up to date")
struct MigrationTests {
    private let folder: TemporaryFolder
    private let path: String
    /// The first version that there is not yet, and the one after it.
    private let next = "v\(Migration.all.count + 1)"
    private let second = "v\(Migration.all.count + 2)"

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state.db")
    }

    private func options(_ steps: String...) -> LedgerOptions {
        var options = LedgerOptions()
        options.migrations += steps.map { migration($0) }
        return options
    }

    /// A closed file of the first version, with something in it; what it holds.
    private func old() async throws -> String {
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage([Sample.order("/a"), Sample.order("/b")])
        let everything = try await ledger.everything()
        await ledger.close()
        return everything
    }

    @Test("copies it before each step, and takes the steps in their order")
    func steps() async throws {
        let before = try await old()
        let options = options(
            "CREATE TABLE later (number INTEGER) STRICT", "INSERT INTO later VALUES (7)")
        let ledger = try Ledger.open(path: path, now: at(1), options: options)
        #expect(try ledger.pragma("user_version") == Migration.all.count + 2)
        #expect(try await ledger.number("SELECT number FROM later") == 7)
        await ledger.close()
        #expect(
            Set(try folder.names()) == [
                "state.db", "state.db.before-\(next)", "state.db.before-\(second)",
            ])
        let backup = try Ledger.open(path: path + ".before-\(next)", now: at(1))
        #expect(try await backup.everything() == before)
        var status = stat()
        #expect(stat(path + ".before-\(next)", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test("copies what is still in the log as well")
    func log() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage([Sample.order("/a")])
        let before = try await ledger.everything()
        for name in ["state.db", "state.db-wal"] {
            try folder.write(try folder.bytes(name), to: "copy-" + name)
        }
        await ledger.close()
        let options = options("CREATE TABLE later (number INTEGER) STRICT")
        let copy = try Ledger.open(path: folder.file("copy-state.db"), now: at(1), options: options)
        await copy.close()
        let backup = try Ledger.open(path: folder.file("copy-state.db.before-\(next)"), now: at(1))
        #expect(try await backup.everything() == before)
    }

    @Test("makes no copy of a file that is up to date, or of a new one")
    func nothingToDo() async throws {
        let options = options("CREATE TABLE later (number INTEGER) STRICT")
        for _ in 0..<2 {
            let ledger = try Ledger.open(path: path, now: at(0), options: options)
            #expect(try ledger.pragma("user_version") == Migration.all.count + 1)
            await ledger.close()
        }
        #expect(try folder.names() == ["state.db"])
    }

    @Test("leaves the file at its version when a step fails, and names the copy")
    func failedStep() async throws {
        let before = try await old()
        let options = options(
            "CREATE TABLE later (number INTEGER) STRICT; INSERT INTO none VALUES (1)")
        let (path, copy) = (path, path + ".before-\(next)")
        let error = await failure { () throws(LedgerError) in
            try Ledger.open(path: path, now: at(1), options: options)
        }
        #expect(error?.kind == .failed)
        #expect(error?.message.contains(copy) == true)
        let again = try Ledger.open(path: path, now: at(1))
        #expect(try await again.everything() == before)
        #expect(try await again.texts("SELECT name FROM sqlite_schema WHERE name = 'later'") == [])
        await again.close()
        let backup = try Ledger.open(path: copy, now: at(1))
        #expect(try await backup.everything() == before)
    }

    @Test("never writes over a copy that is there")
    func manyCopies() async throws {
        _ = try await old()
        let failing = options("INSERT INTO none VALUES (1)")
        let path = path
        for _ in 0..<3 {
            let error = await failure { () throws(LedgerError) in
                try Ledger.open(path: path, now: at(1), options: failing)
            }
            #expect(error?.kind == .failed)
        }
        #expect(
            try folder.names() == [
                "state.db", "state.db.before-\(next)", "state.db.before-\(next).2",
                "state.db.before-\(next).3",
            ])
    }

    @Test("leaves an old file as it is when it only has to be there")
    func existing() async throws {
        _ = try await old()
        let bytes = try folder.bytes("state.db")
        let options = options("CREATE TABLE later (number INTEGER) STRICT")
        let path = path
        let error = await failure { () throws(LedgerError) in
            try Ledger.openExisting(path: path, now: at(1), options: options)
        }
        #expect(error?.kind == .failed)
        #expect(error?.message.contains("version \(Migration.all.count)") == true)
        #expect(try folder.names() == ["state.db"])
        #expect(try folder.bytes("state.db") == bytes)
    }

    @Test("is undone as a whole by the death of the process, copy kept")
    func death() async throws {
        let before = try await old()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            var options = LedgerOptions()
            options.migrations.append(migration("CREATE TABLE later (number INTEGER) STRICT"))
            options.beforeCommit = { kill(getpid(), SIGKILL) }
            _ = try Ledger.open(path: path, now: at(1), options: options)
        }
        #expect(try folder.names().contains("state.db.before-\(next)"))
        let again = try Ledger.open(path: path, now: at(1))
        #expect(try await again.everything() == before)
    }

    @Test("never shows a half-made file, whenever the process dies")
    func deathAtCreation() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            var options = LedgerOptions()
            options.migrations.append(Migration { _ in kill(getpid(), SIGKILL) })
            _ = try Ledger.open(path: path, now: at(1), options: options)
        }
        #expect(try !folder.names().contains("state.db"))
        let ledger = try Ledger.open(path: path, now: at(1))
        #expect(try await ledger.replayDifferences() == [])
    }
}
