// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is used of gdk-pixbuf 2 and of the GObject beneath it (docs.gtk.org/gdk-pixbuf).
///
/// Nothing is ever released: the process ends with its one picture.
@safe
struct PixbufLibrary {
    typealias Object = UnsafeMutableRawPointer
    /// Errors are not asked for: their words are about bytes, not for people.
    private typealias ErrorPlace = UnsafeMutableRawPointer?

    private typealias LoaderNew = @convention(c) (UnsafePointer<CChar>, ErrorPlace) -> Object?
    private typealias LoaderWrite =
        @convention(c) (Object, UnsafeRawPointer?, Int, ErrorPlace) -> Int32
    private typealias LoaderClose = @convention(c) (Object, ErrorPlace) -> Int32
    private typealias LoaderSetSize = @convention(c) (Object, Int32, Int32) -> Void
    private typealias Connect =
        @convention(c) (
            Object, UnsafePointer<CChar>, SizeHandler, UnsafeMutableRawPointer?,
            UnsafeRawPointer?, UInt32
        ) -> UInt
    private typealias SizeHandler =
        @convention(c) (Object, Int32, Int32, UnsafeMutableRawPointer?) -> Void
    private typealias Derive = @convention(c) (Object) -> Object?
    private typealias Scale = @convention(c) (Object, Int32, Int32, Int32) -> Object?
    private typealias Compose =
        @convention(c) (Object, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32) -> Object?
    private typealias AddAlpha = @convention(c) (Object, Int32, UInt8, UInt8, UInt8) -> Object?
    private typealias FromData =
        @convention(c) (
            UnsafeRawPointer, Int32, Int32, Int32, Int32, Int32, Int32, UnsafeRawPointer?,
            UnsafeRawPointer?
        ) -> Object?
    private typealias Number = @convention(c) (Object) -> Int32
    private typealias Bytes = @convention(c) (Object) -> UnsafePointer<UInt8>?
    private typealias Save =
        @convention(c) (
            Object, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>,
            UnsafePointer<CChar>, UnsafePointer<UnsafePointer<CChar>?>,
            UnsafePointer<UnsafePointer<CChar>?>, ErrorPlace
        ) -> Int32

    private let loaderNew: LoaderNew
    private let loaderWrite: LoaderWrite
    private let loaderClose: LoaderClose
    private let loaderPixbuf: Derive
    private let loaderSetSize: LoaderSetSize
    private let connect: Connect
    private let orient: Derive
    private let scale: Scale
    private let compose: Compose
    private let addAlpha: AddAlpha
    private let fromData: FromData
    private let width: Number
    private let height: Number
    private let rowStride: Number
    private let hasAlpha: Number
    private let pixels: Bytes
    private let save: Save

    /// GDK_INTERP_BILINEAR: averages what it makes smaller.
    private static let bilinear: Int32 = 2

    /// The library, where it is installed.
    init() throws(NoPicture) {
        let library = try Library("gdk-pixbuf", ["libgdk_pixbuf-2.0.so.0"])
        unsafe loaderNew = try library.function("gdk_pixbuf_loader_new_with_type")
        unsafe loaderWrite = try library.function("gdk_pixbuf_loader_write")
        unsafe loaderClose = try library.function("gdk_pixbuf_loader_close")
        unsafe loaderPixbuf = try library.function("gdk_pixbuf_loader_get_pixbuf")
        unsafe loaderSetSize = try library.function("gdk_pixbuf_loader_set_size")
        // Of GObject, which the library brings along.
        unsafe connect = try library.function("g_signal_connect_data")
        unsafe orient = try library.function("gdk_pixbuf_apply_embedded_orientation")
        unsafe scale = try library.function("gdk_pixbuf_scale_simple")
        unsafe compose = try library.function("gdk_pixbuf_composite_color_simple")
        unsafe addAlpha = try library.function("gdk_pixbuf_add_alpha")
        unsafe fromData = try library.function("gdk_pixbuf_new_from_data")
        unsafe width = try library.function("gdk_pixbuf_get_width")
        unsafe height = try library.function("gdk_pixbuf_get_height")
        unsafe rowStride = try library.function("gdk_pixbuf_get_rowstride")
        unsafe hasAlpha = try library.function("gdk_pixbuf_get_has_alpha")
        unsafe pixels = try library.function("gdk_pixbuf_get_pixels")
        unsafe save = try library.function("gdk_pixbuf_save_to_bufferv")
    }

    // MARK: - Decoding

    /// A decoder of one format: `jpeg`, `png`, `heif/avif`.
    @safe
    struct Decoder {
        fileprivate let object: Object
    }

    /// The decoder of that name, which loads its code; it is missing where a package is.
    func decoder(_ name: String) throws(NoPicture) -> Decoder {
        guard let object = unsafe loaderNew(name, nil) else {
            throw .missing("gdk-pixbuf's loader for \(name)")
        }
        return unsafe Decoder(object: object)
    }

    /// What a decoder is told when it knows the size: what to make of it.
    @safe
    private final class SizeLimit {
        let side: Int
        let pixelCountMax: Int
        let setSize: LoaderSetSize
        var isExceeded = false

        init(side: Int, pixelCountMax: Int, setSize: LoaderSetSize) {
            self.side = side
            self.pixelCountMax = pixelCountMax
            unsafe self.setSize = unsafe setSize
        }
    }

