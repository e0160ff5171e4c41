// SPDX-License-Identifier: Apache-2.0

package import Logging
internal import Messages

/// All traffic with one service, over anything that can send a request once.
///
/// Statuses are looked at before anything else. 429, 503 and 509 mean that everybody waits; after
/// 408, 500, 502, 504 and broken connections the request is tried again. Both for idempotent
/// requests only: another one is repeated only if it certainly never reached the service. Once a
/// receiver has been given a part of a response, the request is not repeated either.
package final class ServiceTraffic: Traffic {
    private let exchanging: any HTTPExchanging
    private let policy: TrafficPolicy
    private let clock: any TrafficClock
    private let random: @Sendable () -> Double
    private let log: TrafficLog
    /// How many requests go out at once.
    let places: ParallelLimit
    /// What other traffic has in common with this; nil where it is alone.
    private let share: TrafficShare?
    /// Whose requests these are, for those that the traffic is shared with; nil for nobody's.
    private let user: String?
    private let state: Lock<State>

    private struct State {
        var pause: ServicePause
        var budget: BudgetUse?
        var clockReading: ClockReading?
    }

    /// Traffic over `exchanging`. `random` gives numbers from 0 up to 1; what is shared with other
    /// traffic is not counted here, but there, as of `user`.
    package init(
        over exchanging: any HTTPExchanging, policy: TrafficPolicy = TrafficPolicy(),
        share: TrafficShare? = nil, user: String? = nil, logger: Logger,
        clock: any TrafficClock = SystemTrafficClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.exchanging = exchanging
        self.policy = policy
        self.clock = clock
        self.random = random
        log = TrafficLog(logger: logger, logsPaths: policy.logsPaths)
        self.share = share
        self.user = user
        places = share?.places ?? ParallelLimit(policy.parallelCountMax)
        let budget = share == nil ? policy.budget : nil
        state = Lock(State(pause: ServicePause(policy), budget: budget.map(BudgetUse.init)))
    }

    package func send(
        _ request: HTTPRequest, cost: Int, count: Int, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        var retries = RetryState(request, policy: policy)
        let mark = DeliveryMark()
        let watched = unsafe mark.watching(receiver)
        while true {
            let outcome = unsafe await attempt(request, cost: cost, count: count, receiver: watched)
            switch retries.step(after: outcome, isDelivered: mark.isDelivered, random: random()) {
            case .respond(let response): return response
            case .fail(let error): throw error
            case .repeatAfterPause:
                log.repeating(request, outcome.reason, after: nil)
            case .repeatAfter(let seconds):
                log.repeating(request, outcome.reason, after: seconds)
                do {
                    try await clock.sleep(seconds: seconds)
                } catch {
                    throw cancelled(request, mayHaveReachedServer: retries.mayHaveReachedServer)
                }
            }
        }
    }

    package func pause(seconds: Double?) async throws(HTTPError) {
        let wanted = seconds.flatMap { $0 > 0 ? $0 : nil }
        slow(seconds: wanted)
        if let fault = holdUp(seconds: wanted, status: nil) { throw fault }
    }

    package func backOff(attempt: Int) async throws(HTTPError) {
        if attempt >= policy.attemptCountMax {
            throw HTTPError(
                .throttled,
                String(clause: "the service still fails after \(policy.attemptCountMax) attempts"))
        }
        let seconds = RetryState.backOffSeconds(
            policy, repetition: max(1, attempt), random: random())
        do {
            try await clock.sleep(seconds: seconds)
        } catch {
            throw HTTPError(.cancelled, String(clause: "the waiting was cancelled"))
        }
    }

    package func reserve(count: Int) async throws(HTTPError) {
        // It stands for requests that nobody waits for: an address says nothing of them.
        try await waitForLeave(HTTPRequest(.get, ""), cost: count, count: count)
    }

    package var clockReading: ClockReading? { state.withLock { $0.clockReading } }

    package var seconds: Double { clock.seconds }

    // MARK: One attempt

    /// One attempt, once the service may be asked; what its response asks for is heeded before
    /// anybody else gets the place.
    private func attempt(
        _ request: HTTPRequest, cost: Int, count: Int, receiver: HTTPReceiver?
    ) async -> RetryState.Outcome {
        guard await places.enter() else {
            return .notSent(cancelled(request, mayHaveReachedServer: false))
        }
        defer { places.leave() }
        do {
            try await waitForLeave(request, cost: cost, count: count)
        } catch {
            return .notSent(error)
        }
        var request = request
        if policy.addsRequestIDs, !request.hasHeader(RequestIdentity.header) {
            request.headers.append(HTTPField(RequestIdentity.header, RequestIdentity.new()))
        }
        let start = clock.seconds
        let sentAt = clock.unixSeconds
        do {
            let response = try unsafe await exchanging.exchange(request, receiver: receiver)
            let reading = ClockReading(response, sentAt: sentAt, receivedAt: clock.unixSeconds)
            if let reading { state.withLock { $0.clockReading = reading } }
            log.exchange(request, response, seconds: clock.seconds - start)
            return heed(response)
        } catch {
            log.exchange(request, error, seconds: clock.seconds - start)
            return .failure(error)
        }
    }

    /// Waits until there is no pause and the budget allows it.
    private func waitForLeave(
        _ request: HTTPRequest, cost: Int, count: Int
    ) async throws(HTTPError) {
        while true {
            if Task.isCancelled { throw cancelled(request, mayHaveReachedServer: false) }
            let now = clock.seconds
            let seconds = try state.withLock { (state) throws(HTTPError) in
                if var fault = state.pause.fault(now: now) {
                    fault.mayHaveReachedServer = false
                    throw fault
                }
                let pause = state.pause.remaining(now: now)
                // What has to wait anyway takes nothing of what is shared.
                let wait =
                    pause > 0
                    ? 0
                    : share?.take(cost: cost, count: count, now: now, of: user)
                        ?? state.budget?.wait(cost: cost, count: count, now: now) ?? 0
                let seconds = max(pause, wait)
                // Who would wait for too long is told at once, and can use the time.
                if let end = request.leavesBefore, now + max(seconds, 0) > end {
                    throw HTTPError(
                        .late, String(clause: "the request was not sent in time"),
                        mayHaveReachedServer: false)
                }
                if seconds <= 0 { state.budget?.add(cost: cost, count: count, now: now) }
                return seconds
            }
            if seconds <= 0 { return }
            do {
                // Never so short that rounding makes it nothing.
                try await clock.sleep(seconds: max(seconds, 0.001))
            } catch {
                throw cancelled(request, mayHaveReachedServer: false)
            }
        }
    }

    /// Makes everybody wait if `response` asks for it.
    private func heed(_ response: HTTPResponse) -> RetryState.Outcome {
        let retryAfter = WaitHint.retryAfter(response, unixSeconds: clock.unixSeconds)
        let reset = WaitHint.rateLimitReset(response)
        if RetryState.throttlingStatuses.contains(response.status) {
            let seconds = [retryAfter, reset].compactMap { $0 }.max()
            slow(seconds: seconds)
            let fault = holdUp(seconds: seconds, status: response.status)
            return .throttled(response, fault)
        }
        if response.status < 500 { places.noteContent() }
        // A hint only, from those who still get what they ask for: it must not end a run.
        if let reset, reset <= policy.singleWaitSecondsMax {
            _ = holdUp(seconds: reset, status: nil)
        }
        return .response(response, retryAfterSeconds: retryAfter)
    }

    /// Fewer requests at once; where others share the service, for all of them.
    private func slow(seconds: Double?) {
        guard let share else { return places.shrink() }
        share.slow(seconds: seconds ?? policy.throttleBaseSeconds, now: clock.seconds)
    }

    private func holdUp(seconds: Double?, status: Int?) -> HTTPError? {
        let now = clock.seconds
        let number = random()
        let (fault, remaining) = state.withLock { state in
            let fault = state.pause.extend(
                by: seconds, status: status, now: now, random: number)
            return (fault, state.pause.remaining(now: now))
        }
        log.pause(seconds: remaining, status: status)
        return fault
    }

    private func cancelled(_ request: HTTPRequest, mayHaveReachedServer: Bool) -> HTTPError {
        HTTPError(
            .cancelled, String(clause: "the request was cancelled"),
            mayHaveReachedServer: mayHaveReachedServer)
    }
}
