// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages

/// What is used of LibRaw: the picture that a camera lays into its raw files (libraw.org/docs).
@safe
struct RawLibrary {
    private typealias Object = UnsafeMutableRawPointer
    private typealias New = @convention(c) (UInt32) -> Object?
    private typealias Open = @convention(c) (Object, UnsafeRawPointer?, Int) -> Int32
    private typealias Step = @convention(c) (Object) -> Int32
    private typealias Take =
        @convention(c) (Object, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?

    private let new: New
    private let open: Open
    private let unpack: Step
    private let take: Take
    private let width: Step?
    private let height: Step?

    /// The library, where it is installed.
    init() throws(NoPicture) {
        // One name for each version that changed what it promises: Debian 11 to 13, Ubuntu.
        let library = try Library(
            "LibRaw", (20...25).reversed().map { "libraw.so.\($0)" } + ["libraw.so.19"])
        unsafe new = try library.function("libraw_init")
        unsafe open = try library.function("libraw_open_buffer")
        unsafe unpack = try library.function("libraw_unpack_thumb")
        unsafe take = try library.function("libraw_dcraw_make_mem_thumb")
        unsafe width = try? library.function("libraw_get_iwidth")
        unsafe height = try? library.function("libraw_get_iheight")
    }

    /// What a raw file holds for quick looks.
    @safe
    enum Preview {
        /// A JPEG file.
        case jpeg(UnsafeRawBufferPointer)
        /// Pixels of three bytes.
        case pixels(UnsafeRawPointer, Size)
    }

    /// The preview in the raw file `bytes`.
    func preview(_ bytes: UnsafeRawBufferPointer) throws(NoPicture) -> Preview {
        try unsafe opened(bytes).preview
    }

    /// The preview in the raw file `bytes`, and the size of the picture itself.
    func opened(
        _ bytes: UnsafeRawBufferPointer
    ) throws(NoPicture) -> (preview: Preview, size: Size?) {
        guard let object = unsafe new(0), unsafe open(object, bytes.baseAddress, bytes.count) == 0
        else { throw .unreadable }
        let size = unsafe Size(
            width: Int(width?(object) ?? 0), height: Int(height?(object) ?? 0))
        return (try unsafe preview(of: object), size.isPlausible ? size : nil)
    }

    private func preview(of object: Object) throws(NoPicture) -> Preview {
        guard unsafe unpack(object) == 0 else {
            throw NoPicture(String(clause: "the raw file holds no preview"))
        }
        var status: Int32 = 0
        guard let image = unsafe take(object, &status) else { throw .unreadable }
        // libraw_processed_image_t: a number for the type, four of two bytes for height, width,
        // colours and bits, the count of the bytes, and the bytes.
        let type = unsafe image.load(as: UInt32.self)
        let numbers = (0..<4).map {
            unsafe Int(image.load(fromByteOffset: 4 + 2 * $0, as: UInt16.self))
        }
        let count = unsafe Int(image.load(fromByteOffset: 12, as: UInt32.self))
        let size = Size(width: numbers[1], height: numbers[0])
        switch type {
        case 1:
            return unsafe .jpeg(UnsafeRawBufferPointer(start: image + 16, count: count))
        case 2 where numbers[2] == 3 && numbers[3] == 8 && count == size.pixelCount * 3:
            guard size.isPlausible else { throw .unreadable }
            return unsafe .pixels(image + 16, size)
        default: throw .unreadable
        }
    }
}
