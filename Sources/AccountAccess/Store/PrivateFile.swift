// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HTTPTransport
internal import Messages

/// A small file that only this user can reach, replaced as a whole at each change. Calls block.
struct PrivateFile: Sendable {
    let folder: AccountFolder
    let name: String
    /// What it is, for messages.
    let what: String

    private static let byteCountMax = 16 << 20

    /// Its path.
    var path: String { folder.path + "/" + name }

    // MARK: Reading

    /// What it holds; nil if it is not there. Throws where somebody else could have read it, or
    /// have put it there.
    func bytes() throws(AccessError) -> [UInt8]? {
        guard let folder = try folder.openExisting() else { return nil }
        defer { close(folder) }
        // O_NONBLOCK: a pipe of that name must not hold the program up.
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP {
                throw failure(String(clause: "is a link; move it away and sign in again"))
            }
            throw failure(String(clause: "cannot be read: \(AccountFolder.reason())"))
        }
        defer { close(file) }
        do throws(PrivateContent.Fault) {
            return try PrivateContent.bytes(of: file, most: Self.byteCountMax)
        } catch {
            switch error {
            case .notAFile:
                throw failure(String(clause: "is no file; move it away and sign in again"))
            case .foreign:
                throw failure(
                    String(clause: "belongs to another user; move it away and sign in again"))
            case .reachable:
                throw failure(
                    String(
                        clause: "can be reached by other users, who may have read it;"
                            + " remove it and sign in again, or run 'chmod 600' on it"
                            + " if that cannot be"))
            case .unreadable(let reason): throw failure(String(clause: "cannot be read: \(reason)"))
            case .tooLarge:
                throw failure(String(clause: "is too large; move it away and sign in again"))
            }
        }
    }

    // MARK: Writing

    /// Replaces it: whenever the process or the machine stops, the old or the new content is
    /// there, whole. One process at a time.
    func replace(_ bytes: [UInt8]) throws(AccessError) {
        let folder = try folder.open()
        defer { close(folder) }
        // One that a process has left behind when it was ended.
        unlinkat(folder, newName, 0)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(folder, newName, flags, 0o600)
        guard file >= 0 else {
            throw failure(String(clause: "cannot be written: \(AccountFolder.reason())"))
        }
        var reason = fill(file, bytes)
        // close(2): on some file systems only this tells that a write has failed.
        if close(file) != 0 { reason = reason ?? AccountFolder.reason() }
        if let reason {
            unlinkat(folder, newName, 0)
            throw failure(String(clause: "cannot be written: \(reason)"))
        }
        guard renameat(folder, newName, folder, name) == 0, fsync(folder) == 0 else {
            throw failure(String(clause: "cannot be written: \(AccountFolder.reason())"))
        }
    }

    /// Removes it, if it is there.
    func remove() throws(AccessError) {
        guard let folder = try folder.openExisting() else { return }
        defer { close(folder) }
        for name in [newName, name] where unlinkat(folder, name, 0) != 0 && errno != ENOENT {
            throw failure(String(clause: "cannot be removed: \(AccountFolder.reason())"))
        }
    }

    private var newName: String { name + ".new" }

    /// Writes and syncs; what went wrong, if anything did.
    private func fill(_ file: Int32, _ bytes: [UInt8]) -> String? {
        // Whatever the mask of the process took away.
        guard fchmod(file, 0o600) == 0 else { return AccountFolder.reason() }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                Glibc.write(file, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return AccountFolder.reason() }
            start += count
        }
        return fsync(file) == 0 ? nil : AccountFolder.reason()
    }

    /// An error that says what is the matter with the file.
    func failure(_ matter: String) -> AccessError {
        AccessError(.store, String(clause: "\(what), '\(ForeignText.shown(path))', \(matter)"))
    }
}
