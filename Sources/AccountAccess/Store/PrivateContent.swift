// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads what must be known to this user alone: tokens, and the secrets of applications. The one
/// place that says which files are private enough.
enum PrivateContent {
    /// Why a file is not read.
    enum Fault: Error {
        /// It is a folder, a pipe, or the like.
        case notAFile
        /// It belongs to another user.
        case foreign
        /// Other users may read or write it.
        case reachable
        /// The system said no; why.
        case unreadable(String)
        /// It has more bytes than are taken.
        case tooLarge
    }

    /// The bytes of the open `file`, `most` at most. Blocks.
    static func bytes(of file: Int32, most: Int) throws(Fault) -> [UInt8] {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAFile
        }
        guard status.st_uid == geteuid() else { throw .foreign }
        guard status.st_mode & 0o077 == 0 else { throw .reachable }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= most {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw .unreadable(AccountFolder.reason()) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw .tooLarge
    }
}
