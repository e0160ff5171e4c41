// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HTTPTransport
internal import Messages
internal import POSIX

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
        // O_NONBLOCK: a pipe of that name must not hold the program up.
        let file = openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
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
        // One that a process has left behind when it was ended.
        unlinkat(folder.number, newName, 0)
        do throws(SystemError) {
            try FileReplacement.write(bytes, to: name, by: newName, in: folder, isDurable: true)
        } catch {
            throw failure(String(clause: "cannot be written: \(error.text)"))
        }
    }

    /// Removes it, if it is there.
    func remove() throws(AccessError) {
        guard let folder = try folder.openExisting() else { return }
        for name in [newName, name]
        where unlinkat(folder.number, name, 0) != 0 && errno != ENOENT {
            throw failure(String(clause: "cannot be removed: \(AccountFolder.reason())"))
        }
    }

    private var newName: String { name + ".new" }

    /// An error that says what is the matter with the file.
    func failure(_ matter: String) -> AccessError {
        AccessError(.store, String(clause: "\(what), '\(ForeignText.shown(path))', \(matter)"))
    }
}
