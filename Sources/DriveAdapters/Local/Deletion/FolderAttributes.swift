// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import POSIX
internal import Text

/// What a folder is beside what lies in it: rights, owner, times and extended attributes, access
/// control lists among them. Receipts keep it of the folders above an item, so that one that is
/// gone when the item comes back can be made again as it was.
struct FolderAttributes: Hashable {
    /// The rights as the kernel codes them.
    var mode: UInt16
    /// The number of the account that owns it.
    var owner: UInt32
    /// The number of its group.
    var group: UInt32
    /// When it was last changed.
    var modified: FileTime
    /// When it was last read.
    var accessed: FileTime
    /// Its extended attributes; nil where not all are known.
    var extended: [Extended]?

    /// One extended attribute.
    struct Extended: Hashable {
        var name: [UInt8]
        var value: [UInt8]
    }

    /// The most bytes of extended attributes that a receipt keeps of one folder.
    private static let extendedMax = 4_096

    /// Those of an open folder.
    init(_ folder: OpenFolder) throws(SystemError) {
        let state = try EntryState.read(folder.number)
        mode = state.mode & 0o7777
        owner = state.owner
        group = state.group
        modified = state.modified
        accessed = state.accessed
        extended = FolderAttributes.extended(of: folder)
    }

    private static func extended(of folder: OpenFolder) -> [Extended]? {
        let path = folder.descriptorPath
        guard let list = unsafe read(extendedMax, { unsafe listxattr(path, $0, $1) }) else {
            return nil
        }
        var found: [Extended] = []
        var left = extendedMax
        for name in list.split(separator: 0) {
            let value = unsafe KernelName(name).withPointer { name in
                unsafe read(left) { unsafe getxattr(path, name, $0, $1) }
            }
            guard let value else { return nil }
            left -= name.count + value.count
            if left < 0 { return nil }
            found.append(Extended(name: Array(name), value: value))
        }
        return found
    }

    /// What `call` gives, in at most `most` bytes. A file system without such attributes has none.
    private static func read(
        _ most: Int, _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
    ) -> [UInt8]? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(most, 1)) { room in
            let count = unsafe call(room.baseAddress, max(most, 1))
            if count < 0 { return errno == ENOTSUP ? [] : nil }
            return unsafe room[..<count].map { UInt8(bitPattern: $0) }
        }
    }

    // MARK: - As text

    /// Hex numbers with points between them, and for each extended attribute its name and value.
    var text: String {
        let numbers = [
            UInt64(mode), UInt64(owner), UInt64(group), modified.nanosecondsSinceEpoch,
            accessed.nanosecondsSinceEpoch,
        ]
        let parts =
            extended?.map { HexDigits.text($0.name) + "=" + HexDigits.text($0.value) } ?? ["?"]
        return (numbers.map { String($0, radix: 16) } + parts).joined(separator: ".")
    }

    /// The attributes that `text` writes; nil if it writes none.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.prefix(5).compactMap { UInt64($0, radix: 16) }
        guard numbers.count == 5, let mode = UInt16(exactly: numbers[0]), mode <= 0o7777,
            let owner = UInt32(exactly: numbers[1]), let group = UInt32(exactly: numbers[2])
        else { return nil }
        self.mode = mode
        self.owner = owner
        self.group = group
        modified = FileTime(nanosecondsSinceEpoch: numbers[3])
        accessed = FileTime(nanosecondsSinceEpoch: numbers[4])
        if parts.dropFirst(5).elementsEqual(["?"]) { return }
        var found: [Extended] = []
        for part in parts.dropFirst(5) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let name = HexDigits.bytes(sides[0]), !name.isEmpty,
                !name.contains(0), let value = HexDigits.bytes(sides[1])
            else { return nil }
            found.append(Extended(name: name, value: value))
        }
        extended = found
    }

    // MARK: - Given again

    /// Gives `folder`, which is new, empty and open to its owner alone, these attributes.
    ///
    /// It never becomes more open than the old one was: where the owner, the group or an access
    /// control list cannot be given, it stays its owner's alone. The other attributes and the times
    /// are given where that is permitted.
    func give(to folder: OpenFolder, _ calls: DiskCalls) {
        let isWhole = giveOwner(to: folder, calls) && giveExtended(to: folder, calls)
        if isWhole { try? calls.setMode(of: folder, mode_t(mode)) }
        try? calls.setTimes(of: folder, accessed: accessed, modified: modified)
    }

    private func giveOwner(to folder: OpenFolder, _ calls: DiskCalls) -> Bool {
        if folder.state.owner == owner, folder.state.group == group { return true }
        return (try? calls.setOwner(of: folder, owner, group)) != nil
    }

    /// Whether all that tells who may enter could be given.
    private func giveExtended(to folder: OpenFolder, _ calls: DiskCalls) -> Bool {
        guard let extended else { return false }
        var isWhole = true
        for one in extended {
            let isGiven = (try? calls.setExtended(of: folder, one)) != nil
            if !isGiven, one.name.starts(with: Array("system.".utf8)) { isWhole = false }
        }
        return isWhole
    }
}

extension OpenFolder {
    /// A path that leads to the folder for calls that take no descriptor; proc(5).
    var descriptorPath: String { "/proc/self/fd/\(number)" }
}

extension FileTime {
    /// The time of that many nanoseconds since 1970, as `nanosecondsSinceEpoch` counts.
    init(nanosecondsSinceEpoch count: UInt64) {
        let count = Int64(bitPattern: count)
        let rest = (count % 1_000_000_000 + 1_000_000_000) % 1_000_000_000
        self.init(
            seconds: (count - rest) / 1_000_000_000,
            nanoseconds: UInt32(truncatingIfNeeded: rest))
    }
}
