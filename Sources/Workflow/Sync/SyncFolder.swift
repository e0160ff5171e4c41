// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import Glibc
internal import Messages
internal import POSIX
internal import Text

/// A folder of this machine that another program brings to all devices.
///
/// It has to be this user's, and closed to other writers. Logs are files of this user's own; links are
/// not followed. What has another name than a log has is none, as the copies that a program makes of
/// two versions.
struct SyncFolder: SyncPlace {
    /// The path of the folder.
    let path: String

    var text: String { VisibleText.escaped(path) }

    var logBytesMax: Int { SyncLimits.logBytesMax }

    /// Entries of the folder that are looked at.
    private static let entriesMax = 10_000

    // MARK: The folder

    private func open() throws(Failure) -> FileDescriptor {
        do throws(SystemError) {
            let folder = try FileDescriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            if try Self.isOwn(folder) { return folder }
        } catch {
            throw failure(error)
        }
        throw Failure(
            .refused,
            Message(
                "the folder '\(text)' of 'sync' is not yours, or others can write to it; what they"
                    + " write would count as your decisions"))
    }

    /// Whether nobody but this user can write to it.
    private static func isOwn(
        _ folder: borrowing FileDescriptor
    ) throws(SystemError) -> Bool {
        let status = try folder.status()
        let isOpen =
            status.st_mode & 0o002 != 0
            || status.st_mode & 0o020 != 0 && !MachineAccount.isAlone(inGroup: status.st_gid)
        return status.st_uid == geteuid() && !isOpen
    }

    private func failure(_ error: SystemError) -> Failure {
        if error.code == ENOENT {
            return Failure(
                .failed,
                Message(
                    "the folder '\(text)' of 'sync' is not there; make it, or wait until the"
                        + " program that brings it to all devices has made it"))
        }
        return Failure(
            .failed, Message("the folder '\(text)' of 'sync' cannot be opened: \(error.text)"))
    }

    func alone<Value>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let folder = try open()
        for _ in 0..<Self.patience {
            if flock(folder.number, LOCK_EX | LOCK_NB) == 0 { return try await body() }
            // A cancelled sleep ends at once, and then the wait is over.
            if (try? await Task.sleep(for: .milliseconds(50))) == nil { break }
        }
        throw Failure(
            .locked, Message("another process syncs with '\(text)'; try again when it is done"))
    }

    /// How often the lock is tried, 20 times a second.
    private static let patience = 100

    // MARK: Reading

    func logs(own: String?, gone: Set<String>) async throws(Failure) -> SyncShelf {
        let folder = try open()
        let listed = try names(folder)
        let found = listed.names.compactMap { SyncLog.device(ofFile: $0) }
        let choice = choose(found, own: own, gone: gone)
        var shelf = SyncShelf(logs: choice.read.map { log(of: $0, in: folder) })
        shelf.unread = choice.unread
        shelf.isCut = !listed.isWhole || !choice.unread.isSubset(of: gone)
        return shelf
    }

    /// The names in the folder, and whether they are all that there are.
    private func names(
        _ folder: borrowing FileDescriptor
    ) throws(Failure) -> (names: [String], isWhole: Bool) {
        // The stream closes its descriptor, so it has one of its own.
        let number = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0, let stream = fdopendir(number) else {
            let reason = FileBytes.reason()
            if number >= 0 { Glibc.close(number) }
            throw Failure(
                .failed, Message("the folder '\(text)' of 'sync' cannot be read: \(reason)"))
        }
        defer { closedir(stream) }
        var names: [String] = []
        // readdir(3): only errno tells the end from a failure.
        errno = 0
        while let entry = readdir(stream) {
            if names.count >= Self.entriesMax { return (names, false) }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { place in
                place.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
            errno = 0
        }
        if errno != 0 {
            let reason = FileBytes.reason()
            throw Failure(
                .failed, Message("the folder '\(text)' of 'sync' cannot be read: \(reason)"))
        }
        return (names, true)
    }

    private func log(
        of device: String, in folder: borrowing FileDescriptor
    ) -> SyncLogReading {
        do throws(SystemError) {
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
            let file = try FileDescriptor(
                SyncLog.fileName(of: device), in: folder.number, flags)
            let status = try file.status()
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
                return SyncLogReading(unreadable: "it is no file of yours", of: device)
            }
            let bytes = try SystemCall.contents(of: file.number, most: SyncLimits.logBytesMax)
            return SyncLogReading(bytes, of: device)
        } catch {
            return SyncLogReading(unreadable: error.text, of: device)
        }
    }

    // MARK: Writing

    /// Nobody else is at work here, and so nothing else can lie there by now.
    func write(
        _ log: [UInt8], of device: String, over read: SyncShelf
    ) async throws(Failure) -> Bool {
        let folder = try open()
        let name = SyncLog.fileName(of: device)
        let draft = ".\(device).draft"
        // What a killed process has left; nobody else is at work here.
        unlinkat(folder.number, draft, 0)
        do throws(SystemError) {
            try FileReplacement.write(log, to: name, by: draft, in: folder, isDurable: true)
            return true
        } catch {
            throw Failure(
                .failed,
                Message("the decisions cannot be written to '\(text)': \(error.text)"))
        }
    }
}
