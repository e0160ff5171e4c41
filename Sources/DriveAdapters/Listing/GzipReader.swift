// SPDX-License-Identifier: Apache-2.0

import CZlib
internal import Messages

/// Unpacks gzip (RFC 1952) as it is read; several members one after the other are one text.
@safe final class GzipReader {
    /// The first bytes of every gzip member.
    static let magic: [UInt8] = [0x1f, 0x8b]
    private static let blockBytes = 1 << 16

    // zlib.h: the stream must stay at one address, since the state points back at it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let block = UnsafeMutableRawBufferPointer.allocate(
        byteCount: GzipReader.blockBytes, alignment: 16)
    private var isAtEnd = false
    /// Whether the last member is complete, so that the file may end here.
    private var isBetweenMembers = false

    /// A reader at the start of a member.
    init() throws(ListingFileError) {
        unsafe stream.initialize(to: z_stream())
        // zlib.h, inflateInit2: 15 bits of window, and 16 more for a gzip wrapper.
        let code = unsafe inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        if code != Z_OK {
            throw ListingFileError(
                message: String(clause: "the listing cannot be unpacked: zlib has no memory"))
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
        unsafe block.deallocate()
    }

    /// Unpacks some bytes into `buffer`; 0 at the end. `source` gives the packed ones.
    func read(
        _ buffer: UnsafeMutableRawBufferPointer,
        from source: (UnsafeMutableRawBufferPointer) throws(ListingFileError) -> Int
    ) throws(ListingFileError) -> Int {
        if unsafe isAtEnd || buffer.isEmpty { return 0 }
        let room = UInt32(clamping: buffer.count)
        unsafe stream.pointee.next_out = unsafe buffer.baseAddress?.assumingMemoryBound(
            to: UInt8.self)
        unsafe stream.pointee.avail_out = room
        while unsafe stream.pointee.avail_out == room {
            if unsafe stream.pointee.avail_in == 0 {
                let count = try unsafe source(block)
                unsafe stream.pointee.next_in = unsafe block.baseAddress?.assumingMemoryBound(
                    to: UInt8.self)
                unsafe stream.pointee.avail_in = UInt32(count)
                if count == 0 {
                    if !isBetweenMembers {
                        throw GzipReader.broken(String(clause: "it ends too early"))
                    }
                    isAtEnd = true
                    return 0
                }
            }
            try inflateSome()
        }
        return unsafe Int(room - stream.pointee.avail_out)
    }

    private func inflateSome() throws(ListingFileError) {
        if isBetweenMembers {
            unsafe inflateReset(stream)
            isBetweenMembers = false
        }
        switch unsafe inflate(stream, Z_NO_FLUSH) {
        case Z_OK, Z_BUF_ERROR: return
        case Z_STREAM_END: isBetweenMembers = true
        case Z_MEM_ERROR:
            throw ListingFileError(
                message: String(clause: "the listing cannot be unpacked: zlib has no memory"))
        default:
            let detail =
                unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
                ?? String(clause: "its data are corrupt")
            throw GzipReader.broken(detail)
        }
    }

    private static func broken(_ detail: String) -> ListingFileError {
        ListingFileError(message: String(clause: "the listing is no whole gzip file: \(detail)"))
    }
}
