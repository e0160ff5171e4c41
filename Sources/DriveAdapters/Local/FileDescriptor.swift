// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An open file or folder of this process, closed when it goes out of scope.
struct FileDescriptor: ~Copyable, Sendable {
    /// The kernel's number of it.
    let number: Int32

    /// Takes over `number`, which is open.
    init(owning number: Int32) {
        self.number = number
    }

    deinit { close(number) }
}

/// The kernel's words for `code`, an errno.
func systemMessage(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "permission denied"
    case ENOENT: "no longer there"
    case EMFILE, ENFILE: "too many open files"
    case EIO: "the disk reports a read error"
    case ELOOP: "a symbolic link is in the way"
    case EXDEV: "a mount point is in the way"
    case ESTALE: "the server no longer knows it"
    default: String(cString: strerror(code))
    }
}
