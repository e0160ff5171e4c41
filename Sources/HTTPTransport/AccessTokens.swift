// SPDX-License-Identifier: Apache-2.0

/// Where the access tokens of one account come from.
package protocol AccessTokens: Sendable {
    /// A token that is good for some minutes; renewed silently where it is not.
    func token() async throws(AccessError) -> String

    /// Another token, after the server refused `rejected` with 401: one silent renewal for all who
    /// ask with the same token. `claims` is what a claims challenge asks for, decoded.
    func replacement(
        for rejected: String, claims: String?
    ) async throws(AccessError) -> String
}

/// Why there is no access token.
package struct AccessError: Error, Sendable, Hashable {
    /// What can be done about it.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A person has to sign in.
        case signInNeeded
        /// The sign-in service cannot be reached, or asks to wait.
        case offline
        /// The registration or the settings are wrong.
        case misconfigured
        /// The store of the tokens cannot be read or written.
        case store
    }

    /// What can be done about it.
    package var kind: Kind
    /// One clause for people, without a full stop; never holds a token.
    package var message: String

    /// An error that says `message`.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
