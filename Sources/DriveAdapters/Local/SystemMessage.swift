// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// The kernel's words for `code`, an errno.
func systemMessage(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "permission denied"
    case ENOENT: "no longer there"
    case EMFILE, ENFILE: "too many open files"
    case EIO: "the disk reports an error"
    case ELOOP: "a symbolic link is in the way"
    case EXDEV: "a mount point is in the way"
    case ENOSPC: "the disk is full"
    case EDQUOT: "the account may use no more of the disk"
    case EROFS: "the file system is read-only"
    case EBUSY: "it is in use as a mount point"
    case ESTALE: "the server no longer knows it"
    default: SystemError(code: code).text
    }
}
