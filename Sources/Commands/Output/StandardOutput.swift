// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX
internal import Reports
internal import Synchronization

/// The way of every byte to standard output. What cannot be written is remembered, and decides the
/// exit status of whatever command it was.
///
/// Nothing is held back: a byte that was taken was written. After the first failure nothing more is
/// written, so that what was is a beginning of the whole.
enum StandardOutput {
    /// The number of the error that ended it; 0 while it has none.
    private static let fault = Atomic<Int32>(0)

    /// Whether something could not be written.
    static var hasFailed: Bool { fault.load(ordering: .sequentiallyConsistent) != 0 }

    /// Writes `bytes`; whether all of them, and all before them, went out.
    @discardableResult
    static func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if hasFailed { return false }
        let failure = StatusLine.interrupting { writeAll(bytes, to: STDOUT_FILENO) }
        if let number = failure { fail(number) }
        return !hasFailed
    }

    /// Writes `bytes`, as a sink has them written; the end of the command says why it could not.
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) throws(OutputError) {
        if !write(bytes) { throw OutputError(nil) }
    }

    /// Closes it, which is when some file systems first say that there was no room; the number of
    /// the error if anything written to it was lost.
    static func close() -> Int32? {
        do throws(SystemError) {
            if !hasFailed { try FileDescriptor(owning: STDOUT_FILENO).close() }
        } catch {
            if error.code != EBADF { fail(error.code) }
        }
        let number = fault.load(ordering: .sequentiallyConsistent)
        return number == 0 ? nil : number
    }

    private static func fail(_ number: Int32) {
        _ = fault.compareExchange(
            expected: 0, desired: number, ordering: .sequentiallyConsistent)
    }

    /// Writes `bytes` to `descriptor`; the number of the error if that does not succeed.
    static func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32? {
        do throws(SystemError) {
            try SystemCall.write(bytes.span.bytes, to: descriptor)
            return nil
        } catch {
            return error.code
        }
    }
}
