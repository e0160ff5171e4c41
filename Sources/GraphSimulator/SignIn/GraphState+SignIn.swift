// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import HTTPTransport
internal import Text

/// The sign-in service: `/{tenant}/oauth2/v2.0/…`.
extension GraphState {
    /// The answer to what is not Graph's.
    mutating func login(
        _ request: HTTPRequest, path: Substring, query: Substring, now: Double
    ) -> SimulatedAnswer {
        let parts = path.split(separator: "/").map(String.init)
        let isLogin = parts.count == 4 && parts[1] == "oauth2" && parts[2] == "v2.0"
        let kinds: [String: SimulatedRequestKind] = [
            "devicecode": .deviceCode, "token": .token, "authorize": .authorize,
        ]
        let kind = isLogin ? kinds[parts[3]] ?? .other : .other
        let number = record.add(LoggedRequest(request, kind: kind, isInBatch: false))
        let fault = faults.fault(
            for: kind, isInBatch: false, target: String(path), now: now)
        var answer: SimulatedAnswer
        if let fault, !fault.letsThrough {
            answer = fault.answer(at: now)
        } else {
            do throws(SimulatedSignInError) {
                answer = try loginAnswer(
                    request, kind, path: path, tenant: parts.first ?? "", query, now)
            } catch {
                answer = error.answer(now: now)
            }
            if let fault { fault.change(&answer) }
        }
        var date = now
        if case .shiftedDate(let seconds)? = fault { date += seconds }
        answer.headers.append(HTTPField("Date", InstantText.header(seconds: date)))
        record.finish(number, answer)
        return answer
    }

    private mutating func loginAnswer(
        _ request: HTTPRequest, _ kind: SimulatedRequestKind, path: Substring, tenant: String,
        _ query: Substring, _ now: Double
    ) throws(SimulatedSignInError) -> SimulatedAnswer {
        switch (kind, request.method) {
        case (.authorize, .get):
            guard let form = Form(String(query)) else { throw .invalidRequest }
            return try authorize(form, tenant: tenant, now)
        case (.deviceCode, .post):
            return try deviceCode(try form(of: request), tenant: tenant, now)
        case (.token, .post):
            let url = addresses.graph + path
            return try token(try form(of: request), tenant: tenant, url: url, now)
        case (.other, .get):
            let isPage = path.hasPrefix("/web/") || path == "/device" || path == "/"
            let text =
                isPage
                ? "This is a simulator. There is nothing to see or to enter here."
                : "There is no such page."
            return SimulatedAnswer(isPage ? 200 : 404, html: "<html><p>\(text)</p></html>")
        case (.other, _): return SimulatedAnswer(404)
        default: return SimulatedAnswer(405)
        }
    }

    private func form(of request: HTTPRequest) throws(SimulatedSignInError) -> Form {
        let type = request.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
        guard type.lowercased().hasPrefix("application/x-www-form-urlencoded"),
            let form = Form(String(decoding: request.body ?? [], as: UTF8.self))
        else { throw .invalidRequest }
        return form
    }

    // MARK: - Who

    func checkClient(_ form: Form) throws(SimulatedSignInError) -> String {
        guard let clientID = form["client_id"], !clientID.isEmpty else { throw .invalidRequest }
        let known = signIn.settings.applications
        guard
            signIn.settings.admitsUnknownClients
                || known.contains(where: { $0.clientID == clientID })
        else {
            throw .unknownClient
        }
        return clientID
    }

    /// The account that signs in.
    private func account(
        tenant: String, hint: String?
    ) throws(SimulatedSignInError) -> Int {
        let wanted = (signIn.settings.account ?? hint)?.lowercased()
        let found = accounts.indices.first { index in
            let account = accounts[index]
            let isConsumer = account.kind.isPersonal
            switch tenant {
            case "common": break
            case "consumers", SignInState.consumerTenant: if !isConsumer { return false }
            default: if isConsumer { return false }
            }
            return account.kind != .library
                && (wanted.map { account.address.lowercased() == $0 } ?? true)
        }
        guard let found else { throw .consentNeeded }
        return found
    }

    // MARK: - Device codes

