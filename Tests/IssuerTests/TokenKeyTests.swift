// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RuleEngine
internal import TestSupport
internal import Testing
@testable import Entitlements
@testable import Issuer
@testable import SignedText
@testable import Workflow

/// A token of SoftHSM, which is a library and files.
@Suite("A key on a token", .serialized, .enabled(if: SoftToken.isThere || SoftToken.isDemanded))
struct TokenKeyTests {
    @Test("signs what programs believe, and opens with the PIN of its token alone")
    func roundTrip() throws {
        let soft = try SoftToken()
        let folder = soft.folder + "/store"
        try sign(soft, folder)
        for place in [
            try soft.place(pin: "9999"), try soft.place(pin: ""), try soft.place(token: "other"),
            TokenPlace(module: "/nonexistent.so", token: soft.label, pinFile: soft.pinFile),
            TokenPlace(module: soft.folder + "/pin", token: soft.label, pinFile: soft.pinFile),
        ] {
            #expect { try IssuerStore.open(folder, token: place) } throws: {
                ($0 as? Failure)?.status == .refused
            }
        }
        // Without the token there is no key.
        #expect(throws: Failure.self) { try IssuerStore.open(folder) }
        chmod(soft.pinFile, 0o644)
        #expect(throws: Failure.self) {
            try IssuerStore.open(
                folder,
                token: TokenPlace(
                    module: SoftToken.module, token: soft.label, pinFile: soft.pinFile))
        }
    }

    /// Whoever is logged in is so until the last session has ended.
    private func sign(_ soft: SoftToken, _ folder: String) throws {
        let store = try IssuerStore.make(folder, issuer: "school", token: soft.place())
        #expect(!FileManager.default.fileExists(atPath: folder + "/issuer.key"))
        try Data(StoreFixture.text.utf8).write(
            to: URL(fileURLWithPath: soft.folder + "/policy.yaml"))
        _ = try store.signPolicy(soft.folder + "/policy.yaml", now: StoreFixture.at(0))
        let again = try IssuerStore.open(folder, token: soft.place())
        #expect(again.fingerprint == store.fingerprint)
        let order = GrantOrder(tier: "monthly", subject: "ada", seat: "seat-one", seconds: nil)
        let grant = try again.grant(order, now: StoreFixture.at(0))
        let pem = try Data(contentsOf: URL(fileURLWithPath: folder + "/school.pem"))
        let key = try VerifyingKey(pem: Array(pem))
        let text = try SignedTextReader.read(grant, kind: TierGrant.kind, key: key)
        #expect(try TierGrant(claims: text.claims).subject == "ada")
    }

    @Test("is taken where it lies there already, and refused where it is another issuer's")
    func others() throws {
        let soft = try SoftToken()
        let one = try IssuerStore.make(
            soft.folder + "/one", issuer: "academy", token: soft.place())
        let same = try IssuerStore.make(
            soft.folder + "/same", issuer: "academy", token: soft.place())
        #expect(one.fingerprint == same.fingerprint)
        let bank = try IssuerStore.make(
            soft.folder + "/bank", issuer: "bank", token: soft.place())
        #expect(bank.fingerprint != one.fingerprint)
        // Somebody put another public key beside the store.
        try Data(bank.key.verifying.pem).write(
            to: URL(fileURLWithPath: soft.folder + "/one/academy.pem"))
        #expect(throws: Failure.self) {
            try IssuerStore.open(soft.folder + "/one", token: soft.place())
        }
    }
}

/// A token in a folder of its own.
private final class SoftToken {
    static let module = "/usr/lib/softhsm/libsofthsm2.so"
    static var isThere: Bool { access(module, R_OK) == 0 }
    /// Whether what is missing fails the tests.
    static var isDemanded: Bool {
        ProcessInfo.processInfo.environment["CLEANRULES_TESTS_COMPLETE"] != nil
    }

    /// The library looks for tokens once a process: all tests share one.
    private static let token: String? = {
        let folder = NSTemporaryDirectory() + "softhsm-\(UUID().uuidString)"
        do {
            try FileManager.default.createDirectory(
                atPath: folder + "/tokens", withIntermediateDirectories: true)
            try Data("directories.tokendir = \(folder)/tokens\n".utf8).write(
                to: URL(fileURLWithPath: folder + "/softhsm2.conf"))
            setenv("SOFTHSM2_CONF", folder + "/softhsm2.conf", 1)
            let run = try ChildProgram.run(
                "softhsm2-util",
                [
                    "--init-token", "--free", "--label", "tests", "--so-pin", "5678", "--pin",
                    "1234",
                ])
            return run.isDone ? "tests" : nil
        } catch {
            return nil
        }
    }()

    let folder = NSTemporaryDirectory() + "token-\(UUID().uuidString)"
    let label: String
    var pinFile: String { folder + "/pin" }

    init() throws {
        label = try #require(Self.token)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func place(pin: String = "1234", token: String? = nil) throws -> TokenPlace {
        let path = folder + "/pin-\(UUID().uuidString)"
        try Data((pin + "\n").utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        try Data("1234\n".utf8).write(to: URL(fileURLWithPath: pinFile))
        chmod(pinFile, 0o600)
        return TokenPlace(module: Self.module, token: token ?? label, pinFile: path)
    }
}
