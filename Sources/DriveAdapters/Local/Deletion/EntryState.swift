// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import POSIX
import RuleEngine

/// What an entry is at one moment, as far as deleting it depends on that.
struct EntryState: Sendable, Hashable {
    /// The file system.
    var device: UInt64
    /// The number within it.
    var inode: UInt64
    /// What it is.
    var type: FileStatus.EntryType
    /// Bytes.
    var size: Int64
    /// When its content was last changed.
    var modified: FileTime
    /// When anything about it was last changed: content, names, rights.
    var changed: FileTime
    /// When it was last read.
    var accessed: FileTime
    /// When it was made; nil where the file system does not keep that.
    var born: FileTime?
    /// How many names it has.
    var linkCount: UInt32
    /// The account that owns it.
    var owner: UInt32
    /// The group that it belongs to.
    var group: UInt32
    /// Its type and rights as the kernel codes them.
    var mode: UInt16
    /// The mount through which it was reached; 0 where the kernel does not tell.
    var mount: UInt64
    /// Whether something is mounted on it.
    var isMountPoint: Bool

    /// What `name` in `folder` is; no symbolic link is followed.
    static func read(
        _ name: KernelName, in folder: Int32
    ) throws(SystemError) -> EntryState {
        try unsafe name.withPointer { unsafe read($0, in: folder, flags: AT_SYMLINK_NOFOLLOW) }
            .get()
    }

    /// What is open as `descriptor`.
    static func read(_ descriptor: Int32) throws(SystemError) -> EntryState {
        try unsafe read("", in: descriptor, flags: linuxEmptyPath).get()
    }

    private static func read(
        _ name: UnsafePointer<CChar>, in folder: Int32, flags: Int32
    ) -> Result<EntryState, SystemError> {
        var raw = statx()
        let wanted =
            UInt32(STATX_BASIC_STATS) | UInt32(STATX_MNT_ID) | UInt32(STATX_BTIME)
        guard unsafe linux_statx(folder, name, flags | linuxNoAutomount, wanted, &raw) == 0 else {
            return .failure(SystemError(code: errno))
        }
        return .success(EntryState(raw))
    }

    private init(_ raw: statx) {
        device = FileStatus.device(major: raw.stx_dev_major, minor: raw.stx_dev_minor)
        inode = raw.stx_ino
        switch UInt32(raw.stx_mode) & S_IFMT {
        case S_IFREG: type = .file
        case S_IFDIR: type = .folder
        default: type = .special
        }
        size = Int64(truncatingIfNeeded: raw.stx_size)
        modified = FileTime(raw.stx_mtime)
        changed = FileTime(raw.stx_ctime)
        accessed = FileTime(raw.stx_atime)
        born = raw.stx_mask & UInt32(STATX_BTIME) != 0 ? FileTime(raw.stx_btime) : nil
        linkCount = raw.stx_nlink
        owner = raw.stx_uid
        group = raw.stx_gid
        mode = raw.stx_mode
        // Since Linux 5.8; before it, a bind mount cannot be told from its folder.
        mount = raw.stx_mask & UInt32(STATX_MNT_ID) != 0 ? raw.stx_mnt_id : 0
        isMountPoint = raw.stx_attributes & UInt64(STATX_ATTR_MOUNT_ROOT) != 0
    }

    /// What tells it from everything else on the machine.
    var key: FileKey { FileKey(device: device, inode: inode) }

    /// What the kernel can move entries within.
    var place: Mount { Mount(device: device, mount: mount) }

    /// Whether `other` is the same entry with the same content, as far as can be told from the
    /// outside; a folder's content is no part of that.
    func isSameEntry(as other: EntryState) -> Bool {
        key == other.key && type == other.type
            && (type == .folder || (size == other.size && modified == other.modified))
    }
}

/// One mount of one file system: entries can be moved within it, and not beyond.
struct Mount: Sendable, Hashable {
    /// The file system.
    var device: UInt64
    /// The mount; 0 where the kernel does not tell.
    var mount: UInt64
}