    private mutating func deviceCode(
        _ form: Form, tenant: String, _ now: Double
    ) throws(SimulatedSignInError) -> SimulatedAnswer {
        let clientID = try checkClient(form)
        let scopes = try scopes(form)
        let code = signIn.secret(48)
        let userCode = signIn.userCode()
        let settings = signIn.settings
        signIn.deviceCodes[code] = .init(
            clientID: clientID, scopes: scopes, tenant: tenant, claims: form["claims"],
            expiry: now + Double(settings.deviceSeconds), answers: settings.deviceAnswers)
        let page = addresses.graph + "/device"
        return SimulatedAnswer(
            200,
            json: [
                "user_code": .string(userCode), "device_code": .string(code),
                "verification_uri": .string(page),
                "expires_in": .integer(Int64(settings.deviceSeconds)),
                "interval": .integer(Int64(settings.deviceIntervalSeconds)),
                "message": .string(
                    "To sign in to the simulator, open \(page) and enter the code \(userCode)."),
            ])
    }

    mutating func redeemDeviceCode(
        _ form: Form, _ clientID: String, _ now: Double
    ) throws(SimulatedSignInError) -> SimulatedAnswer {
        guard let code = form["device_code"], var known = signIn.deviceCodes[code],
            known.clientID == clientID
        else { throw .badCode }
        if known.isSpent { throw .badCode }
        if known.expiry <= now { throw .expired }
        let last = known.lastPoll
        known.lastPoll = now
        signIn.deviceCodes[code] = known
        let interval = Double(signIn.settings.deviceIntervalSeconds)
        if signIn.settings.enforcesInterval, let last, now - last < interval { throw .slowDown }
        if !known.answers.isEmpty {
            let answer = known.answers.removeFirst()
            signIn.deviceCodes[code] = known
            throw answer
        }
        known.isSpent = true
        signIn.deviceCodes[code] = known
        let account = try account(tenant: known.tenant, hint: nil)
        return issue(
            account, clientID, known.scopes, hasClaims: known.claims != nil, now: now)
    }

    // MARK: - Codes from the browser

    private mutating func authorize(
        _ form: Form, tenant: String, _ now: Double
    ) throws(SimulatedSignInError) -> SimulatedAnswer {
        let clientID = try checkClient(form)
        guard form["response_type"] == "code", let redirect = form["redirect_uri"],
            Self.isLoopback(redirect)
        else {
            return SimulatedAnswer(400, html: "<html><p>The redirect address is wrong.</p></html>")
        }
        if let method = form["code_challenge_method"], method != "S256" { throw .invalidRequest }
        var answer = "?"
        if let error = signIn.settings.authorizeError {
            answer += "error=\(error)&error_description=The+person+said+no"
        } else {
            let code = "M.C5_" + signIn.secret(36)
            signIn.codes[code] = .init(
                clientID: clientID, scopes: try scopes(form),
                account: try account(tenant: tenant, hint: form["login_hint"]),
                redirect: redirect, challenge: form["code_challenge"], claims: form["claims"],
                expiry: now + 600)
            answer += "code=\(code)"
        }
        if let state = form["state"] { answer += "&state=\(Self.encodedValue(state))" }
        return SimulatedAnswer(302, headers: [HTTPField("Location", redirect + answer)])
    }

    private static func encodedValue(_ text: String) -> String {
        PercentText.encoded(text).replacing("&", with: "%26").replacing("+", with: "%2B")
            .replacing("=", with: "%3D")
    }

    /// Whether people's own machines answer there: `http://localhost`, with any port.
    private static func isLoopback(_ redirect: String) -> Bool {
        guard let address = ServiceAddress(redirect) else { return false }
        return address.scheme == "http" && address.isLoopback
    }

    mutating func redeemCode(
        _ form: Form, _ clientID: String, _ now: Double
    ) throws(SimulatedSignInError) -> SimulatedAnswer {
        guard let code = form["code"], var known = signIn.codes[code],
            known.clientID == clientID, known.redirect == form["redirect_uri"]
        else { throw .wrongCode }
        if known.isSpent { throw .usedCode }
        if known.expiry <= now { throw .wrongCode }
        if let challenge = known.challenge {
            guard let verifier = form["code_verifier"],
                Self.challenge(of: verifier) == challenge
            else { throw .wrongCode }
        }
        known.isSpent = true
        signIn.codes[code] = known
        return issue(
            known.account, clientID, known.scopes, hasClaims: known.claims != nil, now: now)
    }

    /// What a verifier makes (RFC 7636 section 4.2).
    static func challenge(of verifier: String) -> String {
        let stream = SHA256Stream()
        stream.update(Array(verifier.utf8))
        return Base64.text(HexDigits.bytes(stream.finish()) ?? [], forURL: true)
    }
}