    /// The picture in `bytes`, turned upright, its longest side no longer than `side`.
    ///
    /// Whoever decodes from the inside of other files sees the end of the picture, or its damage,
    /// before the end of the bytes: what is there by then counts, if anything is.
    func picture(
        _ bytes: UnsafeRawBufferPointer, _ decoder: Decoder, side: Int, pixelCountMax: Int
    ) throws(NoPicture) -> Pixbuf {
        let limit = unsafe SizeLimit(
            side: side, pixelCountMax: pixelCountMax, setSize: loaderSetSize)
        let handler: SizeHandler = { object, width, height, data in
            guard let data = unsafe data else { return }
            let limit = unsafe Unmanaged<SizeLimit>.fromOpaque(data).takeUnretainedValue()
            let size = Size(width: Int(width), height: Int(height))
            limit.isExceeded = !size.isPlausible || size.pixelCount > limit.pixelCountMax
            let wanted = limit.isExceeded ? Size(width: 0, height: 0) : size.within(limit.side)
            unsafe limit.setSize(object, Int32(wanted.width), Int32(wanted.height))
        }
        let data = unsafe Unmanaged.passRetained(limit).toOpaque()
        _ = unsafe connect(decoder.object, "size-prepared", handler, data, nil, 0)
        var place = 0
        let step = 1 << 16
        while place < bytes.count, !limit.isExceeded {
            let count = min(step, bytes.count - place)
            let start = unsafe bytes.baseAddress.map { unsafe $0 + place }
            if unsafe loaderWrite(decoder.object, start, count, nil) == 0 { break }
            place += count
        }
        _ = unsafe loaderClose(decoder.object, nil)
        if limit.isExceeded { throw .tooLarge }
        guard let object = unsafe loaderPixbuf(decoder.object),
            let upright = unsafe orient(object)
        else { throw .unreadable }
        return unsafe pixbuf(upright)
    }

    /// A picture of pixels in memory that stay there: red, green, blue, and opacity if `hasAlpha`.
    func picture(
        pixels: UnsafeRawPointer, size: Size, stride: Int, hasAlpha: Bool
    ) throws(NoPicture) -> Pixbuf {
        let object = unsafe fromData(
            pixels, 0, hasAlpha ? 1 : 0, 8, Int32(size.width), Int32(size.height),
            Int32(stride), nil, nil)
        guard let object = unsafe object else { throw .unreadable }
        return unsafe pixbuf(object)
    }

    // MARK: - Pictures

    /// A decoded picture.
    @safe
    struct Pixbuf {
        fileprivate let object: Object
        /// Its size.
        let size: Size
        /// Whether it can be seen through.
        let hasAlpha: Bool
    }

    private func pixbuf(_ object: Object) -> Pixbuf {
        unsafe Pixbuf(
            object: object, size: Size(width: Int(width(object)), height: Int(height(object))),
            hasAlpha: hasAlpha(object) != 0)
    }

    /// `picture` in that size.
    func scaled(_ picture: Pixbuf, to size: Size) throws(NoPicture) -> Pixbuf {
        if size == picture.size { return picture }
        let object = unsafe scale(
            picture.object, Int32(size.width), Int32(size.height), PixbufLibrary.bilinear)
        guard let object = unsafe object else { throw .tooLarge }
        return unsafe pixbuf(object)
    }

    /// `picture` on a board of white and light grey, if it can be seen through.
    func flattened(_ picture: Pixbuf) throws(NoPicture) -> Pixbuf {
        if !picture.hasAlpha { return picture }
        let object = unsafe compose(
            picture.object, Int32(picture.size.width), Int32(picture.size.height),
            PixbufLibrary.bilinear, 255, 8, 0xffffff, 0xe4e4e4)
        guard let object = unsafe object else { throw .tooLarge }
        return unsafe pixbuf(object)
    }

    /// The pixels of `picture`: red, green, blue, opacity; rows follow each other without a gap.
    func rgba(_ picture: Pixbuf) throws(NoPicture) -> [UInt8] {
        guard let object = unsafe addAlpha(picture.object, 0, 0, 0, 0),
            let start = unsafe pixels(object)
        else { throw .tooLarge }
        let stride = unsafe Int(rowStride(object))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(picture.size.pixelCount * 4)
        for row in 0..<picture.size.height {
            unsafe bytes.append(
                contentsOf: UnsafeBufferPointer(
                    start: start + row * stride, count: picture.size.width * 4))
        }
        return bytes
    }

    /// `picture` as a file; nothing of what the original said besides its pixels is in it.
    func file(_ picture: Pixbuf, _ type: String, quality: Int?) throws(NoPicture) -> [UInt8] {
        var start: UnsafeMutableRawPointer?
        var count = 0
        let isSaved = unsafe withCText("quality") { key in
            unsafe withCText("\(quality ?? 0)") { value in
                let keys = unsafe [quality == nil ? nil : UnsafePointer(key), nil]
                let values = unsafe [quality == nil ? nil : UnsafePointer(value), nil]
                return unsafe save(picture.object, &start, &count, type, keys, values, nil)
            }
        }
        guard isSaved != 0, let start = unsafe start else { throw .tooLarge }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    private func withCText<Value>(
        _ text: String, _ body: (UnsafePointer<CChar>) -> Value
    ) -> Value {
        unsafe text.withCString { unsafe body($0) }
    }
}
