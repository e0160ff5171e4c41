// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What ships has no door for tests: no variable that nobody is told of, and no root of theirs.
@Suite("The programs that ship")
struct TierDoorTests {
    /// The variables that people are told of.
    private static let told: Set = [
        "ACCESSIBLE", "CLIENT_ASSERTION", "CLIENT_ASSERTION_FILE", "CLIENT_CERTIFICATE",
        "CLIENT_ID", "CLIENT_SECRET", "CLIENT_SECRET_FILE", "GRAPH_URL", "ISSUER_PIN", "LOG",
        "LOGIN_URL", "NOTIFY_", "NOTIFY_KEY", "NOTIFY_URL", "PART", "PREVIEW", "TENANT",
        "TOKEN_STORE",
    ]

    /// What the certificates of the tests are known by.
    private static let marks = [
        "475e12a9f1e7dc548bff9e5fba0d8bda79505cec91f02aa23059d27e4612347c",
        "MIIBrzCCATWgAwIBAgIBATAKBggqhkjOPQQDAzAPMQ0wCwYDVQQDDARyb290",
    ]

    /// The digest of Apple Root CA - G3.
    private static let root = "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"

    private static func content(_ name: String) throws -> Data {
        let folder = URL(fileURLWithPath: try ScratchHome.program()).deletingLastPathComponent()
        return try Data(
            contentsOf: folder.appendingPathComponent(name), options: .alwaysMapped)
    }

    @Test(
        "read no variable that documents do not name, and trust no root of tests",
        arguments: [
            "cleanrules", "cleanrules-fleet", "cleanrules-part", "cleanrules-issuer",
            "cleanrules-pictures",
        ])
    func doors(program: String) throws {
        let bytes = try Self.content(program)
        let prefix = Data("CLEANRULES_".utf8)
        var found: Set<String> = []
        var rest = bytes.startIndex..<bytes.endIndex
        while let place = bytes.range(of: prefix, in: rest) {
            let name = bytes[place.upperBound...].prefix { byte in
                (0x41...0x5a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5f
            }
            found.insert(String(decoding: name, as: UTF8.self))
            rest = place.upperBound..<bytes.endIndex
        }
        #expect(found.subtracting(Self.told).isEmpty)
        // Where none was found at all, nothing was looked at.
        #expect(found.isEmpty == (program == "cleanrules-pictures"))
        for mark in Self.marks { #expect(bytes.range(of: Data(mark.utf8)) == nil, "\(mark)") }
    }

    @Test("trust the one root of the store", arguments: ["cleanrules", "cleanrules-issuer"])
    func root(program: String) throws {
        #expect(try Self.content(program).range(of: Data(Self.root.utf8)) != nil)
    }
}
