// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages

/// Tokens as the sign-in service hands them out.
package struct TokenGrant: Sendable, Hashable {
    /// What requests carry.
    package let accessToken: SecretText
    /// What the next access token is had by; nil where the service gave none.
    package let refreshToken: SecretText?
    /// How long the access token is good for.
    package let lifetimeSeconds: Double
    /// What was granted; nil where the service said nothing, which means all that was asked.
    package let scopes: [String]?

    /// The tokens in an answer. Throws where it is none that can be used: a token that is no plain
    /// text could end the header that it is sent in.
    init(_ answer: FieldReader) throws(AccessError) {
        guard let token = answer.text("access_token", most: Self.tokenByteCountMax),
            Self.isToken(token)
        else { throw Self.unusable(String(clause: "has no 'access_token'")) }
        if let type = answer.text("token_type"), type.lowercased() != "bearer" {
            throw Self.unusable(
                String(clause: "has tokens of type '\(ForeignText.shown(type, most: 30))'"))
        }
        accessToken = SecretText(token)
        let refresh = answer.text("refresh_token", most: Self.tokenByteCountMax)
        refreshToken = refresh.flatMap { Self.isToken($0) ? SecretText($0) : nil }
        // RFC 6749 section 5.1: the lifetime may be left out.
        let lifetime = answer.number("expires_in") ?? 3_600
        lifetimeSeconds = min(max(lifetime, 1), 86_400)
        scopes = answer.text("scope").map { text in
            text.split(separator: " ").prefix(100).map(String.init)
        }
    }

    /// The tokens in the answer to a renewal. What has worked before was set up rightly: if it
    /// cannot be used, something else has answered for now.
    static func renewed(_ answer: FieldReader) throws(AccessError) -> TokenGrant {
        do throws(AccessError) {
            return try TokenGrant(answer)
        } catch {
            throw AccessError(.offline, error.message)
        }
    }

    /// Real ones have some thousand bytes.
    private static let tokenByteCountMax = 1 << 16

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
    }

    private static func unusable(_ what: String) -> AccessError {
        AccessError(
            .misconfigured,
            String(
                clause: "the answer of the sign-in service cannot be used: it \(what); is"
                    + " 'login_url' right?"
            ))
    }
}
