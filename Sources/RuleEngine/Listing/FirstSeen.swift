// SPDX-License-Identifier: Apache-2.0

/// Carries over from one listing of a drive to the next when each item was first seen.
///
/// An item is known again by its id, byte for byte; where a drive gives none, its path is the id.
/// A drive that spells ids now one way and now another says so with an `IDSpelling`. On a local
/// drive the path is no more than a place: a file of another number or another time of making is
/// another item, and was never seen before.
package enum FirstSeen {
    /// Fills in `firstSeen` of the rows of `drive`, and counts what has changed since `old`.
    ///
    /// What the source said of a row stays. Else the row takes the value of the item with the same
    /// id on `oldDrive` of `old`, and `now` if there is none, or if it surely was another one. Both listings name each id once.
    /// `old` is only read, and may be the rows of a builder that is not finished. O(bytes of ids)
    /// expected; where the order of rows has hardly changed, without a look at any table. With
    /// `spelling`, ids that are spelled anew go on in the spelling of before.
    package static func carry(
        into fresh: inout Listing, drive: Int, from old: Listing?, oldDrive: Int = 0,
        spelling: IDSpelling? = nil, now: Timestamp
    ) -> ListingChanges {
        let old = old ?? Listing()
        let matching = FirstSeenMatching(fresh, drive: drive, old, oldDrive: oldDrive)
        let matches = matching.matches()
        if let ids = spelling?.keptIDs(fresh, old, oldDrive: oldDrive, matches) { fresh.ids = ids }
        var changes = ListingChanges()
        changes.removed = matching.unmatchedCount(matches)
        // A column of its own: copies of the listing keep theirs.
        let seen: Column<Int64> = Column(capacity: fresh.count)
        let isLocal = ListedFile.isLocal(drive, of: fresh)
        for row in 0..<fresh.count {
            var value = fresh.firstSeen[row]
            let match = matches[row]
            if match != FirstSeenMatching.foreign {
                changes.items += 1
                if !fresh.isFolder(row) { changes.files += 1 }
                if match == FirstSeenMatching.none { changes.added += 1 }
                if value == Missing.date, match != FirstSeenMatching.none,
                    !isLocal || ListedFile.mayBeSame(fresh, row, old, Int(match))
                {
                    value = old.firstSeen[Int(match)]
                }
                if value == Missing.date { value = now.secondsSinceEpoch }
            }
            seen.append(value)
        }
        changes.changed = changedCount(fresh, old, matches)
        fresh.firstSeen = OptionalColumn(missing: Missing.date, column: seen)
        return changes
    }

    /// When `listing` says that `file`, which has the id of `row`, was first seen; nil where it does
    /// not say, and where that was another file.
    package static func instant(of file: ListedFile, _ row: Int, in listing: Listing) -> Int64? {
        let instant = listing.firstSeen[row]
        return instant != Missing.date && file.mayBe(row, of: listing) ? instant : nil
    }

    /// How many rows differ from their match in something that is known of both.
    ///
    /// Column by column: where rows have changed places, each look at a match waits for memory,
    /// and a loop that does nothing else waits for many of them at once.
    private static func changedCount(
        _ fresh: Listing, _ old: Listing, _ matches: Column<UInt32>
    ) -> Int64 {
        let changed = Column<Bool>(repeating: false, count: fresh.count)
        func compare(_ now: Column<Int64>, _ then: Column<Int64>, missing: Int64) {
            for row in unsafe 0..<matches.count where matches[row] < FirstSeenMatching.none {
                let (value, earlier) = (now[row], then[Int(matches[row])])
                if value != earlier, value != missing, earlier != missing { changed[row] = true }
            }
        }
        func compare(_ now: OptionalTextColumn, _ then: OptionalTextColumn) {
            if now.byteCount == 0 || then.byteCount == 0 { return }
            for row in unsafe 0..<matches.count where matches[row] < FirstSeenMatching.none {
                let (value, earlier) = (now.slice(row), then.slice(Int(matches[row])))
                if !value.isEmpty, !earlier.isEmpty, !isSameTag(value, earlier) {
                    changed[row] = true
                }
            }
        }
        // Tags of local files that an earlier version wrote end before the `;`.
        func isSameTag(_ now: TextSlice, _ then: TextSlice) -> Bool {
            if now.count > then.count, unsafe now.start[then.count] == UInt8(ascii: ";") {
                return unsafe TextSlice.equal(TextSlice(start: now.start, count: then.count), then)
            }
            return TextSlice.equal(now, then)
        }
        compare(fresh.size, old.size, missing: Missing.number)
        compare(fresh.modified, old.modified, missing: Missing.date)
        compare(fresh.eTag, old.eTag)
        compare(fresh.cTag, old.cTag)
        var count: Int64 = 0
        for row in unsafe 0..<changed.count where changed[row] { count += 1 }
        return count
    }
}
