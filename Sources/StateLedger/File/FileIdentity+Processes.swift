// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX

extension FileIdentity {
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
