// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX

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
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SystemCall.contents(of: file, most: most)
        } catch {
            throw .unreadable(error.text)
        }
        if bytes.count > most { throw .tooLarge }
        return bytes
    }
}
