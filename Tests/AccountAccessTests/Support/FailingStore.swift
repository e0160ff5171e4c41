// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Synchronization

@testable import AccountAccess

/// A store that can be broken.
final class FailingStore: TokenStore {
    let inner: TokenFile
    private let fails = Atomic(false)
    private let failsRehearsal = Atomic(false)

    init(inner: TokenFile) {
        self.inner = inner
    }

    /// From now on what it is said to do fails.
    func fail(keeping: Bool = false, rehearsing: Bool = false) {
        fails.store(keeping, ordering: .sequentiallyConsistent)
        failsRehearsal.store(rehearsing, ordering: .sequentiallyConsistent)
    }

    private static let error = AccessError(.store, "the disk is full")

    func account(_ key: AccountKey) async throws(AccessError) -> StoredAccount? {
        try await inner.account(key)
    }

    func keep(_ account: StoredAccount, _ key: AccountKey) async throws(AccessError) {
        if fails.load(ordering: .sequentiallyConsistent) { throw Self.error }
        try await inner.keep(account, key)
    }

    func remove(_ key: AccountKey) async throws(AccessError) { try await inner.remove(key) }

    func removeAll() async throws(AccessError) { try await inner.removeAll() }

    func rehearse(_ key: AccountKey) async throws(AccessError) {
        if failsRehearsal.load(ordering: .sequentiallyConsistent) { throw Self.error }
    }

    func place(_ key: AccountKey) async -> TokenPlace { .file("a file that breaks") }
}
