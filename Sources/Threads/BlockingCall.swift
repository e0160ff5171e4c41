// SPDX-License-Identifier: Apache-2.0

package import Dispatch

/// Calls that block, which must not run on the threads that run tasks: those are few.
package enum BlockingCall {
    /// What `body` gives, run on a thread of its own; after what else is on `queue`, if there is
    /// one.
    package static func value<Value: Sendable, Failure: Error>(
        on queue: DispatchQueue? = nil, _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            // A serial queue of its own is what makes Dispatch give it a thread at once.
            (queue ?? DispatchQueue(label: "blocking call")).async {
                continuation.resume(returning: Result(catching: body))
            }
        }
        return try result.get()
    }
}
