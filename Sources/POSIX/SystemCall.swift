// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// Calls of the kernel that may be cut short by a signal, or do only a part of what they are asked.
///
/// The one place that knows of EINTR. Files are meant by the kernel's number of them, for those of
/// standard input and output have no owner; whoever opens one holds it as a `FileDescriptor`.
package enum SystemCall {
    /// What `call` answers once no signal cuts it short; throws what a negative answer stands for.
    @inlinable
    package static func uninterrupted<Answer: SignedInteger>(
        _ call: () -> Answer
    ) throws(SystemError) -> Answer {
        while true {
            let answer = call()
            if answer >= 0 { return answer }
            let code = errno
            if code != EINTR { throw SystemError(code: code) }
        }
    }

    /// The same; nil where the call would have to wait, and was told not to.
    package static func unlessBlocking<Answer: SignedInteger>(
        _ call: () -> Answer
    ) throws(SystemError) -> Answer? {
        do throws(SystemError) {
            return try uninterrupted(call)
        } catch {
            // On Linux EWOULDBLOCK is the same number.
            if error.code == EAGAIN { return nil }
            throw error
        }
    }

    // MARK: - Reading

    /// Reads some bytes into `room`; how many, 0 at the end. Blocks.
    package static func read(
        _ file: Int32, into room: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        try uninterrupted { unsafe Glibc.read(file, room.baseAddress, room.count) }
    }

    /// Fills `room` with what stands at `offset`; how many bytes, fewer at the end of the file only.
    ///
    /// read(2): a signal or a network file system may cut a read short without it being the end.
    @inlinable
    package static func read(
        _ file: Int32, at offset: Int64, into room: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        var done = 0
        while done < room.count {
            let got = try uninterrupted {
                unsafe pread(
                    file, room.baseAddress.map { unsafe $0 + done }, room.count - done,
                    off_t(offset) + off_t(done))
            }
            if got == 0 { break }
            done += got
        }
        return done
    }

    /// All that can be read from `file` up to its end; where that is more than `most` bytes, some
    /// more than that. Blocks.
    package static func contents(of file: Int32, most: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { unsafe room.deallocate() }
        while bytes.count <= most {
            let count = unsafe try read(file, into: room)
            if count == 0 { break }
            unsafe bytes.append(contentsOf: room[..<count])
        }
        return bytes
    }

    // MARK: - Writing

    /// Writes all of `bytes`, as the call below does.
    package static func write(
        _ bytes: [UInt8], to file: Int32, patience: Int32 = -1
    ) throws(SystemError) {
        unsafe try write(bytes.span.bytes, to: file, patience: patience)
    }

    /// Writes all of `bytes`; what has no room waits, `patience` milliseconds at most at a time, and
    /// without end if that is negative. Blocks.
    package static func write(
        _ bytes: RawSpan, to file: Int32, patience: Int32 = -1
    ) throws(SystemError) {
        var done = 0
        while done < bytes.byteCount {
            let rest = bytes.extracting(droppingFirst: done)
            let count = try unlessBlocking {
                unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            }
            // write(2) promises no error where nothing was taken.
            if count == 0 { throw SystemError(code: EIO) }
            guard let count else {
                // Whoever shares the file wants calls on it to return at once.
                if try !isReady(file, for: POLLOUT, milliseconds: patience) {
                    throw SystemError(code: EAGAIN)
                }
                continue
            }
            done += count
        }
    }

    /// Waits until `file` can be read or written, as `events` of poll(2) say; false after that time.
    package static func isReady(
        _ file: Int32, for events: Int32, milliseconds: Int32
    ) throws(SystemError) -> Bool {
        try uninterrupted {
            var wanted = pollfd(fd: file, events: Int16(events), revents: 0)
            return unsafe poll(&wanted, 1, milliseconds)
        } > 0
    }

    /// Waits until the child `process` has ended, and buries it; its status.
    @discardableResult
    package static func bury(_ process: pid_t) -> Int32 {
        var status: Int32 = 0
        _ = try? uninterrupted { unsafe waitpid(process, &status, 0) }
        return status
    }
}
