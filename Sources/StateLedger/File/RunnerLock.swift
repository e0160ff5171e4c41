// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX

/// Held by the one process that executes or restores, for as long as it does.
///
/// It is a lock on a file of its own beside the state file, so that others can read and write the
/// state meanwhile. That file is named after the one real name that a state file may have, so that
/// whatever link or mount leads to one state leads to one lock. The kernel lets go of it when the process ends, however it ends.
package final class RunnerLock: Sendable {
    /// Of the locked file; -1 for a state in memory.
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    /// Lets go of the lock before the object goes; does nothing the second time.
    package func close() {
        if descriptor >= 0 { flock(descriptor, LOCK_UN) }
    }

    /// How long to sleep between two attempts.
    private static let pause = Duration.milliseconds(50)

    /// Locks the state file at `statePath` for running, and waits up to `waitSeconds` for it.
    ///
    /// Throws `locked` with the process that holds it. A state in memory is never locked.
    package static func acquire(
        statePath: String, waitSeconds: Double = 5
    ) async throws(LedgerError) -> RunnerLock {
        if statePath == StateFile.memoryPath { return RunnerLock(descriptor: -1) }
        let file = try StateFile.located(statePath)
        try file.checkOwnership()
        try file.checkNames()
        let clock = ContinuousClock()
        let end = clock.now + .seconds(waitSeconds)
        while true {
            if let lock = try attempt(file) { return lock }
            if clock.now >= end || Task.isCancelled { throw locked(file) }
            // A cancelled sleep ends at once, and then the wait is over.
            try? await clock.sleep(for: pause)
        }
    }

    /// Locks `file` for running without waiting for it.
    static func acquireNow(_ file: StateFile) throws(LedgerError) -> RunnerLock {
        if let lock = try attempt(file) { return lock }
        throw locked(file)
    }

    /// Whether somebody holds the lock, as far as the kernel tells; touches nothing.
    package static func isHeld(ofState path: String) -> Bool {
        LockHolder.runner(at: ((try? StateFile.located(path)) ?? StateFile(path)).lockPath) != nil
    }

    /// Whether another process holds the lock, as far as the kernel tells; touches nothing.
    package static func isHeldElsewhere(ofState path: String) -> Bool {
        let file = (try? StateFile.located(path)) ?? StateFile(path)
        return LockHolder.runner(at: file.lockPath).map { $0 != getpid() } ?? false
    }

    /// The lock, if nobody has it.
    ///
    /// What is written into the file goes to no other one: it is no link, has one name only, and is
    /// this user's.
    private static func attempt(_ file: StateFile) throws(LedgerError) -> RunnerLock? {
        let descriptor = Glibc.open(
            file.lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode_t(0o600))
        if descriptor < 0 {
            if errno == ENOENT { throw file.absent() }
            throw file.inaccessible(SystemError(code: errno))
        }
        let lock = RunnerLock(descriptor: descriptor)
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw file.inaccessible(SystemError(code: errno)) }
        try file.check(status, of: file.lockPath)
        // Somebody may have removed the file since it was opened; then the lock would be on nothing.
        if status.st_nlink == 0 { return nil }
        if status.st_nlink > 1 { throw file.manyNames(file.lockPath) }
        do throws(SystemError) {
            let answer = try SystemCall.unlessBlocking { flock(descriptor, LOCK_EX | LOCK_NB) }
            if answer == nil { return nil }
        } catch {
            throw file.inaccessible(error)
        }
        if (try? FileIdentity(path: file.lockPath)) != FileIdentity(status) { return nil }
        lock.writeHolder()
        return lock
    }

    /// Writes our process into the file, for where the kernel does not tell.
    private func writeHolder() {
        // Only a hint for a message: a full disk does not keep anybody from running.
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    }

    private static func locked(_ file: StateFile) -> LedgerError {
        let holder = LockHolder.runner(at: file.lockPath) ?? writtenHolder(file)
        let who = holder.map { Message("process \($0)") } ?? Message("another process")
        return LedgerError(
            .locked,
            Message(
                "\(who) is running with the state file \(file.path); try again when it is done"),
            holder: holder)
    }

    private static func writtenHolder(_ file: StateFile) -> Int32? {
        guard let lockFile = try? FileDescriptor(file.lockPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let bytes = try? lockFile.read(16, at: 0)
        else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self))
    }
}
