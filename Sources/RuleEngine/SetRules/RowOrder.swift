// SPDX-License-Identifier: Apache-2.0

/// Orders of rows that do not depend on how the source was ordered.
package enum RowOrder {
    /// By path, bytewise, which is by Unicode scalar values.
    @inline(__always)
    package static func byPath(_ listing: Listing, _ left: Int, _ right: Int) -> Int {
        let (a, b) = unsafe (Int(listing.folder.base[left]), Int(listing.folder.base[right]))
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

    /// Compares two paths piece by piece: folder, `/`, name.
    private static func byWholePath(_ listing: Listing, _ left: Int, _ right: Int) -> Int {
        let a = unsafe listing.folders.path(Int(listing.folder.base[left]))
        let b = unsafe listing.folders.path(Int(listing.folder.base[right]))
        let shared = min(a.count, b.count)
        let difference = unsafe compareBytes(a.start, b.start, shared)
        if difference != 0 { return difference }
        if a.count == b.count { return TextSlice.order(listing.names[left], listing.names[right]) }
        // The longer folder goes on where the shorter has its '/' and then its name.
        return a.count < b.count
            ? -order(of: rest(b, shared), to: listing.names[left])
            : order(of: rest(a, shared), to: listing.names[right])
    }

    private static func rest(_ text: TextSlice, _ from: Int) -> TextSlice {
        unsafe TextSlice(start: text.start + from, count: text.count - from)
    }

    /// The order of what lies in `folder`, which is not empty, to `/` + `other`.
    private static func order(of folder: TextSlice, to other: TextSlice) -> Int {
        let slash = Int(UInt8(ascii: "/"))
        let first = unsafe Int(folder.start[0]) - slash
        if first != 0 { return first }
        let below = rest(folder, 1)
        let shared = min(below.count, other.count)
        let difference = unsafe compareBytes(below.start, other.start, shared)
        if difference != 0 { return difference }
        // Names hold no '/': where the other ends, the folder goes on or its '/' stands.
        return unsafe other.count <= below.count ? 1 : slash - Int(other.start[shared])
    }

    private static func scalarOrder(_ left: String, _ right: String) -> Int {
        // String's own order is by normalised form; plans are ordered by scalars as listed.
        let isLess = left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        if isLess { return -1 }
        return left.unicodeScalars.elementsEqual(right.unicodeScalars) ? 0 : 1
    }
}
