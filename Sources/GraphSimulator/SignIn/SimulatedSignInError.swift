// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// A refusal of the sign-in service, as scripts name it.
package enum SimulatedSignInError: String, Error, Sendable, Hashable, CaseIterable {
    /// Nobody has entered the device code yet.
    case pending = "authorization-pending"
    /// The client asks too often.
    case slowDown = "slow-down"
    /// The person said no.
    case declined = "authorization-declined"
    /// The device code is too old.
    case expired = "expired-code"
    /// The device code was never given.
    case badCode = "bad-code"
    /// The refresh token was not used for too long.
    case inactive
    /// The refresh token was revoked.
    case revoked
    /// A policy forbids this way to sign in.
    case blocked
    /// A second factor is needed.
    case factorNeeded = "factor-needed"
    /// Nobody has consented to what the application wants.
    case consentNeeded = "consent-needed"
    /// Only an administrator can consent.
    case adminNeeded = "admin-needed"
    /// The authorization code was used before.
    case usedCode = "used-code"
    /// The authorization code, or what belongs to it, is wrong.
    case wrongCode = "wrong-code"
    /// The application must prove who it is.
    case secretNeeded = "secret-needed"
    /// The application proved it wrongly.
    case wrongSecret = "wrong-secret"
    /// The secret is too old.
    case expiredSecret = "expired-secret"
    /// An application without secrets sent one.
    case needlessSecret = "needless-secret"
    /// The application is not known.
    case unknownClient = "unknown-client"
    /// A scope that does not exist, or that cannot be asked for so.
    case invalidScope = "invalid-scope"
    /// The request is malformed.
    case invalidRequest = "invalid-request"
    /// The grant type is not known.
    case unknownGrant = "unknown-grant"
    /// The tenant cannot be used so.
    case wrongTenant = "wrong-tenant"
    /// The client asks for the same token over and over.
    case loop
    /// The service has too much to do.
    case busy

    /// The status, `error`, the number, and a description.
    private var parts: (status: Int, error: String, code: Int, text: String) {
        switch self {
        case .pending: (400, "authorization_pending", 70016, "Authorization is pending.")
        case .slowDown: (400, "slow_down", 0, "Polling too fast.")
        case .declined: (400, "authorization_declined", 70018, "The person has declined.")
        case .expired: (400, "expired_token", 70019, "The verification code expired.")
        case .badCode: (400, "bad_verification_code", 70018, "The verification code is wrong.")
        case .inactive: (400, "invalid_grant", 700_082, "The refresh token expired unused.")
        case .revoked: (400, "invalid_grant", 50173, "The grant was revoked.")
        case .blocked: (400, "invalid_grant", 53003, "Access is blocked by a policy.")
        case .factorNeeded:
            (400, "interaction_required", 50076, "Multi-factor authentication is needed.")
        case .consentNeeded: (400, "invalid_grant", 65001, "There is no consent.")
        case .adminNeeded: (400, "invalid_grant", 90094, "An administrator must consent.")
        case .usedCode: (400, "invalid_grant", 54005, "The code was already redeemed.")
        case .wrongCode: (400, "invalid_grant", 70000, "The code or its verifier is malformed.")
        case .secretNeeded:
            (401, "invalid_client", 7_000_218, "'client_assertion' or 'client_secret' is needed.")
        case .wrongSecret: (401, "invalid_client", 7_000_215, "The secret is wrong.")
        case .expiredSecret: (401, "invalid_client", 7_000_222, "The secret expired.")
        case .needlessSecret:
            (401, "invalid_client", 700_025, "The client is public and must send no secret.")
        case .unknownClient:
            (400, "unauthorized_client", 700_016, "There is no such application.")
        case .invalidScope: (400, "invalid_scope", 70011, "The scope is not valid.")
        case .invalidRequest: (400, "invalid_request", 900_144, "The request is malformed.")
        case .unknownGrant: (400, "unsupported_grant_type", 70003, "The grant is not known.")
        case .wrongTenant: (400, "invalid_request", 9_001_023, "A tenant must be named.")
        case .loop: (400, "invalid_grant", 50196, "A loop was detected.")
        case .busy: (429, "temporarily_unavailable", 90055, "The server is too busy.")
        }
    }

    private var suberror: String? {
        switch self {
        case .revoked: "bad_token"
        case .blocked: "message_only"
        case .factorNeeded: "basic_action"
        case .consentNeeded: "consent_required"
        default: nil
        }
    }

    /// The answer of the service.
    func answer(now: Double) -> SimulatedAnswer {
        let (status, error, code, text) = parts
        guard code > 0 else {
            return SimulatedAnswer(
                status, json: ["error": .string(error), "error_description": .string(text)])
        }
        var series = SeededRandom(seed: UInt64(code) ^ UInt64(max(0, now)))
        let trace = GUID(&series).text
        let correlation = GUID(&series).text
        var instant = InstantText.text(milliseconds: Int64(now) * 1_000)
        instant = instant.replacing("T", with: " ")
        let description =
            "AADSTS\(code): \(text) Trace ID: \(trace) Correlation ID: \(correlation) "
            + "Timestamp: \(instant)"
        var json: GraphJSON = [
            "error": .string(error), "error_description": .string(description),
            "error_codes": [.integer(Int64(code))], "timestamp": .string(instant),
            "trace_id": .string(trace), "correlation_id": .string(correlation),
        ]
        json.set("suberror", suberror.map { .string($0) })
        if self == .factorNeeded { json.set("claims", #"{"access_token":{"polids":{}}}"#) }
        let headers = self == .busy ? [HTTPField("Retry-After", "60")] : []
        return SimulatedAnswer(status, headers: headers, json: json)
    }
}
