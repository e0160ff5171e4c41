// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX

/// The kernel's words for `code`, an errno.
func systemMessage(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM: String(clause: "permission denied")
    case ENOENT: String(clause: "no longer there")
    case EMFILE, ENFILE: String(clause: "too many open files")
    case EIO: String(clause: "the disk reports an error")
    case ELOOP: String(clause: "a symbolic link is in the way")
    case EXDEV: String(clause: "a mount point is in the way")
    case ENOSPC: String(clause: "the disk is full")
    case EDQUOT: String(clause: "the account may use no more of the disk")
    case EROFS: String(clause: "the file system is read-only")
    case EBUSY: String(clause: "it is in use as a mount point")
    case ESTALE: String(clause: "the server no longer knows it")
    default: SystemError(code: code).text
    }
}
