// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import POSIX

/// An open file, closed when nobody holds it any more.
package final class PictureFile: Sendable {
    private let file: FileDescriptor

    /// The kernel's number of it.
    var descriptor: Int32 { file.number }

    /// Takes over `descriptor`, which is open for reading.
    package init(owning descriptor: Int32) {
        file = FileDescriptor(owning: descriptor)
    }

    /// A file in memory that holds `bytes`; nil where the machine gives no room.
    init?(bytes: [UInt8]) {
        guard
            let file = try? FileDescriptor(
                opened: linux_memfd_create("picture", UInt32(MFD_CLOEXEC))),
            (try? SystemCall.write(bytes, to: file.number)) != nil
        else { return nil }
        lseek(file.number, 0, SEEK_SET)
        self.file = file
    }
}
