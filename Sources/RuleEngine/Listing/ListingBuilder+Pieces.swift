// SPDX-License-Identifier: Apache-2.0

/// The numbers that drives, folders and texts of one builder have in another one.
///
/// Kept from piece to piece, so that each folder is looked up once and not once a piece.
struct ListingForwarding {
    /// The first column of the builder that the numbers are good for.
    private(set) var target: Column<UInt32>?
    private(set) var drives: [UInt16] = []
    /// How much of its `folderAllowance` the builder has passed on.
    var folderAllowance = ListingBuilder.Bounds.folderBytes
    let folders: Column<UInt32> = Column()
    let mime: Column<UInt32> = Column()
    let owner: Column<UInt32> = Column()
    let ownerAddress: Column<UInt32> = Column()
    let camera: Column<UInt32> = Column()
    let album: Column<UInt32> = Column()
    let link: Column<UInt32> = Column()

    /// Notes the number of the next drive.
    mutating func add(drive: UInt16) { drives.append(drive) }

    /// Numbers for `target`, none so far.
    init(for target: Column<UInt32>? = nil) {
        self.target = target
    }
}

extension ListingBuilder {
    /// Takes all rows of `other`, which count as later. O(bytes of the rows), mostly plain copies.
    ///
    /// `other` is left without rows, but with its folders and the room that it has, so that it may
    /// take the next piece of a source whose pieces are read apart.
    package mutating func append(rowsOf other: inout ListingBuilder) throws(ListingError) {
        try checkRoom(for: other)
        if other.forwarding.target !== listing.folder {
            other.forwarding = ListingForwarding(for: listing.folder)
        }
        passAllowance(from: &other)
        try forwardNumbers(of: &other)
        let first = listing.count
        let count = other.listing.count
        let map = unsafe other.forwarding.folders.base
        let source = unsafe other.listing.folder.base
        let folders = unsafe listing.folder.extend(by: count)
        for row in 0..<count { unsafe folders[row] = unsafe map[Int(source[row])] }
        listing.count += count
        listing.names.append(contentsOf: other.listing.names)
        listing.ids.append(contentsOf: other.listing.ids)
        unsafe listing.flags.append(UnsafePointer(other.listing.flags.base), count: count)
        unsafe listing.size.append(UnsafePointer(other.listing.size.base), count: count)
        unsafe listing.created.append(UnsafePointer(other.listing.created.base), count: count)
        unsafe listing.modified.append(UnsafePointer(other.listing.modified.base), count: count)
        appendRare(rowsOf: other, first: first)
        if other.mayHaveOwnRows { mayHaveOwnRows = true }
        other.removeAllRows()
    }

    /// Makes room for a listing of which a `share` is there, as far as that can be told by now.
    package func reserve(havingShare share: Double) {
        guard share > 0, share < 1 else { return }
        // A little more than what the first part suggests, since growing costs a copy.
        let factor = (1 / share - 1) * 1.05 + 0.01
        // Under a limit of the process, addresses that nothing uses count as well.
        if Double(byteCount) * (1 + factor) > Double(bytesMax) { return }
        func reserve<Element>(_ column: Column<Element>) {
            column.reserve(factor: factor, ifBelow: 0.5)
        }
        reserve(listing.folder)
        reserve(listing.flags)
        reserve(listing.size)
        reserve(listing.created)
        reserve(listing.modified)
        listing.names.reserve(factor: factor, ifBelow: 0.5)
        listing.ids.reserve(factor: factor, ifBelow: 0.5)
        listing.taken.reserve(factor: factor, ifBelow: 0.5)
        listing.accessed.reserve(factor: factor, ifBelow: 0.5)
        listing.firstSeen.reserve(factor: factor, ifBelow: 0.5)
        listing.width.reserve(factor: factor, ifBelow: 0.5)
        listing.height.reserve(factor: factor, ifBelow: 0.5)
        listing.duration.reserve(factor: factor, ifBelow: 0.5)
        listing.mime.reserve(factor: factor, ifBelow: 0.5)
        listing.owner.reserve(factor: factor, ifBelow: 0.5)
        listing.ownerAddress.reserve(factor: factor, ifBelow: 0.5)
        listing.camera.reserve(factor: factor, ifBelow: 0.5)
        listing.album.reserve(factor: factor, ifBelow: 0.5)
        listing.link.reserve(factor: factor, ifBelow: 0.5)
        listing.eTag.reserve(factor: factor, ifBelow: 0.5)
        listing.cTag.reserve(factor: factor, ifBelow: 0.5)
        listing.photo.reserve(factor: factor, ifBelow: 0.5)
        quickXor.reserve(factor: factor, ifBelow: 0.5)
        sha1.reserve(factor: factor, ifBelow: 0.5)
        sha256.reserve(factor: factor, ifBelow: 0.5)
    }

