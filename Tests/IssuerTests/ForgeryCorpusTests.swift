// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RuleEngine
internal import SignedText
internal import SignedTextSamples
internal import StateLedger
internal import TestSupport
internal import Testing
internal import Text
@testable import Issuer
@testable import Tiers

/// Purchases, right, forged and changed at random. `script/forgery-tests` has them written down with
/// what the program makes of each, and asks Apple's own library about the same.
@Suite("A corpus of forgeries")
struct ForgeryCorpusTests {
    /// A text, what was done to it, and whether the program takes it.
    private struct Case {
        let name: String
        let text: String
        let isAccepted: Bool

        var line: String {
            JSONValue.object([
                ("name", .text(name)), ("text", .text(text)), ("accepted", .bool(isAccepted)),
            ]).line()
        }
    }

    private let samples = StoreSamples(seat: "seat-one")
    private let fixture: StoreFixture
    private let desk: TierDesk

    init() throws {
        fixture = try StoreFixture()
        let text =
            StoreFixture.text + """

                products: {com.example.cleaner.monthly: monthly}
                apple: {bundle_id: com.example.cleaner, app_id: 123456, environment: production}

                """
        let path = fixture.folder + "/policy.yaml"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let policy = try fixture.store.signPolicy(path, now: StoreFixture.at(0))
        var records = TierRecords()
        let key = fixture.store.key.verifying
        records.anchors["school"] = String(decoding: key.pem, as: UTF8.self)
        records.seat = "seat-one"
        let first = TierDesk(
            records: records, ground: .none, store: Forge.anchor, now: StoreFixture.at(1))
        records.policies = try TierRedeeming(policy, at: first).policies.map(\.record)
        desk = TierDesk(
            records: records, ground: .none, store: Forge.anchor, now: StoreFixture.at(1))
    }

    private func made(_ name: String, _ text: String) -> Case {
        let redeeming = try? TierRedeeming(text, at: desk)
        return Case(name: name, text: text, isAccepted: redeeming?.entitlements.isEmpty == false)
    }

    /// Changes one thing of `bytes` at random.
    private func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        let place = Int.random(in: bytes.indices, using: &random)
        let length = Int.random(in: 1...min(8, bytes.count - place), using: &random)
        let letters = Array("ABCXYZabcxyz0123456789-_.=+/{}[]\":,\\ ".utf8)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1, 2: bytes[place] = letters.randomElement(using: &random) ?? 0
        case 3: bytes.removeSubrange(place..<place + length)
        case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
        default: bytes[place] ^= 0x20
        }
        return bytes
    }

    /// What design and standards tell of, each by what is wrong with it.
    private func forgeries() throws -> [Case] {
        let good = try samples.transaction(signed: 0)
        let payload = try part(good, 1)
        let head = try part(good, 0)
        func signed(_ head: String, _ payload: String) throws -> String {
            try Forge.text(head: head, payload: payload, key: TestChains.key())
        }
        func chain(_ certificates: [String]) throws -> String {
            try Forge.transaction(chain: certificates, payload: payload)
        }
        func changed(_ part: String, _ other: String) throws -> String {
            #expect(payload.contains(part))
            return try signed(head, payload.replacing(part, with: other))
        }
        var strangers = samples
        strangers.account = AccountUUID.text(of: "seat-two")
        return [
            made("alg none", try signed(head.replacing("ES256", with: "none"), payload)),
            made("HS256", try signed(head.replacing("ES256", with: "HS256"), payload)),
            made("chain of 2", try chain(Array(Forge.chain.prefix(2)))),
            made("chain of 4", try chain(Forge.chain + [TestChains.root])),
            made("leaf without its mark", try chain([TestChains.bareLeaf] + Forge.chain[1...])),
            made(
                "middle without its mark",
                try chain([TestChains.leaf, TestChains.bareMiddle, TestChains.root])),
            made("leaf as authority", try chain([TestChains.authorityLeaf] + Forge.chain[1...])),
            made(
                "expired at signedDate",
                try changed("\"signedDate\":\(StoreSamples.start)", "\"signedDate\":4500000000")),
            made(
                "no signedDate",
                try changed("\"signedDate\":\(StoreSamples.start)000,", "")),
            made(
                "foreign third certificate",
                try chain(Array(Forge.chain.prefix(2)) + [TestChains.otherRoot])),
            made("sandbox", try changed("Production", "Sandbox")),
            made("production in small letters", try changed("Production", "production")),
            made("other bundle", try changed("com.example.cleaner\"", "com.example.other\"")),
            made("other app", try changed("{", "{\"appAppleId\":1,")),
            made("other subject", try strangers.transaction(signed: 0)),
            made("future signedDate", try samples.transaction(signed: 2)),
            made("truncated", String(good.dropLast(3))),
            made("re-encoded", good + "="),
            made("duplicated keys", try changed("{", "{\"productId\":\"x\",")),
        ]
    }

    /// One part of a text, decoded.
    private func part(_ text: String, _ number: Int) throws -> String {
        let part = text.split(separator: ".")[number]
        return String(decoding: try #require(Base64.bytes(String(part))), as: UTF8.self)
    }

    @Test("holds nothing that is wrong and taken")
    func corpus() throws {
        var cases = try forgeries()
        #expect(cases.count == 19)
        let taken = cases.filter(\.isAccepted).map(\.name)
        #expect(taken.isEmpty, "\(taken)")
        let good = try samples.transaction(signed: 0)
        #expect(made("right", good).isAccepted)
        let parts = try (0..<2).map { Array(try part(good, $0).utf8) }
        var random = SplitMix64(seed: propertySeeds.first ?? 1)
        let isWanted = ProcessInfo.processInfo.environment["CLEANRULES_FORGERIES"] != nil
        for number in 0..<(isWanted ? 12_000 : 600) {
            switch number % 3 {
            case 0:
                let bytes = mutated(Array(good.utf8), &random)
                cases.append(made("changed", String(decoding: bytes, as: UTF8.self)))
            case let which:
                // Changed before it was signed: what is signed well and says something else.
                var changed = parts
                changed[which - 1] = mutated(changed[which - 1], &random)
                let signed = changed.map { Base64.text($0, forURL: true) }.joined(separator: ".")
                let signature = try TestChains.key().signature(of: Array(signed.utf8))
                let name = which == 1 ? "head changed, then signed" : "changed, then signed"
                cases.append(
                    made(name, signed + "." + Base64.text(signature, forURL: true)))
            }
        }
        let unsigned = cases.filter { $0.name == "changed" && $0.isAccepted && $0.text != good }
        #expect(unsigned.isEmpty)
        try write(cases)
    }

    private func write(_ cases: [Case]) throws {
        guard let path = ProcessInfo.processInfo.environment["CLEANRULES_FORGERIES"] else {
            return
        }
        let head = JSONValue.object([
            ("root", .text(TestChains.root)), ("bundle", .text(samples.bundle)),
            ("app", .number(samples.app)),
        ]).line()
        let lines = [head] + cases.map(\.line)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(
            to: URL(fileURLWithPath: path))
    }
}
