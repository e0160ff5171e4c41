// SPDX-License-Identifier: Apache-2.0

internal import POSIX

/// For how long a response asks to wait.
package enum WaitHint {
    /// More than this is no figure that anybody meant.
    private static let secondsMax = 1e9

    /// The seconds of `Retry-After`; nil where there is none, or one that makes no sense or lies in
    /// the past. A fraction is taken as it is, though the standard knows none. A date is compared
    /// with the response's own, so that the clocks of both sides need not agree; `unixSeconds` is
    /// what this machine's clock says.
    static func retryAfter(_ response: HTTPResponse, unixSeconds: Double) -> Double? {
        guard let text = response.header("Retry-After") else { return nil }
        if let seconds = decimal(text) { return seconds > 0 ? seconds : nil }
        guard let date = HTTPDate.unixSeconds(text, now: unixSeconds) else { return nil }
        let sentAt = response.header("Date").flatMap {
            HTTPDate.unixSeconds($0, now: unixSeconds)
        }
        let seconds = date - (sentAt ?? unixSeconds)
        return seconds > 0 ? min(seconds, secondsMax) : nil
    }

    /// The same by the clock of this machine, where the response names no date of its own.
    package static func retryAfter(_ response: HTTPResponse) -> Double? {
        retryAfter(response, unixSeconds: MonotonicTime.unixSeconds)
    }

    /// The seconds until there is a new allowance, where the old one is used up.
    static func rateLimitReset(_ response: HTTPResponse) -> Double? {
        guard let left = response.header("RateLimit-Remaining").flatMap(decimal), left == 0,
            let seconds = response.header("RateLimit-Reset").flatMap(decimal), seconds > 0
        else { return nil }
        return seconds
    }

    /// Digits, with one point among them at most.
    private static func decimal(_ text: String) -> Double? {
        let isFit = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e }
        guard isFit, text.utf8.count <= 20, let value = Double(text) else { return nil }
        return min(value, secondsMax)
    }
}
