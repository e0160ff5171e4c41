// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How much room there is on a drive, as far as it was told: what nobody told is nil, never 0.
public struct DriveSpace: Sendable, Hashable {
    /// Bytes that can still be written.
    public var freeBytes: Int64?
    /// All bytes that it has room for.
    public var totalBytes: Int64?
    /// Bytes of what lies in its recycle bin.
    public var binBytes: Int64?

    /// The given figures; negative ones say nothing.
    public init(freeBytes: Int64? = nil, totalBytes: Int64? = nil, binBytes: Int64? = nil) {
        self.freeBytes = freeBytes.flatMap { $0 < 0 ? nil : $0 }
        self.totalBytes = totalBytes.flatMap { $0 < 0 ? nil : $0 }
        self.binBytes = binBytes.flatMap { $0 < 0 ? nil : $0 }
    }
}

extension DriveSpace {
    /// How much room there is on the file system of the file or folder at `path`; nil if the kernel
    /// does not tell.
    package static func ofFileSystem(at path: String) -> DriveSpace? {
        var found = statvfs()
        return unsafe statvfs(path, &found) == 0 ? DriveSpace(found) : nil
    }

    /// What the kernel says of a file system. What is kept back for the superuser counts as no room.
    /// See statvfs(3).
    init?(_ found: statvfs) {
        guard found.f_blocks > 0 else { return nil }
        func bytes(_ blocks: UInt) -> Int64? {
            let (bytes, isTooMuch) = UInt64(blocks).multipliedReportingOverflow(
                by: UInt64(found.f_frsize))
            return isTooMuch ? nil : Int64(exactly: bytes)
        }
        self.init(freeBytes: bytes(found.f_bavail), totalBytes: bytes(found.f_blocks))
    }
}
