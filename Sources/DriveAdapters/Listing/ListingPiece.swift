// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages

/// Room for a piece of a listing, padded at both ends for reading eight bytes at a time.
///
/// Used by one thread at a time, which alone makes it safe to hand over: `@unchecked Sendable`.
@safe final class ListingPiece: @unchecked Sendable {
    private static let padding = 64

    /// The first byte.
    private(set) var base: UnsafeMutablePointer<UInt8>
    /// How many bytes there are.
    private(set) var count = 0
    private var capacity: Int
    /// The number of this piece in its listing, from 0.
    var number = 0
    /// How many bytes of the source were taken when it was cut.
    var sourceOffset: Int64 = 0
    /// Whether it is the beginning of a line that is too long.
    var isCutShort = false

    /// Room for `capacity` bytes to begin with.
    init(capacity: Int) throws(ListingFileError) {
        unsafe base = try unsafe ListingPiece.allocate(capacity)
        self.capacity = capacity
    }

    deinit { unsafe free(base - ListingPiece.padding) }

    /// The first byte.
    var start: UnsafePointer<UInt8> { unsafe UnsafePointer(base) }
    /// The byte after the last one.
    var end: UnsafePointer<UInt8> { unsafe UnsafePointer(base + count) }
    /// All bytes.
    var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

    /// Whether there are only blanks and ends of lines.
    var isBlank: Bool { unsafe bytes.allSatisfy(ListingPiece.isBlank) }

    /// Whether `byte` is a blank or ends a line.
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    /// Forgets the bytes.
    func clear() {
        count = 0
        isCutShort = false
    }

    /// Takes `bytes`.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(ListingFileError) {
        guard let source = bytes.baseAddress else { return }
        try makeRoom(bytes.count)
        unsafe (base + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Takes up to `limit` bytes from `input`; false at its end.
    func append(
        from input: ListingInput, upTo limit: Int
    ) throws(ListingFileError) -> Bool {
        try makeRoom(limit)
        let added = try unsafe input.fill(
            UnsafeMutableRawBufferPointer(start: base + count, count: limit))
        count += added
        return added == limit
    }

    /// Adds a newline unless there is one at the end, and zeros that do not count.
    func close(withNewline: Bool) throws(ListingFileError) {
        try makeRoom(1)
        if withNewline, unsafe count == 0 || base[count - 1] != 0x0a {
            unsafe base[count] = 0x0a
            count += 1
        }
        unsafe (base + count).update(repeating: 0, count: ListingPiece.padding)
    }

    /// Forgets the mark that some programs put before UTF-8.
    func removeByteOrderMark() {
        guard count >= 3, unsafe base[0] == 0xef, unsafe base[1] == 0xbb, unsafe base[2] == 0xbf
        else { return }
        // The closing newline and the zeros move along.
        unsafe memmove(base, base + 3, count - 3 + ListingPiece.padding)
        count -= 3
    }

    /// Keeps the first `newCount` bytes only.
    func truncate(to newCount: Int) { count = min(count, newCount) }

    /// The place after the last newline at or after `first`, if there is one.
    func afterLastNewline(from first: Int) -> Int? {
        var index = count
        while index > first {
            index -= 1
            if unsafe base[index] == 0x0a { return index + 1 }
        }
        return nil
    }

    /// Sees to it that `extra` more bytes fit.
    func makeRoom(_ extra: Int) throws(ListingFileError) {
        guard count + extra + 1 > capacity else { return }
        let newCapacity = max(count + extra + 1, capacity + capacity / 2)
        // What is large is moved by the system, which copies nothing and holds nothing twice.
        let raw = unsafe realloc(
            base - ListingPiece.padding, newCapacity + 2 * ListingPiece.padding)
        guard let raw = unsafe raw else { throw .noMemory(newCapacity) }
        unsafe base = unsafe raw.assumingMemoryBound(to: UInt8.self) + ListingPiece.padding
        capacity = newCapacity
    }

    private static func allocate(
        _ capacity: Int
    ) throws(ListingFileError) -> UnsafeMutablePointer<UInt8> {
        guard let raw = unsafe calloc(capacity + 2 * padding, 1) else { throw .noMemory(capacity) }
        return unsafe raw.assumingMemoryBound(to: UInt8.self) + padding
    }
}

extension ListingFileError {
    /// What is said where the system refuses `byteCount` bytes.
    fileprivate static func noMemory(_ byteCount: Int) -> ListingFileError {
        ListingFileError(
            message: String(
                clause: "the system refuses \(max(1, byteCount >> 20)) MiB of memory that"
                    + " the listing needs; free some, or raise the limit ('ulimit -v',"
                    + " or that of the container)"
            ))
    }
}
