// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages

/// An open file of this process, closed when it goes out of scope.
struct OpenFile: ~Copyable, Sendable {
    /// The kernel's number of it.
    let descriptor: Int32

    /// Opens `path`; on failure throws the errno. `mode` counts when it is created.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
        descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
        if descriptor < 0 { throw SystemError(code: errno) }
    }

    deinit { Glibc.close(descriptor) }

    /// The bytes at `offset`, at most `count`; fewer at the end of the file.
    borrowing func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
                    off_t(offset) + off_t(filled))
            }
            if got < 0, errno == EINTR { continue }
            if got < 0 { throw SystemError(code: errno) }
            if got == 0 { break }
            filled += got
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// What the kernel knows of it.
    borrowing func status() throws(SystemError) -> stat {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw SystemError(code: errno) }
        return status
    }

    /// Returns when all of it is on the disk.
    borrowing func synchronize() throws(SystemError) {
        if fsync(descriptor) != 0 { throw SystemError(code: errno) }
    }
}

/// What a system call answered.
struct SystemError: Error, Hashable {
    /// The errno.
    let code: Int32

    /// The kernel's words for it.
    var message: Message {
        switch code {
        case EACCES, EPERM: Message("permission denied")
        case ENOENT: Message("it is not there")
        case ENOSPC, EDQUOT: Message("the disk is full")
        case EROFS: Message("the file system is read-only")
        default: .plain(String(cString: strerror(code)))
        }
    }
}
