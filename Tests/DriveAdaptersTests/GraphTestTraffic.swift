// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing

@testable import DriveAdapters

/// Traffic that never waits: it repeats what the real one repeats, and notes what it was asked.
final class TestTraffic: Traffic {
    let exchanging: any HTTPExchanging
    let notes = Lock(Notes())
    /// How many pauses and repetitions there is patience for.
    let patience: Int

    struct Notes {
        /// What the service asked for inside batches.
        var pauses: [Double?] = []
        var backOffs: [Int] = []
        /// The figures of each request.
        var costs: [Int] = []
        var counts: [Int] = []
    }

    init(_ exchanging: any HTTPExchanging, patience: Int = 1_000) {
        self.exchanging = exchanging
        self.patience = patience
    }

    func send(
        _ request: HTTPRequest, cost: Int, count: Int, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        notes.withLock { notes in
            notes.costs.append(cost)
            notes.counts.append(count)
        }
        var attempt = 0
        while true {
            attempt += 1
            do throws(HTTPError) {
                let response = try await exchanging.exchange(request, receiver: receiver)
                let passes = [408, 429, 500, 502, 503, 504, 509].contains(response.status)
                guard request.isIdempotent, passes, attempt < 3 else { return response }
            } catch {
                let isSafe = request.isIdempotent || !error.mayHaveReachedServer
                guard isSafe, receiver == nil, attempt < 3 else { throw error }
            }
        }
    }

    func pause(seconds: Double?) async throws(HTTPError) {
        let isOver = notes.withLock { notes in
            notes.pauses.append(seconds)
            return notes.pauses.count + notes.backOffs.count > patience
        }
        if isOver { throw HTTPError(.throttled, "patience is over", mayHaveReachedServer: false) }
    }

    func backOff(attempt: Int) async throws(HTTPError) {
        let isOver = notes.withLock { notes in
            notes.backOffs.append(attempt)
            return notes.pauses.count + notes.backOffs.count > patience
        }
        if isOver { throw HTTPError(.throttled, "patience is over", mayHaveReachedServer: false) }
    }
}

/// Tokens `token-1`, `token-2` and so on, a new one whenever one is refused.
final class TestTokens: AccessTokens {
    let state = Lock(State())

    struct State {
        var number = 1
        var claims: [String?] = []
        /// What asking for a token fails with.
        var error: AccessError?
        /// What renewing one fails with.
        var renewalError: AccessError?
    }

    func token() async throws(AccessError) -> String {
        try state.withLock { (state) throws(AccessError) in
            if let error = state.error { throw error }
            return "token-\(state.number)"
        }
    }

    func replacement(for rejected: String, claims: String?) async throws(AccessError) -> String {
        try state.withLock { (state) throws(AccessError) in
            state.claims.append(claims)
            if let error = state.renewalError { throw error }
            if rejected == "token-\(state.number)" { state.number += 1 }
            return "token-\(state.number)"
        }
    }
}
