// SPDX-License-Identifier: Apache-2.0

import RuleEngine

/// What an item must be to be the one that a plan recorded.
struct ExpectedItem: Sendable {
    /// Its path below the root, without a first `/`.
    let path: [UInt8]
    /// Its name.
    let name: KernelName
    /// File or folder.
    let type: ItemType
    private let size: Int64?
    private let modified: Int64?
    private let tag: FileTag?
    private let tagIsForeign: Bool
    /// An instant at which it was the item already and stood at its path, in nanoseconds since 1970:
    /// what was deleted from there before is older. Nil where that is not known.
    let stoodAt: UInt64?

    /// What `item` says; nil if its path is none of a local drive, or is the program's own.
    init?(_ item: ItemValues) {
        var path = Array(item.path.utf8)
        guard path.first == UInt8(ascii: "/"), path.count <= ListingBuilder.Bounds.pathBytes else {
            return nil
        }
        path.removeFirst()
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.allSatisfy(KernelName.isComponent), let last = parts.last,
            unsafe parts.first?.elementsEqual(TextSlice.ownFolderName.buffer) == false
        else { return nil }
        self.path = path
        name = KernelName(last)
        type = item.type
        size = item.size
        modified = item.modified?.secondsSinceEpoch
        tag = item.eTag.flatMap { FileTag(text: $0) }
        tagIsForeign = item.eTag != nil && tag == nil
        // A move to the path changes that time of a file; of a folder no more is known than dates.
        let made = type == .folder ? (item.created ?? item.modified)?.secondsSinceEpoch : nil
        stoodAt =
            tag?.changedNanoseconds
            ?? made.map { UInt64(bitPattern: $0) &* 1_000_000_000 }
    }

    private init(_ other: ExpectedItem, tag: FileTag?) {
        path = other.path
        name = other.name
        type = other.type
        size = other.size
        modified = other.modified
        self.tag = tag
        tagIsForeign = other.tagIsForeign
        stoodAt = other.stoodAt
    }

    /// The path of the folder that it lies in; empty for the root.
    var parent: ArraySlice<UInt8> { path.dropLast(min(path.count, name.bytes.count + 1)) }

    /// The inode that the tag tells.
    var inode: UInt64? { tag?.inode }

    /// The file system that it lay on, on a drive whose root lies on `rootDevice`.
    func device(rootDevice: UInt64) -> UInt64 { tag?.otherDevice ?? rootDevice }

    /// Whether the path may be that of a name which is not text, written with escapes.
    var mayBeEscaped: Bool { EntryName.mayBeEscaped(path) }

    /// The same without what a move changes, be it only there and back.
    var afterMove: ExpectedItem { ExpectedItem(self, tag: tag?.withoutChange) }

    /// Whether nobody but this drive, which knows its own `touches`, did anything to the file since
    /// it was listed; true as well where the tag does not tell.
    func isUntouched(_ state: EntryState, _ touches: OwnTouches) -> Bool {
        guard type == .file, let tag, tag.changedNanoseconds != nil else { return true }
        return touches.explain(state.key, since: tag, state.changed)
    }

    /// How `state` differs from what is expected, one clause; nil if it does not. Only what
    /// survives a move is compared.
    ///
    /// `device` is the file system of the drive's root; where it is nil, any will do.
    func mismatch(_ state: EntryState, rootDevice device: UInt64?) -> String? {
        if state.type == .special { return DeletionText.special }
        if (state.type == .folder) != (type == .folder) { return DeletionText.otherKind }
        guard let tag else {
            return tagIsForeign ? DeletionText.foreignTag : mismatchWithoutTag(state)
        }
        if tag.inode != state.inode { return DeletionText.otherItem }
        if let device, (tag.otherDevice ?? device) != state.device {
            return DeletionText.otherDevice
        }
        if type == .folder { return nil }
        if let size, size != state.size { return DeletionText.otherSize }
        return tag.modifiedNanoseconds == state.modified.nanosecondsSinceEpoch
            ? nil : DeletionText.modified
    }

    /// Whether `state` is that of the item beyond doubt, by the number that it had and by `token`,
    /// whatever was written to it since it was deleted.
    func isSurely(_ state: EntryState, by token: DeletionToken?) -> Bool {
        type == .file && inode == state.inode && token?.isSurely(state) ?? false
    }

    /// Whether a file in the state `state`, which is the item, has not the size and the date that
    /// the item had.
    func isEdited(_ state: EntryState) -> Bool {
        if type == .folder { return false }
        if let size, size != state.size { return true }
        if let then = tag?.modifiedNanoseconds {
            return then != state.modified.nanosecondsSinceEpoch
        }
        return modified.map { $0 != state.modified.seconds } ?? false
    }

    /// Whether `state` could be that of the item under a new number: FAT and some network file
    /// systems number their entries anew each time they are mounted.
    func mayBeRenumbered(_ state: EntryState) -> Bool {
        if type == .folder { return state.type == .folder }
        guard state.type == .file, let size, let modified = tag?.modifiedNanoseconds else {
            return false
        }
        return size == state.size && modified == state.modified.nanosecondsSinceEpoch
    }

    /// Without a tag, size and date are all there is to go by, and both are needed.
    private func mismatchWithoutTag(_ state: EntryState) -> String? {
        guard type == .file, let size, let modified else { return DeletionText.tooLittleKnown }
        if size != state.size { return DeletionText.otherSize }
        return modified == state.modified.seconds ? nil : DeletionText.modified
    }
}

extension FileTag {
    /// The tag that `text` writes; nil if it is none.
    init?(text: String) {
        var text = text
        let tag = text.withUTF8 { bytes in
            unsafe bytes.baseAddress.flatMap {
                unsafe FileTag(TextSlice(start: $0, count: bytes.count))
            }
        }
        guard let tag else { return nil }
        self = tag
    }
}

extension FileTime {
    /// As `FileTag` counts: it wraps after 584 years, and only has to differ when the time does.
    var nanosecondsSinceEpoch: UInt64 {
        UInt64(bitPattern: seconds) &* 1_000_000_000 &+ UInt64(nanoseconds)
    }
}
