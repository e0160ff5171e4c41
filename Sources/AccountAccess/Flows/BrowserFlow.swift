// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages

/// Signs in through a browser on this machine: authorization code, proof key, and a redirect to a
/// port that is open for this one purpose (RFC 8252).
package struct BrowserFlow: Sendable {
    private let service: SignInService
    private let clock: AccountClock
    private let patienceSeconds: Double
    private let words: @Sendable (String) -> String

    /// Signs in at `service`; the browser has to be back within `patienceSeconds`, and shows then in
    /// `words` what came of it.
    package init(
        service: SignInService, clock: AccountClock = .system, patienceSeconds: Double = 600,
        words: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.words = words
        self.service = service
        self.clock = clock
        self.patienceSeconds = patienceSeconds
    }

    /// Has the address shown that the browser begins at, and waits until it is back.
    package func grant(
        scopes: [String], claims: String? = nil, show: (String) -> Void
    ) async throws(AccessError) -> TokenGrant {
        let listener = try RedirectListener(words: words)
        let key = ProofKey()
        let state = Base64URL.random(24)
        show(address(scopes, claims, listener, key, state))
        let code: SecretText
        switch try await listener.redirect(state: state, withinSeconds: patienceSeconds) {
        case .code(let found): code = found
        case .refused(let fault): throw Self.error(fault)
        }
        return try await redeem(code, scopes, claims, listener, key)
    }

    private func address(
        _ scopes: [String], _ claims: String?, _ listener: RedirectListener, _ key: ProofKey,
        _ state: String
    ) -> String {
        let settings = service.settings
        var fields = [
            FormField("client_id", settings.key.clientID), FormField("response_type", "code"),
            FormField("redirect_uri", listener.address), FormField("response_mode", "query"),
            FormField("scope", scopes.joined(separator: " ")), FormField("state", state),
            FormField("code_challenge", key.challenge),
            FormField("code_challenge_method", "S256"),
        ]
        if settings.key.account.contains("@") {
            fields.append(FormField("login_hint", settings.key.account))
        } else {
            fields.append(FormField("prompt", "select_account"))
        }
        if let claims { fields.append(FormField("claims", claims)) }
        return settings.endpoint("authorize") + "?" + FormText.text(fields)
    }

    // MARK: Redeeming

    /// How often a code is sent to a service that is busy.
    private static let attemptCountMax = 4

    private func redeem(
        _ code: SecretText, _ scopes: [String], _ claims: String?, _ listener: RedirectListener,
        _ key: ProofKey
    ) async throws(AccessError) -> TokenGrant {
        var fields = [
            FormField("grant_type", "authorization_code"),
            FormField("client_id", service.settings.key.clientID),
            FormField("code", secret: code), FormField("redirect_uri", listener.address),
            FormField("code_verifier", secret: key.verifier),
            FormField("scope", scopes.joined(separator: " ")),
        ]
        if let claims { fields.append(FormField("claims", claims)) }
        var attempt = 1
        while true {
            // A code is good for one use: whether it may be sent again, only the answer tells.
            switch try await service.post("token", fields, isIdempotent: false) {
            case .granted(let members): return try TokenGrant(members)
            case .refused(let fault): throw Self.error(fault)
            case .unavailable(let seconds, let message):
                let pause = max(seconds ?? 2, 1)
                // The code lives for about ten minutes.
                guard attempt < Self.attemptCountMax, pause <= 120 else {
                    throw AccessError(.offline, message)
                }
                attempt += 1
                do {
                    try await clock.sleep(pause)
                } catch {
                    throw AccessError(.offline, String(clause: "the sign-in was cancelled"))
                }
            }
        }
    }

    private static func error(_ fault: SignInFault) -> AccessError {
        switch fault.code {
        case "access_denied":
            let reason = fault.advice ?? fault.words ?? ""
            return AccessError(
                .signInNeeded,
                fault.traced(
                    String(clause: "the sign-in was declined")
                        + (reason.isEmpty ? "" : ": \(reason)")))
        case "consent_required", "interaction_required", "login_required", "invalid_grant":
            return AccessError(.signInNeeded, fault.message(String(clause: "the sign-in failed")))
        case "server_error", "temporarily_unavailable":
            return AccessError(
                .offline, fault.message(String(clause: "the sign-in failed for now")))
        default:
            return AccessError(.misconfigured, fault.message(String(clause: "the sign-in failed")))
        }
    }
}
