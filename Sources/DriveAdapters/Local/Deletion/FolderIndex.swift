// SPDX-License-Identifier: Apache-2.0

import POSIX
import RuleEngine

/// What lies in a folder, by the numbers of its entries: read once for many questions.
struct FolderIndex {
    /// The names of the entries with a number; hard links share one.
    let names: [UInt64: [KernelName]]

    /// What lies in `folder`, which is open for reading. O(entries).
    init(_ folder: borrowing FileDescriptor) throws(SystemError) {
        var names: [UInt64: [KernelName]] = [:]
        var reader = DirectoryReader()
        var isMore = try reader.readFirst(folder)
        while isMore {
            while let entry = reader.nextEntry() {
                unsafe names[entry.inode, default: []].append(KernelName(entry.name.buffer))
            }
            isMore = try reader.readNext(folder)
        }
        self.names = names
    }
}

extension FolderIndex {
    /// The index of a folder that cannot be read.
    static let nothing = FolderIndex(names: [:])

    private init(names: [UInt64: [KernelName]]) {
        self.names = names
    }
}
