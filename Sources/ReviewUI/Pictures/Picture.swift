// SPDX-License-Identifier: Apache-2.0

/// A picture that was made for an interface, small enough to be held and sent at once.
package struct Picture: Sendable, Hashable {
    /// The bytes, in the format that was asked for.
    package var bytes: [UInt8]
    /// The media type: `image/jpeg`, `image/png`, `image/webp`, `image/gif`; for a terminal
    /// `application/x-rgba` or `application/x-sixel`.
    package var mediaType: String
    /// The width in pixels, where it is known.
    package var width: Int?
    /// The height in pixels, where it is known.
    package var height: Int?

    /// The given picture.
    package init(bytes: [UInt8], mediaType: String, width: Int? = nil, height: Int? = nil) {
        self.bytes = bytes
        self.mediaType = mediaType
        self.width = width
        self.height = height
    }
}

/// In which form an interface wants a picture.
package enum PictureForm: Sendable, Hashable {
    /// As browsers show it, and iTerm2: a JPEG, or the drive's own JPEG, PNG, WebP or GIF.
    case jpeg
    /// A PNG, for kitty.
    case png
    /// Pixels of four bytes (red, green, blue, opacity), row by row, for half blocks.
    case rgba
    /// A sixel sequence for at most so many cells of so many pixels.
    case sixel(columns: Int, rows: Int, cellWidth: Int, cellHeight: Int)
}

/// One picture that is wanted.
package struct PictureRequest: Sendable, Hashable {
    /// What tells it from every other content: the drive's identity, the item's id, its version.
    package var key: String
    /// The name of the file, which tells what it may be.
    package var name: String
    /// How large the file is, where that is known.
    package var size: Int64?
    /// The longest side in pixels; a smaller picture is not enlarged. Sixel has its own bounds.
    package var longestSide: Int
    /// In which form.
    package var form: PictureForm

    /// The given request.
    package init(
        key: String, name: String, size: Int64? = nil, longestSide: Int, form: PictureForm
    ) {
        self.key = key
        self.name = name
        self.size = size
        self.longestSide = longestSide
        self.form = form
    }
}

/// What a request came to.
package enum PictureAnswer: Sendable, Hashable {
    /// The picture.
    case picture(Picture)
    /// There is none, so that the icon of the type stands in its place; why, one clause.
    case none(reason: String)
}

/// Where a picture can be had from.
package enum PictureOrigin: Sendable {
    /// The drive's own thumbnail.
    case bytes([UInt8], mediaType: String)
    /// The file itself, open for reading.
    case file(PictureFile)
    /// Nowhere; why, one clause. It is asked for again with the next request.
    case none(String)
}

/// Says where the picture of a request can be had from; asked at most once at a time for each.
package typealias PictureSource = @Sendable (PictureRequest) async -> PictureOrigin
