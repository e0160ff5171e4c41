// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// When a file came into being, which nobody can set: a copy of it, and what is put back from a backup,
/// came into being later than it did.
package enum FileBirth {
    /// When the file at `path` did, in seconds and billionths; nil where its file system does not tell, or
    /// there is no file. It is not opened: closing it would let go of locks that this process has on it.
    package static func text(_ path: String) -> String? {
        var raw = statx()
        let flags = AT_SYMLINK_NOFOLLOW | linuxNoAutomount
        guard unsafe linux_statx(AT_FDCWD, path, flags, UInt32(STATX_BTIME), &raw) == 0,
            raw.stx_mask & UInt32(STATX_BTIME) != 0
        else { return nil }
        return "\(raw.stx_btime.tv_sec).\(raw.stx_btime.tv_nsec)"
    }
}
