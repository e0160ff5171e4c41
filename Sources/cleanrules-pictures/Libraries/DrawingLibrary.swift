// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is used of librsvg: this program's own drawings as pixels (gnome.pages.gitlab.gnome.org).
@safe
struct DrawingLibrary {
    private typealias Object = UnsafeMutableRawPointer
    private typealias Open =
        @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Object?
    private typealias PixelSize =
        @convention(c) (Object, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Int32
    private typealias Render =
        @convention(c) (
            Object, CanvasLibrary.Object, UnsafePointer<Double>, UnsafeMutableRawPointer?
        ) -> Int32

    private let canvas: CanvasLibrary
    private let open: Open
    private let pixelSize: PixelSize
    private let render: Render

    /// The library, where it is installed.
    init() throws(NoPicture) {
        canvas = try CanvasLibrary()
        let library = try Library("librsvg", ["librsvg-2.so.2"])
        unsafe open = try library.function("rsvg_handle_new_from_data")
        unsafe pixelSize = try library.function("rsvg_handle_get_intrinsic_size_in_pixels")
        unsafe render = try library.function("rsvg_handle_render_document")
    }

    /// The drawing in `bytes`, its longest side no longer than `side`.
    func drawing(
        _ bytes: UnsafeRawBufferPointer, side: Int
    ) throws(NoPicture) -> (UnsafeRawPointer, Size) {
        guard let document = unsafe open(bytes.baseAddress, bytes.count, nil) else {
            throw .unreadable
        }
        var width = 0.0
        var height = 0.0
        guard unsafe pixelSize(document, &width, &height) != 0 else { throw .unreadable }
        let (size, factor) = try Drawing.size(width, height, side: side)
        let pixels = try unsafe canvas.drawing(size, factor: factor) {
            (context) throws(NoPicture) in
            // RsvgRectangle: x, y, width, height.
            let sheet = [0, 0, width, height]
            guard unsafe render(document, context, sheet, nil) != 0 else { throw .unreadable }
        }
        return unsafe (pixels, size)
    }
}
