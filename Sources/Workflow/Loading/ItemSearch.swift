// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text

/// Finds the items of a listing that a person means: by what they are called, and else by how that
/// is shown.
package struct ItemSearch {
    let listing: Listing

    /// A search among the items of `listing`.
    package init(listing: Listing) {
        self.listing = listing
    }

    /// The items that `text` names, with paths as the plan shows them: `/path`, which several drives
    /// may have, `drive:/path`, an id, or a path of this machine below one of the `roots` by drive.
    /// O(items).
    package func rows(named text: String, roots: [String: String]) -> [Int] {
        let whole = MachinePath.whole(text)
        let below = roots.sorted { $0.key < $1.key }.compactMap { drive, root in
            MachinePath.path(whole, below: root).map { "\(drive):\($0)" }
        }
        let wanted = [text] + below
        return rows { row, shown in
            if listing.ids[row].string == text { return true }
            let name = shown(listing.names[row].string)
            guard wanted.contains(where: { $0.hasSuffix(name) }) else { return false }
            return wanted.contains(shown(listing.path(row))) || wanted.contains(shown(place(row)))
        }
    }

    /// The items whose name `text` is, or whose path ends in it, in the order of the listing.
    /// O(items).
    package func rows(endingIn text: String) -> [Int] {
        rows { row, shown in
            text.hasSuffix(shown(listing.names[row].string))
                && shown(listing.path(row)).hasSuffix("/" + text)
        }
    }

    /// The drive and path of an item, which name it and no other one.
    package func place(_ row: Int) -> String { "\(listing.driveName(row)):\(listing.path(row))" }

    /// The rows that meet the test as they are called; where none does, as they are shown.
    private func rows(where isMeant: (Int, (String) -> String) -> Bool) -> [Int] {
        let rows = (0..<listing.count).filter { isMeant($0) { $0 } }
        return rows.isEmpty
            ? (0..<listing.count).filter { isMeant($0, VisibleText.escaped) } : rows
    }
}
