// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("The file of the tokens")
struct TokenFileTests {
    private func world() async throws -> AccountWorld {
        let world = try AccountWorld([])
        try await world.keep()
        return world
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    private func storeError(_ world: AccountWorld) async -> String {
        let reading = await accessError { _ = try await world.kept() }
        let writing = await accessError { try await world.keep() }
        #expect(reading?.kind == .store)
        #expect(writing == reading)
        return reading?.message ?? ""
    }

    @Test("and its folder are there for this user alone, whatever the mask of the process")
    func permissions() async throws {
        let world = try await world()
        #expect(try mode(world.file) == 0o600)
        #expect(try mode(world.folder.path) == 0o700)
        #expect(try mode(MachineFolder.parent(of: world.folder.path)) == 0o700)
        #expect(try mode(world.file) == 0o600)
        let lock = try await StoreLock.taken(world.folder, .system)
        lock.release()
        #expect(try mode(world.folder.path + "/tokens.lock") == 0o600)
    }

    @Test("gives back all that was put in, of many accounts")
    func roundTrip() async throws {
        let world = try await world()
        var account = try await world.kept()
        account.claims = "{\"a\": \"ü\u{0}\"}"
        account.userPrincipalName = "ana@example.com"
        account.signedInAt = 1.5
        let store = TokenFile(folder: world.folder)
        var other = world.settings.key
        other.account = "ben@example.com"
        try await store.keep(account, other)
        #expect(try await store.account(other) == account)
        #expect(try await world.kept().displayName == "Ana")
        try await store.remove(other)
        #expect(try await store.account(other) == nil)
        #expect(try await world.kept().displayName == "Ana")
        #expect(await store.place(other) == .file(world.file))
    }

    @Test("is refused where others may have read it")
    func readable() async throws {
        let world = try await world()
        for mode in [0o640, 0o604, 0o620, 0o666] {
            chmod(world.file, mode_t(mode))
            #expect(await storeError(world).contains("chmod 600"))
        }
        chmod(world.file, 0o600)
        _ = try await world.kept()
    }

    @Test("is refused where it is a link or no file")
    func links() async throws {
        let world = try await world()
        let elsewhere = AccountWorld.newFolder() + "/tokens.json"
        try FileManager.default.moveItem(atPath: world.file, toPath: elsewhere)
        symlink(elsewhere, world.file)
        #expect(await storeError(world).contains("is a link"))
        unlink(world.file)
        mkfifo(world.file, 0o600)
        #expect(await storeError(world).contains("is no file"))
        unlink(world.file)
        mkdir(world.file, 0o700)
        #expect(await storeError(world).contains("is no file"))
    }

    @Test("is refused in a folder that others can write into, or that is a link")
    func folders() async throws {
        let world = try await world()
        chmod(world.folder.path, 0o770)
        #expect(await storeError(world).contains("chmod 700"))
        chmod(world.folder.path, 0o755)
        _ = try await world.kept()
        #expect(try mode(world.folder.path) == 0o700)
        let elsewhere = AccountWorld.newFolder() + "/elsewhere"
        try FileManager.default.moveItem(atPath: world.folder.path, toPath: elsewhere)
        symlink(elsewhere, world.folder.path)
        #expect(await storeError(world).contains("a link"))
    }

    @Test("is refused where it is damaged or of another version, and stays as it is")
    func damage() async throws {
        let world = try await world()
        let whole = try Data(contentsOf: URL(fileURLWithPath: world.file))
        let contents: [(String, String)] = [
            ("", "damaged"), ("{", "damaged"), ("[]", "damaged"), ("{}", "damaged"),
            (String(decoding: whole.dropLast(9), as: UTF8.self), "damaged"),
            (#"{"format": 1}"#, "damaged"), (#"{"format": 1, "accounts": [{}]}"#, "damaged"),
            (#"{"format": 2, "accounts": []}"#, "format 2"),
        ]
        for (content, text) in contents {
            try content.write(toFile: world.file, atomically: false, encoding: .utf8)
            #expect(await storeError(world).contains(text), "\(content)")
            #expect(try String(contentsOfFile: world.file, encoding: .utf8) == content)
        }
    }

    @Test("says why it cannot be written", .enabled(if: geteuid() != 0))
    func readOnly() async throws {
        let world = try await world()
        chmod(world.folder.path, 0o500)
        let error = await accessError { try await world.keep() }
        #expect(error?.message.contains("cannot be written") == true)
        chmod(world.folder.path, 0o700)
    }

    @Test("is not made by looking into it")
    func noTrace() async throws {
        let folder = AccountFolder(path: AccountWorld.newFolder() + "/state/accounts")
        let world = try AccountWorld([])
        #expect(try await TokenFile(folder: folder).account(world.settings.key) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}

/// Paths of the test's own folder.
private enum MachineFolder {
    static func parent(of path: String) -> String {
        (path as NSString).deletingLastPathComponent
    }
}
