// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is used of Poppler: the first page of a PDF (poppler.freedesktop.org/api/glib).
@safe
struct PageLibrary {
    private typealias Object = UnsafeMutableRawPointer
    private typealias NewBytes = @convention(c) (UnsafeRawPointer?, Int) -> Object?
    private typealias Open =
        @convention(c) (Object, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Object?
    private typealias Page = @convention(c) (Object, Int32) -> Object?
    private typealias PageSize =
        @convention(c) (Object, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Void
    private typealias Render = @convention(c) (Object, CanvasLibrary.Object) -> Void

    private let canvas: CanvasLibrary
    private let newBytes: NewBytes
    private let open: Open
    private let page: Page
    private let pageSize: PageSize
    private let render: Render

    /// The library, where it is installed.
    init() throws(NoPicture) {
        canvas = try CanvasLibrary()
        let library = try Library("Poppler", ["libpoppler-glib.so.8"])
        // Of GLib, which the library brings along.
        unsafe newBytes = try library.function("g_bytes_new_static")
        unsafe open = try library.function("poppler_document_new_from_bytes")
        unsafe page = try library.function("poppler_document_get_page")
        unsafe pageSize = try library.function("poppler_page_get_size")
        unsafe render = try library.function("poppler_page_render")
    }

    /// The first page of the document in `bytes`, its longest side no longer than `side`.
    func firstPage(
        _ bytes: UnsafeRawBufferPointer, side: Int
    ) throws(NoPicture) -> (UnsafeRawPointer, Size) {
        guard let held = unsafe newBytes(bytes.baseAddress, bytes.count),
            let document = unsafe open(held, nil, nil), let first = unsafe page(document, 0)
        else { throw .unreadable }
        var width = 0.0
        var height = 0.0
        unsafe pageSize(first, &width, &height)
        let (size, factor) = try Drawing.size(width, height, side: side)
        let pixels = try unsafe canvas.drawing(size, factor: factor) { context in
            unsafe render(first, context)
        }
        return unsafe (pixels, size)
    }
}

/// How large a page is drawn whose size is given in numbers of any kind.
enum Drawing {
    /// The size whose longest side is `side`, and the factor that leads to it.
    static func size(
        _ width: Double, _ height: Double, side: Int
    ) throws(NoPicture) -> (Size, Double) {
        guard width.isFinite, height.isFinite, width > 0, height > 0 else { throw .unreadable }
        let factor = Double(side) / max(width, height)
        func pixels(_ length: Double) -> Int { min(max(Int((length * factor).rounded()), 1), side) }
        return (Size(width: pixels(width), height: pixels(height)), factor)
    }
}
