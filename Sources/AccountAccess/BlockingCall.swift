// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Calls that block, which must not run on the threads that run tasks.
enum BlockingCall {
    /// What `body` gives, run on a thread of its own.
    static func value<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "account").async {
                do throws(Failure) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
