// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is used of libchafa 1.12 or later to write sixel sequences (hpjansson.org/chafa/ref).
@safe
struct SixelLibrary {
    private typealias Object = UnsafeMutableRawPointer
    private typealias New = @convention(c) () -> Object?
    private typealias SetPair = @convention(c) (Object, Int32, Int32) -> Void
    private typealias SetOne = @convention(c) (Object, Int32) -> Void
    private typealias Derive = @convention(c) (Object) -> Object?
    private typealias Draw =
        @convention(c) (Object, Int32, UnsafeRawPointer?, Int32, Int32, Int32) -> Void
    private typealias Write = @convention(c) (Object, Object?) -> Object?

    private let newConfiguration: New
    private let setGeometry: SetPair
    private let setCellGeometry: SetPair
    private let setPixelMode: SetOne
    private let newCanvas: Derive
    private let draw: Draw
    private let write: Write

    /// The numbers of chafa-common.h and chafa-canvas-config.h.
    private enum Number {
        static let sixels: Int32 = 1
        static let rgbaUnassociated: Int32 = 4
    }

    /// The library, where it is installed.
    init() throws(NoPicture) {
        let library = try Library("libchafa", ["libchafa.so.0"])
        unsafe newConfiguration = try library.function("chafa_canvas_config_new")
        unsafe setGeometry = try library.function("chafa_canvas_config_set_geometry")
        unsafe setCellGeometry = try library.function("chafa_canvas_config_set_cell_geometry")
        unsafe setPixelMode = try library.function("chafa_canvas_config_set_pixel_mode")
        unsafe newCanvas = try library.function("chafa_canvas_new")
        unsafe draw = try library.function("chafa_canvas_draw_all_pixels")
        unsafe write = try library.function("chafa_canvas_print")
    }

    /// The sequence for pixels of four bytes that fill just so many cells.
    func sequence(
        _ rgba: [UInt8], columns: Int, rows: Int, cell: Size
    ) throws(NoPicture) -> [UInt8] {
        guard let configuration = unsafe newConfiguration() else { throw .unreadable }
        unsafe setGeometry(configuration, Int32(columns), Int32(rows))
        unsafe setCellGeometry(configuration, Int32(cell.width), Int32(cell.height))
        unsafe setPixelMode(configuration, Number.sixels)
        guard let canvas = unsafe newCanvas(configuration) else { throw .unreadable }
        let size = Size(width: columns * cell.width, height: rows * cell.height)
        unsafe rgba.withUnsafeBytes { bytes in
            unsafe draw(
                canvas, Number.rgbaUnassociated, bytes.baseAddress, Int32(size.width),
                Int32(size.height), Int32(size.width * 4))
        }
        // A GString: a pointer to its bytes and how many they are.
        guard let text = unsafe write(canvas, nil),
            let start = unsafe text.load(as: UnsafeRawPointer?.self)
        else { throw .unreadable }
        let count = unsafe text.load(fromByteOffset: 8, as: Int.self)
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
