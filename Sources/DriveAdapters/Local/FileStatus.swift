// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import POSIX
import RuleEngine

/// What the kernel says of a file, folder or anything else that has a name.
struct FileStatus: Sendable {
    /// The number within its file system.
    var inode: UInt64
    /// The file system, coded as `st_dev` is.
    var device: UInt64
    /// What it is.
    var type: EntryType
    /// How many names it has.
    var linkCount: UInt32
    /// Bytes.
    var size: Int64
    /// The number of the account that owns it.
    var owner: UInt32
    /// When its content was last changed, as whoever changed it wants that to be told.
    var modified: FileTime
    /// When anything about it was last changed, content, names or rights; nobody can set it.
    var changed: FileTime
    /// When it was last read.
    var accessed: FileTime
    /// When it was made; nil where the file system does not keep that.
    var created: FileTime?
    /// Whether something is mounted here.
    var isMountPoint: Bool

    /// What a name may stand for.
    enum EntryType: Sendable {
        /// A file with bytes.
        case file
        /// A folder.
        case folder
        /// A symbolic link, socket, pipe or device.
        case special
    }

    /// The status of `name` in the open folder `folder`; never follows a symbolic link.
    static func read(
        _ name: UnsafePointer<CChar>, in folder: Int32
    ) -> Result<FileStatus, SystemError> {
        unsafe read(name, in: folder, flags: AT_SYMLINK_NOFOLLOW)
    }

    /// The status of what is open as `descriptor`.
    static func read(_ descriptor: borrowing FileDescriptor) -> Result<FileStatus, SystemError> {
        unsafe read("", in: descriptor.number, flags: linuxEmptyPath)
    }

    @inline(__always)
    private static func read(
        _ name: UnsafePointer<CChar>, in folder: Int32, flags: Int32
    ) -> Result<FileStatus, SystemError> {
        var raw = statx()
        let wanted = UInt32(STATX_BASIC_STATS) | UInt32(STATX_BTIME)
        // statx(2): AT_NO_AUTOMOUNT, so that looking at a place mounts nothing there.
        guard unsafe linux_statx(folder, name, flags | linuxNoAutomount, wanted, &raw) == 0 else {
            return .failure(SystemError(code: errno))
        }
        return .success(FileStatus(raw))
    }

    @inline(__always)
    private init(_ raw: statx) {
        inode = raw.stx_ino
        device = FileStatus.device(major: raw.stx_dev_major, minor: raw.stx_dev_minor)
        switch UInt32(raw.stx_mode) & S_IFMT {
        case S_IFREG: type = .file
        case S_IFDIR: type = .folder
        default: type = .special
        }
        linkCount = raw.stx_nlink
        size = Int64(truncatingIfNeeded: raw.stx_size)
        owner = raw.stx_uid
        modified = FileTime(raw.stx_mtime)
        changed = FileTime(raw.stx_ctime)
        accessed = FileTime(raw.stx_atime)
        created = raw.stx_mask & UInt32(STATX_BTIME) != 0 ? FileTime(raw.stx_btime) : nil
        isMountPoint = raw.stx_attributes & UInt64(STATX_ATTR_MOUNT_ROOT) != 0
    }

    /// What all names of one file share: its device and inode.
    var linkText: String { "\(device):\(inode)" }

    /// The one number that fstat(2) gives for what statx(2) gives as two; makedev(3).
    static func device(major: UInt32, minor: UInt32) -> UInt64 {
        UInt64(minor & 0xff) | UInt64(major & 0xfff) << 8 | UInt64(minor & ~0xff) << 12
            | UInt64(major & ~0xfff) << 32
    }
}

/// A point in time as file systems keep it.
struct FileTime: Sendable, Hashable {
    /// Whole seconds since 1970, rounded down.
    var seconds: Int64
    /// Billionths of a second beyond them.
    var nanoseconds: UInt32

    /// The time that statx(2) gives.
    init(_ raw: statx_timestamp) {
        seconds = raw.tv_sec
        nanoseconds = raw.tv_nsec
    }

    /// The given time.
    init(seconds: Int64, nanoseconds: UInt32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The seconds as a listing holds them: years that no listing can write are missing.
    var listed: Int64 {
        seconds >= FileTime.firstListed && seconds <= FileTime.lastListed ? seconds : Missing.date
    }

    /// 1601-01-01T00:00:00Z.
    private static let firstListed: Int64 = -11_644_473_600
    /// 9999-12-31T23:59:59Z.
    private static let lastListed: Int64 = 253_402_300_799
}

// linux/fcntl.h: these two are declared under _GNU_SOURCE only and the same on every machine.
let linuxEmptyPath: Int32 = 0x1000
let linuxNoAutomount: Int32 = 0x800
