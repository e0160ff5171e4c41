// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport

/// Where tokens are kept between commands.
package protocol TokenStore: Sendable {
    /// What is kept of `key`; nil if nobody has signed in.
    func account(_ key: AccountKey) async throws(AccessError) -> StoredAccount?

    /// Keeps `account`, so that it is there even after a loss of power when this returns.
    func keep(_ account: StoredAccount, _ key: AccountKey) async throws(AccessError)

    /// Forgets all about `key`.
    func remove(_ key: AccountKey) async throws(AccessError)

    /// Forgets all accounts, those included that nobody knows by name any more.
    func removeAll() async throws(AccessError)

    /// Makes sure, as far as can be known, that `keep` would work now.
    func rehearse(_ key: AccountKey) async throws(AccessError)

    /// Where it keeps what it knows of `key`.
    func place(_ key: AccountKey) async -> TokenPlace
}

/// Where tokens are kept.
package enum TokenPlace: Sendable, Hashable {
    /// The file at that path.
    case file(String)
    /// The Secret Service of the session.
    case secretService
}
