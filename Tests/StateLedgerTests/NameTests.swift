// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import StateLedger
import TestSupport
import Testing

@Suite("The names of a state file")
struct NameTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state.db")
    }

    @Test("that are links lead to the one file, its one log and its one lock")
    func links() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage([Sample.order("/a")])
        let real = folder.file("real")
        #expect(mkdir(real, 0o700) == 0)
        #expect(symlink("../state.db", real + "/link.db") == 0)
        #expect(symlink("real", folder.file("other")) == 0)
        let names = [
            real + "/link.db", folder.file("other/link.db"), folder.file("real/../state.db"),
        ]
        let lock = try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
        for name in names {
            let second = try Ledger.open(path: name, now: at(1))
            #expect(second.path == path)
            // What lies in the log only is seen.
            #expect(try await second.stagedItems(states: [.staged]).count == 1)
            let error = await failure { () async throws(LedgerError) in
                try await RunnerLock.acquire(statePath: name, waitSeconds: 0)
            }
            #expect(error?.kind == .locked)
        }
        lock.close()
        #expect(try folder.names(in: "real") == ["link.db"])
    }

    @Test("may not be two for one file, open or not")
    func hardLinks() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        try await ledger.stage([Sample.order("/a")])
        let other = folder.file("other.db")
        #expect(link(path, other) == 0)
        for name in [path, other] {
            let refusals = await [
                failure { () throws(LedgerError) in try Ledger.open(path: name, now: at(1)) },
                failure { () throws(LedgerError) in try Ledger.openExisting(path: name, now: at(1))
                },
                failure { () async throws(LedgerError) in
                    try await RunnerLock.acquire(statePath: name, waitSeconds: 0)
                },
            ]
            for error in refusals {
                #expect(error?.kind == .inaccessible)
                #expect(error?.message.contains("2 names") == true)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: other + "-wal"))
        await ledger.close()
        #expect(unlink(other) == 0)
        #expect(try await Ledger.open(path: path, now: at(1)).stagedItems(states: nil).count == 1)
    }

    @Test("may not be those of a mounted file, without what lies beside it")
    func mounts() async throws {
        try await Ledger.open(path: path, now: at(0)).close()
        let other = folder.file("mounted.db")
        try folder.write([], to: "mounted.db")
        guard Self.run("/bin/mount", ["--bind", path, other]) else { return }
        defer { _ = Self.run("/bin/umount", ["-l", other]) }
        let error = await failure { () throws(LedgerError) in
            try Ledger.open(path: other, now: at(1))
        }
        #expect(error?.message.contains("mounted") == true, "\(error as Any)")
    }

    @Test("of a start that was killed are no states, and go with the next start")
    func leftovers() async throws {
        try await Ledger.open(path: path, now: at(0)).close()
        let bytes = try folder.bytes("state.db")
        // No process has so high a number.
        let gone = ["state.db.new-4194304-7", "state.db.new-4194304-7-journal"]
        let others = [
            "state.db.new-\(getpid())-7", "state.db.new-x-7", "state.db.new-4194304",
            "mine.new-4194304-7",
        ]
        for name in gone + others { try folder.write(bytes, to: name) }
        #expect(mkdir(folder.file("state.db.new-4194304-8"), 0o700) == 0)
        #expect(symlink("state.db", folder.file("state.db.new-4194304-9")) == 0)
        for name in [gone[0], others[0]] {
            let error = await failure { () throws(LedgerError) in
                try Ledger.open(path: folder.file(name), now: at(1))
            }
            #expect(error?.kind == .inaccessible)
            #expect(error?.message.contains("unfinished") == true)
        }
        try await Ledger.openExisting(path: path, now: at(1)).close()
        let left = others + ["state.db", "state.db.new-4194304-8", "state.db.new-4194304-9"]
        #expect(try folder.names() == left.sorted())
    }

    @Test("are one again when a start was killed between its two last steps")
    func killedBetweenNames() async throws {
        try await Ledger.open(path: path, now: at(0)).close()
        #expect(link(path, folder.file("state.db.new-4194304-7")) == 0)
        #expect(try await Ledger.open(path: path, now: at(1)).firstUsed() == at(0))
        #expect(try folder.names().contains("state.db.new-4194304-7") == false)
    }

    private static func run(_ tool: String, _ arguments: [String]) -> Bool {
        (try? ChildProgram.run(tool, arguments))?.isDone == true
    }
}
