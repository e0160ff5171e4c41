// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// The file systems on which something was changed, to be brought to the disk together.
struct DiskSync {
    private let root: RootFolder
    private let rootDevice: UInt64
    /// A folder of each file system that is open for reading, as syncfs(2) wants it; nil where
    /// none could be opened.
    private var folders: [UInt64: OpenFolder?] = [:]
    private var changed: Set<UInt64> = []

    /// Nothing yet; `state` is that of `root`.
    init(root: RootFolder, state: EntryState) {
        self.root = root
        rootDevice = state.device
    }

    /// Something was changed on the file system of `folder`, which is open for reading.
    mutating func add(_ folder: OpenFolder) {
        changed.insert(folder.state.device)
        if folder.state.device != rootDevice { folders[folder.state.device] = folder }
    }

    /// Something was changed on the file system of the root.
    mutating func addRoot() { changed.insert(rootDevice) }

    /// Something was changed on the file system of `folder`, which need not be readable.
    mutating func add(containing folder: OpenFolder) {
        let device = folder.state.device
        changed.insert(device)
        guard device != rootDevice, folders[device] == nil else { return }
        folders[device] = .some(
            try? OpenFolder(KernelName("."), in: folder.number, isRead: true))
    }

    /// Brings all that was changed to the disk; throws what went wrong first.
    mutating func sync(_ calls: DiskCalls) throws(SystemError) {
        var failure: SystemError?
        for device in changed.sorted() {
            do throws(SystemError) {
                if device == rootDevice {
                    try calls.sync(root.number)
                } else if let folder = folders[device] ?? nil {
                    try calls.sync(folder.number)
                } else {
                    // No folder of it may be read: then all file systems have to do it.
                    Glibc.sync()
                }
            } catch {
                failure = failure ?? error
            }
        }
        changed.removeAll()
        if let failure { throw failure }
    }
}
