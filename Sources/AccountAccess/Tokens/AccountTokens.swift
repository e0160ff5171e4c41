// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages

/// The access tokens of an account that a person signed in with.
///
/// They are renewed silently, by one process at a time; a renewed refresh token is in the store
/// before the access token that came with it is used.
package struct AccountTokens: AccessTokens {
    private let keeper: TokenKeeper

    /// Tokens of the account that `service` signs in, kept in `vault`; messages name
    /// `loginCommand` as the way to sign in.
    package init(
        service: SignInService, vault: TokenVault, loginCommand: String,
        clock: AccountClock = .system
    ) {
        let source = AccountSource(
            service: service, vault: vault, loginCommand: loginCommand, clock: clock)
        keeper = TokenKeeper(source: source, clock: clock)
    }

    package func token() async throws(AccessError) -> String {
        try await keeper.token()
    }

    package func replacement(
        for rejected: String, claims: String?
    ) async throws(AccessError) -> String {
        try await keeper.replacement(for: rejected, claims: claims)
    }
}

/// Renews by the refresh token in the store.
private struct AccountSource: TokenSource {
    let service: SignInService
    let vault: TokenVault
    let loginCommand: String
    let clock: AccountClock

    private var key: AccountKey { service.settings.key }

    func renewal(insteadOf rejected: String?, claims: String?) async -> TokenRenewal {
        do throws(AccessError) {
            let lock = try await vault.locked(clock)
            defer { lock.release() }
            guard let stored = try await vault.store.account(key), stored.isSignedIn else {
                return .failed(signInNeeded(String(clause: "nobody has signed in")))
            }
            // Another process may have renewed it meanwhile.
            if stored.isFresh(at: clock.now()), stored.accessToken?.revealed != rejected {
                return .done(stored, isNew: false)
            }
            guard let refreshToken = stored.refreshToken else {
                return .failed(
                    signInNeeded(String(clause: "the sign-in has ended and cannot be renewed")))
            }
            try await vault.store.rehearse(key)
            return try await ask(with: refreshToken, stored, claims: claims)
        } catch {
            return .failed(error)
        }
    }

    private func ask(
        with refreshToken: SecretText, _ stored: StoredAccount, claims: String?
    ) async throws(AccessError) -> TokenRenewal {
        let scopes = SignInScopes.renewal(
            requested: stored.requestedScopes, granted: stored.scopes)
        var fields = [
            FormField("grant_type", "refresh_token"), FormField("client_id", key.clientID),
            FormField("refresh_token", secret: refreshToken),
            FormField("scope", scopes.joined(separator: " ")),
        ]
        if let claims = claims.flatMap(SignInFault.sendable) {
            fields.append(FormField("claims", claims))
        }
        let start = clock.now()
        var renewed = stored
        do throws(AccessError) {
            // The old refresh token stays good, so the request may be repeated.
            switch try await service.post("token", fields, isIdempotent: true) {
            case .granted(let members): renewed.take(try TokenGrant.renewed(members), at: start)
            case .refused(let fault): return await refusal(fault, stored)
            case .unavailable(let seconds, let message):
                return .refused(AccessError(.offline, message), stored, seconds: seconds)
            }
        } catch {
            return .refused(error, stored)
        }
        try await vault.store.keep(renewed, key)
        return .done(renewed, isNew: true)
    }

    /// What a refused renewal means, and what it leaves of the account.
    private func refusal(_ fault: SignInFault, _ stored: StoredAccount) async -> TokenRenewal {
        let message = fault.message(String(clause: "the sign-in could not be renewed"))
        if fault.has(50_196) || fault.isForeign {
            return .refused(AccessError(.offline, message), stored)
        }
        var left = stored
        switch fault.code {
        case "invalid_grant":
            left.refreshToken = nil
            left.accessToken = nil
        case "interaction_required", "login_required", "consent_required": break
        default: return .refused(AccessError(.misconfigured, message), stored)
        }
        if let claims = fault.claims { left.claims = claims }
        // Where this cannot be written, the next renewal is refused in the same way.
        if left != stored { try? await vault.store.keep(left, key) }
        return .refused(signInNeeded(message), left)
    }

    // MARK: What a person has to do

    var refusedAnew: AccessError {
        signInNeeded(String(clause: "the service refuses even a new token"))
    }

    /// Keeps what the person has to show at the next sign-in; without it, the service would refuse
    /// again.
    func challenged(_ claims: String) async -> AccessError {
        let error = signInNeeded(
            String(clause: "the service asks for more than a token of this sign-in can show"))
        guard SignInFault.sendable(claims) != nil, let lock = try? await vault.locked(clock) else {
            return error
        }
        defer { lock.release() }
        if var stored = try? await vault.store.account(key) {
            stored.claims = claims
            try? await vault.store.keep(stored, key)
        }
        return error
    }

    private func signInNeeded(_ why: String) -> AccessError {
        AccessError(
            .signInNeeded,
            String(
                clause: "\(ForeignText.shown(key.account)) has to sign in: \(why); run"
                    + " '\(loginCommand)'"
            ))
    }
}
