// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import RuleEngine

/// Whether folders look like what holds deleted items, wherever they lie: such a folder may have been
/// used by a run with another home or by another program, and what lies in it waits to be restored.
enum TrashSigns {
    /// Whether the open folder `folder` is laid out like a trash of the freedesktop.org
    /// specification: it has the folders `files` and `info`, and in `info` lie notes, at least one,
    /// and nothing else. O(entries of `info`).
    static func isTrash(_ folder: Int32) -> Bool {
        guard let info = try? openUnnoticed(KernelName("info"), in: folder),
            isFolder(KernelName("files"), in: folder)
        else { return false }
        var reader = DirectoryReader()
        var count = 0
        guard var isMore = try? reader.readFirst(info) else { return false }
        while isMore {
            while let entry = reader.nextEntry() {
                let suffix = TrashFolder.infoSuffix
                guard entry.name.count > suffix.count,
                    unsafe entry.name.buffer.suffix(suffix.count).elementsEqual(suffix)
                else { return false }
                count += 1
            }
            guard let next = try? reader.readNext(info) else { return false }
            isMore = next
        }
        return count > 0
    }

    /// Whether the open folder `folder`, which is called `name`, is the program's own folder of
    /// another drive and has a quarantine.
    static func isQuarantine(_ folder: Int32, called name: some Collection<UInt8>) -> Bool {
        unsafe name.elementsEqual(TextSlice.ownFolderName.buffer)
            && isFolder(KernelName("quarantine"), in: folder)
    }

    /// Whether `name` is one that the program gives to what it removes, or makes, in a folder of
    /// other people's: `.cleanrules-` and a number in hex, or `.cleanrules-folder`.
    static func isAside(_ name: some Collection<UInt8>) -> Bool {
        let prefix = DeletionBatch.asidePrefix
        guard name.starts(with: prefix) else { return false }
        let rest = name.dropFirst(prefix.count)
        let isNumber =
            (1...16).contains(rest.count)
            && rest.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        return isNumber || rest.elementsEqual("folder".utf8)
    }

    private static func isFolder(_ name: KernelName, in folder: Int32) -> Bool {
        guard let state = try? EntryState.read(name, in: folder) else { return false }
        return state.type == .folder
    }

    /// Opens a folder to read it without that counting as its use, where that may be asked for.
    private static func openUnnoticed(
        _ name: KernelName, in folder: Int32
    ) throws(SystemError) -> FileDescriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var number = unsafe name.withPointer { unsafe openat(folder, $0, flags | __O_NOATIME) }
        if number < 0, errno == EPERM {
            number = unsafe name.withPointer { unsafe openat(folder, $0, flags) }
        }
        return try FileDescriptor(opened: number)
    }
}
