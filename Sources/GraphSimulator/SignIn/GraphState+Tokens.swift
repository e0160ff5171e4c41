// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// `/{tenant}/oauth2/v2.0/token`: access tokens for what a client has in hand.
extension GraphState {
    mutating func token(
        _ form: Form, tenant: String, url: String, _ now: Double
    ) throws(SimulatedSignInError) -> SimulatedAnswer {
        let clientID = try checkClient(form)
        let application = signIn.settings.applications.first { $0.clientID == clientID }
        if form["grant_type"] == "client_credentials" {
            return try applicationToken(form, application, tenant: tenant, url: url, now)
        }
        if form["client_secret"] != nil, application?.secrets.isEmpty ?? true {
            throw .needlessSecret
        }
        switch form["grant_type"] {
        case "urn:ietf:params:oauth:grant-type:device_code":
            return try redeemDeviceCode(form, clientID, now)
        case "authorization_code": return try redeemCode(form, clientID, now)
        case "refresh_token": return try refresh(form, clientID, now)
        default: throw .unknownGrant
        }
    }

    private mutating func refresh(
        _ form: Form, _ clientID: String, _ now: Double
    ) throws(SimulatedSignInError) -> SimulatedAnswer {
        if let error = signIn.settings.refreshError { throw error }
        guard let token = form["refresh_token"], let known = signIn.refreshes[token],
            known.clientID == clientID
        else { throw .revoked }
        if let error = known.error { throw error }
        if known.isSpent, signIn.settings.refusesUsedRefreshTokens { throw .revoked }
        let asked = form["scope"] == nil ? known.scopes : try scopes(form)
        let granted = Set(known.scopes)
        guard asked.allSatisfy({ granted.contains($0) || Self.isForm($0) }) else {
            throw .consentNeeded
        }
        let hasAnswer = form["claims"] != nil
        if hasAnswer, !signIn.settings.answersClaimsSilently { throw .factorNeeded }
        signIn.refreshes[token]?.isSpent = true
        return issue(
            known.account, clientID, asked, hasClaims: known.hasClaims || hasAnswer, now: now)
    }

    private static func isForm(_ scope: String) -> Bool {
        ["openid", "profile", "email", "offline_access", ".default"].contains(scope)
    }

    /// The scopes without the address of Graph in front.
    func scopes(_ form: Form) throws(SimulatedSignInError) -> [String] {
        guard let text = form["scope"], !text.isEmpty else { throw .invalidScope }
        return text.split(separator: " ").map { scope in
            scope.contains("://")
                ? String(scope.split(separator: "/").last ?? scope) : String(scope)
        }
    }

    /// Gives an access token, and what else was asked for.
    mutating func issue(
        _ account: Int, _ clientID: String, _ asked: [String], hasClaims: Bool, now: Double
    ) -> SimulatedAnswer {
        let isConsumer = accounts[account].kind.isPersonal
        var scopes = signIn.settings.grantedScopes ?? asked
        if scopes.contains(".default") { scopes += ["User.Read", "Files.ReadWrite.All"] }
        let token = signIn.accessToken(isConsumer: isConsumer)
        let seconds = signIn.settings.tokenSeconds
        grants[token] = TokenGrant(
            account: account, scopes: Set(scopes), expiry: now + Double(seconds),
            hasClaims: hasClaims)
        let shown = scopes.filter { $0 != "offline_access" || isConsumer }
        var json: GraphJSON = [
            "token_type": "Bearer", "scope": .string(shown.joined(separator: " ")),
            "expires_in": .integer(Int64(seconds)), "ext_expires_in": .integer(Int64(seconds)),
            "access_token": .string(token),
        ]
        if asked.contains("offline_access") {
            let refresh = (isConsumer ? "M.C5" : "0.A") + signIn.secret(60)
            signIn.refreshes[refresh] = .init(
                clientID: clientID, account: account, scopes: asked, hasClaims: hasClaims)
            json.set("refresh_token", .string(refresh))
        }
        if asked.contains("openid") {
            json.set("id_token", .string(idToken(accounts[account], clientID, now: now)))
        }
        return SimulatedAnswer(200, headers: Self.noStore, json: json)
    }

    static let noStore = [HTTPField("Cache-Control", "no-store, no-cache")]

    /// Who signed in, unsigned.
    private func idToken(_ account: AccountState, _ clientID: String, now: Double) -> String {
        let tenant = account.kind.isPersonal ? SignInState.consumerTenant : SignInState.tenant
        let claims: GraphJSON = [
            "aud": .string(clientID), "iss": .string("\(addresses.graph)/\(tenant)/v2.0"),
            "iat": .integer(Int64(now)), "exp": .integer(Int64(now) + 3_600),
            "name": .string(account.name), "oid": .string(account.id),
            "preferred_username": .string(account.address), "sub": .string(account.id),
            "tid": .string(tenant), "ver": "2.0",
        ]
        let header: GraphJSON = ["typ": "JWT", "alg": "none"]
        return [header.bytes, claims.bytes].map { Base64.text($0, forURL: true) }
            .joined(separator: ".") + "."
    }
}
