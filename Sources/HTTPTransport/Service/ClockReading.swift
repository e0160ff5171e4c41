// SPDX-License-Identifier: Apache-2.0

/// What the clock of a service said, and what that of this machine said then; both in seconds since
/// the start of 1970.
package struct ClockReading: Sendable, Hashable {
    /// The service's clock.
    package let service: Double
    /// This machine's.
    package let machine: Double

    /// The given instants.
    package init(service: Double, machine: Double) {
        self.service = service
        self.machine = machine
    }

    /// What `response` tells, to a request sent at `sentAt` and answered by `receivedAt`; nil where
    /// it names no date, or is a stored copy of an older one.
    ///
    /// The response was made some time in between, so the clocks differ by what lies outside.
    init?(_ response: HTTPResponse, sentAt: Double, receivedAt: Double) {
        guard response.header("Age").map({ $0 == "0" }) ?? true,
            let date = response.header("Date").flatMap({
                HTTPDate.unixSeconds($0, now: receivedAt)
            })
        else { return nil }
        let bounds = (min(sentAt, receivedAt), max(sentAt, receivedAt))
        self.init(service: date, machine: max(bounds.0, min(date, bounds.1)))
    }
}
