// SPDX-License-Identifier: Apache-2.0

import CZlib

/// Packs bytes into members of gzip (RFC 1952), each of which can be unpacked by itself; all of them one
/// after another are one file.
///
/// Same bytes, same member, as long as zlib is the same. Used by one thread at a time.
@safe package final class GzipPacker {
    /// The most bytes of one member.
    package static let memberBytesMax = 1 << 30
    /// zlib manual, deflateInit: the quickest; lines shrink to an eighth all the same.
    private static let level: Int32 = 1

    // zlib.h: the stream must stay at one address, since the state points back at it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    /// A packer; nil where zlib has no memory.
    package init?() {
        unsafe stream.initialize(to: z_stream())
        // zlib.h, deflateInit2: 15 bits of window, and 16 more for a gzip wrapper, in which no time and
        // no name stand; the usual 8 for its own memory.
        let code = unsafe deflateInit2_(
            stream, Self.level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        if code != Z_OK { return nil }
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// `bytes`, at most `memberBytesMax`, as one member.
    package func member(_ bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count <= Self.memberBytesMax, "a member is bounded")
        unsafe deflateReset(stream)
        // zlib.h, deflateBound: all of it has room there, so that one call is enough.
        let room = unsafe Int(deflateBound(stream, UInt(bytes.count)))
        var isWhole = false
        let member = unsafe [UInt8](unsafeUninitializedCapacity: room) { target, count in
            unsafe bytes.withUnsafeBufferPointer { source in
                // zlib.h: next_in is not const for reasons of age; nothing is written there.
                unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(
                    mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(source.count)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(room)
                isWhole = unsafe deflate(stream, Z_FINISH) == Z_STREAM_END
                unsafe stream.pointee.next_in = nil
                unsafe stream.pointee.next_out = nil
            }
            count = unsafe room - Int(stream.pointee.avail_out)
        }
        precondition(isWhole, "what is packed has room")
        return member
    }
}
