// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// An open file, closed when nobody holds it any more.
package final class PictureFile: Sendable {
    /// The kernel's number of it.
    let descriptor: Int32

    /// Takes over `descriptor`, which is open for reading.
    package init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// A file in memory that holds `bytes`; nil where the machine gives no room.
    init?(bytes: [UInt8]) {
        descriptor = linux_memfd_create("picture", UInt32(MFD_CLOEXEC))
        if descriptor < 0 { return nil }
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return nil }
            place += count
        }
        lseek(descriptor, 0, SEEK_SET)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
