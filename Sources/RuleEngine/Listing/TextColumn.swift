// SPDX-License-Identifier: Apache-2.0

/// A borrowed run of UTF-8 bytes; valid only as long as what it points into: whoever makes one of an
/// address answers for that, and there it says `unsafe`.
@safe public struct TextSlice: @unchecked Sendable {
    /// The first byte; anything when the slice is empty.
    public var start: UnsafePointer<UInt8>
    /// How many bytes.
    public var count: Int

    /// The `count` bytes at `start`.
    @inline(__always)
    public init(start: UnsafePointer<UInt8>, count: Int) {
        unsafe self.start = unsafe start
        self.count = count
    }

    /// No bytes.
    public static var empty: TextSlice { unsafe TextSlice(start: emptyText, count: 0) }

    /// Whether there are no bytes.
    @inline(__always)
    public var isEmpty: Bool { count == 0 }

    /// The bytes as a string; they are known to be UTF-8.
    public var string: String {
        unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes as a buffer.
    public var buffer: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: start, count: count)
    }

    /// Bytewise order, which for UTF-8 is the order of the Unicode scalars.
    @inline(__always)
    package static func order(_ left: TextSlice, _ right: TextSlice) -> Int {
        let shared = min(left.count, right.count)
        let difference = unsafe compareBytes(left.start, right.start, shared)
        return difference != 0 ? difference : left.count - right.count
    }

    /// Bytewise equality.
    @inline(__always)
    package static func equal(_ left: TextSlice, _ right: TextSlice) -> Bool {
        unsafe left.count == right.count && compareBytes(left.start, right.start, left.count) == 0
    }
}

private nonisolated(unsafe) let emptyText: UnsafePointer<UInt8> = {
    let storage = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    unsafe storage.initialize(repeating: 0, count: 64)
    return unsafe UnsafePointer(storage)
}()

/// memcmp without the import: the sign of the first difference.
@inline(__always)
package func compareBytes(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
) -> Int {
    var index = 0
    while index &+ 8 <= count {
        let a = unsafe UnsafeRawPointer(left + index).loadUnaligned(as: UInt64.self)
        let b = unsafe UnsafeRawPointer(right + index).loadUnaligned(as: UInt64.self)
        if a != b { return a.byteSwapped < b.byteSwapped ? -1 : 1 }
        index &+= 8
    }
    while index < count {
        if unsafe left[index] != right[index] { return unsafe left[index] < right[index] ? -1 : 1 }
        index &+= 1
    }
    return 0
}

/// Texts of all rows one after the other, with 32-bit offsets: at most 4 GiB together.
package struct TextColumn: Sendable {
    /// All bytes, padded so that eight may be read at any text.
    package let bytes: Column<UInt8>
    /// Where each text begins, and one more for the end of the last.
    package let offsets: Column<UInt32>

    /// A column without texts.
    package init() {
        bytes = Column(capacity: 64)
        offsets = Column(capacity: 16)
        offsets.append(0)
    }

    /// The texts that `bytes` hold, as `offsets` cut them; nil unless these rise from 0 to the end,
    /// and each text is well-formed UTF-8. O(bytes).
    package init?(bytes: Column<UInt8>, offsets: Column<UInt32>) {
        guard unsafe offsets.count > 0, offsets[0] == 0,
            unsafe Int(offsets[offsets.count - 1]) == bytes.count
        else { return nil }
        for index in unsafe 1..<max(offsets.count, 1) where offsets[index] < offsets[index - 1] {
            return nil
        }
        self.bytes = bytes
        self.offsets = offsets
        for index in 0..<count where !SnapshotReader.isText(self[index]) { return nil }
    }

    /// How many texts there are.
    package var count: Int { unsafe offsets.count - 1 }

    /// How many bytes they take.
    package var byteCount: Int { unsafe bytes.count + offsets.byteCount }

    /// The text of `row`.
    @inline(__always)
    package subscript(row: Int) -> TextSlice {
        let start = unsafe Int(offsets.base[row])
        return unsafe TextSlice(
            start: UnsafePointer(bytes.base + start),
            count: Int(offsets.base[row &+ 1]) &- start)
    }

    /// Adds a text; the caller has seen to it that all together stay below 4 GiB.
    @inline(__always)
    package func append(_ text: TextSlice) {
        unsafe bytes.append(text.start, count: text.count)
        unsafe offsets.append(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// Ends the text to which everything was added that `bytes` got since the last one.
    package func endText() { unsafe offsets.append(UInt32(truncatingIfNeeded: bytes.count)) }

    /// Adds all texts of `other`.
    package func append(contentsOf other: TextColumn) {
        let shift = unsafe UInt32(truncatingIfNeeded: bytes.count)
        unsafe bytes.append(UnsafePointer(other.bytes.base), count: other.bytes.count)
        let source = unsafe other.offsets.base + 1
        let target = unsafe offsets.extend(by: other.count)
        for row in 0..<other.count { unsafe target[row] = unsafe source[row] &+ shift }
    }

    /// Forgets all texts but not the room for them.
    package func removeAll() {
        bytes.truncate(to: 0)
        offsets.truncate(to: 1)
    }

    /// Makes room as `Column.reserve(factor:ifBelow:)` does.
    package func reserve(factor: Double, ifBelow share: Double) {
        bytes.reserve(factor: factor, ifBelow: share)
        offsets.reserve(factor: factor, ifBelow: share)
    }

    /// Adds empty texts until there are `count`.
    package func pad(to newCount: Int) {
        unsafe offsets.append(
            repeating: UInt32(truncatingIfNeeded: bytes.count), count: newCount - count)
    }
}
