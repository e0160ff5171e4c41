// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// An open folder that belongs to this user alone, and the files directly in it.
struct PictureFolder: ~Copyable {
    private let descriptor: Int32

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
        let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if number < 0 { return nil }
        var status = stat()
        guard fstat(number, &status) == 0, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0 || fchmod(number, 0o700) == 0
        else {
            close(number)
            return nil
        }
        descriptor = number
    }

    deinit { close(descriptor) }

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
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let folder = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
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
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Status(size: Int64(status.st_size), modified: status.st_mtim.tv_sec)
    }

    /// The bytes of the file `name`; nil if it is not there or too large.
    func read(_ name: String, byteCountMax: Int) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= byteCountMax
        else { return nil }
        let wanted = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: wanted) { room, count in
            while count < wanted {
                let got = Glibc.read(file, room.baseAddress.map { $0 + count }, wanted - count)
                if got < 0, errno == EINTR { continue }
                if got <= 0 { break }
                count += got
            }
        }
    }

    /// Notes that the file `name` was used now.
    func touch(_ name: String) {
        utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW)
    }

    /// Writes the file `name`, which others see whole or not at all.
    func write(_ bytes: [UInt8], _ name: String) {
        let number = PictureFolder.fileNumber.add(1, ordering: .relaxed).newValue
        let new = name + PictureFolder.unfinished + "\(getpid())-\(number)"
        let file = openat(
            descriptor, new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes {
                Glibc.write(file, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            place += count
        }
        // Its bytes need not have reached the disk: a file that has lost some is found out.
        let isWhole = close(file) == 0 && place == bytes.count
        if !isWhole || renameat(descriptor, new, descriptor, name) != 0 { remove(new) }
    }

    /// Removes the file `name`; whether it is gone.
    @discardableResult
    func remove(_ name: String) -> Bool {
        unlinkat(descriptor, name, 0) == 0 || errno == ENOENT
    }
}
