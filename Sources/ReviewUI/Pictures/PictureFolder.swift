// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX
internal import Synchronization

/// An open folder that belongs to this user alone, and the files directly in it.
struct PictureFolder: ~Copyable {
    private let folder: FileDescriptor

    /// What stands after the name of a file that is being written.
    static let unfinished = ".new-"

    private static let fileNumber = Atomic(0)

    /// What is asked of a file.
    struct Status {
        /// Bytes.
        var size: Int64
        /// When it was last written or used, in seconds since 1970.
        var modified: Int
    }

    /// Opens the folder at `path`, and makes it first if `makes`; nil where it is not there, is a
    /// link, or belongs to somebody else.
    init?(_ path: String, makes: Bool) {
        if makes { PictureFolder.make(path) }
        guard let opened = try? FileDescriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
            let status = try? opened.status(), status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0 || fchmod(opened.number, 0o700) == 0
        else { return nil }
        folder = opened
    }

    /// Makes the folder and those above it, each for this user alone.
    private static func make(_ path: String) {
        var above = ""
        for part in path.split(separator: "/") {
            above += "/" + part
            mkdir(above, 0o700)
        }
    }

    /// The names of what lies in it.
    func names() -> [String] {
        let copy = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let entries = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { room in
                String(decoding: room.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }

    /// What is known of the file `name`; nil if there is no such file.
    func status(_ name: String) -> Status? {
        var status = stat()
        guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Status(size: Int64(status.st_size), modified: status.st_mtim.tv_sec)
    }

    /// The bytes of the file `name`; nil if it is not there or too large.
    func read(_ name: String, byteCountMax: Int) -> [UInt8]? {
        guard
            let file = try? FileDescriptor(
                name, in: folder.number, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= byteCountMax
        else { return nil }
        return try? file.read(Int(status.st_size), at: 0)
    }

    /// Notes that the file `name` was used now.
    func touch(_ name: String) {
        utimensat(folder.number, name, nil, AT_SYMLINK_NOFOLLOW)
    }

    /// Writes the file `name`, which others see whole or not at all.
    func write(_ bytes: [UInt8], _ name: String) {
        let number = PictureFolder.fileNumber.add(1, ordering: .relaxed).newValue
        let new = name + PictureFolder.unfinished + "\(getpid())-\(number)"
        // Its bytes need not have reached the disk: a file that has lost some is found out.
        try? FileReplacement.write(bytes, to: name, by: new, in: folder, isDurable: false)
    }

    /// Removes the file `name`; whether it is gone.
    @discardableResult
    func remove(_ name: String) -> Bool {
        unlinkat(folder.number, name, 0) == 0 || errno == ENOENT
    }
}
