// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HTTPTransport

/// What is kept of one account that signed in.
package struct StoredAccount: Sendable, Hashable {
    /// What the next access token is had by; nil when a person has to sign in.
    package var refreshToken: SecretText?
    /// The newest access token.
    package var accessToken: SecretText?
    /// When the access token came, in seconds since the epoch.
    package var obtainedAt: Double = 0
    /// How long the access token is good for from then on.
    package var lifetimeSeconds: Double = 0
    /// What was asked for.
    package var requestedScopes: [String] = []
    /// What was granted.
    package var scopes: [String] = []
    /// What the next sign-in has to bring along, because the service asked for it.
    package var claims: String?
    /// Who signed in, as people write the name.
    package var displayName: String?
    /// Who signed in, as an address.
    package var userPrincipalName: String?
    /// When somebody signed in, in seconds since the epoch.
    package var signedInAt: Double = 0

    /// An account that nobody has signed in with.
    package init() {}

    /// Whether there is a token at all.
    package var isSignedIn: Bool { refreshToken != nil || accessToken != nil }

    /// Whether the sign-in can be renewed without a person.
    package var canBeRenewed: Bool { refreshToken != nil }

    /// When the access token ends, in seconds since the epoch.
    package var expiresAt: Double { obtainedAt + lifetimeSeconds }

    /// When the access token is renewed: five minutes early, or a quarter of a short life.
    var renewsAt: Double { expiresAt - min(300, lifetimeSeconds / 4) }

    /// Whether the access token need not be renewed at `now`. A clock that was set back says
    /// nothing about the age of a token.
    func isFresh(at now: Double) -> Bool {
        accessToken != nil && now < renewsAt && now > obtainedAt - 60
    }

    /// Takes what the service granted at `now`; a token that it did not renew stays.
    mutating func take(_ grant: TokenGrant, at now: Double) {
        accessToken = grant.accessToken
        if let token = grant.refreshToken { refreshToken = token }
        obtainedAt = now
        lifetimeSeconds = grant.lifetimeSeconds
        if let granted = grant.scopes { scopes = granted }
    }
}

// MARK: As JSON

extension StoredAccount {
    /// The members as they are written; absent ones are left out.
    var members: [String: Any] {
        var members: [String: Any] = [
            "obtained_at": obtainedAt, "lifetime": lifetimeSeconds, "signed_in_at": signedInAt,
            "requested_scopes": requestedScopes, "scopes": scopes,
        ]
        members["refresh_token"] = refreshToken?.revealed
        members["access_token"] = accessToken?.revealed
        members["claims"] = claims
        members["display_name"] = displayName
        members["user_principal_name"] = userPrincipalName
        return members
    }

    /// An account from the members that were written.
    init(members: [String: Any]) {
        refreshToken = (members["refresh_token"] as? String).map(SecretText.init)
        accessToken = (members["access_token"] as? String).map(SecretText.init)
        obtainedAt = (members["obtained_at"] as? NSNumber)?.doubleValue ?? 0
        lifetimeSeconds = (members["lifetime"] as? NSNumber)?.doubleValue ?? 0
        signedInAt = (members["signed_in_at"] as? NSNumber)?.doubleValue ?? 0
        requestedScopes = members["requested_scopes"] as? [String] ?? []
        scopes = members["scopes"] as? [String] ?? []
        claims = members["claims"] as? String
        displayName = members["display_name"] as? String
        userPrincipalName = members["user_principal_name"] as? String
    }
}
