// SPDX-License-Identifier: Apache-2.0

@testable import HTTPTransport

/// A service that answers as a script says, and remembers what it was asked when.
final class ScriptedService: HTTPExchanging {
    /// One request as it came.
    struct Visit: Sendable {
        var seconds: Double
        var request: HTTPRequest
    }

    private let clock: FakeClock
    /// Whether it may let go of a request, of how many are there now and how many were answered: so
    /// that many are there at once.
    private let isDone: (@Sendable (_ busy: Int, _ answered: Int) -> Bool)?
    private let script: @Sendable (HTTPRequest, Int) -> Result<HTTPResponse, HTTPError>
    private let state = Lock(State())

    private struct State {
        var visits: [Visit] = []
        var busyCount = 0
        var busyCountMax = 0
        var answeredCount = 0
    }

    /// A service whose answers `script` gives; the number counts requests from 0.
    init(
        _ clock: FakeClock, isDone: (@Sendable (Int, Int) -> Bool)? = nil,
        script: @escaping @Sendable (HTTPRequest, Int) -> Result<HTTPResponse, HTTPError>
    ) {
        self.clock = clock
        self.isDone = isDone
        self.script = script
    }

    /// A service that gives one answer after the other, and the last one from then on.
    convenience init(
        _ clock: FakeClock, isDone: (@Sendable (Int, Int) -> Bool)? = nil,
        answers: [Result<HTTPResponse, HTTPError>]
    ) {
        self.init(clock, isDone: isDone) { _, number in
            answers[min(number, answers.count - 1)]
        }
    }

    /// All requests so far.
    var visits: [Visit] { state.withLock { $0.visits } }

    /// When they came.
    var times: [Double] { visits.map(\.seconds) }

    /// How many there were at once at most.
    var busyCountMax: Int { state.withLock { $0.busyCountMax } }

    /// Begins to count anew how many there are at once, and were answered.
    func forgetCounts() {
        state.withLock { state in
            state.busyCountMax = state.busyCount
            state.answeredCount = 0
        }
    }

    func exchange(
        _ request: HTTPRequest, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        let number = state.withLock { state in
            state.visits.append(Visit(seconds: clock.seconds, request: request))
            state.busyCount += 1
            state.busyCountMax = max(state.busyCountMax, state.busyCount)
            return state.visits.count - 1
        }
        defer {
            state.withLock { state in
                state.busyCount -= 1
                state.answeredCount += 1
            }
        }
        // Long enough for others to come.
        for _ in 0..<5 { await Task.yield() }
        while let isDone, !Task.isCancelled {
            let (busy, answered) = state.withLock { ($0.busyCount, $0.answeredCount) }
            if isDone(busy, answered) { break }
            try? await Task.sleep(for: .milliseconds(1))
        }
        let answer = script(request, number)
        if case .success(var response) = answer, let receiver,
            (200..<300).contains(response.status)
        {
            if !response.body.withUnsafeBytes(receiver) {
                throw HTTPError(.cancelled, "the receiver has enough")
            }
            response.body = []
            return response
        }
        return try answer.get()
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
    /// A response with `status` and `headers`.
    static func status(_ status: Int, _ headers: (String, String)...) -> Self {
        .success(
            HTTPResponse(status: status, headers: headers.map { HTTPField($0.0, $0.1) }))
    }

    /// Trouble of `kind`.
    static func trouble(_ kind: HTTPError.Kind, mayHaveReachedServer: Bool = true) -> Self {
        .failure(HTTPError(kind, "trouble", mayHaveReachedServer: mayHaveReachedServer))
    }
}
