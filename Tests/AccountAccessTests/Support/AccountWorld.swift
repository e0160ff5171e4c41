// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

/// An account, its services and its store, in a folder of its own.
struct AccountWorld {
    let clock = FakeClock()
    let traffic: ScriptedTraffic
    let settings: SignInSettings
    let service: SignInService
    let folder: AccountFolder

    /// An account of whose sign-in service the answers are known.
    init(
        _ answers: [ScriptedAnswer], gate: Gate? = nil,
        _ source: SignInSettings.Source = AccountWorld.source()
    ) throws {
        traffic = ScriptedTraffic(answers, gate: gate)
        settings = try SignInSettings(source)
        service = SignInService(settings: settings, traffic: traffic)
        folder = AccountFolder(path: Self.newFolder() + "/state/accounts")
    }

    static func source(tenant: String? = nil) -> SignInSettings.Source {
        SignInSettings.Source(
            account: "ana@example.com", clientID: "app-1",
            graphURL: "http://localhost:9000", loginURL: "http://localhost:9001", tenant: tenant)
    }

    /// A folder that is there, for one test; it goes with the process.
    static func newFolder() -> String {
        let path = "\(scratch)/\(UUID().uuidString)"
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        return path
    }

    var vault: TokenVault { TokenVault(store: TokenFile(folder: folder), folder: folder) }

    var file: String { folder.path + "/tokens.json" }

    /// Tokens as another process would hold them: with nothing in common but the store.
    func tokens(_ vault: TokenVault? = nil, _ clock: AccountClock? = nil) -> AccountTokens {
        AccountTokens(
            service: service, vault: vault ?? self.vault, loginCommand: "cleanrules login photos",
            clock: clock ?? self.clock.clock)
    }

    /// Keeps an account that has signed in.
    func keep(
        access: String? = "ACCESS-0", refresh: String? = "REFRESH-0", lifetime: Double = 3_600,
        scopes: [String] = ["Files.ReadWrite", "User.Read"]
    ) async throws {
        var account = StoredAccount()
        account.accessToken = access.map(SecretText.init)
        account.refreshToken = refresh.map(SecretText.init)
        account.obtainedAt = FakeClock.start
        account.lifetimeSeconds = lifetime
        account.requestedScopes = ["Files.ReadWrite", "offline_access", "openid", "User.Read"]
        account.scopes = scopes
        account.displayName = "Ana"
        try await vault.store.keep(account, settings.key)
    }

    /// What is kept.
    func kept() async throws -> StoredAccount {
        try #require(try await TokenFile(folder: folder).account(settings.key))
    }
}

/// The error that `body` throws.
func accessError(_ body: () async throws -> Void) async -> AccessError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? AccessError
    }
}

/// The folder of all folders of this process.
private let scratch: String = {
    atexit { try? FileManager.default.removeItem(atPath: scratchPath) }
    return scratchPath
}()

private let scratchPath = NSTemporaryDirectory() + "cleanrules-account-\(getpid())"
