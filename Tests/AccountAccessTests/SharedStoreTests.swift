// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("Several processes with one store")
struct SharedStoreTests {
    @Test("renew once: who comes later takes what is there")
    func oneRenewal() async throws {
        let world = try AccountWorld([.tokens("ACCESS-1", refresh: "REFRESH-1")])
        try await world.keep()
        let (first, second) = (world.tokens(), world.tokens())
        #expect(try await second.token() == "ACCESS-0")
        #expect(try await first.replacement(for: "ACCESS-0", claims: nil) == "ACCESS-1")
        #expect(try await second.replacement(for: "ACCESS-0", claims: nil) == "ACCESS-1")
        world.clock.advance(100)
        #expect(try await second.token() == "ACCESS-1")
        #expect(await world.traffic.requests.count == 1)
    }

    @Test("wait for each other, so that each uses the newest refresh token")
    func rotation() async throws {
        let gate = Gate()
        let world = try AccountWorld([.tokens("ACCESS-1", refresh: "REFRESH-1")], gate: gate)
        try await world.keep(access: nil)
        let first = world.tokens(nil, world.clock.patient)
        let second = world.tokens(nil, world.clock.patient)
        async let one = first.token()
        async let other = second.token()
        while await world.traffic.requests.isEmpty { await Task.yield() }
        // The other one is at the lock by now, or will be.
        for _ in 0..<200 { await Task.yield() }
        await gate.open()
        #expect(try await [one, other] == ["ACCESS-1", "ACCESS-1"])
        #expect(await world.traffic.requests.count == 1)
    }

    @Test("do not wait for ever")
    func patience() async throws {
        let world = try AccountWorld([.tokens()])
        try await world.keep(access: nil)
        let lock = try await StoreLock.taken(world.folder, world.clock.clock)
        let error = await accessError { _ = try await world.tokens().token() }
        #expect(error?.kind == .store)
        #expect(error?.message.contains("tokens.lock") == true)
        lock.release()
        #expect(try await world.tokens().token() == "ACCESS-1")
    }

    @Test("lose no account that another one keeps at the same time")
    func noLostUpdate() async throws {
        let folder = AccountFolder(path: AccountWorld.newFolder() + "/accounts")
        let path = folder.path
        async let first = #expect(processExitsWith: .success) { [path = path as String] in
            try await addAccounts(0, path)
        }
        async let second = #expect(processExitsWith: .success) { [path = path as String] in
            try await addAccounts(100, path)
        }
        _ = await (first, second)
        let store = TokenFile(folder: folder)
        for number in Array(0..<25) + Array(100..<125) {
            #expect(try await store.account(key(number)) != nil, "\(number)")
        }
    }

    @Test("find the old or the new content after one was killed")
    func killed() async throws {
        for round in 0..<6 {
            let folder = AccountFolder(path: AccountWorld.newFolder() + "/accounts")
            let path = folder.path
            let store = TokenFile(folder: folder)
            try await store.keep(account(-1), key(-1))
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, round = round as Int] in
                Thread.detachNewThread {
                    usleep(UInt32(3_000 + 4_500 * round))
                    kill(getpid(), SIGKILL)
                }
                while true { try await addAccounts(0, path) }
            }
            #expect(try await store.account(key(-1)) == account(-1))
            // What was left behind is in nobody's way.
            try "half".write(
                toFile: path + "/tokens.json.new", atomically: false, encoding: .utf8)
            try await store.keep(account(7), key(7))
            #expect(try await store.account(key(7)) == account(7))
            #expect(!FileManager.default.fileExists(atPath: path + "/tokens.json.new"))
        }
    }

    @Test("find a new refresh token before anybody has used the access token")
    func durableFirst() async throws {
        let world = try AccountWorld([.tokens("ACCESS-1", refresh: "REFRESH-1")])
        try await world.keep(access: nil)
        let store = FailingStore(inner: TokenFile(folder: world.folder))
        let vault = TokenVault(store: store, folder: world.folder)
        let tokens = world.tokens(vault)
        store.fail(keeping: true)
        // Not even in memory: what cannot be kept is not used.
        #expect(await accessError { _ = try await tokens.token() }?.kind == .store)
        #expect(try await world.kept().refreshToken?.revealed == "REFRESH-0")
        #expect(await accessError { _ = try await tokens.token() } != nil)
    }

    @Test("are not asked for anything when nothing could be kept")
    func rehearsal() async throws {
        let world = try AccountWorld([.tokens()])
        try await world.keep(access: nil)
        let store = FailingStore(inner: TokenFile(folder: world.folder))
        store.fail(rehearsing: true)
        let vault = TokenVault(store: store, folder: world.folder)
        #expect(await accessError { _ = try await world.tokens(vault).token() }?.kind == .store)
        #expect(await world.traffic.requests.isEmpty)
    }
}

/// Adds 25 accounts, each under the lock.
private func addAccounts(_ first: Int, _ path: String) async throws {
    let folder = AccountFolder(path: path)
    let vault = TokenVault(store: TokenFile(folder: folder), folder: folder)
    for number in first..<(first + 25) {
        let lock = try await vault.locked(.system)
        try await vault.store.keep(account(number), key(number))
        lock.release()
    }
}

private func key(_ number: Int) throws -> AccountKey {
    let service = try #require(ServiceAddress("http://localhost:1"))
    return AccountKey(
        account: "user\(number)@example.com", clientID: "app", login: service, graph: service)
}

private func account(_ number: Int) -> StoredAccount {
    var account = StoredAccount()
    account.refreshToken = SecretText("REFRESH-\(number)")
    return account
}
