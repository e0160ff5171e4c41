// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// Compares two files byte by byte, with all the distrust that is due. Used by one thread.
@safe struct ByteComparison: ~Copyable {
    private let buffer = UnsafeMutableRawPointer.allocate(
        byteCount: 2 * ByteComparison.block, alignment: 4_096)

    private static let block = 256 << 10

    /// Told of what is read.
    var meter: ReadingMeter?
    /// Called before each block is read; for tests.
    var interruption: (() -> Void)?

    deinit { unsafe buffer.deallocate() }

    /// What a comparison shows.
    enum Outcome {
        /// The bytes are the same, and both files are still what they were.
        case equal
        /// They are not.
        case different
        /// One of them changed while it was read, or something else took its place.
        case changed
        /// One of them could not be read.
        case failed(SystemError)
    }

    /// A file by its name in an open folder, and what it was when it was looked at.
    struct Side {
        var folder: OpenFolder
        var name: KernelName
        var state: EntryState
    }

    /// Compares two files of one size.
    func compare(_ left: Side, _ right: Side) -> Outcome {
        if left.state.size != right.state.size { return .different }
        do throws(SystemError) {
            let first = try left.open()
            let second = try right.open()
            guard try left.isStill(first.number), try right.isStill(second.number) else {
                return .changed
            }
            let isEqual = try compare(first.number, second.number, left.state.size)
            guard try left.isStill(first.number), try right.isStill(second.number),
                try left.isInPlace(), try right.isInPlace()
            else { return .changed }
            return isEqual ? .equal : .different
        } catch {
            // A symbolic link, or nothing, has taken the place of the file.
            if error.code == ELOOP || error.code == ENOENT { return .changed }
            return .failed(error)
        }
    }

    private func compare(
        _ left: Int32, _ right: Int32, _ size: Int64
    ) throws(SystemError) -> Bool {
        meter?.begin()
        defer { meter?.end() }
        let other = unsafe buffer + ByteComparison.block
        var offset: Int64 = 0
        while offset < size {
            let count = Int(min(Int64(ByteComparison.block), size - offset))
            interruption?()
            guard try unsafe readWhole(left, at: offset, count: count, into: buffer),
                try unsafe readWhole(right, at: offset, count: count, into: other),
                unsafe memcmp(buffer, other, count) == 0
            else { return false }
            meter?.add(2 * count)
            offset += Int64(count)
        }
        return true
    }
}

/// Reads `count` bytes; false if the file ends before that.
func readWhole(
    _ file: Int32, at offset: Int64, count: Int, into target: UnsafeMutableRawPointer
) throws(SystemError) -> Bool {
    let room = unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
    return try unsafe SystemCall.read(file, at: offset, into: room) == count
}

extension ByteComparison.Side {
    /// Opens the file to read it, without that counting as its use.
    func open() throws(SystemError) -> FileDescriptor {
        // O_NONBLOCK: a pipe that has taken the file's place must not stop the program.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        var number = unsafe name.withPointer {
            unsafe openat(folder.number, $0, flags | __O_NOATIME)
        }
        // open(2): only the owner of a file may ask for that.
        if number < 0, errno == EPERM {
            number = unsafe name.withPointer { unsafe openat(folder.number, $0, flags) }
        }
        return try FileDescriptor(opened: number)
    }

    /// Whether what is open as `descriptor` is the file, just as it was looked at.
    func isStill(_ descriptor: Int32) throws(SystemError) -> Bool {
        try EntryState.read(descriptor).isIdentical(to: state)
    }

    /// Whether the name leads to the file, just as it was looked at.
    func isInPlace() throws(SystemError) -> Bool {
        try EntryState.read(name, in: folder.number).isIdentical(to: state)
    }
}

extension EntryState {
    /// Whether `other` is the same in everything that reading leaves alone.
    func isIdentical(to other: EntryState) -> Bool {
        isSameEntry(as: other) && changed == other.changed
    }
}
