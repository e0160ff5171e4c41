// SPDX-License-Identifier: Apache-2.0

/// A member of a group as it is told of.
enum ToldMember {
    /// Writes where `row` stands: drive, path, and id, of which nothing stands for the path.
    static func writePlace(_ row: Int, of listing: Listing, to writer: PartWriter) {
        writer.text(listing.driveName(row))
        writer.path(row, of: listing)
        writer.text(listing.ids[row])
    }

    /// Writes what a line of a plan says of `row`, a member that stays.
    static func write(_ row: Int, of listing: Listing, isSnoozed: Bool, to writer: PartWriter) {
        writePlace(row, of: listing, to: writer)
        writer.fixed(UInt8(isSnoozed ? 1 : 0))
        writer.text(listing.eTag.slice(row))
        writer.signed(listing.size[row])
        writer.signed(listing.modified[row])
        // The strongest one that is known, as `ListingGathering` takes it.
        for (place, algorithm) in HashAlgorithm.allCases.enumerated().reversed() {
            guard let text = listing.hashes[algorithm]?.text(row) else { continue }
            writer.count(place + 1)
            return writer.text(text)
        }
        writer.count(0)
    }

    private static func text(_ bytes: [UInt8], _ span: Range<Int>) throws(PartError) -> String {
        guard let text = String(validating: bytes[span], as: UTF8.self) else { throw .damaged }
        return text
    }

    /// Where a member stands in plan order.
    struct Place {
        let drive: Range<Int>
        let path: Range<Int>
        let id: Range<Int>

        init(_ reader: inout PartReader) throws(PartError) {
            drive = try reader.span()
            path = try reader.span()
            id = try reader.span()
        }

        /// The order of a plan, of a member told of in `bytes` and another one in `otherBytes`.
        func order(_ bytes: [UInt8], _ other: Place, _ otherBytes: [UInt8]) -> Int {
            var order = RuleEngine.order(bytes, drive, otherBytes, other.drive)
            if order != 0 { return order }
            order = RuleEngine.order(bytes, path, otherBytes, other.path)
            if order != 0 { return order }
            return RuleEngine.order(
                bytes, id.isEmpty ? path : id, otherBytes,
                other.id.isEmpty ? other.path : other.id)
        }

        /// The item that stands there.
        func item(_ bytes: [UInt8]) throws(PartError) -> ItemValues {
            let path = try ToldMember.text(bytes, path)
            guard ItemPath.isProper(path), !ItemPath.isOwn(path) else { throw .damaged }
            var item = ItemValues(path: path)
            item.drive = try ToldMember.text(bytes, drive)
            if !id.isEmpty { item.id = try ToldMember.text(bytes, id) }
            return item
        }
    }

    /// A member that stays.
    struct Staying {
        let place: Place
        let isSnoozed: Bool
        /// All that is told of it.
        let span: Range<Int>
        private let eTag: Range<Int>
        private let size: Int64
        private let modified: Int64
        private let hash: (algorithm: HashAlgorithm, text: Range<Int>)?

        init(_ reader: inout PartReader) throws(PartError) {
            let start = reader.position
            place = try Place(&reader)
            let flag = try reader.fixed(UInt8.self)
            guard flag < 2 else { throw .damaged }
            isSnoozed = flag == 1
            eTag = try reader.span()
            size = try reader.signed()
            modified = try reader.signed()
            let algorithm = try reader.count(most: HashAlgorithm.allCases.count)
            hash =
                algorithm == 0
                ? nil : (HashAlgorithm.allCases[algorithm - 1], try reader.span())
            guard size > 0, ListingSnapshot.isDate(modified) else { throw .damaged }
            span = start..<reader.position
        }

        /// The item, as far as it is told of.
        func item(_ bytes: [UInt8]) throws(PartError) -> ItemValues {
            var item = try place.item(bytes)
            item.size = size
            if modified != Missing.date {
                item.modified = Timestamp(secondsSinceEpoch: modified)
            }
            if !eTag.isEmpty { item.eTag = try ToldMember.text(bytes, eTag) }
            guard let hash else { return item }
            let value = try ToldMember.text(bytes, hash.text)
            switch hash.algorithm {
            case .quickXor: item.quickXor = value
            case .sha1: item.sha1 = value
            case .sha256: item.sha256 = value
            }
            return item
        }
    }
}
