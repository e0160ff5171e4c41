// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import POSIX
import RuleEngine

/// The entries of folders, a buffer full at a time: getdents64(2).
///
/// One batch is read ahead. That costs no call more, since the end of a folder is a call of its
/// own, and tells before the first entry is used whether the folder came in one piece.
///
/// Both batches lie in one allocation that the reader owns, and change places by their offsets: two
/// owners that `swap` exchanges may be freed twice once the optimizer has inlined it.
@safe struct DirectoryReader: ~Copyable {
    private let buffer = UnsafeMutableRawPointer.allocate(
        byteCount: 2 * DirectoryReader.batchSize, alignment: 16)
    private var current = Batch(start: 0)
    private var ahead = Batch(start: DirectoryReader.batchSize)

    /// 32 KiB: about a thousand names of usual length.
    private static let batchSize = 32 << 10

    /// One name in a folder.
    struct Entry {
        /// The name's bytes, a zero after them; valid until the next batch.
        var name: TextSlice
        /// Whether the folder says that it is one; a file system need not know, and says no then.
        var isFolder: Bool
        /// The number within its file system.
        var inode: UInt64
    }

    /// A part of the buffer and what was read into it; all counted in bytes.
    private struct Batch {
        /// Where it begins in the buffer.
        let start: Int
        var used = 0
        var next = 0
    }

    deinit { unsafe buffer.deallocate() }

    /// Whether more batches follow the present one.
    var hasMore: Bool { ahead.used > 0 }

    /// Reads the first batch of `folder`; false if it has no entries at all.
    mutating func readFirst(_ folder: borrowing FileDescriptor) throws(SystemError) -> Bool {
        try readAhead(folder)
        return try readNext(folder)
    }

    /// Goes on to the next batch; false at the end.
    mutating func readNext(_ folder: borrowing FileDescriptor) throws(SystemError) -> Bool {
        (current, ahead) = (ahead, current)
        if current.used > 0 { try readAhead(folder) }
        return current.used > 0
    }

    private mutating func readAhead(_ folder: borrowing FileDescriptor) throws(SystemError) {
        ahead.next = 0
        ahead.used = 0
        let count = unsafe linux_getdents64(
            folder.number, buffer + ahead.start, DirectoryReader.batchSize)
        if count < 0 {
            // A folder that was removed while it is open has no more entries.
            if errno == ENOENT { return }
            throw SystemError(code: errno)
        }
        ahead.used = count
    }

    /// The next entry of the batch other than `.` and `..`; nil at its end.
    @inline(__always)
    mutating func nextEntry() -> Entry? {
        // struct linux_dirent64: inode and offset of 8 bytes, length of 2, type of 1, name.
        while current.next < current.used {
            let entry = unsafe buffer + current.start + current.next
            unsafe current.next &+= Int(entry.loadUnaligned(fromByteOffset: 16, as: UInt16.self))
            let start = unsafe UnsafePointer((entry + 19).assumingMemoryBound(to: UInt8.self))
            let dot = UInt8(ascii: ".")
            if unsafe start[0] == dot, unsafe start[1] == 0 || (start[1] == dot && start[2] == 0) {
                continue
            }
            let type = unsafe entry.load(fromByteOffset: 18, as: UInt8.self)
            return unsafe Entry(
                name: TextSlice(start: start, count: length(start)), isFolder: type == DT_DIR,
                inode: entry.loadUnaligned(as: UInt64.self))
        }
        return nil
    }

    @inline(__always)
    private func length(_ text: UnsafePointer<UInt8>) -> Int {
        unsafe strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
    }
}
