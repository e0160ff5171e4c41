// SPDX-License-Identifier: Apache-2.0

/// Reads what `SnapshotWriter` wrote, and finds out whether it was that.
///
/// The checksums of the head would do against accidents; all else is checked too, so that no bytes
/// whatsoever lead out of bounds or take more memory than a few times their own length.
struct SnapshotReader: Sendable {
    private let parts: [SnapshotPart]
    /// How many rows the listing has.
    let rowCount: Int
    private var pieces: [SnapshotColumn: [Piece]] = [:]

    /// A part of a column.
    private struct Piece {
        var chunk: Int
        /// The place in `parts`.
        var part: Int
        var count: Int
        var checksum: UInt64
    }

    /// What a part of a column holds.
    struct Chunk {
        /// The number of the part.
        let number: Int
        /// How many rows, folders or texts.
        let count: Int
        let bytes: [UInt8]
        fileprivate let checksum: UInt64

        /// Whether the bytes are those that were written. O(bytes).
        var isIntact: Bool { snapshotChecksum(bytes) == checksum }
    }

    /// What tells two parts apart.
    private struct Key: Hashable {
        var name: String
        var chunk: Int
    }

    /// Checks that `parts` are those of their head, and enough for the rows that it speaks of;
    /// their checksums are looked at when they are read.
    init(_ parts: [SnapshotPart]) throws(ListingError) {
        self.parts = parts
        var places: [Key: Int] = [:]
        for (place, part) in parts.enumerated() {
            let key = Key(name: part.name, chunk: part.chunk)
            guard places.updateValue(place, forKey: key) == nil else { throw .damagedSnapshot }
        }
        guard let place = places.removeValue(forKey: Key(name: SnapshotHead.name, chunk: 0)) else {
            throw .damagedSnapshot
        }
        let head = try SnapshotHead(parts[place].bytes)
        rowCount = head.rowCount
        for entry in head.entries {
            let key = Key(name: entry.name, chunk: entry.chunk)
            guard let column = SnapshotColumn(rawValue: entry.name),
                let place = places.removeValue(forKey: key),
                parts[place].bytes.count == entry.byteCount
            else { throw .damagedSnapshot }
            let piece = Piece(
                chunk: entry.chunk, part: place, count: entry.count, checksum: entry.checksum)
            pieces[column, default: []].append(piece)
        }
        for column in pieces.keys { pieces[column]?.sort { $0.chunk < $1.chunk } }
        guard places.isEmpty, SnapshotColumn.allCases.allSatisfy(isWellShaped) else {
            throw .damagedSnapshot
        }
    }

    /// Whether there are parts of `column`.
    func has(_ column: SnapshotColumn) -> Bool { pieces[column] != nil }

    /// The parts of `column` in their order.
    func chunks(of column: SnapshotColumn) -> [Chunk] {
        (pieces[column] ?? []).map { piece in
            Chunk(
                number: piece.chunk, count: piece.count, bytes: parts[piece.part].bytes,
                checksum: piece.checksum)
        }
    }

    /// Whether all of `jobs` answer true; they are asked side by side.
    static func holds(_ jobs: [@Sendable () -> Bool]) -> Bool {
        let failures = Column<Bool>(repeating: false, count: jobs.count)
        Parallel.run(parts: jobs.count) { part in
            if !jobs[part]() { failures[part] = true }
        }
        return !(0..<jobs.count).contains { failures[$0] }
    }

    /// Whether the parts of `column` are those that there must be, and long enough for their
    /// values: from here on, memory is taken for what is there and not for what is said.
    private func isWellShaped(_ column: SnapshotColumn) -> Bool {
        let pieces = pieces[column] ?? []
        let length = ListingSnapshot.chunkLength
        let chunkCount = (rowCount + length - 1) / length
        if column.shape == .everyRow, pieces.count != chunkCount { return false }
        return pieces.enumerated().allSatisfy { index, piece in
            let size = parts[piece.part].bytes.count
            let leastSize = piece.count * column.width
            guard column.isText ? size >= leastSize : size == leastSize else { return false }
            switch column.shape {
            case .everyRow, .someRows:
                return piece.chunk < chunkCount
                    && piece.count == min(length, rowCount - piece.chunk * length)
            case .pool:
                return piece.chunk == index && piece.count > 0 && piece.count <= length
            }
        }
    }
}
