// SPDX-License-Identifier: Apache-2.0

/// The albums that an item is in, as one text of a column.
///
/// Each name stands after a separator, so that the separator alone says that it is known that the item
/// is in none; no text at all says that nothing is known. O(bytes).
package enum AlbumNames {
    /// U+001F, which is in no name that a service or a line gives: `text` leaves it out.
    static let separator: UInt8 = 0x1f
    /// The longest name that is kept, in bytes; longer ones are cut.
    package static let nameBytesMax = 1_024
    /// So many albums of one item are kept by name.
    package static let countMax = 64
    /// What stands for a name that says nothing: to be in such an album is to be in one.
    package static let nameless = "?"

    /// The text for an item that is in the albums of `names`.
    package static func text(_ names: [String]) -> String {
        var seen: Set<String> = []
        var bytes: [UInt8] = []
        for name in names.sorted() where seen.count < countMax {
            let plain = name.unicodeScalars.filter { $0.value != UInt32(separator) }
            var cut = String(String.UnicodeScalarView(plain))
            while cut.utf8.count > nameBytesMax { cut.unicodeScalars.removeLast() }
            if cut.isEmpty { cut = nameless }
            guard seen.insert(cut).inserted else { continue }
            bytes.append(separator)
            bytes.append(contentsOf: cut.utf8)
        }
        if bytes.isEmpty { bytes = [separator] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names in `text`, which `text(_:)` made.
    package static func names(in text: String) -> [String] {
        text.utf8.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether `names`, which came from a text, may be fewer than there are, or not whole.
    static func areCut(_ names: [String]) -> Bool {
        // Cut between characters, so that up to three bytes may be left.
        names.count >= countMax || names.contains { $0.utf8.count > nameBytesMax - 4 }
    }
}

extension Listing {
    /// The albums that `row` is in; nil where nothing is known.
    package func albums(_ row: Int) -> [String]? {
        album.text(row).map(AlbumNames.names(in:))
    }

    /// The numbers of the drives of which some item says which albums it is in: those of their items
    /// that say nothing are in none. O(rows).
    package func drivesWithAlbums() -> Set<Int> {
        if album.texts.count == 0 { return [] }
        let numbers = album.numbers
        return Set((0..<count).lazy.filter { numbers[$0] != 0 }.map { drive($0) })
    }
}

extension ListingBuilder {
    /// Puts each row, all of which are of one drive, into the albums that `text` says by the row's id,
    /// as `AlbumNames.text` writes them, and into none where that says nothing. O(rows).
    package mutating func setAlbums(_ text: (_ id: TextSlice) -> String?) {
        listing.album = InternedColumn()
        let none = AlbumNames.text([])
        for row in 0..<listing.count {
            var text = text(listing.ids[row]) ?? none
            text.withUTF8 { bytes in
                guard let start = bytes.baseAddress else { return }
                unsafe listing.album.append(
                    TextSlice(start: start, count: bytes.count), row: row)
            }
        }
    }
}

/// Which rows of a listing are in an album.
struct AlbumMembership: Sendable {
    private let numbers: OptionalColumn<UInt32>
    /// By the number of a text.
    private let isIn: [Bool]

    init(_ listing: Listing) {
        numbers = listing.album.numbers
        let texts = listing.album.texts
        isIn = [false] + (0..<texts.count).map { texts.texts[$0].count > 1 }
    }

    /// Whether `row` is known to be in an album.
    @inline(__always)
    func contains(_ row: Int) -> Bool {
        isIn.count > 1 && isIn[Int(numbers[row])]
    }
}
