// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages

/// The access tokens of an application that acts by itself in one organisation.
///
/// They are kept in memory only: there is always another one.
package struct ApplicationTokens: AccessTokens {
    private let keeper: TokenKeeper

    /// Tokens of the application of `service`. Throws where no organisation is named.
    package init(
        service: SignInService, credential: ApplicationCredential, clock: AccountClock = .system
    ) throws(AccessError) {
        let tenant = service.settings.tenant
        if SignInSettings.sharedTenants.contains(tenant.lowercased()) {
            throw AccessError(
                .misconfigured,
                String(
                    clause: "with a \(credential.kind) the application acts by itself, in"
                        + " one organisation: name it with 'tenant', not '\(tenant)';"
                        + " CLEANRULES_TENANT can name it too"
                ))
        }
        let source = ApplicationSource(service: service, credential: credential, clock: clock)
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

/// Asks for a token with the credential of the application.
private struct ApplicationSource: TokenSource {
    let service: SignInService
    let credential: ApplicationCredential
    let clock: AccountClock

    func renewal(insteadOf rejected: String?, claims: String?) async -> TokenRenewal {
        let settings = service.settings
        let start = clock.now()
        do throws(AccessError) {
            let proof = try credential.fields(
                audience: settings.endpoint("token"), clientID: settings.key.clientID, now: start)
            var fields = [
                FormField("grant_type", "client_credentials"),
                FormField("client_id", settings.key.clientID),
                FormField("scope", SignInScopes.application(cloud: settings.cloud)),
            ]
            if let claims = claims.flatMap(SignInFault.sendable) {
                fields.append(FormField("claims", claims))
            }
            switch try await service.post("token", fields + proof, isIdempotent: true) {
            case .granted(let members):
                var account = StoredAccount()
                account.take(try TokenGrant.renewed(members), at: start)
                return .done(account, isNew: true)
            case .refused(let fault): return .refused(refusal(fault), nil)
            case .unavailable(let seconds, let message):
                return .refused(AccessError(.offline, message), nil, seconds: seconds)
            }
        } catch {
            return .refused(error, nil)
        }
    }

    /// Nobody can sign in for an application: what it is refused is a matter of its registration.
    private func refusal(_ fault: SignInFault) -> AccessError {
        AccessError(
            fault.has(50_196) || fault.isForeign ? .offline : .misconfigured,
            fault.message(String(clause: "the application could not sign in")))
    }

    func challenged(_ claims: String) async -> AccessError {
        AccessError(
            .signInNeeded,
            String(
                clause: "the organisation's rules do not let the application in: the"
                    + " service asks for more than a token of an application can show"))
    }

    var refusedAnew: AccessError {
        AccessError(
            .signInNeeded, String(clause: "the service refuses even a new token of the application")
        )
    }
}
