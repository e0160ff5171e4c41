// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// Everything that the simulated service knows.
struct GraphState {
    var options: SimulatorOptions
    var addresses = SimulatorAddresses()
    var accounts: [AccountState] = []
    var drives: [DriveState] = []
    /// The members of groups, by the id of the group, as numbers of accounts.
    var groups: [String: [Int]] = [:]
    var signIn: SignInState
    var grants: [String: TokenGrant] = [:]
    var faults = FaultPlayer(FaultScript())
    var throttle: ThrottleState
    var record = RequestRecord()
    var random: SeededRandom
    /// Until when a replica that lags behind does not know items.
    var lags: [LaggingItem: Double] = [:]
    private var requestCount: UInt64 = 0

    init(options: SimulatorOptions, now: Double) {
        self.options = options
        random = SeededRandom(seed: options.seed)
        signIn = SignInState(seed: random.next())
        throttle = ThrottleState(options.throttle, now: now)
    }

    /// Makes and knows pre-authenticated addresses.
    var downloads: DownloadAddress {
        DownloadAddress(addresses: addresses, secret: options.seed ^ 0x646f_776e)
    }

    // MARK: - One request

    /// The answer to `request`; nil if it goes to another host.
    mutating func answer(_ request: HTTPRequest, now: Double) -> SimulatedAnswer? {
        guard let place = addresses.place(of: request.url) else {
            record.add(LoggedRequest(request, kind: .other, isInBatch: false, isForeign: true))
            return nil
        }
        if place.isDownload { return download(request, target: place.target, now: now) }
        let (path, query) = Self.parts(of: place.target)
        if let version = ["/v1.0", "/beta"].first(where: { path.hasPrefix($0) }) {
            return graph(
                request, target: place.target, path: path.dropFirst(version.count), query: query,
                isBeta: version == "/beta", now: now)
        }
        return login(request, path: path, query: query, now: now)
    }

    /// The path and the query of a target.
    static func parts(of target: Substring) -> (path: Substring, query: Substring) {
        guard let mark = target.firstIndex(of: "?") else { return (target, "") }
        return (target[..<mark], target[target.index(after: mark)...])
    }

    private mutating func graph(
        _ request: HTTPRequest, target: Substring, path: Substring, query: Substring, isBeta: Bool,
        now: Double
    ) -> SimulatedAnswer {
        let call = call(
            request.method, target: String(target), path: path, query: query, isBeta: isBeta,
            headers: request.headers, body: request.body, isInBatch: false, now: now)
        let kind = call?.kind ?? .other
        let number = record.add(LoggedRequest(request, kind: kind, isInBatch: false))
        guard var call else {
            return failure(.invalid("The address is malformed"), nil, now: now)
        }
        call.bearer = Self.bearer(request.headers)
        let answer = answer(&call)
        record.finish(number, answer)
        return answer
    }

    /// A call of what a path and a query name; nil if they are malformed.
    mutating func call(
        _ method: HTTPMethod, target: String, path: Substring, query: Substring, isBeta: Bool,
        headers: [HTTPField], body: [UInt8]?, isInBatch: Bool, now: Double
    ) -> GraphCall? {
        guard let graphPath = GraphPath(path), let pairs = PercentText.pairs(query) else {
            return nil
        }
        let requestID = newRequestID()
        let own = headers.first { $0.name.lowercased() == "client-request-id" }?.value
        return GraphCall(
            method: method, target: target, path: graphPath, isBeta: isBeta, query: pairs,
            headers: headers, body: body, kind: SimulatedRequestKind(method, graphPath),
            isInBatch: isInBatch, requestID: requestID, clientRequestID: own ?? requestID, now: now)
    }

    /// An id for a request, unlike all others.
    mutating func newRequestID() -> String {
        requestCount += 1
        var series = SeededRandom(seed: options.seed &+ requestCount)
        return GUID(&series).text
    }

    /// The access token in the headers.
    static func bearer(_ headers: [HTTPField]) -> String? {
        guard let value = headers.first(where: { $0.name.lowercased() == "authorization" })?.value,
            value.lowercased().hasPrefix("bearer ")
        else { return nil }
        return String(value.dropFirst(7))
    }

