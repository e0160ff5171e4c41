// SPDX-License-Identifier: Apache-2.0

import CZlib

/// Unpacks a body that is packed by gzip (RFC 1952), as its bytes arrive.
///
/// libcurl could do it, but takes a packed body that ends in the middle for a whole one.
final class GzipBody {
    /// What is wrong with a body.
    enum Fault: Error {
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
    private(set) var mayEnd = true
    private var isBetweenMembers = false

    /// A body of which nothing has arrived.
    init() throws(Fault) {
        stream.initialize(to: z_stream())
        // zlib.h, inflateInit2: 15 bits of window, and 16 more for a gzip wrapper.
        let code = inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        if code != Z_OK { throw .broken }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        block.deallocate()
    }

    /// Unpacks `bytes` and hands what they give to `deliver`, which says whether it wants more.
    func take(
        _ bytes: UnsafeRawBufferPointer, deliver: (UnsafeRawBufferPointer) -> Bool
    ) throws(Fault) {
        // zlib.h: next_in is not const for reasons of age; nothing is written there.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(clamping: bytes.count)
        defer { stream.pointee.next_in = nil }
        var isBlockFull = false
        while stream.pointee.avail_in > 0 || isBlockFull {
            if isBetweenMembers {
                if inflateReset(stream) != Z_OK { throw .broken }
                isBetweenMembers = false
            }
            mayEnd = false
            stream.pointee.next_out = block.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(GzipBody.blockByteCount)
            let code = inflate(stream, Z_NO_FLUSH)
            let count = GzipBody.blockByteCount - Int(stream.pointee.avail_out)
            isBlockFull = stream.pointee.avail_out == 0 && code == Z_OK
            if count > 0, !deliver(UnsafeRawBufferPointer(rebasing: block[..<count])) {
                throw .unwanted
            }
            switch code {
            case Z_OK: break
            // There was nothing left to do after a block that was full to the last byte.
            case Z_BUF_ERROR where count == 0 && stream.pointee.avail_in == 0: return
            case Z_STREAM_END:
                isBetweenMembers = true
                mayEnd = true
            default: throw .broken
            }
        }
    }
}
