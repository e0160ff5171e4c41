// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX
internal import Text

/// Which process holds a lock, as the kernel tells it; asks without opening the file.
enum LockHolder {
    /// One line of `/proc/locks`.
    struct Entry: Hashable {
        /// `POSIX`, `FLOCK`, `OFDLCK`.
        var kind: String
        /// Whether it keeps everybody else out.
        var isExclusive: Bool
        /// The process.
        var holder: Int32
        /// The device, as `major:minor` in hexadecimal, and the inode.
        var file: String
        /// The first byte.
        var start: Int64
        /// The last byte.
        var end: Int64
    }

    /// Where SQLite locks the shared memory to write: sqlite.org/walformat.html, "Locks".
    private static let writeLockByte: Int64 = 120

    /// The process that writes to `file`; nil if it cannot be told.
    static func writer(of file: StateFile) -> Int32? {
        holder { entries in
            let shared = held(file.sharedMemoryPath, "POSIX", entries)
            let whole = held(file.path, "POSIX", entries)
            let writing = shared.first { $0.start <= writeLockByte && writeLockByte <= $0.end }
            return writing ?? whole.first ?? shared.first
        }
    }

    /// The process that has locked `path` as a whole; nil if it cannot be told.
    static func runner(at path: String) -> Int32? {
        holder { entries in held(path, "FLOCK", entries).first }
    }

    /// A process other than this one that has `file` open as a state; nil if there is none that can
    /// be told. SQLite keeps a shared lock on a file with a log for as long as it has it open.
    static func user(of file: StateFile) -> Int32? {
        let own = getpid()
        return holder { entries in
            [file.path, file.sharedMemoryPath].lazy
                .flatMap { locks(on: $0, entries.filter { $0.kind == "POSIX" }) }
                .first { $0.holder != own }
        }
    }

    /// Looks more than once: the kernel gives out its list in pieces, and what is locked and
    /// unlocked meanwhile makes it leave out others.
    private static func holder(_ find: ([Entry]) -> Entry?) -> Int32? {
        for _ in 0..<3 {
            if let entry = find(read()) { return entry.holder }
        }
        return nil
    }

    /// The exclusive locks of `kind` on `path` whose holder can be told.
    private static func held(_ path: String, _ kind: String, _ entries: [Entry]) -> [Entry] {
        locks(on: path, entries.filter { $0.kind == kind && $0.isExclusive })
    }

    /// The locks on `path` whose holder can be told.
    private static func locks(on path: String, _ entries: [Entry]) -> [Entry] {
        guard let file = try? FileIdentity(path: path) else { return [] }
        let held = entries.filter { $0.holder > 0 }
        let exact = held.filter { $0.file == key(file) }
        if !exact.isEmpty { return exact }
        // Btrfs and overlays have other device numbers for the kernel than for everybody else.
        return held.filter {
            $0.file.hasSuffix(":\(file.inode)")
                && FileIdentity.isOpen(file, inProcess: String($0.holder)) == true
        }
    }

    /// `fd:01:1234`, as the kernel writes it. makedev(3) has the layout of a device.
    static func key(_ file: FileIdentity) -> String {
        let major = (file.device >> 8 & 0xfff) | (file.device >> 32 & ~0xfff)
        let minor = (file.device & 0xff) | (file.device >> 12 & ~0xff)
        return
            "\(HexDigits.text(major, atLeast: 2)):\(HexDigits.text(minor, atLeast: 2)):\(file.inode)"
    }

    private static func read() -> [Entry] {
        guard let file = try? FileDescriptor("/proc/locks", O_RDONLY) else { return [] }
        var bytes: [UInt8] = []
        // A file of the kernel's has no size; a megabyte is ten thousand locks.
        while bytes.count < 1 << 20, let more = try? file.read(1 << 16, at: Int64(bytes.count)),
            !more.isEmpty
        { bytes += more }
        return entries(in: String(decoding: bytes, as: UTF8.self))
    }

    /// The locks that `text` tells of, those left out that are still waited for.
    static func entries(in text: String) -> [Entry] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 8, let holder = Int32(words[4]), let start = Int64(words[6])
            else { return nil }
            return Entry(
                kind: String(words[1]), isExclusive: words[3] == "WRITE", holder: holder,
                file: String(words[5]), start: start, end: Int64(words[7]) ?? .max)
        }
    }
}
