// SPDX-License-Identifier: Apache-2.0

/// How ids are compared on a drive that spells the same id now one way and now another.
///
/// What is kept of an item, from a decision to the copy that another one counts on, is found by the
/// bytes of its id. So the spelling that was seen first stays that of the item.
package struct IDSpelling: Sendable {
    /// An id as it is compared; nil if that is byte for byte.
    private let comparable: @Sendable ([UInt8]) -> [UInt8]?
    /// Ids that something is kept of, as they were spelled then.
    private let known: [String]

    /// The given comparison, and what is known besides the listing of before.
    package init(known: [String], comparable: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
        self.known = known
        self.comparable = comparable
    }

    /// The ids of `fresh` in the spelling of before, nil if that is how they are spelled.
    ///
    /// Only rows without a match are looked at, and get one where the old listing has the item
    /// under another spelling. O(rows without a match).
    func keptIDs(
        _ fresh: Listing, _ old: Listing, oldDrive: Int, _ matches: Column<UInt32>
    ) -> TextColumn? {
        var open: [(row: Int, key: [UInt8])] = []
        if old.count == 0 && known.isEmpty { return nil }
        for row in 0..<fresh.count where matches[row] == FirstSeenMatching.none {
            guard let key = unsafe comparable(Array(fresh.ids[row].buffer)) else { continue }
            open.append((row, key))
        }
        if open.isEmpty { return nil }
        let rows = unmatchedRows(old, oldDrive: oldDrive, fresh, matches)
        var spellings: [[UInt8]: [UInt8]] = [:]
        for (key, row) in rows { spellings[key] = unsafe Array(old.ids[row].buffer) }
        for id in known {
            let bytes = Array(id.utf8)
            if let key = comparable(bytes) { spellings[key] = bytes }
        }
        var kept: [Int: [UInt8]] = [:]
        for (row, key) in open {
            if let match = rows[key] { matches[row] = UInt32(truncatingIfNeeded: match) }
            // An id is given to one row only.
            guard let bytes = spellings.removeValue(forKey: key) else { continue }
            if unsafe !bytes.elementsEqual(fresh.ids[row].buffer) { kept[row] = bytes }
        }
        return kept.isEmpty ? nil : column(fresh.ids, replacing: kept)
    }

    /// The rows of `old` that no row of `fresh` is matched with, by their ids for comparison.
    private func unmatchedRows(
        _ old: Listing, oldDrive: Int, _ fresh: Listing, _ matches: Column<UInt32>
    ) -> [[UInt8]: Int] {
        let isMatched = Column<Bool>(repeating: false, count: old.count)
        for row in unsafe 0..<matches.count where matches[row] < FirstSeenMatching.none {
            isMatched[Int(matches[row])] = true
        }
        var rows: [[UInt8]: Int] = [:]
        for row in 0..<old.count where !isMatched[row] && old.drive(row) == oldDrive {
            if let key = unsafe comparable(Array(old.ids[row].buffer)) { rows[key] = row }
        }
        return rows
    }

    private func column(_ ids: TextColumn, replacing kept: [Int: [UInt8]]) -> TextColumn {
        let column = TextColumn()
        for row in 0..<ids.count {
            guard let bytes = kept[row] else {
                column.append(ids[row])
                continue
            }
            unsafe bytes.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                unsafe column.append(TextSlice(start: start, count: buffer.count))
            }
        }
        return column
    }
}
