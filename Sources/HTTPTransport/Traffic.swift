// SPDX-License-Identifier: Apache-2.0

internal import POSIX

/// All traffic with one service for one account: waits when it is told to, tries again where that
/// is safe, and keeps below the service's limits.
package protocol Traffic: Sendable {
    /// Sends `request` when the service allows it. What is worth another try is tried again, so
    /// long as the request is idempotent and patience lasts; the last response is returned whatever
    /// its status, save where the service still asks to wait. Once `receiver` has been given
    /// something, the request is not sent again: whoever takes pieces has to begin anew himself.
    ///
    /// `cost` is in resource units, `count` how many requests the service counts it for.
    func send(
        _ request: HTTPRequest, cost: Int, count: Int, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse

    /// From now on all traffic waits for `seconds`, for the service said so inside a batch; nil if
    /// it did not say for how long. Throws once patience is over.
    func pause(seconds: Double?) async throws(HTTPError)

    /// Waits before the `attempt`th repetition of something that failed, from 1: backoff with full
    /// jitter. Throws once patience is over.
    func backOff(attempt: Int) async throws(HTTPError)

    /// Waits until `count` requests may leave that go another way and count all the same, and counts
    /// them. Throws once patience is over.
    func reserve(count: Int) async throws(HTTPError)

    /// What the service's clock said last; nil while it has said nothing.
    var clockReading: ClockReading? { get }

    /// Seconds on a clock that never goes back: the one by which requests are late.
    var seconds: Double { get }
}

extension Traffic {
    /// Nothing is known of the service's clock.
    package var clockReading: ClockReading? { nil }

    /// Nothing is counted.
    package func reserve(count: Int) async throws(HTTPError) {}

    /// The time of the machine.
    package var seconds: Double { MonotonicTime.seconds }

    /// Sends `request`, which costs `cost` units and counts once, and collects its response.
    package func send(
        _ request: HTTPRequest, cost: Int = 1
    ) async throws(HTTPError) -> HTTPResponse {
        try unsafe await send(request, cost: cost, count: 1, receiver: nil)
    }
}
