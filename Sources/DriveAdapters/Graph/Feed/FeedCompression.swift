// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Bytes as they are kept for a while, such as pages of a feed: JSON shrinks to a tenth.
package enum FeedCompression {
    /// The most bytes of one page; what claims to be longer was not written by this program.
    package static let pageByteCountMax = 64 << 20
    /// zlib manual, technical details: what is packed in a byte is at most so many.
    private static let ratioMax = 1_032

    /// `bytes`, compressed, behind their count; nil where there is no memory for that.
    package static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var room = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(room) + 8)
        for index in 0..<8 {
            packed[index] = UInt8(truncatingIfNeeded: bytes.count >> (8 * index))
        }
        let status = unsafe packed.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { source in
                // zlib manual, compress2: the lowest level that compresses at all is fast enough
                // to keep ahead of any network.
                unsafe compress2(
                    target.baseAddress?.advanced(by: 8).assumingMemoryBound(to: UInt8.self),
                    &room, source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    UInt(source.count), 1)
            }
        }
        guard status == Z_OK else { return nil }
        packed.removeLast(packed.count - 8 - Int(room))
        return packed
    }

    /// What `packed` gave, at most so many bytes; nil if it is damaged, or says that it is more.
    package static func unpacked(
        _ packed: [UInt8], most: Int = pageByteCountMax
    ) -> [UInt8]? {
        guard packed.count >= 8 else { return nil }
        var count = 0
        for index in (0..<8).reversed() { count = count << 8 | Int(packed[index]) }
        guard (0...most).contains(count), count / ratioMax <= packed.count else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var found = UInt(count)
        let status = unsafe bytes.withUnsafeMutableBytes { target in
            unsafe packed.withUnsafeBytes { source in
                unsafe uncompress(
                    target.baseAddress?.assumingMemoryBound(to: UInt8.self), &found,
                    source.baseAddress?.advanced(by: 8).assumingMemoryBound(to: UInt8.self),
                    UInt(source.count - 8))
            }
        }
        return status == Z_OK && Int(found) == count ? bytes : nil
    }
}
