// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HTTPTransport
internal import Messages
internal import POSIX

/// The folder of everything that is kept of accounts, for this user alone.
package struct AccountFolder: Sendable, Hashable {
    /// Its absolute path.
    package let path: String

    /// The folder at `path`; it is made when something is kept.
    package init(path: String) {
        self.path = path
    }

    /// Opens it, and makes it where it is missing.
    ///
    /// Links above it are followed, it itself must be none. Blocks.
    func open() throws(AccessError) -> FileDescriptor {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
            // A folder above may deny to be written and yet be there.
            if access(made, F_OK) == 0 { continue }
            throw failure(String(clause: "cannot make the folder '\(made)': \(Self.reason())"))
        }
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let why =
                errno == ELOOP || errno == ENOTDIR
                ? String(clause: "it is a link, or no folder") : Self.reason()
            throw failure(String(clause: "cannot open the folder of the tokens, '\(path)': \(why)"))
        }
        let folder = FileDescriptor(owning: descriptor)
        try check(folder.number)
        return folder
    }

    /// Opens it if it is there; nil if it is not.
    func openExisting() throws(AccessError) -> FileDescriptor? {
        var status = stat()
        if lstat(path, &status) != 0, errno == ENOENT || errno == ENOTDIR { return nil }
        return try open()
    }

    private func check(_ descriptor: Int32) throws(AccessError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw failure(String(clause: "cannot look at '\(path)': \(Self.reason())"))
        }
        guard status.st_uid == geteuid() else {
            throw failure(
                String(
                    clause:
                        "the folder of the tokens, '\(path)', belongs to another user; move it away"
                ))
        }
        guard status.st_mode & 0o022 == 0 else {
            throw failure(
                String(
                    clause: "others can write into the folder of the tokens; see what"
                        + " lies in it, then run 'chmod 700 \(path)'"))
        }
        // Others could only read the names in it, so this needs no decision.
        if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o700) }
    }

    private func failure(_ message: String) -> AccessError {
        AccessError(.store, ForeignText.shown(message, most: 2_000))
    }

    /// What the last system call said.
    static func reason() -> String { SystemError.last.text }
}
