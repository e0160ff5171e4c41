// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Calls that block, kept off the threads that run tasks.
enum PictureThread {
    /// What `body` gives, run on a thread of its own.
    static func value<Value: Sendable>(of body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "picture").async { continuation.resume(returning: body()) }
        }
    }
}
