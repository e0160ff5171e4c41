// SPDX-License-Identifier: Apache-2.0

/// What a listing tells of which file lies at a path of a local drive: the number with which its tag
/// begins, and when it was made. The path is no more than its place.
package struct ListedFile: Sendable, Hashable {
    private let tag: [UInt8]
    private let created: Int64

    /// The file that had that tag and was made at that second, as far as is known.
    package init(tag: String?, created: Int64?) {
        self.tag = Array((tag ?? "").utf8)
        self.created = created ?? Missing.date
    }

    /// Whether nothing shows that what is listed at `row` is another file; on drives that give ids
    /// nothing does.
    package func mayBe(_ row: Int, of listing: Listing) -> Bool {
        if !Self.isLocal(listing.drive(row), of: listing) { return true }
        return unsafe tag.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return true }
            return unsafe Self.mayBeSame(
                (TextSlice(start: start, count: bytes.count), created),
                (listing.eTag.slice(row), listing.created[row]))
        }
    }

    /// Whether paths stand for ids on that drive of `listing`.
    static func isLocal(_ drive: Int, of listing: Listing) -> Bool {
        listing.drives.indices.contains(drive) && listing.drives[drive].kind == .local
    }

    /// Whether nothing shows that the rows of two listings of a local drive, which have the same
    /// path, are about different files.
    @inline(__always)
    static func mayBeSame(_ one: Listing, _ row: Int, _ other: Listing, _ otherRow: Int) -> Bool {
        mayBeSame(
            (one.eTag.slice(row), one.created[row]),
            (other.eTag.slice(otherRow), other.created[otherRow]))
    }

    @inline(__always)
    private static func mayBeSame(
        _ one: (tag: TextSlice, created: Int64), _ other: (tag: TextSlice, created: Int64)
    ) -> Bool {
        let areDated = one.created != Missing.date && other.created != Missing.date
        if areDated, one.created != other.created { return false }
        let (length, otherLength) = (numberLength(one.tag), numberLength(other.tag))
        if length == 0 || otherLength == 0 { return true }
        return unsafe TextSlice.equal(
            TextSlice(start: one.tag.start, count: length),
            TextSlice(start: other.tag.start, count: otherLength))
    }

    /// How many hex digits the number of a file has with which `tag` begins.
    @inline(__always)
    private static func numberLength(_ tag: TextSlice) -> Int {
        var length = 0
        while length < tag.count {
            let byte = unsafe tag.start[length]
            if byte &- 48 > 9, byte &- 97 > 5 { break }
            length &+= 1
        }
        return length
    }
}
