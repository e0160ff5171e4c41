// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import RuleEngine

/// Finds items beneath the root, each through its folder. Used by one thread.
///
/// Every look goes from the root again: a folder that is kept open would still lead to its items
/// after it was moved to where they are protected. That costs two calls a look.
struct ItemFinder: ~Copyable {
    /// The drive's root.
    let root: RootFolder
    /// What the root was when it was opened.
    let rootState: EntryState
    /// Whether other file systems that are mounted below the root belong to the drive.
    let crossesMounts: Bool
    /// Where the root is; nil if the kernel does not tell.
    let rootPath: [UInt8]?
    /// What the drive itself did to files that stay.
    let touches: OwnTouches
    private let ownFiles: OwnFiles

    /// A finder of items of `drive`, whose root is `root`.
    init(root: RootFolder, drive: LocalDrive) throws(SystemError) {
        self.root = root
        crossesMounts = drive.options.crossesMounts
        touches = drive.touches
        ownFiles = OwnFiles(drive.options)
        rootState = try EntryState.read(root.number)
        rootPath = root.absolutePath()
    }

    /// An item, and the folder through which it was seen.
    struct Found {
        var folder: OpenFolder
        var state: EntryState
    }

    /// The folder at `path` below the root.
    func folder(_ path: ArraySlice<UInt8>) throws(SystemError) -> OpenFolder {
        let folder = try OpenFolder(root.openPlace(path))
        // Stepwise opening does not see every mount point on the way.
        if !crossesMounts, folder.state.place != rootState.place { throw SystemError(code: EXDEV) }
        return folder
    }

    /// Whether the path still leads to `folder`. Throws what keeps that from being seen: too few
    /// files that may be open, say nothing of the folder.
    func isInPlace(
        _ folder: OpenFolder, at path: ArraySlice<UInt8>
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try self.folder(path).state.key == folder.state.key
        } catch {
            if [ENOENT, ENOTDIR, ELOOP, EXDEV].contains(error.code) { return false }
            throw error
        }
    }

    /// What stands at the path of `item`, whatever it is.
    func look(_ item: borrowing ExpectedItem) throws(SystemError) -> Found {
        let folder = try folder(item.parent)
        return Found(folder: folder, state: try EntryState.read(item.name, in: folder.number))
    }

    /// The item, if it still is what is expected.
    func find(_ item: borrowing ExpectedItem) throws(Refusal) -> Found {
        let found: Found
        do throws(SystemError) {
            found = try look(item)
        } catch {
            throw Refusal(finding: item, error, below: root)
        }
        if found.state.isMountPoint { throw Refusal(.failed(DeletionText.mountPoint)) }
        if let clause = item.mismatch(found.state, rootDevice: rootState.device) {
            throw Refusal(.changed(clause))
        }
        if !item.isUntouched(found.state, touches) {
            throw Refusal(.changed(DeletionText.touched))
        }
        // In this order: the state in use is not to be opened a second time.
        if ownFiles.isOwnFile(found.state.key) || ownFiles.isOwn(found.state.key)
            || isForeignState(item, found)
        {
            throw Refusal(.failed(DeletionText.ownFile))
        }
        return found
    }

    private func isForeignState(_ item: borrowing ExpectedItem, _ found: Found) -> Bool {
        guard found.state.type == .file else { return false }
        return unsafe item.name.bytes.withUnsafeBufferPointer { name in
            unsafe ownFiles.isForeignState(name, size: found.state.size, in: found.folder.number)
        }
    }
}
