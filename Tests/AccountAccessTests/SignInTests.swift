// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("Signing in")
struct SignInTests {
    private static let code = [
        "user_code": "EXMPLE", "device_code": "DEVICE", "verification_uri": "https://x.example",
    ]

    private func signIn(_ world: AccountWorld) -> SignIn {
        SignIn(service: world.service, vault: world.vault, clock: world.clock.clock)
    }

    @Test("keeps the tokens, and then who it was")
    func keeps() async throws {
        let world = try AccountWorld([.json(200, Self.code), .tokens(scope: nil)])
        let account = try await signIn(world).run(.deviceCode { _ in }, restores: true)
        #expect(try await world.kept() == account)
        #expect(account.scopes.contains("Files.ReadWrite.All"))
        #expect(account.requestedScopes == account.scopes)
        try await signIn(world).keep(Person(displayName: "Ana", userPrincipalName: "ana@x"))
        #expect(try await world.kept().displayName == "Ana")
        #expect(try await world.kept().refreshToken?.revealed == "REFRESH-1")
        #expect(try await world.tokens().token() == "ACCESS-1")
    }

    @Test("brings along what the service asked to see the last time, once")
    func claims() async throws {
        let world = try AccountWorld([
            .refusal("interaction_required"), .json(200, Self.code), .tokens(),
            .json(200, Self.code), .tokens(),
        ])
        try await world.keep()
        let error = await accessError {
            _ = try await world.tokens().replacement(for: "ACCESS-0", claims: "{}")
        }
        #expect(error?.kind == .signInNeeded)
        for _ in 0..<2 { _ = try await signIn(world).run(.deviceCode { _ in }, restores: false) }
        // First without a person, then by the next sign-in.
        #expect(await world.traffic.forms.map { $0["claims"] } == ["{}", nil, "{}", nil, nil])
    }

    @Test("asks nobody where the tokens could not be kept")
    func noStore() async throws {
        let world = try AccountWorld([.json(200, Self.code), .tokens()])
        let store = FailingStore(inner: TokenFile(folder: world.folder))
        store.fail(rehearsing: true)
        let vault = TokenVault(store: store, folder: world.folder)
        let signIn = SignIn(service: world.service, vault: vault, clock: world.clock.clock)
        let error = await accessError {
            _ = try await signIn.run(.deviceCode { _ in }, restores: false)
        }
        #expect(error?.kind == .store)
        #expect(await world.traffic.requests.isEmpty)
    }

    @Test("ends with signing out")
    func forgets() async throws {
        let world = try AccountWorld([])
        try await world.keep()
        #expect(try await signIn(world).forget())
        #expect(try await signIn(world).forget() == false)
        #expect(await accessError { _ = try await world.tokens().token() }?.kind == .signInNeeded)
    }
}
