// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is used of libheif beside gdk-pixbuf's loader, which brings it along: the EXIF block of a
/// picture (libheif's heif.h).
@safe
struct HeifLibrary {
    private typealias Object = UnsafeMutableRawPointer
    private typealias New = @convention(c) () -> Object?
    /// heif_error is a number, another one, and a pointer: two registers, of which the first holds
    /// both numbers.
    private typealias Outcome = UInt64
    private typealias Read =
        @convention(c) (Object, UnsafeRawPointer?, Int, UnsafeRawPointer?) -> Outcome
    private typealias Primary =
        @convention(c) (Object, UnsafeMutablePointer<Object?>) -> Outcome
    private typealias List =
        @convention(c) (Object, UnsafePointer<CChar>, UnsafeMutablePointer<UInt32>, Int32) -> Int32
    private typealias Count = @convention(c) (Object, UInt32) -> Int
    private typealias Take = @convention(c) (Object, UInt32, UnsafeMutableRawPointer) -> Outcome

    private let new: New
    private let read: Read
    private let primary: Primary
    private let list: List
    private let count: Count
    private let take: Take

    /// The library, where it is installed.
    init() throws(NoPicture) {
        let library = try Library("libheif", ["libheif.so.1"])
        unsafe new = try library.function("heif_context_alloc")
        unsafe read = try library.function("heif_context_read_from_memory_without_copy")
        unsafe primary = try library.function("heif_context_get_primary_image_handle")
        unsafe list = try library.function("heif_image_handle_get_list_of_metadata_block_IDs")
        unsafe count = try library.function("heif_image_handle_get_metadata_size")
        unsafe take = try library.function("heif_image_handle_get_metadata")
    }

    /// The EXIF block of the picture in `bytes`, with four bytes before it that say where its
    /// directory begins; nil where there is none.
    func exif(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var handle: Object?
        var block: UInt32 = 0
        guard let context = unsafe new(),
            unsafe read(context, bytes.baseAddress, bytes.count, nil) & 0xffff_ffff == 0,
            unsafe primary(context, &handle) & 0xffff_ffff == 0, let handle = unsafe handle,
            unsafe list(handle, "Exif", &block, 1) == 1
        else { return nil }
        let size = unsafe count(handle, block)
        guard (5...ExifBlock.byteCountMax + 16).contains(size) else { return nil }
        var found = [UInt8](repeating: 0, count: size)
        let isTaken = unsafe found.withUnsafeMutableBytes { room in
            guard let start = room.baseAddress else { return false }
            return unsafe take(handle, block, start) & 0xffff_ffff == 0
        }
        return isTaken ? found : nil
    }
}
