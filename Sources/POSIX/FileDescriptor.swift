// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// An open file or folder of this process, closed when it goes out of scope.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The kernel's number of it.
    package let number: Int32

    /// Takes over `number`, which is open.
    package init(owning number: Int32) {
        self.number = number
    }

    /// Takes over what open(2) or a call like it has just answered; throws why there is nothing.
    package init(opened number: Int32) throws(SystemError) {
        guard number >= 0 else { throw .last }
        self.number = number
    }

    /// Opens `path`, which counts from `folder` if that is given. `mode` counts when it is created.
    package init(
        _ path: String, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0o600
    ) throws(SystemError) {
        try self.init(
            opened: SystemCall.uninterrupted {
                unsafe openat(folder, path, flags | O_CLOEXEC, mode)
            })
    }

    deinit { Glibc.close(number) }

    /// Gives the number away, to be closed by whoever has it now.
    package consuming func take() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Closes it, which is when some file systems first say that a write has failed: close(2).
    package consuming func close() throws(SystemError) {
        // After EINTR it is closed: a second call might close what another thread has just opened.
        if Glibc.close(take()) != 0, errno != EINTR { throw .last }
    }

    /// The bytes at `offset`, at most `count`; fewer at the end of the file.
    package borrowing func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var failure: SystemError?
        let got = unsafe bytes.withUnsafeMutableBytes { room in
            do throws(SystemError) {
                return unsafe try SystemCall.read(number, at: offset, into: room)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        bytes.removeLast(count - got)
        return bytes
    }

    /// What the kernel knows of it.
    package borrowing func status() throws(SystemError) -> stat {
        var status = stat()
        if unsafe fstat(number, &status) != 0 { throw .last }
        return status
    }

    /// Returns when all of it is on the disk.
    package borrowing func synchronize() throws(SystemError) {
        if fsync(number) != 0 { throw .last }
    }
}
