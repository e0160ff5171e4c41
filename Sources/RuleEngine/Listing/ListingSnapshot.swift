// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// One piece of a stored listing: bytes under a name and a number.
package struct SnapshotPart: Sendable, Hashable {
    /// What the piece is of.
    package var name: String
    /// Numbers the pieces of one name from 0; unique together with the name.
    package var chunk: Int
    /// The bytes, whose meaning `ListingSnapshot` alone knows.
    package var bytes: [UInt8]

    /// The given piece.
    package init(name: String, chunk: Int, bytes: [UInt8]) {
        self.name = name
        self.chunk = chunk
        self.bytes = bytes
    }
}

/// The listing of one drive as byte parts, column by column, and back.
///
/// A part holds a column's values of up to 65,536 rows, all numbers little endian, so that reading
/// is mostly copying. The part `head` says what other parts there are, with a checksum of each:
/// parts that were not written together do not pass for a listing. What is read is believed no
/// further than that: every number that leads to a place in memory is checked against it.
package enum ListingSnapshot {
    /// The version of the format; another one is not read.
    static let version: UInt32 = 1
    /// How many rows, folders or texts a part holds at most.
    package static let chunkLength = 65_536

    /// The dates that are kept, beside missing ones: what is further off could not be reckoned with.
    static let dates: ClosedRange<Int64> = -(1 << 60)...(1 << 60)

    /// The rows of the drive that `listing` numbers `drive`, as parts; `listing` is finished.
    ///
    /// O(bytes). Only folders and texts that these rows need are written, numbered afresh.
    package static func parts(
        of listing: Listing, drive: Int
    ) throws(ListingError) -> [SnapshotPart] {
        var writer = SnapshotWriter(listing, drive: drive)
        return try writer.parts()
    }

    /// All rows of `listing`, which is finished, as the parts of each of its drives. O(bytes), and for
    /// each drive O(folders and different texts of all of them).
    package static func parts(of listing: Listing) throws(ListingError) -> [[SnapshotPart]] {
        let rows: [Column<UInt32>] = listing.drives.map { _ in Column() }
        for row in 0..<listing.count {
            rows[listing.drive(row)].append(UInt32(truncatingIfNeeded: row))
        }
        var parts: [[SnapshotPart]] = []
        for drive in listing.drives.indices {
            var writer = SnapshotWriter(listing, rows: rows[drive])
            parts.append(try writer.parts())
        }
        return parts
    }

    /// What `parts` wrote, as the only drive of a builder, under `name`; the order of `parts` is
    /// all one. O(bytes).
    package static func builder(
        from parts: [SnapshotPart], drive name: String, kind: DriveKind
    ) throws(ListingError) -> ListingBuilder {
        let reader = try SnapshotReader(parts)
        return try reader.builder(drive: name, kind: kind)
    }

    /// Whether a column of dates may hold `seconds`.
    @inline(__always)
    static func isDate(_ seconds: Int64) -> Bool {
        dates.contains(seconds) || seconds == Missing.date
    }

    /// The parts that `pieces` make up, with the head that goes with them.
    package static func sealed(_ pieces: [Piece], rowCount: Int) -> [SnapshotPart] {
        let head = SnapshotHead(pieces: pieces, rowCount: rowCount)
        return [SnapshotPart(name: SnapshotHead.name, chunk: 0, bytes: head.bytes())]
            + pieces.map(\.part)
    }

    /// A part, and how many rows, folders or texts it holds.
    package struct Piece: Sendable, Hashable {
        /// The part.
        package var part: SnapshotPart
        /// How many values.
        package var count: Int

        /// A part that holds `count` values.
        package init(part: SnapshotPart, count: Int) {
            self.part = part
            self.count = count
        }
    }
}

extension ListingError {
    /// What is said of parts that `ListingSnapshot` did not write, or not together.
    static var damagedSnapshot: ListingError {
        ListingError(
            Message("the stored listing is damaged; run 'cleanrules sync' to read the drive afresh")
        )
    }
}
