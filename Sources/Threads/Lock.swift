// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A value behind a POSIX mutex.
///
/// The standard library's `Mutex` would do, but on Linux it waits by futex calls that the thread
/// sanitizer does not see, and then reports races that are none.
@safe public final class Lock<Value: ~Copyable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Apart from the object, so that the sanitizer tells a change of the value from a look at
    /// the mutex, even for a value without size.
    private let value: UnsafeMutablePointer<Value>

    /// A lock around `value`.
    public init(_ value: consuming Value) {
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.value.initialize(to: value)
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        // pthread_mutex_init(3): always 0 for default attributes.
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deinitialize(count: 1)
        unsafe mutex.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// Calls `body` with the value while no other thread does.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return unsafe try body(&value.pointee)
    }
}