    /// Looks up here those drives and folders of `other` that are new since the last time.
    private mutating func forwardNumbers(
        of other: inout ListingBuilder
    ) throws(ListingError) {
        for drive in other.listing.drives[other.forwarding.drives.count...] {
            other.forwarding.add(drive: try self.drive(named: drive.name, kind: drive.kind))
        }
        let folders = other.forwarding.folders
        for folder in unsafe folders.count..<other.listing.folders.count {
            let drive = other.listing.folders.drives[folder]
            folders.append(
                try folderNumber(
                    drive: other.forwarding.drives[Int(drive)],
                    path: other.listing.folders.path(folder)))
        }
    }

    private mutating func appendRare(rowsOf other: borrowing ListingBuilder, first: Int) {
        listing.taken.append(contentsOf: other.listing.taken, first: first)
        listing.accessed.append(contentsOf: other.listing.accessed, first: first)
        listing.firstSeen.append(contentsOf: other.listing.firstSeen, first: first)
        listing.width.append(contentsOf: other.listing.width, first: first)
        listing.height.append(contentsOf: other.listing.height, first: first)
        listing.duration.append(contentsOf: other.listing.duration, first: first)
        let maps = other.forwarding
        listing.mime.append(contentsOf: other.listing.mime, first: first, map: maps.mime)
        listing.owner.append(contentsOf: other.listing.owner, first: first, map: maps.owner)
        listing.ownerAddress.append(
            contentsOf: other.listing.ownerAddress, first: first, map: maps.ownerAddress)
        listing.camera.append(contentsOf: other.listing.camera, first: first, map: maps.camera)
        listing.album.append(contentsOf: other.listing.album, first: first, map: maps.album)
        listing.link.append(contentsOf: other.listing.link, first: first, map: maps.link)
        listing.eTag.append(contentsOf: other.listing.eTag, first: first)
        listing.cTag.append(contentsOf: other.listing.cTag, first: first)
        listing.photo.append(contentsOf: other.listing.photo, first: first)
        quickXor.append(contentsOf: other.quickXor, first: first)
        sha1.append(contentsOf: other.sha1, first: first)
        sha256.append(contentsOf: other.sha256, first: first)
    }

    /// Forgets all rows, but not the folders and the room that there are.
    package mutating func removeAllRows() {
        mayHaveOwnRows = false
        listing.count = 0
        listing.folder.truncate(to: 0)
        listing.names.removeAll()
        listing.ids.removeAll()
        listing.flags.truncate(to: 0)
        listing.size.truncate(to: 0)
        listing.created.truncate(to: 0)
        listing.modified.truncate(to: 0)
        listing.taken.removeAll()
        listing.accessed.removeAll()
        listing.firstSeen.removeAll()
        listing.width.removeAll()
        listing.height.removeAll()
        listing.duration.removeAll()
        listing.mime.removeAllRows()
        listing.owner.removeAllRows()
        listing.ownerAddress.removeAllRows()
        listing.camera.removeAllRows()
        listing.album.removeAllRows()
        listing.link.removeAllRows()
        listing.eTag.removeAll()
        listing.cTag.removeAll()
        listing.photo.removeAll()
        quickXor.removeAll()
        sha1.removeAll()
        sha256.removeAll()
    }
}
