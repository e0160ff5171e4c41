// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// Access tokens for applications that act by themselves.
extension GraphState {
    mutating func applicationToken(
        _ form: Form, _ application: SimulatedSignIn.Application?, tenant: String, url: String,
        _ now: Double
    ) throws(SimulatedSignInError) -> SimulatedAnswer {
        if ["common", "consumers", SignInState.consumerTenant].contains(tenant) {
            throw .wrongTenant
        }
        guard let application else { throw .unknownClient }
        guard let scope = form["scope"], scope.hasSuffix("/.default") else { throw .invalidScope }
        if let secret = form["client_secret"] {
            guard application.secrets.contains(secret) else { throw .wrongSecret }
        } else if let assertion = form["client_assertion"] {
            let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
            guard form["client_assertion_type"] == type else { throw .invalidRequest }
            guard application.acceptsAssertions,
                Self.isAssertion(assertion, of: application.clientID, url: url, now: now)
            else { throw .wrongSecret }
        } else {
            throw .secretNeeded
        }
        let token = signIn.accessToken(isConsumer: false)
        let seconds = signIn.settings.tokenSeconds
        grants[token] = TokenGrant(
            account: nil, scopes: application.roles, expiry: now + Double(seconds))
        return SimulatedAnswer(
            200, headers: Self.noStore,
            json: [
                "token_type": "Bearer", "expires_in": .integer(Int64(seconds)),
                "ext_expires_in": .integer(Int64(seconds)), "access_token": .string(token),
            ])
    }

    /// Whether an assertion says what it must; its signature is not checked.
    private static func isAssertion(
        _ text: String, of clientID: String, url: String, now: Double
    ) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[2].isEmpty,
            let header = Base64.bytes(parts[0]).flatMap({ GraphJSON($0) }),
            let claims = Base64.bytes(parts[1]).flatMap({ GraphJSON($0) }),
            let expiry = claims["exp"]?.number, expiry > now
        else { return false }
        let isCertificate = header["x5t#S256"] != nil || header["x5t"] != nil
        if !isCertificate {
            // A token of another service that the application trusts.
            return claims["aud"]?.text == "api://AzureADTokenExchange"
                && claims["iss"]?.text != nil
        }
        return ["PS256", "RS256"].contains(header["alg"]?.text) && claims["aud"]?.text == url
            && claims["iss"]?.text == clientID && claims["sub"]?.text == clientID
            && claims["jti"]?.text?.isEmpty == false && (claims["nbf"]?.number ?? 0) <= now + 300
    }
}
