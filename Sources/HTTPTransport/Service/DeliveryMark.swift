// SPDX-License-Identifier: Apache-2.0

/// Knows whether a receiver has been given something; from then on it must not start anew.
final class DeliveryMark: Sendable {
    private let isUp = Lock(false)

    /// Whether it has.
    var isDelivered: Bool { isUp.withLock { $0 } }

    /// `receiver`, watched.
    func watching(_ receiver: HTTPReceiver?) -> HTTPReceiver? {
        guard let receiver = unsafe receiver else { return nil }
        return { bytes in
            self.isUp.withLock { $0 = true }
            return unsafe receiver(bytes)
        }
    }
}
