// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX

extension SystemError {
    /// What it comes to for a state file.
    var message: Message {
        switch code {
        case EACCES, EPERM: Message("permission denied")
        case ENOENT: Message("it is not there")
        case ENOSPC, EDQUOT: Message("the disk is full")
        case EROFS: Message("the file system is read-only")
        default: .plain(text)
        }
    }
}
