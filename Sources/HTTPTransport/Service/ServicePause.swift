// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// Until when the service wants to be left alone, and how much patience is left.
struct ServicePause {
    private(set) var end = -Double.infinity
    /// What the service said last, where it was a status.
    private(set) var status: Int?
    /// How often it asked to wait, one time right after the other.
    private var signalCount = 0
    private var waits: SlidingWindow
    private let policy: TrafficPolicy

    /// After this long without a new one, signals are no longer in a row.
    private static let rowSeconds = 60.0
    /// What stays of a doubled figure is capped long before.
    private static let doublingCountMax = 30

    /// No pause.
    init(_ policy: TrafficPolicy) {
        self.policy = policy
        waits = SlidingWindow(
            limit: policy.totalWaitSecondsMax, seconds: policy.totalWaitWindowSeconds)
    }

    /// For how many seconds nothing may be sent.
    func remaining(now: Double) -> Double { max(0, end - now) }

    /// The service wants to be left alone for `seconds`; nil if it did not say for how long, and
    /// then `random`, between 0 and 1, makes a figure. Says what is wrong once patience is over.
    mutating func extend(
        by seconds: Double?, status: Int?, now: Double, random: Double
    ) -> HTTPError? {
        if now > end + ServicePause.rowSeconds { signalCount = 0 }
        let doubled =
            policy.throttleBaseSeconds
            * Double(sign: .plus, exponent: signalCount, significand: 1)
        signalCount = min(signalCount + 1, ServicePause.doublingCountMax)
        let length = seconds ?? random * min(policy.throttleCapSeconds, doubled)
        self.status = status ?? self.status
        let newEnd = now + length
        let added = newEnd - max(now, end)
        end = max(end, newEnd)
        if length > policy.singleWaitSecondsMax { return throttled(length) }
        // What was waited for anyway costs no more patience.
        if added > 0 {
            let isOver = waits.wait(for: added, now: now) > 0
            waits.add(added, now: now)
            if isOver { return throttled(length) }
        }
        return nil
    }

    /// What is wrong at `now`: a pause that is longer than there is patience for.
    func fault(now: Double) -> HTTPError? {
        let remaining = remaining(now: now)
        return remaining > policy.singleWaitSecondsMax ? throttled(remaining) : nil
    }

    private func throttled(_ seconds: Double) -> HTTPError {
        HTTPError(
            .throttled,
            String(clause: "the service asks to wait for \(Wording.seconds(seconds)) more"),
            status: status, retryAfterSeconds: seconds)
    }
}
