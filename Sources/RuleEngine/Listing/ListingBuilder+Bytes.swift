// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How much memory the rows take, and what keeps strangers from making it as much as they like.
extension ListingBuilder {
    /// How many bytes the rows hold, without room that is kept for more. O(1).
    package var byteCount: Int {
        // The folder, the flags, the size and two instants of each row.
        var count = listing.count * (4 + 1 + 8 + 8 + 8)
        count += listing.names.byteCount + listing.ids.byteCount + listing.folders.byteCount
        count += listing.taken.byteCount + listing.accessed.byteCount + listing.firstSeen.byteCount
        count += listing.width.byteCount + listing.height.byteCount + listing.duration.byteCount
        count += listing.mime.byteCount + listing.owner.byteCount + listing.ownerAddress.byteCount
        count += listing.camera.byteCount + listing.album.byteCount + listing.link.byteCount
        count += listing.eTag.byteCount + listing.cTag.byteCount + listing.photo.byteCount
        return count + quickXor.byteCount + sha1.byteCount + sha256.byteCount
    }

    /// Refuses to go on where the rows take more than they may.
    func checkBytes() throws(ListingError) {
        if byteCount > bytesMax { throw .overBytes(bytesMax) }
    }

    /// What the folders of `item` may take.
    ///
    /// A path of a thousand folders adds the paths of all of them, five hundred times its own bytes:
    /// without a bound, a listing of some megabytes would fill any memory. Sixteen times what
    /// is given, and 1 KiB an item, is more than honest drives need.
    @inline(__always)
    mutating func noteAllowance(of item: ItemRecord) {
        folderAllowance &+= 1_024 &+ 16 &* item.folder.count
    }

    /// Refuses to go on where the paths of folders take more than the items account for.
    @inline(__always)
    func checkFolders() throws(ListingError) {
        let count = listing.folders.textByteCount
        if count > folderAllowance || count > Bounds.textBytes - FolderTable.chainBytesMax {
            throw ListingError(
                Message(
                    "the folders lie so deep in one another that their paths take"
                        + " \(count >> 20) MiB, which no drive needs"))
        }
    }

    /// Takes over what `other` noted of its rows since the last time.
    mutating func passAllowance(from other: inout ListingBuilder) {
        folderAllowance &+= other.folderAllowance &- other.forwarding.folderAllowance
        other.forwarding.folderAllowance = other.folderAllowance
    }

    /// Refuses the rows of `other` where they have no room beside those that there are.
    func checkRoom(for other: borrowing ListingBuilder) throws(ListingError) {
        let (mine, its) = (listing, other.listing)
        let texts = unsafe [
            (mine.names.bytes.count, its.names.bytes.count),
            (mine.ids.bytes.count, its.ids.bytes.count),
            (mine.eTag.textByteCount, its.eTag.textByteCount),
            (mine.cTag.textByteCount, its.cTag.textByteCount),
            (mine.photo.textByteCount, its.photo.textByteCount),
            (mine.mime.textByteCount, its.mime.textByteCount),
            (mine.owner.textByteCount, its.owner.textByteCount),
            (mine.ownerAddress.textByteCount, its.ownerAddress.textByteCount),
            (mine.camera.textByteCount, its.camera.textByteCount),
            (mine.album.textByteCount, its.album.textByteCount),
            (mine.link.textByteCount, its.link.textByteCount),
            (quickXor.oddTexts.byteCount, other.quickXor.oddTexts.byteCount),
            (sha1.oddTexts.byteCount, other.sha1.oddTexts.byteCount),
            (sha256.oddTexts.byteCount, other.sha256.oddTexts.byteCount),
        ]
        guard texts.allSatisfy({ $0 + $1 < Bounds.textBytes }),
            mine.count + its.count < Int(UInt32.max) - 1
        else { throw .tooLarge }
        if byteCount + other.byteCount > bytesMax { throw .overBytes(bytesMax) }
    }
}

extension ListingBuilder {
    /// Forgets the rows that a later one of the same drive and id replaces, as `finish()` does;
    /// gives those that were kept, which rise, or nil where all were. O(n) expected.
    ///
    /// With `namedOnly`, rows without an id are kept: the path of one that waits for its place is
    /// not known yet.
    package mutating func foldRepeats(namedOnly: Bool) -> Column<UInt32>? {
        let marks: Column<Bool> = Column()
        ListingDeduplication.markRepeats(in: listing, marks)
        if unsafe marks.count == 0 { return nil }
        if namedOnly {
            for row in 0..<listing.count where listing.ids[row].isEmpty { marks[row] = false }
        }
        guard
            let rows = ListingDeduplication.survivors(of: listing, marks: marks, dropsOwn: false),
            unsafe rows.count < listing.count
        else { return nil }
        keep(rows: rows)
        return rows
    }
}

extension ListingError {
    /// What a listing says that outgrows its columns.
    static var tooLarge: ListingError {
        ListingError(Message("the listing is larger than this program can hold"))
    }

    /// What a listing says that would take more than `bytes`.
    package static func overBytes(_ bytes: Int) -> ListingError {
        ListingError(
            Message(
                "the listing takes more than \(bytes >> 20) MiB of memory, which is what there is for"
                    + " it; free some memory, raise the limit ('ulimit -v', or that of the"
                    + " container), or plan over one folder or drive at a time"))
    }
}
