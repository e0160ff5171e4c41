// SPDX-License-Identifier: Apache-2.0

internal import Text
package import SignedText

/// Makes signed texts of any head, right and wrong ones.
package enum Forge {
    /// `head` and `payload`, which are JSON already, signed by `key`.
    package static func text(head: String, payload: String, key: SigningKey) throws -> String {
        let signed = [head, payload].map { Base64.text(Array($0.utf8), forURL: true) }
            .joined(separator: ".")
        return signed + "."
            + Base64.text(try key.signature(of: Array(signed.utf8)), forURL: true)
    }

    /// A head by ES256 with these certificates.
    package static func head(_ chain: [String], algorithm: String = "ES256") -> String {
        let list = chain.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"alg\":\"\(algorithm)\",\"x5c\":[\(list)]}"
    }

    /// 2027-01-15, when all certificates of the tests are valid.
    package static let signedDate: Int64 = 1_800_000_000_000

    /// What a transaction would say.
    package static func payload(signedDate: Int64? = signedDate) -> String {
        let date = signedDate.map { ",\"signedDate\":\($0)" } ?? ""
        return "{\"transactionId\":\"1\",\"bundleId\":\"com.example.cleaner\"\(date)}"
    }

    /// The good chain.
    package static let chain = [TestChains.leaf, TestChains.middle, TestChains.root]
    /// What it ends at.
    package static let anchor = ChainAnchor(rootDigest: TestChains.rootDigest)

    /// A text that is right in everything, but for what is given.
    package static func transaction(
        chain: [String] = chain, algorithm: String = "ES256", payload: String = payload()
    ) throws -> String {
        try text(
            head: head(chain, algorithm: algorithm), payload: payload, key: TestChains.key())
    }

    /// Why `text` is refused by the anchor of the tests; nil if it is not.
    package static func refusal(_ text: String, anchor: ChainAnchor = anchor) -> SignedTextRefusal?
    {
        do throws(SignedTextRefusal) {
            _ = try SignedTextReader.read(text, anchor: anchor)
            return nil
        } catch {
            return error
        }
    }

    /// Why `text` is refused as one of an issuer; nil if it is not.
    package static func refusal(
        _ text: String, kind: String = "grant", key: VerifyingKey
    ) -> SignedTextRefusal? {
        do throws(SignedTextRefusal) {
            _ = try SignedTextReader.read(text, kind: kind, key: key)
            return nil
        } catch {
            return error
        }
    }
}
