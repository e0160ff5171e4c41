// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Which file it is, whatever it is called.
struct FileIdentity: Hashable, Sendable {
    /// The device it lies on.
    let device: UInt64
    /// Its number there.
    let inode: UInt64

    /// The file that `path` leads to.
    init(path: String) throws(SystemError) {
        var status = stat()
        if stat(path, &status) != 0 { throw SystemError(code: errno) }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// The file that is open under that number.
    init(descriptor: Int32) throws(SystemError) {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw SystemError(code: errno) }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// The file of that number on that device.
    init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// Whether a process, by its number or `self`, has `file` open; nil where /proc does not tell.
    static func isOpen(_ file: FileIdentity, inProcess process: String) -> Bool? {
        let path = "/proc/\(process)/fd"
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        while true {
            // readdir(3): at the end errno stays as it was.
            errno = 0
            guard let entry = readdir(folder) else { return errno == 0 ? false : nil }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if (try? FileIdentity(path: "\(path)/\(name)")) == file { return true }
        }
    }
}
