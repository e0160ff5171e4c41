// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The entries that two plans have not in common.
package struct PlanDifference: Sendable {
    /// Entries of the later plan, by number.
    package private(set) var added: [Int] = []
    /// Entries of the earlier plan, by number.
    package private(set) var removed: [Int] = []

    /// An item and what becomes of it.
    private struct Key: Hashable {
        let bytes: [UInt8]

        init(_ record: PlanRecord, _ entry: Int) {
            let row = record.row(entry)
            // Bytes: two strings that differ in normalisation only would count as equal.
            bytes =
                Array(record.drive(row).name.utf8) + [0] + Array(record.items.id(row).utf8)
                + [0, record.columns.verdict[entry]]
        }
    }

    /// Compares the entries that are no `keep`. O(entries): both plans are in the same order.
    package init(from before: PlanRecord, to after: PlanRecord) {
        var (old, new) = (Walk(before), Walk(after))
        while let left = old.entry, let right = new.entry {
            let order = Walk.order(old, left, new, right)
            if order < 0 {
                removed.append(left)
                old.advance()
            } else if order > 0 {
                added.append(right)
                new.advance()
            } else {
                if before.verdict(left) != after.verdict(right) {
                    removed.append(left)
                    added.append(right)
                }
                old.advance()
                new.advance()
            }
        }
        while let left = old.entry {
            removed.append(left)
            old.advance()
        }
        while let right = new.entry {
            added.append(right)
            new.advance()
        }
        // What has another path and is the same item has not changed in what counts here.
        let gone = Set(removed.map { Key(before, $0) })
        let come = Set(added.map { Key(after, $0) })
        removed.removeAll { come.contains(Key(before, $0)) }
        added.removeAll { gone.contains(Key(after, $0)) }
    }

    /// A way through the entries of a plan.
    private struct Walk {
        private let record: PlanRecord
        private let items: Listing
        private(set) var entry: Int?
        private let path: Column<UInt8> = Column(capacity: 512)

        init(_ record: PlanRecord) {
            self.record = record
            items = record.items
            entry = -1
            advance()
        }

        /// Goes on to the next entry that is no `keep`.
        mutating func advance() {
            guard var next = entry else { return }
            repeat { next += 1 } while next < record.count && record.verdict(next) == .keep
            entry = next < record.count ? next : nil
        }

        /// Below 0 if the entry of `left` stands first, above it if that of `right` does; 0 where
        /// both are of one item.
        static func order(_ left: Walk, _ entry: Int, _ right: Walk, _ other: Int) -> Int {
            let (row, otherRow) = (left.record.row(entry), right.record.row(other))
            let name = left.items.drives[left.items.drive(row)].name
            let otherName = right.items.drives[right.items.drive(otherRow)].name
            if !name.utf8.elementsEqual(otherName.utf8) {
                return name.unicodeScalars.lexicographicallyPrecedes(otherName.unicodeScalars)
                    ? -1 : 1
            }
            let order = TextSlice.order(left.path(of: row), right.path(of: otherRow))
            if order != 0 { return order }
            return TextSlice.order(left.id(of: row), right.id(of: otherRow))
        }

        /// Valid until the next call.
        private func path(of row: Int) -> TextSlice {
            path.truncate(to: 0)
            items.appendPath(row, to: path)
            return TextSlice(start: UnsafePointer(path.base), count: path.count)
        }

        /// An empty id stands for the path, which is equal here.
        private func id(of row: Int) -> TextSlice {
            let id = items.ids[row]
            return id.isEmpty ? path(of: row) : id
        }
    }
}
