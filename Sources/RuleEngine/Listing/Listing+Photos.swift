// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks

/// What is known of the picture in one row besides what its drive tells.
package struct PictureValues: Sendable {
    /// What was read of the picture itself.
    package var facts: PhotoFacts
    /// When it was taken.
    package var taken: Timestamp?
    /// Pixels across.
    package var width: Int64?
    /// Pixels down.
    package var height: Int64?
    /// Make and model.
    package var camera: String?

    /// The facts alone.
    package init(facts: PhotoFacts) { self.facts = facts }
}

extension Listing {
    /// The rows of pictures, in their order: files of kind `image` that hold something and lie on this
    /// drive themselves. O(rows).
    package func pictureRows() -> [Int] {
        let kinds = (0..<mime.texts.count).map {
            KindTable.kind(ofMIME: mime.texts.texts[$0].string)
        }
        return (0..<count).filter { row in
            let what = itemFlags(row)
            if what.contains(.folder) || what.contains(.shortcut) { return false }
            guard unsafe size.base[row] != Missing.number, unsafe size.base[row] > 0 else {
                return false
            }
            let type = Int(mime.numbers[row])
            if type > 0, let kind = kinds[type - 1] { return kind == .image }
            return hasPictureName(row)
        }
    }

    /// The rows of films that may be parts of Live Photos, in their order: those of one name with a
    /// picture of their folder. O(rows).
    package func filmRows() -> [Int] {
        let films = CompanionUnits.films(in: self)
        if films.isEmpty { return [] }
        let pictures = Set(pictureRows())
        return films.filter { row in
            let what = itemFlags(row)
            return !what.contains(.shortcut) && !pictures.contains(row)
        }
    }

    private func hasPictureName(_ row: Int) -> Bool {
        let ending = fileExtension(of: names[row])
        guard ending.count > 0, ending.count <= 8 else { return false }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { room in
            guard let start = room.baseAddress else { return false }
            for index in 0..<ending.count {
                let byte = unsafe ending.start[index]
                unsafe start[index] = byte &- 65 < 26 ? byte | 32 : byte
            }
            let text = unsafe TextSlice(start: start, count: ending.count)
            return KindTable.kind(ofExtension: text) == .image
        }
    }

    /// The same listing with what `values` says of `rows`, which rise, and of which the listing itself
    /// has no facts; nil says nothing.
    ///
    /// What a drive tells of a picture stays as it is. O(rows), and only of the columns concerned.
    package func attaching(
        _ rows: [Int], _ values: (Int) -> PictureValues?
    ) throws(ListingError) -> Listing {
        var attachment = PictureAttachment(to: self)
        for row in rows {
            guard photo.slice(row).isEmpty, let values = values(row) else { continue }
            try attachment.add(values, row: row)
        }
        return attachment.finish()
    }
}

/// Writes the columns of pictures anew, row by row; all others are those of the listing.
private struct PictureAttachment {
    private let old: Listing
    private var listing: Listing
    /// All rows before it are written.
    private var next = 0

    init(to listing: Listing) {
        old = listing
        self.listing = listing
        self.listing.photo = OptionalTextColumn()
        self.listing.taken = OptionalColumn(missing: Missing.date)
        self.listing.width = OptionalColumn(missing: Missing.number)
        self.listing.height = OptionalColumn(missing: Missing.number)
        self.listing.camera = InternedColumn()
    }

    mutating func add(_ values: PictureValues, row: Int) throws(ListingError) {
        copy(to: row)
        next = row + 1
        func known(_ value: Int64, _ missing: Int64, _ seen: Int64?) -> Int64 {
            value == missing ? seen ?? missing : value
        }
        listing.taken.append(
            known(old.taken[row], Missing.date, values.taken?.secondsSinceEpoch), row: row)
        listing.width.append(known(old.width[row], Missing.number, values.width), row: row)
        listing.height.append(known(old.height[row], Missing.number, values.height), row: row)
        append(old.camera.text(row) ?? values.camera ?? "") { listing, text in
            listing.camera.append(text, row: row)
        }
        let text = values.facts.text
        guard listing.photo.textByteCount + text.utf8.count < ListingBuilder.Bounds.textBytes else {
            throw .tooLarge
        }
        append(text) { listing, text in listing.photo.append(text, row: row) }
    }

    private mutating func append(_ text: String, _ body: (inout Listing, TextSlice) -> Void) {
        var text = text
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe body(&listing, TextSlice(start: start, count: bytes.count))
        }
    }

    /// Copies the rows before `row` that are not yet written.
    private mutating func copy(to row: Int) {
        for row in next..<max(row, next) {
            listing.taken.append(old.taken[row], row: row)
            listing.width.append(old.width[row], row: row)
            listing.height.append(old.height[row], row: row)
            if let camera = old.camera.text(row) {
                append(camera) { listing, text in listing.camera.append(text, row: row) }
            }
            listing.photo.append(old.photo.slice(row), row: row)
        }
        next = max(row, next)
    }

    mutating func finish() -> Listing {
        copy(to: old.count)
        listing.taken.pad(to: old.count)
        listing.width.pad(to: old.count)
        listing.height.pad(to: old.count)
        listing.camera.pad(to: old.count)
        return listing
    }
}
