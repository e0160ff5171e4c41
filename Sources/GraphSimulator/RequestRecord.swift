// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport

/// One request that the simulator got.
package struct LoggedRequest: Sendable {
    /// The method.
    package var method: HTTPMethod
    /// The whole address as it was sent; for requests in batches as if they came by themselves.
    package var url: String
    /// The headers without the token.
    package var headers: [HTTPField]
    /// Whether there was an `Authorization` header, in a batch around it if need be.
    package var hadToken: Bool
    /// The body; nil for sign-ins, whose bodies are secret.
    package var body: [UInt8]?
    /// What it asks for.
    package var kind: SimulatedRequestKind
    /// Whether it came in a batch.
    package var isInBatch: Bool
    /// Whether it went to a host that is not the simulator's, and so was not answered.
    package var isForeign: Bool
    /// The status of the answer; nil if there was none.
    package var status: Int?

    init(
        _ request: HTTPRequest, kind: SimulatedRequestKind, isInBatch: Bool, isForeign: Bool = false
    ) {
        method = request.method
        url = request.url
        headers = request.headers.filter { $0.name.lowercased() != "authorization" }
        hadToken = headers.count < request.headers.count
        let isSecret = kind == .token || kind == .deviceCode
        body = isSecret ? nil : request.body
        self.kind = kind
        self.isInBatch = isInBatch
        self.isForeign = isForeign
    }

    /// The value of a header.
    package func header(_ name: String) -> String? {
        HTTPResponse(status: 0, headers: headers).header(name)
    }
}

/// How much the simulator had to do.
package struct SimulatorCounters: Sendable, Hashable {
    /// Requests by themselves, foreign ones not counted.
    package var requests = 0
    /// Requests in batches.
    package var batchEntries = 0
    /// Bytes of answers.
    package var bytes: Int64 = 0
    /// Requests of each kind, those in batches among them.
    package var byKind: [SimulatedRequestKind: Int] = [:]

    /// Nothing yet.
    package init() {}
}

/// What was asked for, the newest requests one by one.
struct RequestRecord {
    private(set) var requests: [LoggedRequest] = []
    private(set) var counters = SimulatorCounters()
    private var droppedCount = 0

    /// How many requests are kept one by one.
    static let requestCountMax = 50_000

    /// Notes a request; its number.
    @discardableResult mutating func add(_ request: LoggedRequest) -> Int {
        if requests.count >= 2 * Self.requestCountMax {
            requests.removeFirst(Self.requestCountMax)
            droppedCount += Self.requestCountMax
        }
        requests.append(request)
        if !request.isForeign {
            if request.isInBatch { counters.batchEntries += 1 } else { counters.requests += 1 }
            counters.byKind[request.kind, default: 0] += 1
        }
        return droppedCount + requests.count - 1
    }

    /// Notes the answer to the request of that number.
    mutating func finish(_ number: Int, _ answer: SimulatedAnswer) {
        let index = number - droppedCount
        guard requests.indices.contains(index) else { return }
        requests[index].status = answer.travel == .dropped ? nil : answer.status
        if !requests[index].isInBatch { counters.bytes += answer.body.count }
    }

    /// Forgets everything.
    mutating func clear() { self = RequestRecord() }
}
