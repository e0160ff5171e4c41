// SPDX-License-Identifier: Apache-2.0

internal import TestSupport
internal import SignedTextSamples
internal import Testing
internal import Text
@testable import SignedText

@Suite("A text of an issuer")
struct IssuerTextTests {
    let key: SigningKey

    init() throws { key = try SigningKey.made() }

    private func grant() throws -> String {
        try SignedTextWriter.text(
            .object([("iss", .text("school")), ("seq", .number(7))]), kind: "grant", key: key)
    }

    @Test("is read back as it was signed, by a key that was written and read")
    func roundTrip() throws {
        let again = try SigningKey(pem: key.pem)
        let anchor = try VerifyingKey(pem: again.verifying.pem)
        #expect(anchor == key.verifying)
        let verified = try SignedTextReader.read(grant(), kind: "grant", key: anchor)
        #expect(verified.claims["iss"]?.text == "school")
        #expect(verified.claims["seq"]?.number == 7)
    }

    @Test("is refused for another purpose, by another key and with certificates")
    func refused() throws {
        let other = try SigningKey.made()
        #expect(Forge.refusal(try grant(), kind: "policy", key: key.verifying) == .kind)
        #expect(Forge.refusal(try grant(), key: other.verifying) == .signature)
        #expect(
            Forge.refusal(try Forge.transaction(), key: try TestChains.key().verifying)
                == .headerUnknown)
    }

    @Test("has a key of the one curve, and no other")
    func keys() throws {
        #expect(throws: SignedTextRefusal.key) { try VerifyingKey(pem: Array("nothing".utf8)) }
        #expect(throws: SignedTextRefusal.key) { try VerifyingKey(pem: key.pem) }
        let otherCurve = """
            -----BEGIN PUBLIC KEY-----
            MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAExcscoL6zK/sWT5VmAPfHcZPC8TnrDC5d
            ufD5aq4NGlOAt+uQNdv5FdJ3RO8aCGAlcf0eMpvlIbsOVR+sgxX01M/qOo5pS+To
            cZNaP4/oP6GeajTUWcN1PJJqc5bM12Uq
            -----END PUBLIC KEY-----

            """
        #expect(throws: SignedTextRefusal.key) {
            try VerifyingKey(pem: Array(otherCurve.utf8))
        }
    }

    @Test("has a fingerprint of sixteen groups that belongs to its key")
    func fingerprint() throws {
        let print = key.verifying.fingerprint
        #expect(print.split(separator: " ").count == 16)
        #expect(print != (try SigningKey.made().verifying.fingerprint))
    }

    @Test("says nothing of its key to a log")
    func redacted() {
        #expect("\(key) \(String(reflecting: key))".contains("PRIVATE") == false)
    }

    /// Changes one thing of `text` at random: a letter, a stretch that is cut out, doubled or moved.
    private func mutated(_ text: String, _ random: inout SplitMix64) -> String {
        var bytes = Array(text.utf8)
        let letters = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=".utf8)
        let place = Int.random(in: bytes.indices, using: &random)
        let length = Int.random(in: 1...min(8, bytes.count - place), using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
            bytes[place] = letters.randomElement(using: &random) ?? 0
        case 2: bytes.removeSubrange(place..<place + length)
        case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
        default: bytes[place...].reverse()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("that was changed anywhere is never believed")
    func mutations() throws {
        let good = [
            try Forge.transaction(), try grant(),
            try SignedTextWriter.text(.object([("iss", .text("b"))]), kind: "grant", key: key),
        ]
        var random = SplitMix64(seed: propertySeeds.first ?? 1)
        var believed: [String] = []
        for index in 0..<10_000 {
            let text = mutated(good[index % good.count], &random)
            if good.contains(text) { continue }
            if Forge.refusal(text) == nil || Forge.refusal(text, key: key.verifying) == nil {
                believed.append(text)
            }
        }
        #expect(believed.isEmpty)
    }

    @Test("is never made of the parts of two")
    func spliced() throws {
        let one = try grant().split(separator: ".")
        let other = try SignedTextWriter.text(
            .object([("iss", .text("b"))]), kind: "grant", key: key
        ).split(separator: ".")
        for choice in 1..<7 {
            let parts = (0..<3).map { choice >> $0 & 1 == 0 ? one[$0] : other[$0] }
            // The heads are the same.
            if choice >> 1 == 0 || choice >> 1 == 3 { continue }
            let text = parts.joined(separator: ".")
            #expect(Forge.refusal(text, key: key.verifying) == .signature)
        }
    }
}
