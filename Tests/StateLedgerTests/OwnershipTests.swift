// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import StateLedger
import Testing

@Suite("Whose a state file is")
struct OwnershipTests {
    private let folder: TemporaryFolder
    private let path: String

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.file("state.db")
        await (try Ledger.open(path: path, now: at(0))).close()
    }

    /// Expects all that opens the state to refuse it, with `words` in the message.
    private func expectRefusal(
        _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let path = path
        let errors = [
            await failure(sourceLocation: sourceLocation) { () throws(LedgerError) in
                try Ledger.open(path: path, now: at(1))
            },
            await failure(sourceLocation: sourceLocation) { () throws(LedgerError) in
                try Ledger.openExisting(path: path, now: at(1))
            },
            await failure(sourceLocation: sourceLocation) { () async throws(LedgerError) in
                try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
            },
            await failure(sourceLocation: sourceLocation) { () throws(LedgerError) in
                try StateRestoration.restore(path: path, now: at(1))
            },
            await failure(sourceLocation: sourceLocation) { () throws(LedgerError) in
                try StateImport.read([], intoStateAt: path)
            },
        ]
        for error in errors {
            #expect(error?.kind == .exposed, "\(error as Any)", sourceLocation: sourceLocation)
            for word in words {
                #expect(
                    error?.message.contains(word) == true, "\(error as Any)",
                    sourceLocation: sourceLocation)
            }
        }
    }

    private func expectUse(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let ledger = try Ledger.open(path: path, now: at(1))
        try await RunnerLock.acquire(statePath: path, waitSeconds: 0).close()
        await ledger.close()
    }

    @Test("is not told by a file that brakes, which an administrator puts beside it")
    func brake() async throws {
        try folder.write([], to: "state.db.paused")
        // Only root gives files away.
        if geteuid() == 0 { #expect(chown(path + ".paused", 4_242, 4_242) == 0) }
        #expect(chmod(path + ".paused", 0o666) == 0)
        try await expectUse()
        let ledger = try Ledger.openExisting(path: path, now: at(1))
        #expect(try await ledger.brake() == .file(path: path + ".paused"))
        await ledger.close()
    }

    @Test(
        "is told by what lies beside it, too: a link is not followed, and not written through",
        arguments: ["-wal", "-shm", "-journal", ".run", ".restored"], ["symbolic", "dangling"])
    func links(suffix: String, kind: String) async throws {
        unlink(path + suffix)
        try folder.write(Array("precious".utf8), to: "precious")
        #expect(symlink(kind == "dangling" ? "absent" : "precious", path + suffix) == 0)
        await expectRefusal(path + suffix, "remove it")
        #expect(try folder.bytes("precious") == Array("precious".utf8))
        #expect(!(try folder.names().contains("absent")))
    }

    @Test(
        "what lies beside it and is another file as well is not written to",
        arguments: ["-wal", "-shm", "-journal", ".run", ".restored"])
    func hardLinks(suffix: String) async throws {
        unlink(path + suffix)
        try folder.write(Array("precious".utf8), to: "precious")
        #expect(link(folder.file("precious"), path + suffix) == 0)
        await expectRefusal(path + suffix, "further names (hard links)")
        #expect(try folder.bytes("precious") == Array("precious".utf8))
    }

    @Test("pipes beside it are not waited for", arguments: ["-wal", "-journal", ".run"])
    func pipes(suffix: String) async throws {
        unlink(path + suffix)
        #expect(mkfifo(path + suffix, 0o600) == 0)
        await expectRefusal(path + suffix)
    }

    @Test("is the user's alone when it is made")
    func mode() async throws {
        let ledger = try Ledger.open(path: path, now: at(1))
        try await ledger.stage([Sample.order("/a")])
        try await RunnerLock.acquire(statePath: path, waitSeconds: 0).close()
        for name in try folder.names() where name.hasPrefix("state.db") {
            var status = stat()
            #expect(stat(folder.file(name), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        await ledger.close()
    }

    @Test("one that everybody may write to is refused, as is what lies beside it")
    func writable() async throws {
        #expect(chmod(path, 0o644) == 0)
        try await expectUse()
        #expect(chmod(path, 0o646) == 0)
        await expectRefusal("mode 646", "chmod go-w \(path)")
        #expect(chmod(path, 0o600) == 0)
        #expect(chmod(path + ".run", 0o666) == 0)
        await expectRefusal("chmod go-w \(path).run")
        #expect(chmod(path + ".run", 0o600) == 0)
        try await expectUse()
    }

    @Test("a folder in which everybody may replace files is no place for one; a sticky one is")
    func folders() async throws {
        #expect(chmod(folder.path, 0o777) == 0)
        await expectRefusal("the folder", "chmod go-w \(folder.path)")
        #expect(chmod(folder.path, 0o1777) == 0)
        try await expectUse()
        #expect(chmod(folder.path, 0o700) == 0)
    }

    @Test("a device where its folder should be is not said to be opened to others needlessly")
    func device() async throws {
        #expect(symlink("/dev/zero", folder.file("odd")) == 0)
        let path = folder.file("odd/state.db")
        let error = await failure { () throws(LedgerError) in
            try Ledger.open(path: path, now: at(1))
        }
        #expect(error?.kind == .inaccessible, "\(error as Any)")
        #expect(error?.message.contains("chmod") == false, "\(error as Any)")
    }

    @Test("of another user is refused, and so is what lies beside it", .enabled(if: geteuid() == 0))
    func foreign() async throws {
        for name in [path, path + ".run", folder.path] {
            var status = stat()
            _ = try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
            #expect(chown(name, 4_321, gid_t.max) == 0)
            await expectRefusal("user 4321", "chown", name)
            #expect(stat(name, &status) == 0 && status.st_uid == 4_321)
            #expect(chown(name, 0, gid_t.max) == 0)
            try await expectUse()
        }
        // A folder that is still to be made lies in somebody else's.
        #expect(chown(folder.path, 4_321, gid_t.max) == 0)
        let new = folder.file("made/state.db")
        let error = await failure { () throws(LedgerError) in
            try Ledger.open(path: new, now: at(1))
        }
        #expect(error?.kind == .exposed)
        #expect(!(try folder.names().contains("made")))
        #expect(chown(folder.path, 0, gid_t.max) == 0)
    }

    @Test(
        "the group may write where nobody but the user is in it", .enabled(if: geteuid() == 0))
    func groups() async throws {
        #expect(chmod(path, 0o664) == 0)
        try await expectUse()
        #expect(chown(path, 0, 4_321) == 0)
        #expect(chmod(path, 0o664) == 0)
        await expectRefusal("mode 664")
    }

    @Test("a backup that others could write is no good one")
    func backups() async throws {
        let ledger = try Ledger.open(path: path, now: at(1))
        try await ledger.stage([Sample.order("/a")])
        let backup = try #require(try await ledger.backUp(.recorded, now: at(1)))
        await ledger.close()
        #expect(chmod(backup, 0o666) == 0)
        let path = path
        let none = await failure { () throws(LedgerError) in
            try StateRestoration.restore(path: path, now: at(2))
        }
        #expect(none?.kind == .absent)
        let named = await failure { () throws(LedgerError) in
            try StateRestoration.restore(path: path, from: backup, now: at(2))
        }
        #expect(named?.kind == .exposed)
        #expect(chmod(backup, 0o600) == 0)
        #expect(try StateRestoration.restore(path: path, now: at(2)).backup == backup)
    }
}
