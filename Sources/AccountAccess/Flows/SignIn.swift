// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport

/// Signs an account in and keeps its tokens.
package struct SignIn: Sendable {
    private let service: SignInService
    private let vault: TokenVault
    private let clock: AccountClock
    private let words: @Sendable (String) -> String

    /// Signs in at `service` and keeps the tokens in `vault`. What a browser shows in the end is said
    /// in `words`.
    package init(
        service: SignInService, vault: TokenVault, clock: AccountClock = .system,
        words: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.words = words
        self.service = service
        self.vault = vault
        self.clock = clock
    }

    /// How a person signs in, with what shows where.
    package enum Way {
        /// By a code that is entered on whatever device.
        case deviceCode(show: (DeviceCodePrompt) -> Void)
        /// Through a browser on this machine.
        case browser(show: (String) -> Void)
    }

    /// Signs in, and keeps the tokens before it returns. `restores`: asks also for what restoring
    /// on a personal account needs.
    package func run(_ way: Way, restores: Bool) async throws(AccessError) -> StoredAccount {
        let settings = service.settings
        let scopes = SignInScopes.delegated(restores: restores, cloud: settings.cloud)
        // Who cannot keep what a person is about to give should not ask for it.
        let claims = try await rehearsed()
        let start = clock.now()
        let grant: TokenGrant =
            switch way {
            case .deviceCode(let show):
                try await DeviceCodeFlow(service: service, clock: clock)
                    .grant(scopes: scopes, claims: claims, show: show)
            case .browser(let show):
                try await BrowserFlow(service: service, clock: clock, words: words)
                    .grant(scopes: scopes, claims: claims, show: show)
            }
        var account = StoredAccount()
        account.requestedScopes = scopes
        account.scopes = scopes
        account.signedInAt = clock.now()
        // The answer came at some time after `start`; the wait for the person does not count.
        account.take(grant, at: max(start, clock.now() - 1))
        try await keep(account)
        return account
    }

    /// Makes sure that tokens can be kept; gives the claims that the service wants to see.
    private func rehearsed() async throws(AccessError) -> String? {
        let lock = try await vault.locked(clock)
        defer { lock.release() }
        try await vault.store.rehearse(service.settings.key)
        return try await vault.store.account(service.settings.key)?.claims
    }

    private func keep(_ account: StoredAccount) async throws(AccessError) {
        let lock = try await vault.locked(clock)
        defer { lock.release() }
        try await vault.store.keep(account, service.settings.key)
    }

    /// Adds who it is that has signed in.
    package func keep(_ person: Person) async throws(AccessError) {
        let lock = try await vault.locked(clock)
        defer { lock.release() }
        // The tokens may have been renewed since.
        guard var account = try await vault.store.account(service.settings.key) else { return }
        account.displayName = person.displayName
        account.userPrincipalName = person.userPrincipalName
        try await vault.store.keep(account, service.settings.key)
    }

    /// Forgets the tokens; whether there were any.
    package func forget() async throws(AccessError) -> Bool {
        let lock = try await vault.locked(clock)
        defer { lock.release() }
        let account = try? await vault.store.account(service.settings.key)
        try await vault.store.remove(service.settings.key)
        return account?.isSignedIn ?? false
    }
}
