// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters

/// How much room a file system has to have for what the program writes.
package enum DiskRoom {
    /// What is always wanted, in bytes: a copy of the state is made before anything is deleted, and
    /// each deletion writes a note.
    package static let bytesMin: Int64 = 64 << 20

    /// How much is free at the folder `path`, or the nearest above it, where that is too little; nil
    /// where it is enough, or nobody can tell.
    static func lack(at path: String) -> Int64? {
        var folder = path
        while folder != "/", folder != ".", !FileBytes.isFolder(folder) {
            folder = MachinePath.folder(of: folder)
        }
        guard let free = DriveSpace.ofFileSystem(at: folder)?.freeBytes, free < bytesMin else {
            return nil
        }
        return free
    }
}
