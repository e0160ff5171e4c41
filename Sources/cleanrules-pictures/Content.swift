// SPDX-License-Identifier: Apache-2.0

internal import PictureExchange

/// What the input is, by its first bytes; its name decides nothing that the bytes decide.
enum Content: Hashable {
    /// A picture for the loader of that name.
    case picture(loader: String)
    /// A raw picture of a camera.
    case raw
    /// A film.
    case film
    /// A document of pages.
    case pages
    /// A drawing of this program's own.
    case ownDrawing

    /// The content that `bytes` begin; nil for all that no picture is made of.
    init?(_ bytes: UnsafeRawBufferPointer, hint: PictureOrder.Hint) {
        let head = unsafe Head(bytes)
        if hint == .ownDrawing {
            self = .ownDrawing
        } else if let loader = head.loader {
            // Most raw pictures are TIFF files with more in them.
            self = loader == "tiff" && hint == .raw ? .raw : .picture(loader: loader)
        } else if head.isRaw {
            self = .raw
        } else if head.isFilm {
            self = .film
        } else if head.has("%PDF-", within: 1_024) {
            self = .pages
        } else if hint == .raw {
            self = .raw
        } else {
            return nil
        }
    }
}

/// The first bytes of a file.
private struct Head {
    private let bytes: [UInt8]

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = unsafe Array(bytes.prefix(1_100))
    }

    func has(_ text: String, at place: Int = 0) -> Bool {
        bytes.dropFirst(place).starts(with: text.utf8)
    }

    func has(_ numbers: [UInt8], at place: Int = 0) -> Bool {
        bytes.dropFirst(place).starts(with: numbers)
    }

    func has(_ text: String, within count: Int) -> Bool {
        (0..<min(count, bytes.count)).contains { has(text, at: $0) }
    }

    /// The name of gdk-pixbuf's loader.
    var loader: String? {
        if has([0xff, 0xd8, 0xff]) { return "jpeg" }
        if has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "png" }
        if has("GIF87a") || has("GIF89a") { return "gif" }
        if has("RIFF"), has("WEBP", at: 8) { return "webp" }
        if has("BM"), bytes.count > 30 { return "bmp" }
        // Olympus' and Panasonic's raw files begin much the same.
        if has([0x49, 0x49, 0x2a, 0]) || has([0x4d, 0x4d, 0, 0x2a]) { return "tiff" }
        return pictureBrands.contains(brand) ? "heif/avif" : nil
    }

    var isRaw: Bool {
        brand == "crx " || has("FUJIFILMCCD-RAW") || has("IIRO") || has("IIRS") || has("MMOR")
            || has([0x49, 0x49, 0x55, 0]) || has("HEAPCCDR", at: 6) || has([0, 0x4d, 0x52, 0x4d])
            || has("FOVb")
    }

    var isFilm: Bool {
        if has("ftyp", at: 4) { return !pictureBrands.contains(brand) && brand != "crx " }
        if ["moov", "mdat", "wide", "free", "skip"].contains(where: { has($0, at: 4) }) {
            return true
        }
        if has([0x1a, 0x45, 0xdf, 0xa3]) || has("FLV") || has("OggS") { return true }
        if has("RIFF"), has("AVI ", at: 8) { return true }
        if has([0x30, 0x26, 0xb2, 0x75]) || has([0, 0, 1, 0xba]) || has([0, 0, 1, 0xb3]) {
            return true
        }
        // Transport streams: packets of 188 bytes, of a camera with a date before each.
        if has([0x47]), has([0x47], at: 188), has([0x47], at: 376) { return true }
        return has([0x47], at: 4) && has([0x47], at: 196) && has([0x47], at: 388)
    }

    /// Of files in boxes, what kind of file it is.
    private var brand: String {
        has("ftyp", at: 4) ? String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) : ""
    }

    private let pictureBrands: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis",
    ]
}
