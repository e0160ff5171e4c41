// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import StateLedger
import Testing

@Suite("Locks between processes")
struct LockTests {
    private let folder: TemporaryFolder
    private let path: String
    private let options: LedgerOptions

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state.db")
        var options = LedgerOptions()
        options.waitSeconds = 0.2
        self.options = options
    }

    @Test("tell which process writes, once one has waited; reading goes on meanwhile")
    func writer() async throws {
        let ledger = try Ledger.open(path: path, now: at(0), options: options)
        try await ledger.stage([Sample.order("/a")])
        let release = try ledger.holdWriteLock()
        await #expect(processExitsWith: .success) {
            [path = path as String, pid = getpid() as Int32] in
            var options = LedgerOptions()
            options.waitSeconds = 0.2
            let other = try Ledger.openExisting(path: path, now: at(1), options: options)
            #expect(try await other.stagedItems(states: [.staged]).count == 1)
            let error = await failure { () async throws(LedgerError) in
                try await other.undo(.all, actor: "person", at: at(1))
            }
            #expect(error?.kind == .locked)
            #expect(error?.holder == pid)
            #expect(error?.message.contains("process \(pid)") == true)
            #expect(try await other.stagedItems(states: [.staged]).count == 1)
        }
        try release()
        #expect(try await ledger.undo(.all, actor: "person", at: at(1)).undone.count == 1)
    }

    @Test("of a writer are waited for")
    func patience() async throws {
        var options = LedgerOptions()
        // However long it takes until this test has its turn again.
        options.waitSeconds = 3_600
        let ledger = try Ledger.open(path: path, now: at(0), options: options)
        try await ledger.stage([Sample.order("/a")])
        let release = try ledger.holdWriteLock()
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        async let outcome = {
            start.yield()
            return try await ledger.undo(.all, actor: "person", at: at(1))
        }()
        for await _ in starts { break }
        // It waits by now, or will find the lock held.
        #expect(try await ledger.stagedItems(states: [.staged]).count == 1)
        try release()
        #expect(try await outcome.undone.count == 1)
    }

    @Test("keep a second runner out, and tell which process the first is")
    func runner() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        let lock = try await RunnerLock.acquire(statePath: path)
        await #expect(processExitsWith: .success) {
            [path = path as String, pid = getpid() as Int32] in
            let error = await failure { () async throws(LedgerError) in
                try await RunnerLock.acquire(statePath: path, waitSeconds: 0.2)
            }
            #expect(error?.kind == .locked)
            #expect(error?.holder == pid)
            // What people decide is recorded while a runner runs.
            let other = try Ledger.openExisting(path: path, now: at(1))
            try await other.stage([Sample.order("/a")])
            await other.close()
        }
        #expect(try await ledger.stagedItems(states: [.staged]).count == 1)
        lock.close()
        await #expect(processExitsWith: .success) { [path = path as String] in
            _ = try await RunnerLock.acquire(statePath: path, waitSeconds: 0.2)
        }
    }

    @Test("of a runner end with it, with its object, or when it says so")
    func release() async throws {
        _ = try Ledger.open(path: path, now: at(0))
        let path = path
        var first: RunnerLock? = try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
        let error = await failure { () async throws(LedgerError) in
            try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
        }
        #expect(error?.kind == .locked)
        #expect(error?.holder == getpid())
        first?.close()
        let second = try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
        first?.close()
        first = nil
        #expect(
            await failure { () async throws(LedgerError) in
                try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
            }?.kind == .locked)
        withExtendedLifetime(second) {}
        var status = stat()
        #expect(stat(path + ".run", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test("of a runner that was killed are gone with it")
    func killedRunner() async throws {
        _ = try Ledger.open(path: path, now: at(0))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let lock = try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
            withExtendedLifetime(lock) { _ = kill(getpid(), SIGKILL) }
        }
        _ = try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
    }

    @Test("are waited for without keeping tasks from running, and no longer than asked")
    func waiting() async throws {
        _ = try Ledger.open(path: path, now: at(0))
        let path = path
        let first = try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
        // More waiting tasks than there are threads: the one that lets go has to get its turn.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await RunnerLock.acquire(statePath: path, waitSeconds: 3_600).close()
                }
            }
            group.addTask {
                try await Task.sleep(for: .milliseconds(100))
                first.close()
            }
            try await group.waitForAll()
        }
    }

    @Test("are given up at once by a cancelled task")
    func cancellation() async throws {
        _ = try Ledger.open(path: path, now: at(0))
        let path = path
        let first = try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
        let waiting = Task { () -> LedgerError.Kind? in
            do throws(LedgerError) {
                _ = try await RunnerLock.acquire(statePath: path, waitSeconds: 3_600)
                return nil
            } catch {
                return error.kind
            }
        }
        waiting.cancel()
        #expect(await waiting.value == .locked)
        first.close()
    }

    @Test("are not needed in memory, nor made where there is no folder")
    func noFile() async throws {
        _ = try await RunnerLock.acquire(statePath: Ledger.empty().path, waitSeconds: 0)
        let path = folder.file("none/state.db")
        let error = await failure { () async throws(LedgerError) in
            try await RunnerLock.acquire(statePath: path, waitSeconds: 0)
        }
        #expect(error?.kind == .absent)
        #expect(try folder.names() == [])
    }
}
