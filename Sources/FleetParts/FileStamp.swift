// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import POSIX

/// By what a file is known to be the one that it was: whoever writes to it, or puts another one in its
/// place, changes some of it.
package struct FileStamp: Sendable, Hashable, Codable {
    /// How many bytes there are.
    package let size: Int64
    private let inode: UInt64
    private let modified: [Int64]
    private let changed: [Int64]

    /// The stamp of the regular file at `path`, links followed; nil where there is something else.
    package init?(path: String) throws(SystemError) {
        var status = stat()
        if stat(path, &status) != 0 { throw .last }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int64(status.st_size)
        inode = UInt64(status.st_ino)
        modified = [Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
        changed = [Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec)]
    }

    /// Whether nobody had written to the file for some time at `seconds` since 1970.
    package func isOlder(than seconds: Int64) -> Bool {
        max(modified.first ?? .max, changed.first ?? .max) < seconds - Self.stepSeconds
    }

    /// The largest step that the clocks of file systems make, FAT's.
    private static let stepSeconds: Int64 = 2
}

extension FileStamp {
    /// Throws where this user may not read the file at `path`.
    package static func demandReadable(_ path: String) throws(SystemError) {
        if access(path, R_OK) != 0 { throw .last }
    }
}
