// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How one request fares from attempt to attempt, and what follows: a pure state machine.
struct RetryState {
    /// What became of an attempt.
    enum Outcome {
        /// A response that does not ask to wait, though it may say when to come back.
        case response(HTTPResponse, retryAfterSeconds: Double?)
        /// A response that asks to wait; everybody does, unless patience is over.
        case throttled(HTTPResponse, HTTPError?)
        /// None.
        case failure(HTTPError)
        /// Nothing was sent.
        case notSent(HTTPError)

        /// Why it is tried again, for the log.
        var reason: String {
            switch self {
            case .response(let response, _), .throttled(let response, _):
                "status \(response.status)"
            case .failure(let error), .notSent(let error): error.message
            }
        }
    }

    /// What follows.
    enum Step {
        case respond(HTTPResponse)
        case fail(HTTPError)
        /// Again as soon as the pause is over.
        case repeatAfterPause
        /// Again after so many seconds.
        case repeatAfter(Double)
    }

    /// Statuses with which the service asks to wait.
    static let throttlingStatuses: Set<Int> = [429, 503, 509]
    /// Statuses after which another attempt may succeed.
    static let passingStatuses: Set<Int> = [408, 500, 502, 504]

    private let policy: TrafficPolicy
    private let isIdempotent: Bool
    private var attemptCount = 0
    private var failureCount = 0
    /// Whether an attempt may have reached the service.
    private(set) var mayHaveReachedServer = false

    /// Before the first attempt of `request`.
    init(_ request: HTTPRequest, policy: TrafficPolicy) {
        self.policy = policy
        isIdempotent = request.isIdempotent
    }

    /// What follows from `outcome`. `isDelivered` says whether a receiver has got something.
    mutating func step(after outcome: Outcome, isDelivered: Bool, random: Double) -> Step {
        switch outcome {
        case .notSent(var error):
            error.mayHaveReachedServer = mayHaveReachedServer
            return .fail(error)
        case .throttled(let response, let fault):
            attemptCount += 1
            mayHaveReachedServer = true
            if !isIdempotent { return .respond(response) }
            if let fault { return .fail(fault) }
            return attemptCount < policy.attemptCountMax
                ? .repeatAfterPause : .fail(outOfPatience(response))
        case .response(let response, let retryAfterSeconds):
            attemptCount += 1
            mayHaveReachedServer = true
            let isWorthIt = isIdempotent && RetryState.passingStatuses.contains(response.status)
            guard isWorthIt, let seconds = waitAfterFailure(random) else {
                return .respond(response)
            }
            let wait = max(seconds, retryAfterSeconds ?? 0)
            return wait > policy.singleWaitSecondsMax ? .respond(response) : .repeatAfter(wait)
        case .failure(let error):
            return step(after: error, isDelivered: isDelivered, random: random)
        }
    }

    private mutating func step(
        after error: HTTPError, isDelivered: Bool, random: Double
    ) -> Step {
        attemptCount += 1
        let isSafe = isIdempotent || !error.mayHaveReachedServer
        mayHaveReachedServer = mayHaveReachedServer || error.mayHaveReachedServer
        var error = error
        error.mayHaveReachedServer = mayHaveReachedServer
        guard isSafe, !isDelivered, RetryState.passes(error.kind),
            let seconds = waitAfterFailure(random)
        else { return .fail(error) }
        return .repeatAfter(seconds)
    }

    /// Another failure: after how many seconds to try again; nil if often enough.
    private mutating func waitAfterFailure(_ random: Double) -> Double? {
        failureCount += 1
        guard failureCount < policy.failedAttemptCountMax, attemptCount < policy.attemptCountMax
        else { return nil }
        return RetryState.backOffSeconds(policy, repetition: failureCount, random: random)
    }

    /// Full jitter: anything between nothing and a figure that doubles with every repetition, so
    /// that many clients do not come back at the same time. `repetition` counts from 1.
    static func backOffSeconds(
        _ policy: TrafficPolicy, repetition: Int, random: Double
    ) -> Double {
        let factor = Double(sign: .plus, exponent: min(repetition - 1, 30), significand: 1)
        return random * min(policy.failureCapSeconds, policy.failureBaseSeconds * factor)
    }

    /// Whether trouble of `kind` may be gone at the next attempt.
    private static func passes(_ kind: HTTPError.Kind) -> Bool {
        switch kind {
        case .unreachable, .timedOut, .broken, .failed: true
        case .badAddress, .untrusted, .foreign, .tooLarge, .throttled, .cancelled, .late: false
        }
    }

    private func outOfPatience(_ response: HTTPResponse) -> HTTPError {
        HTTPError(
            .throttled,
            String(
                clause: "the service answers with status \(response.status) after"
                    + " \(attemptCount) attempts"
            ),
            status: response.status)
    }
}
