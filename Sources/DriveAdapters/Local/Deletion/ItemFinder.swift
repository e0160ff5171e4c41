// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine

/// Finds items beneath the root, each through its folder, which is opened once for neighbours.
/// Used by one thread.
struct ItemFinder: ~Copyable {
    /// The drive's root.
    let root: RootFolder
    /// What the root was when it was opened.
    let rootState: EntryState
    /// Whether other file systems that are mounted below the root belong to the drive.
    let crossesMounts: Bool
    private var last: (path: [UInt8], folder: OpenFolder)?
    private var folders: [[UInt8]: OpenFolder] = [:]

    /// How many folders are kept open.
    private static let folderMax = 64

    /// Where the root is; nil if the kernel does not tell.
    let rootPath: [UInt8]?

    /// A finder of items below `root`.
    init(root: RootFolder, crossesMounts: Bool) throws(SystemError) {
        self.root = root
        self.crossesMounts = crossesMounts
        rootState = try EntryState.read(root.number)
        rootPath = root.absolutePath()
    }

    /// An item, and the folder through which it was seen.
    struct Found {
        var folder: OpenFolder
        var state: EntryState
    }

    /// The folder at `path` below the root.
    mutating func folder(_ path: ArraySlice<UInt8>) throws(SystemError) -> OpenFolder {
        if let last, last.path[...] == path { return last.folder }
        let key = Array(path)
        if let known = folders[key] {
            last = (key, known)
            return known
        }
        let folder = try OpenFolder(root.openPlace(path))
        // Stepwise opening does not see every mount point on the way.
        if !crossesMounts, folder.state.place != rootState.place { throw SystemError(code: EXDEV) }
        if folders.count >= ItemFinder.folderMax { folders.removeAll() }
        folders[key] = folder
        last = (key, folder)
        return folder
    }

    /// Closes all folders, so that the next look goes from the root again.
    mutating func forget() {
        last = nil
        folders.removeAll()
    }

    /// What stands at the path of `item`, whatever it is.
    mutating func look(_ item: borrowing ExpectedItem) throws(SystemError) -> Found {
        let folder = try folder(item.parent)
        return Found(folder: folder, state: try EntryState.read(item.name, in: folder.number))
    }

    /// The item, if it still is what is expected.
    mutating func find(_ item: borrowing ExpectedItem) throws(Refusal) -> Found {
        let found: Found
        do throws(SystemError) {
            found = try look(item)
        } catch {
            throw Refusal(finding: item, error)
        }
        if found.state.isMountPoint { throw Refusal(.failed(DeletionText.mountPoint)) }
        if let clause = item.mismatch(found.state, rootDevice: rootState.device) {
            throw Refusal(.changed(clause))
        }
        return found
    }
}
