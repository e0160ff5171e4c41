// SPDX-License-Identifier: Apache-2.0

import RuleEngine

/// MIME types by extension, for drives that know a file by its name only.
///
/// Only extensions that the rule language gives a kind are here, each with a type of the same
/// kind, and none that stands for quite different things (`ts`, `key`, `raw`, `one` and the like):
/// what is not known for sure is left missing.
struct MimeTable: Sendable {
    /// The one table.
    static let shared = MimeTable()

    /// The types' bytes one after the other.
    private let bytes: Column<UInt8> = Column()
    /// Up to eight small letters of an extension, in open addressing; 0 is a free place.
    private let keys = Column<UInt64>(repeating: 0, count: slots)
    /// Where the type of a key begins in `bytes`, and its length.
    private let places = Column<UInt32>(repeating: 0, count: slots)

    private static let slots = 512

    private init() {
        for line in MimeTable.source.split(separator: "\n") {
            let words = line.split(separator: " ")
            let start = UInt32(bytes.count)
            for byte in words[0].utf8 { bytes.append(byte) }
            for word in words.dropFirst() {
                var key: UInt64 = 0
                for byte in word.utf8.reversed() { key = key << 8 | UInt64(byte) }
                var slot = MimeTable.slot(key)
                while keys[slot] != 0 { slot = (slot + 1) % MimeTable.slots }
                keys[slot] = key
                places[slot] = start << 8 | UInt32(words[0].utf8.count)
            }
        }
    }

    /// The type of a file named `name`; empty if it is not known. O(1).
    @inline(__always)
    func type(ofName name: TextSlice) -> TextSlice {
        var key: UInt64 = 0
        var index = name.count
        // The letters after the last dot; a name that begins with its only dot has no extension.
        while index > 0, name.count &- index < 9 {
            index &-= 1
            let byte = unsafe name.start[index]
            if byte == UInt8(ascii: ".") { return index > 0 ? find(key) : .empty }
            key = key << 8 | UInt64(byte >= 65 && byte <= 90 ? byte | 32 : byte)
        }
        return .empty
    }

    private func find(_ key: UInt64) -> TextSlice {
        if key == 0 { return .empty }
        var slot = MimeTable.slot(key)
        while keys[slot] != 0 {
            if keys[slot] == key {
                let place = places[slot]
                return unsafe TextSlice(
                    start: UnsafePointer(bytes.base) + Int(place >> 8), count: Int(place & 0xff))
            }
            slot = (slot + 1) % MimeTable.slots
        }
        return .empty
    }

    private static func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 55)
    }

    /// A type, then its extensions.
    static let source = """
        image/jpeg jpg jpeg jpe
        image/png png
        image/gif gif
        image/bmp bmp
        image/tiff tif tiff
        image/webp webp
        image/heic heic
        image/heif heif
        image/avif avif
        image/x-adobe-dng dng
        image/x-canon-cr2 cr2
        image/x-canon-cr3 cr3
        image/x-nikon-nef nef
        image/x-sony-arw arw
        image/x-olympus-orf orf
        image/x-panasonic-rw2 rw2
        image/x-fuji-raf raf
        image/x-pentax-pef pef
        image/x-samsung-srw srw
        image/svg+xml svg
        image/vnd.adobe.photoshop psd
        video/mp4 mp4
        video/x-m4v m4v
        video/quicktime mov
        video/x-msvideo avi
        video/x-matroska mkv
        video/webm webm
        video/x-ms-wmv wmv
        video/x-flv flv
        video/mpeg mpg mpeg
        video/3gpp 3gp
        video/3gpp2 3g2
        video/mp2t mts m2ts
        video/ogg ogv
        audio/mpeg mp3
        audio/mp4 m4a
        audio/aac aac
        audio/x-wav wav
        audio/flac flac
        audio/ogg ogg oga opus
        audio/x-ms-wma wma
        audio/x-aiff aif aiff
        audio/midi mid midi
        audio/amr amr
        application/pdf pdf
        application/msword doc
        application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
        application/vnd.oasis.opendocument.text odt
        application/rtf rtf
        text/plain txt
        text/markdown md
        application/vnd.ms-excel xls
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
        application/vnd.oasis.opendocument.spreadsheet ods
        text/csv csv
        application/vnd.ms-powerpoint ppt
        application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
        application/vnd.oasis.opendocument.presentation odp
        application/epub+zip epub
        application/x-mobipocket-ebook mobi
        text/html html htm
        application/json json
        application/xml xml
        application/yaml yaml yml
        application/zip zip
        application/vnd.rar rar
        application/x-7z-compressed 7z
        application/x-tar tar
        application/gzip gz tgz
        application/x-bzip2 bz2 tbz2
        application/x-xz xz txz
        application/zstd zst
        application/x-iso9660-image iso
        application/x-apple-diskimage dmg
        application/java-archive jar
        application/vnd.android.package-archive apk
        application/vnd.debian.binary-package deb
        application/x-rpm rpm
        application/vnd.ms-cab-compressed cab
        """
}
