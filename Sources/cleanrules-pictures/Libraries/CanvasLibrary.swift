// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is used of cairo: a white sheet in memory on which other libraries draw
/// (cairographics.org/manual).
@safe
struct CanvasLibrary {
    typealias Object = UnsafeMutableRawPointer
    private typealias NewSurface = @convention(c) (Int32, Int32, Int32) -> Object?
    private typealias New = @convention(c) (Object) -> Object?
    private typealias Status = @convention(c) (Object) -> Int32
    private typealias SetColour = @convention(c) (Object, Double, Double, Double) -> Void
    private typealias SetPair = @convention(c) (Object, Double, Double) -> Void
    private typealias Step = @convention(c) (Object) -> Void
    private typealias Bytes = @convention(c) (Object) -> UnsafePointer<UInt8>?

    private let newSurface: NewSurface
    private let new: New
    private let status: Status
    private let setColour: SetColour
    private let scale: SetPair
    private let paint: Step
    private let flush: Step
    private let bytes: Bytes
    private let stride: Status

    /// CAIRO_FORMAT_RGB24: four bytes a pixel, the lowest of them blue, the highest unused.
    private static let rgb: Int32 = 1

    /// The library, where it is installed.
    init() throws(NoPicture) {
        let library = try Library("cairo", ["libcairo.so.2"])
        unsafe newSurface = try library.function("cairo_image_surface_create")
        unsafe new = try library.function("cairo_create")
        unsafe status = try library.function("cairo_status")
        unsafe setColour = try library.function("cairo_set_source_rgb")
        unsafe scale = try library.function("cairo_scale")
        unsafe paint = try library.function("cairo_paint")
        unsafe flush = try library.function("cairo_surface_flush")
        unsafe bytes = try library.function("cairo_image_surface_get_data")
        unsafe stride = try library.function("cairo_image_surface_get_stride")
    }

    /// What `draw` draws on a white sheet of that size, with every length multiplied by `factor`;
    /// pixels of three bytes.
    func drawing(
        _ size: Size, factor: Double, _ draw: (Object) throws(NoPicture) -> Void
    ) throws(NoPicture) -> UnsafeRawPointer {
        guard
            let surface = unsafe newSurface(
                CanvasLibrary.rgb, Int32(size.width), Int32(size.height)),
            let context = unsafe new(surface), unsafe status(context) == 0
        else { throw .tooLarge }
        unsafe setColour(context, 1, 1, 1)
        unsafe paint(context)
        unsafe scale(context, factor, factor)
        try unsafe draw(context)
        unsafe flush(surface)
        guard unsafe status(context) == 0, let start = unsafe bytes(surface),
            let pixels = unsafe malloc(size.pixelCount * 3)
        else { throw .unreadable }
        let rowCount = unsafe Int(stride(surface))
        for row in 0..<size.height {
            let line = unsafe UnsafeRawPointer(start + row * rowCount)
            let target = unsafe pixels + row * size.width * 3
            for column in 0..<size.width {
                let colour = unsafe line.load(fromByteOffset: column * 4, as: UInt32.self)
                let three = (
                    UInt8(colour >> 16 & 0xff), UInt8(colour >> 8 & 0xff),
                    UInt8(colour & 0xff)
                )
                unsafe target.storeBytes(
                    of: three, toByteOffset: column * 3, as: (UInt8, UInt8, UInt8).self)
            }
        }
        return UnsafeRawPointer(pixels)
    }
}
