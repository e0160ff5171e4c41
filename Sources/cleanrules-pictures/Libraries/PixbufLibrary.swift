// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import PhotoLooks

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
    private typealias Option =
        @convention(c) (Object, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
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
    private let option: Option
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
        unsafe option = try library.function("gdk_pixbuf_get_option")
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

    /// How large a picture becomes while it is decoded.
    enum Sizing {
        /// Its longest side is no longer than that.
        case within(Int)
        /// As it is, or what the decoder of JPEG makes of a half, a quarter or an eighth of every
        /// block, which costs it less, as long as the longer side has so many pixels.
        case reduced(atLeast: Int, isJPEG: Bool)

        /// The size to ask for; nil for the one that it has.
        func wanted(_ size: Size) -> Size? {
            switch self {
            case .within(let side): return size.within(side)
            case .reduced(let least, let isJPEG):
                guard isJPEG else { return nil }
                // Just what the decoder comes to, which rounds up: else GDK would scale it again.
                return [8, 4, 2].lazy.map { part in
                    Size(
                        width: (size.width + part - 1) / part,
                        height: (size.height + part - 1) / part)
                }.first { max($0.width, $0.height) >= least }
            }
        }
    }

    /// What a decoder is told when it knows the size: what to make of it.
    @safe
    private final class SizeLimit {
        let sizing: Sizing
        let pixelCountMax: Int
        let setSize: LoaderSetSize
        var stored: Size?
        var isExceeded = false

        init(_ sizing: Sizing, pixelCountMax: Int, setSize: LoaderSetSize) {
            self.sizing = sizing
            self.pixelCountMax = pixelCountMax
            unsafe self.setSize = unsafe setSize
        }
    }

    /// The picture in `bytes`, turned upright, its longest side no longer than `side`.
    func picture(
        _ bytes: UnsafeRawBufferPointer, _ decoder: Decoder, side: Int, pixelCountMax: Int
    ) throws(NoPicture) -> Pixbuf {
        let stored = try unsafe stored(
            bytes, decoder, .within(side), pixelCountMax: pixelCountMax)
        guard let upright = unsafe orient(stored.picture.object) else { throw .unreadable }
        return unsafe pixbuf(upright)
    }

    /// A picture as it is stored.
    struct Stored {
        /// The picture, perhaps smaller.
        var picture: Pixbuf
        /// Its size in the file.
        var size: Size
        /// How its decoder says that it is to be turned; nil where it says nothing.
        var orientation: Int?
        /// Whether its decoder came to the end without finding fault.
        var isWhole: Bool
    }

    /// The picture in `bytes` as it is stored, in the size that `sizing` says.
    ///
    /// Whoever decodes from the inside of other files sees the end of the picture, or its damage,
    /// before the end of the bytes: what is there by then counts, if anything is.
    func stored(
        _ bytes: UnsafeRawBufferPointer, _ decoder: Decoder, _ sizing: Sizing, pixelCountMax: Int
    ) throws(NoPicture) -> Stored {
        let limit = unsafe SizeLimit(
            sizing, pixelCountMax: pixelCountMax, setSize: loaderSetSize)
        let handler: SizeHandler = { object, width, height, data in
            guard let data = unsafe data else { return }
            let limit = unsafe Unmanaged<SizeLimit>.fromOpaque(data).takeUnretainedValue()
            let size = Size(width: Int(width), height: Int(height))
            limit.stored = size
            limit.isExceeded = !size.isPlausible || size.pixelCount > limit.pixelCountMax
            let wanted =
                limit.isExceeded ? Size(width: 0, height: 0) : limit.sizing.wanted(size)
            if let wanted {
                unsafe limit.setSize(object, Int32(wanted.width), Int32(wanted.height))
            }
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
        let isClosedWell = unsafe loaderClose(decoder.object, nil) != 0
        if limit.isExceeded { throw .tooLarge }
        guard let object = unsafe loaderPixbuf(decoder.object) else { throw .unreadable }
        let picture = unsafe pixbuf(object)
        let text = unsafe option(object, "orientation")
        return Stored(
            picture: picture, size: limit.stored ?? picture.size,
            orientation: unsafe text.flatMap { unsafe Int(String(cString: $0)) },
            isWhole: isClosedWell && place >= bytes.count)
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

    /// The greys of `picture`, what can be seen through lying on white.
    func greys(_ picture: Pixbuf) throws(NoPicture) -> GreyPlane {
        let stride = unsafe Int(rowStride(picture.object))
        let size = picture.size
        let rowCount = size.width * (picture.hasAlpha ? 4 : 3)
        guard size.isPlausible, stride >= rowCount, let start = unsafe pixels(picture.object)
        else { throw .unreadable }
        // The last row may end with its last pixel.
        let bytes = unsafe UnsafeRawBufferPointer(
            start: start, count: stride * (size.height - 1) + rowCount)
        let plane = unsafe GreyPlane(
            width: size.width, height: size.height, stride: stride, hasAlpha: picture.hasAlpha,
            pixels: bytes)
        guard let plane else { throw .unreadable }
        return plane
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
