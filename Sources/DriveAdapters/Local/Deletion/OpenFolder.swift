// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// An open folder, and what it was when it was opened.
final class OpenFolder: Sendable {
    /// What keeps it open.
    let descriptor: FileDescriptor
    /// What it was.
    let state: EntryState

    /// Takes over a folder that is open.
    init(_ descriptor: consuming FileDescriptor) throws(SystemError) {
        state = try EntryState.read(descriptor.number)
        self.descriptor = descriptor
    }

    /// The number of its descriptor.
    var number: Int32 { descriptor.number }

    /// Opens the folder `name` in `folder`, which must be no symbolic link; to work in it, or to
    /// read what lies in it.
    init(_ name: KernelName, in folder: Int32, isRead: Bool = false) throws(SystemError) {
        let flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | (isRead ? O_RDONLY : __O_PATH)
        descriptor = try unsafe FileDescriptor(
            opened: name.withPointer { unsafe openat(folder, $0, flags) })
        state = try EntryState.read(descriptor.number)
    }
}

extension OpenFolder {
    /// Whether something is called `name` in it; what keeps that from being told is thrown.
    func holds(_ name: KernelName) throws(SystemError) -> Bool { try exists(name, in: number) }
}
