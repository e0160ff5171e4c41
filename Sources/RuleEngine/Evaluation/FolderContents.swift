// SPDX-License-Identifier: Apache-2.0

/// Which folder items hold which folders of the table, and whether anything lies below them.
package struct FolderContents: Sendable {
    /// The rows that are folders.
    package let rows: Column<UInt32> = Column()
    /// For each of `rows`, the number of its own path in the folder table, or `.max` for none.
    package let own: Column<UInt32> = Column()
    private let emptyRows: Column<UInt8>

    /// Looks at all of `listing`. O(rows + folders).
    package init(_ listing: Listing) {
        let isInhabited = Column<UInt8>(repeating: 0, count: listing.folders.count)
        for row in 0..<listing.count { unsafe isInhabited.base[Int(listing.folder.base[row])] = 1 }
        // A folder's number is above its parent's, so going down passes on what lies below.
        for folder in stride(from: listing.folders.count - 1, through: 0, by: -1)
        where isInhabited[folder] != 0 {
            isInhabited[Int(listing.folders.parents[folder])] = 1
        }
        emptyRows = Column(repeating: 0, count: listing.count)
        let path: Column<UInt8> = Column(capacity: 256)
        for row in 0..<listing.count where listing.isFolder(row) {
            path.truncate(to: 0)
            listing.appendPath(row, to: path)
            let text = unsafe TextSlice(start: UnsafePointer(path.base), count: path.count)
            let drive = listing.folders.drives[Int(listing.folder[row])]
            let number = listing.folders.existingNumber(drive: drive, path: text)
            rows.append(UInt32(truncatingIfNeeded: row))
            own.append(number.map { UInt32($0) } ?? .max)
            let isInhabited = number.map { isInhabited[$0] != 0 } ?? false
            let isEmpty = !isInhabited && !listing.itemFlags(row).contains(.neverEmpty)
            emptyRows[row] = isEmpty ? 1 : 0
        }
    }

    /// The folders of `listing`, each taken to be empty unless it can never be. O(rows).
    init(assumingEmptyIn listing: Listing) {
        emptyRows = Column(repeating: 0, count: listing.count)
        for row in 0..<listing.count where !listing.itemFlags(row).contains(.neverEmpty) {
            emptyRows[row] = 1
        }
    }

    /// Whether nothing lies below the folder at `row`, as listed.
    package func isEmpty(_ row: Int) -> Bool { emptyRows[row] != 0 }
}
