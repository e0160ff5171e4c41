// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport

/// Both places where tokens may be kept: the Secret Service where there is one, and a file.
///
/// What is kept in either is found; a new account goes to the Secret Service, or to the file where
/// that fails.
package struct TokenStores: TokenStore {
    private let service: (any TokenStore)?
    private let file: any TokenStore

    /// Which of the two may be used.
    package enum Choice: String, Sendable, CaseIterable {
        /// The Secret Service where there is one, else the file.
        case automatic = "auto"
        /// The file alone.
        case file
        /// The Secret Service alone.
        case secretService = "secret-service"
    }

    /// The Secret Service, where there is one, in front of the file.
    package init(service: (any TokenStore)?, file: any TokenStore) {
        self.service = service
        self.file = file
    }

    package func account(_ key: AccountKey) async throws(AccessError) -> StoredAccount? {
        try await home(key)?.account(key)
    }

    package func keep(_ account: StoredAccount, _ key: AccountKey) async throws(AccessError) {
        if let home = try await home(key) { return try await home.keep(account, key) }
        guard let service else { return try await file.keep(account, key) }
        do throws(AccessError) {
            try await service.keep(account, key)
        } catch {
            // As with a keyring that is locked where nobody could be asked for its password.
            try await file.keep(account, key)
        }
    }

    package func remove(_ key: AccountKey) async throws(AccessError) {
        let isInFile = try await file.account(key) != nil
        try await file.remove(key)
        guard let service else { return }
        do throws(AccessError) {
            if try await service.account(key) != nil { try await service.remove(key) }
        } catch {
            if !isInFile { throw error }
        }
    }

    package func removeAll() async throws(AccessError) {
        try await file.removeAll()
        try await service?.removeAll()
    }

    /// Finds out where a new account can be kept by keeping one that nobody has signed in with.
    package func rehearse(_ key: AccountKey) async throws(AccessError) {
        if let home = try await home(key) { return try await home.rehearse(key) }
        try await keep(StoredAccount(), key)
    }

    package func place(_ key: AccountKey) async -> TokenPlace {
        let home = try? await home(key)
        return await (home ?? service ?? file).place(key)
    }

    /// Where the account is kept; nil where it is new.
    private func home(_ key: AccountKey) async throws(AccessError) -> (any TokenStore)? {
        var fault: AccessError?
        if let service {
            do throws(AccessError) {
                if try await service.account(key) != nil { return service }
            } catch {
                fault = error
            }
        }
        if try await file.account(key) != nil { return file }
        if let fault { throw fault }
        return nil
    }
}

extension TokenStores {
    /// The stores of this machine, with the file in `folder`. Without a session bus there is no
    /// Secret Service, and nothing is loaded to ask for it.
    package static func opened(
        _ choice: Choice, folder: AccountFolder, hasSessionBus: Bool
    ) async throws(AccessError) -> any TokenStore {
        let file = TokenFile(folder: folder)
        switch choice {
        case .file: return file
        case .secretService: return try await SecretService.opened()
        case .automatic:
            let service = hasSessionBus ? try? await SecretService.opened() : nil
            return TokenStores(service: service, file: file)
        }
    }
}
