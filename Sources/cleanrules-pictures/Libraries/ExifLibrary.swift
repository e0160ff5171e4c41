// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is used of libexif: what a camera writes beside a picture (libexif.github.io/api).
@safe
struct ExifLibrary {
    fileprivate typealias Object = UnsafeMutableRawPointer
    private typealias New = @convention(c) () -> Object?
    private typealias Set = @convention(c) (Object, Int32) -> Void
    private typealias Load = @convention(c) (Object, UnsafePointer<UInt8>, UInt32) -> Void
    private typealias Order = @convention(c) (Object) -> Int32
    fileprivate typealias Find = @convention(c) (Object, Int32) -> Object?

    private let new: New
    private let unset: Set
    private let set: Set
    private let load: Load
    private let order: Order
    fileprivate let find: Find

    /// The numbers of exif-data.h.
    private enum Option {
        static let ignoreUnknown: Int32 = 1
        /// Without this, what is missing is made up: the time of today among it.
        static let followSpecification: Int32 = 2
        static let leaveMakerNote: Int32 = 4
    }

    /// The parts of a block, as exif-ifd.h counts them.
    enum Part: Int {
        /// What is said of the picture.
        case picture = 0
        /// What is said of the taking of it.
        case taking = 2
    }

    /// The parts that a block has.
    private static let partCount = 5
    /// The most entries that are believed.
    private static let entryCountMax = 1_000

    /// The library, where it is installed.
    init() throws(NoPicture) {
        let library = try Library("libexif", ["libexif.so.12"])
        unsafe new = try library.function("exif_data_new")
        unsafe unset = try library.function("exif_data_unset_option")
        unsafe set = try library.function("exif_data_set_option")
        unsafe load = try library.function("exif_data_load_data")
        unsafe order = try library.function("exif_data_get_byte_order")
        unsafe find = try library.function("exif_content_get_entry")
    }

    /// A block that was read.
    @safe
    struct Block {
        fileprivate let object: UnsafeMutableRawPointer
        fileprivate let library: ExifLibrary
    }

    /// What `bytes` say, which begin with `Exif` and two zeros; nil where there is too much of it.
    func block(_ bytes: [UInt8]) -> Block? {
        guard !bytes.isEmpty, bytes.count <= ExifBlock.byteCountMax + ExifBlock.letters.count,
            let object = unsafe new()
        else { return nil }
        unsafe unset(object, Option.ignoreUnknown)
        unsafe unset(object, Option.followSpecification)
        unsafe set(object, Option.leaveMakerNote)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe load(object, start, UInt32(bytes.count))
        }
        var count = 0
        for part in 0..<ExifLibrary.partCount {
            // ExifContent: a pointer to the entries, and how many they are.
            guard let content = unsafe content(object, part) else { return nil }
            count += unsafe Int(content.load(fromByteOffset: 8, as: UInt32.self))
        }
        if count > ExifLibrary.entryCountMax { return nil }
        return unsafe Block(object: object, library: self)
    }

    /// Whether the highest byte of a number comes first: EXIF_BYTE_ORDER_MOTOROLA is 0.
    fileprivate func isHighFirst(_ object: Object) -> Bool { unsafe order(object) == 0 }

    /// ExifData begins with a pointer to each of its parts.
    fileprivate func content(_ object: Object, _ part: Int) -> Object? {
        unsafe object.load(fromByteOffset: part * 8, as: Object?.self)
    }
}

extension ExifLibrary.Block {
    /// The bytes of an entry of ASCII letters (2) or of bytes of any kind (7).
    func bytes(_ tag: Int32, in part: ExifLibrary.Part = .taking, atMost: Int = 256) -> [UInt8] {
        guard let entry = entry(tag, part, atMost), [2, 7].contains(entry.format) else { return [] }
        return entry.bytes
    }

    /// The text of an entry, up to its first zero, without blanks around it; nil for none.
    func text(_ tag: Int32, in part: ExifLibrary.Part = .taking) -> String? {
        let letters = bytes(tag, in: part).prefix { $0 != 0 }
        guard letters.allSatisfy({ (32...126).contains($0) }) else { return nil }
        let blank = UInt8(ascii: " ")
        guard let first = letters.firstIndex(where: { $0 != blank }),
            let last = letters.lastIndex(where: { $0 != blank })
        else { return nil }
        return String(decoding: letters[first...last], as: UTF8.self)
    }

    /// The number of an entry of two bytes (3).
    func number(_ tag: Int32, in part: ExifLibrary.Part) -> Int? {
        guard let entry = entry(tag, part, 2), entry.format == 3, entry.bytes.count == 2 else {
            return nil
        }
        let isHighFirst = unsafe library.isHighFirst(object)
        return (isHighFirst ? entry.bytes : entry.bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    private func entry(
        _ tag: Int32, _ part: ExifLibrary.Part, _ byteMax: Int
    ) -> (format: Int32, bytes: [UInt8])? {
        guard let content = unsafe library.content(object, part.rawValue),
            let entry = unsafe library.find(content, tag),
            // ExifEntry: tag, format, number of components, a pointer to the bytes, their count.
            let start = unsafe entry.load(fromByteOffset: 16, as: UnsafePointer<UInt8>?.self)
        else { return nil }
        let count = unsafe Int(entry.load(fromByteOffset: 24, as: UInt32.self))
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: min(count, byteMax)))
        return unsafe (entry.load(fromByteOffset: 4, as: Int32.self), bytes)
    }
}
