// SPDX-License-Identifier: Apache-2.0

import RuleEngine

/// The tag of a local item: what must still be so for it to be the one that was listed.
///
/// Written `inode-modified;changed` in hex, the times in nanoseconds since 1970, with `@device`
/// before the `;` where the item lies on another file system than the root. A folder's tag is its
/// inode alone: its times change with everything that is deleted in it. Tags that earlier versions
/// wrote end before the `;`, and then that time is not compared.
struct FileTag: Sendable, Hashable {
    /// The number within its file system.
    var inode: UInt64
    /// When its content was last changed; nil for folders.
    var modifiedNanoseconds: UInt64?
    /// When anything about it was last changed: an edit that puts the date back shows here alone.
    /// Nil for folders, and where it is not to be compared.
    var changedNanoseconds: UInt64?
    /// The file system, unless it is that of the root.
    var otherDevice: UInt64?

    /// The tag of what has `status` on a drive whose root lies on `rootDevice`.
    @inline(__always)
    init(_ status: FileStatus, rootDevice: UInt64) {
        inode = status.inode
        if status.type != .folder {
            modifiedNanoseconds = status.modified.nanosecondsSinceEpoch
            changedNanoseconds = status.changed.nanosecondsSinceEpoch
        }
        if status.device != rootDevice { otherDevice = status.device }
    }

    /// The tag that `text` writes; nil if it is none.
    init?(_ text: TextSlice) {
        guard let inode = FileTag.readHex(text, from: 0) else { return nil }
        self.inode = inode.value
        var index = inode.end
        if index < text.count, unsafe text.start[index] == UInt8(ascii: "-") {
            guard let modified = FileTag.readHex(text, from: index + 1) else { return nil }
            modifiedNanoseconds = modified.value
            index = modified.end
        }
        if index < text.count, unsafe text.start[index] == UInt8(ascii: "@") {
            guard let device = FileTag.readHex(text, from: index + 1) else { return nil }
            otherDevice = device.value
            index = device.end
        }
        if index < text.count, unsafe text.start[index] == UInt8(ascii: ";") {
            guard let changed = FileTag.readHex(text, from: index + 1) else { return nil }
            changedNanoseconds = changed.value
            index = changed.end
        }
        if index != text.count { return nil }
    }

    /// The number of one to sixteen hex digits at `start`, and where it ends.
    @inline(__always)
    private static func readHex(_ text: TextSlice, from start: Int) -> (value: UInt64, end: Int)? {
        var value: UInt64 = 0
        var index = start
        while index < text.count, index &- start < 16 {
            let byte = unsafe text.start[index]
            if byte &- 48 <= 9 {
                value = value << 4 | UInt64(byte &- 48)
            } else if byte &- 97 <= 5 {
                value = value << 4 | UInt64(byte &- 87)
            } else {
                break
            }
            index &+= 1
        }
        return index > start ? (value, index) : nil
    }

    /// The most bytes that a tag's text has.
    static let textMax = 67

    /// Writes the text at `target`, which has room for `textMax` bytes; how many it has.
    @inline(__always)
    func write(to target: UnsafeMutablePointer<UInt8>) -> Int {
        var length = unsafe FileTag.writeHex(inode, to: target)
        if let modifiedNanoseconds {
            unsafe target[length] = UInt8(ascii: "-")
            unsafe length += 1 + FileTag.writeHex(modifiedNanoseconds, to: target + length + 1)
        }
        if let otherDevice {
            unsafe target[length] = UInt8(ascii: "@")
            unsafe length += 1 + FileTag.writeHex(otherDevice, to: target + length + 1)
        }
        if let changedNanoseconds {
            unsafe target[length] = UInt8(ascii: ";")
            unsafe length += 1 + FileTag.writeHex(changedNanoseconds, to: target + length + 1)
        }
        return length
    }

    /// The tag without what a move changes, be it only there and back.
    var withoutChange: FileTag {
        var tag = self
        tag.changedNanoseconds = nil
        return tag
    }

    /// Whether two tags, of two drives, may be of one file: they name the same inode and time of
    /// the last change. What follows an `@` is the device, if it is not that of the root, and what
    /// follows a `;` changes with every move.
    static func mayBeOfOneFile(_ one: String, _ other: String) -> Bool {
        func beginning(_ tag: String) -> Substring.UTF8View {
            tag.utf8.prefix { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: ";") }
        }
        let own = beginning(one)
        let isOfFile = own.allSatisfy { "0123456789abcdef-".utf8.contains($0) }
        return isOfFile && own.elementsEqual(beginning(other))
    }

    /// The text.
    var text: String {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FileTag.textMax) { room in
            guard let start = room.baseAddress else { return "" }
            return unsafe TextSlice(start: start, count: write(to: start)).string
        }
    }

    @inline(__always)
    private static func writeHex(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let length = max(1, (67 - value.leadingZeroBitCount) / 4)
        var rest = value
        var index = length
        while index > 0 {
            index &-= 1
            let digit = UInt8(truncatingIfNeeded: rest & 15)
            unsafe target[index] = digit < 10 ? digit &+ 48 : digit &+ 87
            rest >>= 4
        }
        return length
    }
}
