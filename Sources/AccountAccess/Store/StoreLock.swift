// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HTTPTransport
internal import Messages

/// The lock under which tokens are renewed and kept: one process at a time, and one task in it.
///
/// The kernel lets it go when its holder ends, however that comes about.
final class StoreLock: Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    private static let name = "tokens.lock"
    /// How long others may hold it: as long as they may have to wait for the service.
    private static let patienceSeconds = 180.0

    /// Takes the lock of `folder`, and waits while another has it.
    static func taken(
        _ folder: AccountFolder, _ clock: AccountClock
    ) async throws(AccessError) -> StoreLock {
        let descriptor = try await BlockingCall.value { () throws(AccessError) in
            try open(folder)
        }
        let lock = StoreLock(descriptor: descriptor)
        let end = clock.uptime() + patienceSeconds
        var pause = 0.01
        // flock(2) could wait by itself, but not for a limited time.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw AccessError(
                    .store,
                    String(
                        clause: "cannot lock '\(folder.path)/\(name)': \(AccountFolder.reason())"))
            }
            guard clock.uptime() < end else {
                throw AccessError(
                    .store,
                    String(
                        clause: "another process has been renewing tokens for too long; it holds"
                            + " '\(folder.path)/\(name)'"))
            }
            do {
                try await clock.sleep(pause)
            } catch {
                throw AccessError(.offline, String(clause: "the sign-in was cancelled"))
            }
            pause = min(pause * 1.5, 0.25)
        }
        withExtendedLifetime(lock) {}
        return lock
    }

    private static func open(_ folder: AccountFolder) throws(AccessError) -> Int32 {
        let parent = try folder.open()
        defer { close(parent) }
        let descriptor = openat(
            parent, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw AccessError(
                .store,
                String(clause: "cannot open '\(folder.path)/\(name)': \(AccountFolder.reason())"))
        }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Lets others have it. A call at the end keeps the lock alive up to there.
    func release() { flock(descriptor, LOCK_UN) }
}
