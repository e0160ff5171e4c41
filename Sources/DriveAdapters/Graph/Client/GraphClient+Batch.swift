// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

extension GraphClient {
    /// The most requests of one batch.
    static let batchCountMax = 20

    /// Sends `requests`, 20 at most in one call, and returns their answers in the order of the
    /// requests.
    ///
    /// Throws only where none of them has had any effect.
    func batch(_ requests: [GraphRequest]) async throws(GraphFailure) -> [BatchAnswer] {
        precondition(requests.count <= GraphClient.batchCountMax, "a batch has a limit")
        if requests.isEmpty { return [] }
        var exchange = BatchExchange(client: self, requests: requests)
        return try await exchange.run()
    }

    /// The answers to any number of requests that change nothing, batch after batch.
    func answers(to requests: [GraphRequest]) async throws(GraphFailure) -> [BatchAnswer] {
        var answers: [BatchAnswer] = []
        while answers.count < requests.count {
            let end = min(answers.count + GraphClient.batchCountMax, requests.count)
            answers += try await batch(Array(requests[answers.count..<end]))
        }
        return answers
    }
}

/// One batch on its way: what has been answered, and what has to be asked again.
private struct BatchExchange {
    let client: GraphClient
    let requests: [GraphRequest]
    private let isIdempotent: Bool
    private var answers: [BatchAnswer?]
    private var renewalCount = 0
    private var attempt = 0

    /// How often a request is sent at most.
    private static let attemptCountMax = 4

    /// What has to be sent again, and what has to be done before.
    fileprivate struct Repetition {
        var indices: [Int] = []
        /// Whether the service asks to wait, and for how long if it says so.
        var isThrottled = false
        var pauseSeconds: Double?
        /// A refusal of the token.
        var refusal: GraphResponse?
    }

    init(client: GraphClient, requests: [GraphRequest]) {
        self.client = client
        self.requests = requests
        isIdempotent = requests.allSatisfy(\.isIdempotent)
        answers = Array(repeating: nil, count: requests.count)
    }

    mutating func run() async throws(GraphFailure) -> [BatchAnswer] {
        var open = Array(requests.indices)
        while !open.isEmpty {
            let repetition = try await send(open)
            attempt += 1
            open = try await prepare(repetition)
        }
        return answers.map { $0 ?? .unknown(GraphText.noAnswer) }
    }

    /// Sends the requests of `open` and takes their answers.
    private mutating func send(_ open: [Int]) async throws(GraphFailure) -> Repetition {
        var text = "{\"requests\":["
        for (place, index) in open.enumerated() {
            if place > 0 { text += "," }
            text += requests[index].batchText(id: index + 1)
        }
        text += "]}"
        var http = HTTPRequest(
            .post, client.address.description + "/$batch",
            headers: [HTTPField("Content-Type", "application/json")], body: Array(text.utf8),
            isIdempotent: open.allSatisfy { requests[$0].isIdempotent })
        http.leavesBefore = open.compactMap { requests[$0].leavesBefore }.min()
        let response: GraphResponse
        do throws(GraphFailure) {
            response = try await client.exchange(
                http, cost: open.reduce(0) { $0 + requests[$1].cost }, count: open.count)
        } catch {
            try lose(open, error)
            return Repetition()
        }
        guard response.status == 200,
            let body = BatchBody(response.body, date: response.header("Date"))
        else {
            var failure = GraphFailure(response)
            if response.isSuccess { failure.message = GraphText.incomplete }
            failure.mayHaveTakenEffect = true
            try lose(open, failure)
            return Repetition()
        }
        var repetition = Repetition()
        for index in open {
            let found = Self.named(body.responses[String(index + 1)], response.requestID)
            take(found, of: index, &repetition)
        }
        return repetition
    }

    /// The same answer, which says in which batch it came.
    private static func named(_ found: GraphResponse??, _ id: String?) -> GraphResponse?? {
        guard case .some(.some(var response)) = found else { return found }
        response.batchID = id
        return .some(.some(response))
    }

    /// What it means that a whole batch has no answer: of requests that change something nothing
    /// is known, unless it is sure that they were not handled.
    private mutating func lose(_ open: [Int], _ failure: GraphFailure) throws(GraphFailure) {
        let hasAnswers = answers.contains { $0 != nil }
        if isIdempotent || (!failure.mayHaveTakenEffect && !hasAnswers) {
            var failure = failure
            failure.mayHaveTakenEffect = false
            throw failure
        }
        // What others were answered before must not be forgotten.
        for index in open where !requests[index].isIdempotent {
            let isBusy = failure.status == 503 || failure.status == 509
            answers[index] =
                failure.mayHaveTakenEffect
                ? .unknown(isBusy ? GraphText.busy(failure.message) : failure.message) : .throttled
        }
    }

    /// Takes the answer to one request; notes whether it is to be sent again.
    private mutating func take(
        _ found: GraphResponse??, of index: Int, _ repetition: inout Repetition
    ) {
        let isIdempotent = requests[index].isIdempotent
        guard case .some(.some(let response)) = found else {
            let isMissing = found == nil
            answers[index] = .unknown(isMissing ? GraphText.noAnswer : GraphText.twoAnswers)
            if isIdempotent { repetition.indices.append(index) }
            return
        }
        answers[index] = .response(response)
        switch response.status {
        case 401:
            repetition.refusal = response
            repetition.indices.append(index)
        case 503, 509:
            repetition.pause(response)
            if isIdempotent {
                repetition.indices.append(index)
            } else {
                // Too busy to answer is not the same as having refused.
                answers[index] = .unknown(GraphText.busy(GraphText.answer(response)))
            }
        case 500, 502, 504:
            if isIdempotent {
                repetition.indices.append(index)
            } else {
                answers[index] = .unknown(GraphText.answer(response))
            }
        case _ where response.isThrottled:
            repetition.pause(response)
            answers[index] = .throttled
            if isIdempotent { repetition.indices.append(index) }
        default: break
        }
    }

    /// Waits as long as the service asks to, and renews the token where it was refused; what is
    /// to be sent then.
    private mutating func prepare(_ repetition: Repetition) async throws(GraphFailure) -> [Int] {
        if let refusal = repetition.refusal, try await !renew(refusal) { return [] }
        if repetition.indices.isEmpty && !repetition.isThrottled { return [] }
        do throws(HTTPError) {
            if repetition.isThrottled {
                try await client.traffic.pause(seconds: repetition.pauseSeconds)
            } else if repetition.refusal == nil {
                try await client.traffic.backOff(attempt: attempt)
            }
        } catch {
            // Patience is over: what is known has to do.
            return []
        }
        return attempt < BatchExchange.attemptCountMax ? repetition.indices : []
    }

    /// Renews the token; false if that has been tried. Where a request that changes something was
    /// handled, its answer is worth more than the failure.
    private mutating func renew(_ refusal: GraphResponse) async throws(GraphFailure) -> Bool {
        do throws(GraphFailure) {
            if !GraphClient.mayRenew(after: refusal, renewalCount) {
                throw GraphFailure(
                    recourse: .signIn, status: 401, codes: refusal.codes,
                    message: GraphText.signInRefused)
            }
            renewalCount += 1
            try await client.renewToken(after: refusal)
            return true
        } catch {
            if isIdempotent { throw error }
            return false
        }
    }
}

extension BatchExchange.Repetition {
    /// Notes that the service asks to wait; the longest of its wishes counts.
    fileprivate mutating func pause(_ response: GraphResponse) {
        isThrottled = true
        if let seconds = response.retryAfterSeconds {
            pauseSeconds = max(pauseSeconds ?? 0, seconds)
        }
    }
}
