// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine

/// What this program keeps on the machine, wherever a drive may begin: no rule is ever asked of it.
///
/// The state file says what was promised about everything else; to delete it would break that.
struct OwnFiles: Sendable {
    /// The folders, and those that they lie in.
    private let folders: [HomeTrash]
    /// The folder of the file, and its name.
    private let file: (folder: FileKey, name: [UInt8])?

    /// Nothing.
    init() {
        folders = []
        file = nil
    }

    /// What `options` name, as far as it is there.
    init(_ options: LocalDrive.Options) {
        folders = options.ownFolders.compactMap { path in
            guard case .success(let folder) = FileStatus.read(path, in: AT_FDCWD),
                case .success(let parent) = FileStatus.read(path + "/..", in: AT_FDCWD)
            else { return nil }
            return HomeTrash(folder: FileKey(folder), parent: FileKey(parent))
        }
        file = options.ownFile.flatMap(Self.place)
    }

    /// The folder and the name of the file at `path`; a link that leads to its folder is followed.
    private static func place(of path: String) -> (folder: FileKey, name: [UInt8])? {
        guard let slash = path.utf8.lastIndex(of: 0x2f),
            case .success(let folder) = FileStatus.read(
                String(path[..<slash]) + "/.", in: AT_FDCWD)
        else { return nil }
        return (FileKey(folder), Array(path.utf8[slash...].dropFirst()))
    }

    /// Whether the folder is one of them, so that nothing in it is an item.
    func isOwn(_ folder: FileKey) -> Bool { folders.contains { $0.folder == folder } }

    /// Whether the folder holds some of them, so that it is not empty although they are no items.
    func isHolder(_ folder: FileKey) -> Bool {
        folders.contains { $0.parent == folder } || file?.folder == folder
    }

    /// How the names begin that are no items of the folder; nil if all are.
    func reservedPrefix(in folder: FileKey) -> [UInt8]? {
        file.flatMap { $0.folder == folder ? $0.name : nil }
    }
}
