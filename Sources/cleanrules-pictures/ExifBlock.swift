// SPDX-License-Identifier: Apache-2.0

/// Where a file holds its EXIF block, read by its own bounds: `Exif`, two zeros, and a directory in
/// the form of TIFF.
@safe
struct ExifBlock {
    private let bytes: UnsafeRawBufferPointer
    private let byteCount: Int

    /// With what a block begins.
    static let letters: [UInt8] = Array("Exif".utf8) + [0, 0]
    /// The most bytes that are read of one.
    static let byteCountMax = 64 << 10
    /// The most parts of a file that are gone through.
    private static let partCountMax = 100_000

    /// The blocks of the file `bytes`.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = unsafe bytes
        byteCount = bytes.count
    }

    // MARK: - Kinds of files

    /// The block of a JPEG file: in one of the segments before the picture.
    var ofJPEG: [UInt8]? {
        var place = 2
        for _ in 0..<ExifBlock.partCountMax {
            guard byte(place) == 0xff, let kind = byte(place + 1) else { return nil }
            // A filler; what begins the picture or ends the file.
            if kind == 0xff {
                place += 1
                continue
            }
            if kind == 0xda || kind == 0xd9 { return nil }
            let count = number(place + 2, 2)
            guard count >= 2 else { return nil }
            if kind == 0xe1, let block = block(place + 4, count - 2), has(place + 4, "Exif") {
                return block
            }
            place += 2 + count
        }
        return nil
    }

    /// The block of a PNG file.
    var ofPNG: [UInt8]? {
        var found: [UInt8]?
        chunks { kind, place, count in
            if kind == "eXIf" { found = block(place, count) }
            return found == nil
        }
        return found
    }

    /// The block of a WebP file.
    var ofWebP: [UInt8]? {
        var place = 12
        for _ in 0..<ExifBlock.partCountMax {
            guard place + 8 <= byteCount else { return nil }
            let count = lowFirst(place + 4)
            if has(place, "EXIF") { return block(place + 8, count) }
            place += 8 + count + count % 2
        }
        return nil
    }

    /// The block of a file that is one directory itself, as TIFF and most raw files are.
    var ofTIFF: [UInt8]? {
        if byteCount <= ExifBlock.byteCountMax, number(2, 2) == 42 || number(2, 2) == 0x2a00 {
            return block(0, byteCount)
        }
        return unsafe DirectoryExcerpt(bytes).map { ExifBlock.letters + $0.bytes }
    }

    /// The block that libheif hands out, with its first four bytes before it.
    static func ofHEIF(_ block: [UInt8]) -> [UInt8]? {
        guard block.count > 4 else { return nil }
        let start = 4 + block.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard start < block.count, block.count - start <= byteCountMax else { return nil }
        return letters + block[start...]
    }

    // MARK: - Ends

    /// Whether a JPEG file has its end: decoders fill up what is missing with grey.
    var isWholeJPEG: Bool {
        var place = 2
        while let mark = byte(place), mark == 0xff, let kind = byte(place + 1) {
            switch kind {
            case 0xd9: return true
            case 0xff: place += 1
            case 0xda:
                place = endOfScan(place + 2 + number(place + 2, 2))
            default:
                let count = number(place + 2, 2)
                guard count >= 2 else { return false }
                place += 2 + count
            }
        }
        return false
    }

    /// Where the next mark stands behind the bytes of a scan.
    private func endOfScan(_ start: Int) -> Int {
        var place = start
        while place + 1 < byteCount {
            // In a scan only zeros and the numbers of its parts follow this byte.
            if unsafe bytes[place] == 0xff {
                let kind = unsafe bytes[place + 1]
                if kind != 0, kind != 0xff, !(0xd0...0xd7).contains(kind) { return place }
            }
            place += 1
        }
        return byteCount
    }

    /// Whether a PNG file has its last chunk.
    var isWholePNG: Bool {
        var isWhole = false
        chunks { kind, _, _ in
            isWhole = kind == "IEND"
            return !isWhole
        }
        return isWhole
    }

    /// Whether a WebP file is as long as it says.
    var isWholeWebP: Bool {
        byteCount >= 12 && 8 + lowFirst(4) <= byteCount
    }

    /// Whether a BMP file is as long as it says.
    var isWholeBMP: Bool { lowFirst(2) <= byteCount }

    // MARK: - Texts of PNG

    /// Programs that make pictures of the screen, as they name themselves in PNG files.
    private static let grabbers = [
        "gnome-screenshot", "spectacle", "flameshot", "ksnip", "shutter", "greenshot", "sharex",
        "xfce4-screenshooter", "snipping tool", "scrot", "maim", "screenshot",
    ]

    /// Whether a PNG file says that it shows a screen: who made it, or, as macOS does, a comment
    /// in its XMP.
    var isScreenshotPNG: Bool {
        var isFound = false
        chunks { kind, place, count in
            if kind == "tEXt", count <= 1_024 {
                let parts = slice(place, count).split(separator: 0, maxSplits: 1)
                let words = parts.map { String(decoding: $0, as: UTF8.self).lowercased() }
                isFound =
                    words.count == 2 && ["software", "source", "title"].contains(words[0])
                    && ExifBlock.grabbers.contains { words[1].hasPrefix($0) }
            } else if kind == "iTXt", count <= 1 << 14 {
                let text = String(decoding: slice(place, count), as: UTF8.self)
                isFound =
                    text.hasPrefix("XML:com.adobe.xmp") && text.contains("exif:UserComment")
                    && text.contains(">Screenshot<")
            }
            return !isFound
        }
        return isFound
    }

    /// Goes through the chunks of a PNG file for as long as `body` wants more.
    private func chunks(_ body: (String, Int, Int) -> Bool) {
        var place = 8
        for _ in 0..<ExifBlock.partCountMax {
            guard place + 12 <= byteCount else { return }
            let count = number(place, 4)
            guard count <= byteCount - place - 12 else { return }
            let kind = String(decoding: slice(place + 4, 4), as: UTF8.self)
            if !body(kind, place + 8, count) { return }
            place += 12 + count
        }
    }

    // MARK: - Bytes

    private func byte(_ place: Int) -> UInt8? {
        unsafe place >= 0 && place < byteCount ? bytes[place] : nil
    }

    private func number(_ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 << 8 | Int(byte(place + $1) ?? 0) }
    }

    /// Four bytes as RIFF has them.
    private func lowFirst(_ place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(byte(place + $1) ?? 0) << (8 * $1) }
    }

    private func slice(_ place: Int, _ count: Int) -> [UInt8] {
        guard place >= 0, count >= 0, place + count <= byteCount else { return [] }
        return unsafe Array(bytes[place..<place + count])
    }

    private func has(_ place: Int, _ text: String) -> Bool {
        slice(place, text.utf8.count).elementsEqual(text.utf8)
    }

    /// The block there, with its letters; nil where it is too long.
    private func block(_ place: Int, _ count: Int) -> [UInt8]? {
        guard count > 0, count <= ExifBlock.byteCountMax + ExifBlock.letters.count else {
            return nil
        }
        let found = slice(place, min(count, byteCount - place))
        if found.isEmpty || found.starts(with: ExifBlock.letters) {
            return found.isEmpty ? nil : found
        }
        return ExifBlock.letters + found
    }
}
