// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import TestSupport
import Testing

@testable import AccountAccess

/// Against GNOME's keyring on a bus of its own, where both are installed and
/// `CLEANRULES_TEST_KEYRING` is set; the keyring of whoever runs the tests is never touched.
@Suite("The Secret Service", .serialized, .enabled(if: isInstalled), .timeLimit(.minutes(60)))
struct SecretServiceTests {
    @Test("keeps accounts, gives them back and forgets them")
    func roundTrip() async throws {
        // A process of its own, for GLib asks for the bus only once.
        await #expect(processExitsWith: .success) {
            let bus = try SessionBus()
            defer { bus.end() }
            let folder = AccountFolder(path: AccountWorld.newFolder() + "/accounts")
            let store = try await TokenStores.opened(
                .automatic, folder: folder, hasSessionBus: true)
            let world = try AccountWorld([])
            let key = world.settings.key
            var other = key
            other.account = "bén@example.com"
            var account = StoredAccount()
            account.refreshToken = SecretText(String(repeating: "R", count: 4_000))
            account.scopes = ["Files.ReadWrite"]
            try expect(try await store.account(key) == nil)
            try await store.rehearse(key)
            try await store.keep(account, key)
            try await store.keep(account, other)
            try expect(try await store.account(key) == account)
            try expect(await store.place(key) == .secretService)
            account.refreshToken = SecretText("REFRESH-2")
            try await store.keep(account, key)
            try expect(try await store.account(key) == account)
            try await store.remove(key)
            try await store.remove(key)
            try expect(try await store.account(key) == nil)
            try expect(try await store.account(other)?.scopes == ["Files.ReadWrite"])
            try await store.keep(account, key)
            try await store.removeAll()
            for key in [key, other] { try expect(try await store.account(key) == nil) }
            try expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test("is not there without a bus, and cannot be chosen then")
    func absent() async throws {
        await #expect(processExitsWith: .success) {
            setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
            let world = try AccountWorld([])
            let key = world.settings.key
            let store = try await TokenStores.opened(
                .automatic, folder: world.folder, hasSessionBus: true)
            try expect(await store.place(key) != .secretService)
            let error = await accessError {
                _ = try await TokenStores.opened(
                    .secretService, folder: world.folder, hasSessionBus: true)
            }
            try expect(error?.kind == .store)
        }
    }
}

/// Whether there is what the tests need.
private let isInstalled = ["dbus-daemon", "gnome-keyring-daemon"].allSatisfy { name in
    guard ProcessInfo.processInfo.environment["CLEANRULES_TEST_KEYRING"] != nil else {
        return false
    }
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
}

/// Ends the process with a failure unless `isMet`: what an exit test expects, its parent hears of
/// by the status alone.
private func expect(_ isMet: Bool, line: Int = #line) throws {
    if !isMet { throw AccessError(.store, "line \(line)") }
}

/// A bus with a keyring on it, for this process alone.
private struct SessionBus {
    private let process: ChildProgram

    /// Starts them, with the keyring open.
    init() throws {
        let home = AccountWorld.newFolder()
        for name in ["DISPLAY", "WAYLAND_DISPLAY"] { unsetenv(name) }
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] {
            setenv(name, home, 1)
        }
        let arguments = ["dbus-daemon", "--session", "--nofork", "--print-address"]
        let (process, address) = try Self.start(arguments)
        try expect(address.hasPrefix("unix:"))
        self.process = process
        setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        // It says something once it is there.
        _ = try Self.start([
            "sh", "-c", "printf pw | gnome-keyring-daemon --unlock --components=secrets",
        ])
    }

    /// Starts a process; gives it and the first line that it writes.
    private static func start(
        _ arguments: [String]
    ) throws -> (process: ChildProgram, line: String) {
        let (process, output) = try ChildProgram.start(
            arguments[0], Array(arguments.dropFirst()))
        var bytes = Data()
        while !bytes.contains(UInt8(ascii: "\n")) {
            let more = output.availableData
            if more.isEmpty { break }
            bytes += more
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return (process, lines.first.map(String.init) ?? "")
    }

    /// Ends the bus, and with it the keyring. A gentler signal may be blocked: children inherit
    /// the mask of the thread that starts them.
    func end() { kill(process.processIdentifier, SIGKILL) }
}
