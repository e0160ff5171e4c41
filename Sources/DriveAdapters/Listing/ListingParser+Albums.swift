// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What a line says of albums, until the line is over.
struct ListedAlbums {
    /// Their names; nil while the line says nothing of albums.
    var names: [String]?
    /// The names as one text, at a stable place.
    let bytes: Column<UInt8> = Column()
}

extension ListingParser {
    /// Takes what a line says of albums into the record.
    mutating func finishAlbums() {
        guard let names = albums.names else { return }
        albums.names = nil
        albums.bytes.truncate(to: 0)
        for byte in AlbumNames.text(names).utf8 { albums.bytes.append(byte) }
        record.album = unsafe TextSlice(
            start: UnsafePointer(albums.bytes.base), count: albums.bytes.count)
    }

    /// The list of albums at `place`: texts, none where the item is in none.
    mutating func takeAlbums(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) {
        var names: [String] = []
        if unsafe json.open(UInt8(ascii: "]"), &place) {
            repeat {
                if unsafe place[0] == UInt8(ascii: "\"") {
                    unsafe place += 1
                    let name = try unsafe json.text(&place)
                    // One more than are kept, since more say nothing else.
                    if names.count <= AlbumNames.countMax { names.append(name.string) }
                } else {
                    try unsafe takeWrongType(
                        ItemField.album.key, ItemField.album.wanted, depth: 2, &place)
                }
            } while try unsafe json.another(UInt8(ascii: "]"), &place)
        }
        albums.names = names
    }
}
