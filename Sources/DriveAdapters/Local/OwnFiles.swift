// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import RuleEngine

/// What this program keeps on the machine, wherever a drive may begin: no rule is ever asked of it.
///
/// The state file says what was promised about everything else, and the rules say what is
/// protected; to delete them would break that. Files are known by device and inode, so that no
/// link and no mount shows them as something else, and by their places, for those that are made
/// only later.
struct OwnFiles: Sendable {
    /// The folders, and those that they lie in.
    private let folders: [HomeTrash]
    /// The files that are there.
    private let files: Set<FileKey>
    /// The names of the files, by the folder that they lie in.
    private let names: [FileKey: Set<[UInt8]>]
    /// How states are found that nobody named.
    private let states: StateFileSearch?

    /// Nothing.
    init() {
        folders = []
        files = []
        names = [:]
        states = nil
    }

    /// What `options` name, as far as it is there.
    init(_ options: LocalDrive.Options) {
        folders = options.ownFolders.compactMap { path in
            guard case .success(let folder) = unsafe FileStatus.read(path, in: AT_FDCWD),
                case .success(let parent) = unsafe FileStatus.read(path + "/..", in: AT_FDCWD)
            else { return nil }
            return HomeTrash(folder: FileKey(folder), parent: FileKey(parent))
        }
        var files: Set<FileKey> = []
        var names: [FileKey: Set<[UInt8]>] = [:]
        for path in options.ownFiles {
            if let key = OwnFiles.key(of: path) { files.insert(key) }
            let (folder, name) = OwnFiles.parts(of: path)
            if let key = OwnFiles.key(of: folder) { names[key, default: []].insert(name) }
        }
        self.files = files
        self.names = names
        states = options.stateSigns.map(StateFileSearch.init)
    }

    /// The file or folder that `path` leads to, through whatever links.
    private static func key(of path: String) -> FileKey? {
        guard let file = try? FileDescriptor(path, __O_PATH),
            case .success(let status) = FileStatus.read(file)
        else { return nil }
        return FileKey(status)
    }

    private static func parts(of path: String) -> (folder: String, name: [UInt8]) {
        guard let slash = path.utf8.lastIndex(of: 0x2f) else { return (".", Array(path.utf8)) }
        return (String(path[...slash]), Array(path.utf8[slash...].dropFirst()))
    }

    /// Whether the folder is one of them, so that nothing in it is an item.
    func isOwn(_ folder: FileKey) -> Bool { folders.contains { $0.folder == folder } }

    /// Whether the file is one of them.
    func isOwnFile(_ file: FileKey) -> Bool { files.contains(file) }

    /// Whether the file `name` of `size` bytes in the open folder `folder` is another state of this
    /// program, or belongs to one: what was promised of other drives stands there.
    @inline(__always)
    func isForeignState(
        _ name: UnsafeBufferPointer<UInt8>, size: Int64, in folder: Int32
    ) -> Bool {
        unsafe states?.holds(name, size: size, in: folder, besides: files) ?? false
    }

    /// Whether the folder holds some of them, so that it is not empty although they are no items.
    func isHolder(_ folder: FileKey) -> Bool {
        folders.contains { $0.parent == folder } || names[folder] != nil
    }

    /// The names that are no items of the folder; nil if all are.
    func names(in folder: FileKey) -> Set<[UInt8]>? { names[folder] }
}
