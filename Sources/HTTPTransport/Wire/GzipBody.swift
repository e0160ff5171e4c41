// SPDX-License-Identifier: Apache-2.0

import CZlib

/// Unpacks a body that is packed by gzip (RFC 1952), as its bytes arrive; several members one after
/// another are one text.
///
/// libcurl could do it, but takes a packed body that ends in the middle for a whole one.
@safe package final class GzipBody {
    /// What is wrong with a body.
    package enum Fault: Error {
        /// It is not gzip, or zlib has no memory.
        case broken
        /// Whoever takes the unpacked bytes wants no more.
        case unwanted
    }

    private static let blockByteCount = 1 << 16

    // zlib.h: the stream must stay at one address, since the state points back at it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let block = UnsafeMutableRawBufferPointer.allocate(
        byteCount: GzipBody.blockByteCount, alignment: 16)
    /// Whether all that has come is whole members, or nothing, so that the body may end here.
    package private(set) var mayEnd = true
    private var isBetweenMembers = false

    /// A body of which nothing has arrived.
    package init() throws(Fault) {
        unsafe stream.initialize(to: z_stream())
        // zlib.h, inflateInit2: 15 bits of window, and 16 more for a gzip wrapper.
        let code = unsafe inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        if code != Z_OK { throw .broken }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
        unsafe block.deallocate()
    }

    /// Unpacks `bytes` and hands what they give to `deliver`, which says whether it wants more.
    package func take(
        _ bytes: UnsafeRawBufferPointer, deliver: (UnsafeRawBufferPointer) -> Bool
    ) throws(Fault) {
        // zlib.h: next_in is not const for reasons of age; nothing is written there.
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        unsafe stream.pointee.avail_in = UInt32(clamping: bytes.count)
        defer { unsafe stream.pointee.next_in = nil }
        var isBlockFull = false
        while unsafe stream.pointee.avail_in > 0 || isBlockFull {
            if isBetweenMembers {
                if unsafe inflateReset(stream) != Z_OK { throw .broken }
                isBetweenMembers = false
            }
            mayEnd = false
            unsafe stream.pointee.next_out = unsafe block.baseAddress?.assumingMemoryBound(
                to: UInt8.self)
            unsafe stream.pointee.avail_out = UInt32(GzipBody.blockByteCount)
            let code = unsafe inflate(stream, Z_NO_FLUSH)
            let count = unsafe GzipBody.blockByteCount - Int(stream.pointee.avail_out)
            isBlockFull = unsafe stream.pointee.avail_out == 0 && code == Z_OK
            if count > 0, unsafe !deliver(UnsafeRawBufferPointer(rebasing: block[..<count])) {
                throw .unwanted
            }
            switch code {
            case Z_OK: break
            // There was nothing left to do after a block that was full to the last byte.
            case Z_BUF_ERROR where unsafe count == 0 && stream.pointee.avail_in == 0: return
            case Z_STREAM_END:
                isBetweenMembers = true
                mayEnd = true
            default: throw .broken
            }
        }
    }
}
