// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// What tells a file or folder from every other one, whatever path leads to it.
package struct FileIdentity: Hashable, Sendable {
    /// The device it lies on.
    package let device: UInt64
    /// Its number there.
    package let inode: UInt64

    /// The file of that number on that device.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// The file of which the kernel says `status`.
    package init(_ status: stat) {
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// What lies at `path`, links followed.
    package init(path: String) throws(SystemError) {
        var status = stat()
        if unsafe stat(path, &status) != 0 { throw .last }
        self.init(status)
    }
}
