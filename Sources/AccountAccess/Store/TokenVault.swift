// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport

/// A store with the lock that all who change it take.
package struct TokenVault: Sendable {
    /// Where tokens are kept.
    package let store: any TokenStore
    /// Where the lock lies.
    package let folder: AccountFolder

    /// `store`, guarded by the lock in `folder`.
    package init(store: any TokenStore, folder: AccountFolder) {
        self.store = store
        self.folder = folder
    }

    /// Forgets all accounts.
    package func forgetAll(_ clock: AccountClock = .system) async throws(AccessError) {
        let lock = try await locked(clock)
        defer { lock.release() }
        try await store.removeAll()
    }

    func locked(_ clock: AccountClock) async throws(AccessError) -> StoreLock {
        try await StoreLock.taken(folder, clock)
    }
}
