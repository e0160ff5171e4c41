// SPDX-License-Identifier: Apache-2.0

internal import SignedTextSamples
internal import Testing
internal import Text
@testable import SignedText

@Suite("A text with certificates")
struct ChainForgeryTests {
    @Test("is believed where everything about it is right")
    func right() throws {
        let text = try Forge.transaction()
        let verified = try SignedTextReader.read(text, anchor: Forge.anchor)
        #expect(verified.claims["bundleId"]?.text == "com.example.cleaner")
    }

    /// What is forged, and what is said of it.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let name: String
        let refusal: SignedTextRefusal
        let text: @Sendable () throws -> String

        init(
            _ name: String, _ refusal: SignedTextRefusal,
            _ text: @escaping @Sendable () throws -> String
        ) {
            self.name = name
            self.refusal = refusal
            self.text = text
        }

        var testDescription: String { name }
    }

    static let forgeries: [Forgery] = [
        Forgery("no algorithm", .algorithm) { try Forge.transaction(algorithm: "none") },
        Forgery("a shared secret", .algorithm) { try Forge.transaction(algorithm: "HS256") },
        Forgery("no certificates", .chainMissing) {
            try Forge.text(
                head: "{\"alg\":\"ES256\"}", payload: Forge.payload(), key: TestChains.key())
        },
        Forgery("two certificates", .chainLength) {
            try Forge.transaction(chain: Array(Forge.chain.prefix(2)))
        },
        Forgery("four certificates", .chainLength) {
            try Forge.transaction(chain: Forge.chain + [TestChains.root])
        },
        Forgery("a signer without its mark", .leafPurpose) {
            try Forge.transaction(
                chain: [TestChains.bareLeaf, TestChains.middle, TestChains.root])
        },
        Forgery("a middle without its mark", .intermediatePurpose) {
            try Forge.transaction(
                chain: [TestChains.leaf, TestChains.bareMiddle, TestChains.root])
        },
        Forgery("a signer that is an authority", .leafIsAuthority) {
            try Forge.transaction(
                chain: [TestChains.authorityLeaf, TestChains.middle, TestChains.root])
        },
        Forgery("signed before the certificates were valid", .expired) {
            try Forge.transaction(payload: Forge.payload(signedDate: 1_600_000_000_000))
        },
        Forgery("signed after the certificates were valid", .expired) {
            try Forge.transaction(payload: Forge.payload(signedDate: 4_500_000_000_000))
        },
        Forgery("no date", .noDate) {
            try Forge.transaction(payload: Forge.payload(signedDate: nil))
        },
        Forgery("a date that is a text", .noDate) {
            try Forge.transaction(payload: "{\"signedDate\":\"1800000000000\"}")
        },
        Forgery("another root with its own chain", .root) {
            try Forge.transaction(
                chain: [TestChains.otherLeaf, TestChains.otherMiddle, TestChains.otherRoot])
        },
        Forgery("a right chain with a foreign third certificate", .root) {
            try Forge.transaction(
                chain: [TestChains.leaf, TestChains.middle, TestChains.otherRoot])
        },
        Forgery("another chain with the right root at its end", .chain) {
            try Forge.transaction(
                chain: [TestChains.otherLeaf, TestChains.otherMiddle, TestChains.root])
        },
        Forgery("the same certificate twice", .intermediatePurpose) {
            try Forge.transaction(chain: [TestChains.leaf, TestChains.leaf, TestChains.root])
        },
        Forgery("a certificate with bytes behind it", .certificate) {
            try Forge.transaction(
                chain: [TestChains.leaf + "AAAA", TestChains.middle, TestChains.root])
        },
        Forgery("truncated", .signatureForm) { String(try Forge.transaction().dropLast(2)) },
        Forgery("cut at the last dot", .form) {
            String(try Forge.transaction().split(separator: ".").prefix(2).joined(separator: "."))
        },
        Forgery("encoded with padding", .encoding) { try Forge.transaction() + "==" },
        Forgery("encoded in the other alphabet", .encoding) {
            var text = try Forge.transaction()
            // By chance a signature has neither of both, and is as well encoded in one as in the other.
            while !text.contains(where: { "-_".contains($0) }) { text = try Forge.transaction() }
            return text.replacing("-", with: "+").replacing("_", with: "/")
        },
        Forgery("a key of the payload twice", .duplicateKey) {
            try Forge.transaction(
                payload: "{\"signedDate\":1800000000000,\"a\":1,\"\\u0061\":2}")
        },
        Forgery("the algorithm twice", .duplicateKey) {
            try Forge.text(
                head: "{\"alg\":\"ES256\",\"alg\":\"ES256\"}", payload: Forge.payload(),
                key: TestChains.key())
        },
        Forgery("a head that brings its own key", .headerUnknown) {
            try Forge.text(
                head: "{\"alg\":\"ES256\",\"jwk\":{}}", payload: Forge.payload(),
                key: TestChains.key())
        },
        Forgery("a head with what must be understood", .headerUnknown) {
            try Forge.text(
                head: "{\"alg\":\"ES256\",\"crit\":[\"b64\"]}", payload: Forge.payload(),
                key: TestChains.key())
        },
        Forgery("signed by another key", .signature) {
            try Forge.text(
                head: Forge.head(Forge.chain), payload: Forge.payload(), key: .made())
        },
        Forgery("too large", .tooLarge) {
            String(repeating: "a", count: CompactForm.bytesMax + 1)
        },
        Forgery("empty", .form) { "" },
    ]

    @Test("is refused by the code of its fault", arguments: forgeries)
    func forged(_ forgery: Forgery) throws {
        #expect(Forge.refusal(try forgery.text()) == forgery.refusal)
    }

    @Test("of these tests is not believed by the root that ships")
    func shippedRoot() throws {
        #expect(Forge.refusal(try Forge.transaction(), anchor: .appStore) == .root)
    }
}
