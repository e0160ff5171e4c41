// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("Two stores")
struct TokenStoresTests {
    /// A store in memory that may refuse everything.
    private actor MemoryStore: TokenStore {
        private var accounts: [AccountKey: StoredAccount] = [:]
        private let name: String
        var refusesWrites = false
        var refusesReads = false

        init(_ name: String) {
            self.name = name
        }

        func refuse(reads: Bool = false, writes: Bool = false) {
            refusesReads = reads
            refusesWrites = writes
        }

        func account(_ key: AccountKey) async throws(AccessError) -> StoredAccount? {
            if refusesReads { throw AccessError(.store, "locked") }
            return accounts[key]
        }

        func keep(_ account: StoredAccount, _ key: AccountKey) async throws(AccessError) {
            if refusesWrites { throw AccessError(.store, "locked") }
            accounts[key] = account
        }

        func remove(_ key: AccountKey) async throws(AccessError) {
            if refusesWrites { throw AccessError(.store, "locked") }
            accounts[key] = nil
        }

        func removeAll() async throws(AccessError) {
            if refusesWrites { throw AccessError(.store, "locked") }
            accounts = [:]
        }

        func rehearse(_ key: AccountKey) async throws(AccessError) {}

        func place(_ key: AccountKey) async -> TokenPlace { .file(name) }
    }

    private let service = MemoryStore("service")
    private let file = MemoryStore("file")
    private let key: AccountKey
    private var account = StoredAccount()

    init() throws {
        key = try SignInSettings(AccountWorld.source()).key
        account.refreshToken = SecretText("REFRESH-0")
    }

    @Test("keep new accounts in the Secret Service where there is one")
    func newAccounts() async throws {
        let both = TokenStores(service: service, file: file)
        try await both.keep(account, key)
        #expect(try await service.account(key) == account)
        #expect(await both.place(key) == .file("service"))
        let one = TokenStores(service: nil, file: file)
        try await one.keep(account, key)
        #expect(try await file.account(key) == account)
        #expect(await one.place(key) == .file("file"))
    }

    @Test("keep accounts where they are")
    func oldAccounts() async throws {
        try await file.keep(account, key)
        let both = TokenStores(service: service, file: file)
        #expect(try await both.account(key) == account)
        #expect(await both.place(key) == .file("file"))
        try await both.rehearse(key)
        try await both.keep(account, key)
        #expect(try await service.account(key) == nil)
        try await both.remove(key)
        #expect(try await both.account(key) == nil)
    }

    @Test("fall back on the file where the Secret Service takes nothing, before anybody signs in")
    func lockedService() async throws {
        await service.refuse(writes: true)
        let both = TokenStores(service: service, file: file)
        try await both.rehearse(key)
        #expect(await both.place(key) == .file("file"))
        try await both.keep(account, key)
        #expect(try await file.account(key) == account)
        try await both.remove(key)
        #expect(try await both.account(key) == nil)
    }

    @Test("say so where the Secret Service cannot be asked and the file knows nothing")
    func brokenService() async throws {
        await service.refuse(reads: true)
        let both = TokenStores(service: service, file: file)
        let error = await accessError { _ = try await both.account(key) }
        #expect(error?.kind == .store)
        try await file.keep(account, key)
        #expect(try await both.account(key) == account)
    }
}
