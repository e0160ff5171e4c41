// SPDX-License-Identifier: Apache-2.0

extension SnapshotReader {
    /// Appends the `count` texts of a part; false if they are not well-formed UTF-8, or too much.
    static func append(_ part: [UInt8], count: Int, to column: TextColumn) -> Bool {
        unsafe part.withUnsafeBytes { raw in
            let length = raw.count - count * 4
            let first = unsafe column.bytes.count
            guard length >= 0, first + length < ListingBuilder.Bounds.textBytes else {
                return false
            }
            var last: UInt32 = 0
            var isRising = true
            let offsets = unsafe column.offsets.extend(by: count)
            let shift = UInt32(truncatingIfNeeded: first)
            for index in 0..<count {
                let end = unsafe SnapshotReader.end(index, raw)
                if end < last { isRising = false }
                last = end
                unsafe offsets[index] = end &+ shift
            }
            guard isRising, Int(last) == length else { return false }
            guard length > 0 else { return true }
            let texts = unsafe UnsafeRawBufferPointer(rebasing: raw[(count * 4)...])
            unsafe UnsafeMutableRawBufferPointer(
                start: column.bytes.extend(by: length), count: length
            )
            .copyMemory(from: texts)
            let slice = unsafe TextSlice(
                start: UnsafePointer(column.bytes.base + first), count: length)
            if isASCII(slice) { return true }
            // All bytes together are UTF-8, and no text begins within a sequence.
            return isUTF8(slice)
                && (0..<count).allSatisfy { index in
                    let end = unsafe Int(SnapshotReader.end(index, raw))
                    return unsafe end == length || texts[end] & 0xc0 != 0x80
                }
        }
    }

    /// Whether each of the `count` texts of a part may stand between two slashes.
    ///
    /// The part's own numbers are not believed here either, nor are all of them checked.
    static func areNames(_ part: [UInt8], count: Int) -> Bool {
        unsafe part.withUnsafeBufferPointer { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            let first = count * 4
            guard raw.count >= first else { return false }
            var start = 0
            for index in 0..<count {
                let end = unsafe Int(SnapshotReader.end(index, raw))
                guard end > start, end <= raw.count - first else { return false }
                if end - start <= 2 {
                    let name = unsafe UnsafeBufferPointer(
                        rebasing: bytes[(first + start)..<(first + end)])
                    if unsafe !ItemPath.isComponent(name) { return false }
                }
                start = end
            }
            return unsafe !hasSlashOrNUL(UnsafeBufferPointer(rebasing: bytes[first...]))
        }
    }

    /// Where the text `index` of a part ends.
    @inline(__always)
    private static func end(_ index: Int, _ part: UnsafeRawBufferPointer) -> UInt32 {
        unsafe UInt32(littleEndian: part.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
    }

    private static func hasSlashOrNUL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        var found = false
        while index < bytes.count {
            let byte = unsafe bytes[index]
            found = found || byte == 0 || byte == UInt8(ascii: "/")
            index &+= 1
        }
        return found
    }

    /// Whether `text` is well-formed UTF-8. O(length).
    static func isText(_ text: TextSlice) -> Bool { isASCII(text) || isUTF8(text) }

    /// Whether `text` is well-formed UTF-8 (Unicode, table 3-7). O(length).
    private static func isUTF8(_ text: TextSlice) -> Bool {
        let bytes = unsafe text.start
        var index = 0
        while index < text.count {
            let first = unsafe bytes[index]
            if first < 0x80 {
                index &+= 1
                continue
            }
            let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
            guard first >= 0xc2, first <= 0xf4, text.count - index >= length else { return false }
            // The second byte rules out overlong forms, surrogates and what is past the last plane.
            let low: UInt8 = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80
            let high: UInt8 = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf
            guard unsafe bytes[index + 1] >= low, unsafe bytes[index + 1] <= high else {
                return false
            }
            for offset in 2..<max(length, 2) where unsafe bytes[index + offset] & 0xc0 != 0x80 {
                return false
            }
            index &+= length
        }
        return true
    }
}
