// SPDX-License-Identifier: Apache-2.0

/// Orders of rows that do not depend on how the source was ordered.
package enum RowOrder {
    /// By path, bytewise, which is by Unicode scalar values.
    @inline(__always)
    package static func byPath(_ listing: Listing, _ left: Int, _ right: Int) -> Int {
        let (a, b) = (Int(listing.folder.base[left]), Int(listing.folder.base[right]))
        if a == b { return TextSlice.order(listing.names[left], listing.names[right]) }
        return byWholePath(listing, left, right)
    }

    /// By path, then by id.
    package static func byPathThenID(_ listing: Listing, _ left: Int, _ right: Int) -> Int {
        let order = byPath(listing, left, right)
        return order != 0 ? order : byID(listing, left, right)
    }

    /// By path, then drive name, then id: what no preference separates.
    package static func tieBreak(_ listing: Listing, _ left: Int, _ right: Int) -> Int {
        let order = byPath(listing, left, right)
        if order != 0 { return order }
        let (a, b) = (listing.drive(left), listing.drive(right))
        if a != b { return scalarOrder(listing.drives[a].name, listing.drives[b].name) }
        return byID(listing, left, right)
    }

    /// By drive name, then path, then id: the order of a plan.
    package static func inPlan(_ listing: Listing, _ left: Int, _ right: Int) -> Int {
        let (a, b) = (listing.drive(left), listing.drive(right))
        if a != b { return scalarOrder(listing.drives[a].name, listing.drives[b].name) }
        return byPathThenID(listing, left, right)
    }

    private static func byID(_ listing: Listing, _ left: Int, _ right: Int) -> Int {
        let (a, b) = (listing.ids[left], listing.ids[right])
        if !a.isEmpty, !b.isEmpty { return TextSlice.order(a, b) }
        return scalarOrder(listing.id(left), listing.id(right))
    }

    private static func byWholePath(_ listing: Listing, _ left: Int, _ right: Int) -> Int {
        let a: Column<UInt8> = Column(capacity: 256)
        let b: Column<UInt8> = Column(capacity: 256)
        listing.appendPath(left, to: a)
        listing.appendPath(right, to: b)
        return TextSlice.order(
            TextSlice(start: UnsafePointer(a.base), count: a.count),
            TextSlice(start: UnsafePointer(b.base), count: b.count))
    }

    private static func scalarOrder(_ left: String, _ right: String) -> Int {
        // String's own order is by normalised form; plans are ordered by scalars as listed.
        let isLess = left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        if isLess { return -1 }
        return left.unicodeScalars.elementsEqual(right.unicodeScalars) ? 0 : 1
    }
}
