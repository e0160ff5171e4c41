// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A value behind a POSIX mutex.
///
/// The standard library's `Mutex` would do, but on Linux it waits by futex calls that the thread
/// sanitizer does not see, and then reports races that are none.
public final class Lock<Value: ~Copyable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Apart from the object, so that the sanitizer tells a change of the value from a look at
    /// the mutex, even for a value without size.
    private let value: UnsafeMutablePointer<Value>

    /// A lock around `value`.
    public init(_ value: consuming Value) {
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        // pthread_mutex_init(3): always 0 for default attributes.
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Calls `body` with the value while no other thread does.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