    // MARK: - Answers

    /// The answer to a call, with the faults that the script has for it.
    mutating func answer(_ call: inout GraphCall) -> SimulatedAnswer {
        let fault = faults.fault(
            for: call.kind, isInBatch: call.isInBatch, target: call.target, now: call.now)
        if let fault, !fault.letsThrough {
            return finish(fault.answer(to: call, self), call, now: call.now)
        }
        var answer: SimulatedAnswer
        do throws(GraphProblem) {
            try admit(&call)
            try checkLag(call, fault)
            answer = try handle(call)
        } catch {
            answer = failure(error, call, now: call.now)
        }
        answer = finish(answer, call, now: call.now)
        if let fault { fault.change(&answer, to: call, &self) }
        return answer
    }

    /// The answer that a refusal makes.
    func failure(_ problem: GraphProblem, _ call: GraphCall?, now: Double) -> SimulatedAnswer {
        let body = problem.body(
            requestID: call?.requestID ?? "", clientRequestID: call?.clientRequestID ?? "",
            time: now)
        return SimulatedAnswer(problem.status, headers: problem.headers, json: body)
    }

    /// Adds what every answer of Graph has.
    private func finish(
        _ answer: SimulatedAnswer, _ call: GraphCall, now: Double
    ) -> SimulatedAnswer {
        if call.isInBatch { return answer }
        var answer = answer
        answer.headers += [
            HTTPField("Cache-Control", "no-store, no-cache"),
            HTTPField("request-id", call.requestID),
            HTTPField("client-request-id", call.clientRequestID),
            HTTPField("Date", InstantText.header(seconds: now)),
        ]
        return answer
    }

    /// Whether the call may be handled now, by this token.
    private mutating func admit(_ call: inout GraphCall) throws(GraphProblem) {
        let hasToken = call.parameter("token") != nil || call.path.functionToken != nil
        // The entries of a batch are counted each by itself.
        let wait = throttle.wait(
            requests: call.kind == .batch ? 0 : 1, units: call.kind.cost(hasToken: hasToken),
            now: call.now)
        if let wait {
            // Outside of batches the time is rounded up to whole seconds.
            let text =
                call.isInBatch
                ? ThrottleState.fraction(wait) : String(Int(max(1, wait.rounded(.up))))
            throw .throttled(retryAfter: text)
        }
        call.grant = try grant(for: call)
    }

    /// What the token of the call allows.
    private func grant(for call: GraphCall) throws(GraphProblem) -> TokenGrant {
        let login = addresses.graph
        guard let bearer = call.bearer else {
            throw .unauthenticated("Access token is empty.", login: login)
        }
        guard let grant = grants[bearer] else {
            throw .unauthenticated("The token is not known or was revoked.", login: login)
        }
        if grant.expiry <= call.now {
            throw .unauthenticated(
                "Lifetime validation failed, the token is expired.", login: login)
        }
        if let account = grant.account, let claims = accounts[account].claims, !grant.hasClaims {
            throw .claimsChallenge(claims, login: login)
        }
        return grant
    }

    /// Does what the call asks for.
    mutating func handle(_ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        switch call.path.head {
        case .batch: return try batch(call)
        case .me where call.path.action.isEmpty: return try me(call)
        case .users: return try users(call)
        case .user(let user) where call.path.action.isEmpty: return try self.user(user, call)
        case .group(let id): return try members(id, call)
        case .drive(let reference): return try drive(reference, call)
        case .drives(let reference): return try drivesOf(reference, call)
        case .site(let site): return try self.site(site, call)
        default: throw GraphProblem(400, "BadRequest", "Resource not found for the segment")
        }
    }
}

/// One account.
struct AccountState {
    let kind: SimulatedDriveKind
    let id: String
    let address: String
    let name: String
    /// The number of its drive; nil if it has none.
    var drive: Int?
    var isEnabled = true
    /// What a claims challenge asks for, as JSON; nil for no challenge.
    var claims: String?
}
