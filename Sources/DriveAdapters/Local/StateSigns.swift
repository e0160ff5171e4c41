// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// How a state file of this program is told from other files, whatever it is called: by how it
/// begins. What lies beside one and belongs to it is known by its name.
public struct StateSigns: Sendable, Hashable {
    /// The application id in the header of the database.
    public var applicationID: UInt32
    /// What the names of its log, its lock and the like end with, after its own name.
    public var suffixes: [String]
    /// What stands in the names of earlier states, after its own name, before a number.
    public var infixes: [String]

    /// The given signs.
    public init(applicationID: UInt32, suffixes: [String], infixes: [String]) {
        self.applicationID = applicationID
        self.suffixes = suffixes
        self.infixes = infixes
    }
}

/// Looks for state files among the entries of a folder.
///
/// Only files of whole pages are opened, one in thousands of others: a look costs three calls.
struct StateFileSearch: Sendable {
    private let start: [UInt8]
    private let suffixes: [[UInt8]]
    private let infixes: [[UInt8]]

    /// A state has pages of so many bytes.
    private static let pageByteCount: Int64 = 4096
    /// sqlite.org/fileformat.html, "The Database Header": where the application id stands.
    private static let applicationIDOffset = 68
    private static let headerByteCount = 100

    /// A search for what has `signs`.
    init(_ signs: StateSigns) {
        start = (0..<4).map { UInt8(truncatingIfNeeded: signs.applicationID >> (24 - 8 * $0)) }
        suffixes = signs.suffixes.map { Array($0.utf8) }.filter { !$0.isEmpty }
        infixes = signs.infixes.map { Array($0.utf8) }
    }

    /// Whether the file `name` of `size` bytes in the open folder `folder` is a state or belongs to
    /// one that lies beside it. `name` ends with a zero, which is not counted.
    ///
    /// What is in `own` is a state that this process may have open: it is not opened once more, for
    /// closing it would let go of the locks on it (sqlite.org/howtocorrupt.html, 2.2).
    func holds(
        _ name: UnsafeBufferPointer<UInt8>, size: Int64, in folder: Int32,
        besides own: Set<FileKey>
    ) -> Bool {
        if size > 0, size % Self.pageByteCount == 0, unsafe isState(Array(name), in: folder, own) {
            return true
        }
        return unsafe stems(of: name).contains { isState($0, in: folder, own) }
    }

    /// The names of the states that `name` may belong to.
    private func stems(of name: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
        var stems: [[UInt8]] = []
        for suffix in suffixes where name.count > suffix.count {
            let length = name.count - suffix.count
            if unsafe name[length...].elementsEqual(suffix) {
                unsafe stems.append(Array(name[..<length]))
            }
        }
        guard let last = unsafe name.last, (0x30...0x39).contains(last) else { return stems }
        for infix in infixes where name.count > infix.count {
            for place in 1...(name.count - infix.count)
            where unsafe name[place] == infix[0] && name[place...].starts(with: infix) {
                unsafe stems.append(Array(name[..<place]))
            }
        }
        return stems
    }

    /// Whether the file `name` begins as a state does; a file that cannot be read does not.
    private func isState(_ name: [UInt8], in folder: Int32, _ own: Set<FileKey>) -> Bool {
        let name = KernelName(name)
        var status = stat()
        if unsafe name.withPointer({ unsafe fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) })
            != 0
        {
            return false
        }
        if own.contains(FileKey(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))) {
            return true
        }
        // O_NONBLOCK: a pipe must not stop the program. Reading does not count as use.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        var number = unsafe name.withPointer { unsafe openat(folder, $0, flags | __O_NOATIME) }
        // open(2): only the owner of a file may ask for that.
        if number < 0, errno == EPERM {
            number = unsafe name.withPointer { unsafe openat(folder, $0, flags) }
        }
        guard number >= 0, let file = try? FileDescriptor(opened: number),
            let bytes = try? file.read(Self.headerByteCount, at: 0),
            bytes.count == Self.headerByteCount
        else { return false }
        return bytes.starts(with: Array("SQLite format 3\0".utf8))
            && bytes[Self.applicationIDOffset...].starts(with: start)
    }
}
