// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is used of libffmpegthumbnailer, which asks FFmpeg for one picture of a film
/// (videothumbnailerc.h).
@safe
struct FilmLibrary {
    private typealias Object = UnsafeMutableRawPointer
    private typealias New = @convention(c) () -> Object?
    private typealias SetSize = @convention(c) (Object, Int32, Int32) -> Int32
    private typealias Make = @convention(c) (Object, UnsafePointer<CChar>, Object) -> Int32

    private let new: New
    private let newImage: New
    private let setSize: SetSize
    private let make: Make

    /// The library, where it is installed.
    init() throws(NoPicture) {
        let library = try Library("libffmpegthumbnailer", ["libffmpegthumbnailer.so.4"])
        unsafe new = try library.function("video_thumbnailer_create")
        unsafe newImage = try library.function("video_thumbnailer_create_image_data")
        unsafe setSize = try library.function("video_thumbnailer_set_size")
        unsafe make = try library.function("video_thumbnailer_generate_thumbnail_to_buffer")
    }

    /// A picture from the first tenth of the film on the standard input, as a PNG file.
    func still(side: Int) throws(NoPicture) -> UnsafeRawBufferPointer {
        guard let thumbnailer = unsafe new(), let image = unsafe newImage() else {
            throw .unreadable
        }
        _ = unsafe setSize(thumbnailer, Int32(side), 0)
        // It takes names only. This one is that of the open file.
        guard unsafe make(thumbnailer, "/proc/self/fd/0", image) == 0,
            // image_data: a pointer to the bytes, and how many they are.
            let start = unsafe image.load(as: UnsafeRawPointer?.self)
        else { throw .unreadable }
        let count = unsafe Int(image.load(fromByteOffset: 8, as: Int32.self))
        guard count > 0 else { throw .unreadable }
        return unsafe UnsafeRawBufferPointer(start: start, count: count)
    }
}
