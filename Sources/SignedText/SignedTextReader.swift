// SPDX-License-Identifier: Apache-2.0

package import Text

/// What a text says whose signature was found to be right.
package struct VerifiedText: Sendable, Hashable {
    /// What was signed.
    package let claims: JSONTree
    /// The bytes of that.
    package let payload: [UInt8]
}

/// Reads signed texts, compact JWS by ES256, and believes none that it could not verify.
package enum SignedTextReader {
    /// What `text` says, which has to be of that `kind` (its `typ`) and signed by `key`.
    package static func read(
        _ text: String, kind: String, key: VerifyingKey
    ) throws(SignedTextRefusal) -> VerifiedText {
        let form = try CompactForm(text)
        // A chain is another way to say by whom it was signed; one at a time.
        guard form.chain == nil else { throw .headerUnknown }
        guard form.kind == kind else { throw .kind }
        guard key.hasSigned(form.signed, form.signature) else { throw .signature }
        return VerifiedText(claims: form.claims, payload: form.payload)
    }

    /// What `text` says, which has to bring three certificates that end at the root of `anchor`, with
    /// the marks that it asks for, and valid at the instant `signedDate` of the text.
    package static func read(
        _ text: String, anchor: ChainAnchor
    ) throws(SignedTextRefusal) -> VerifiedText {
        let form = try CompactForm(text)
        guard let chain = form.chain else { throw .chainMissing }
        guard chain.count == 3 else { throw .chainLength }
        guard let milliseconds = form.claims["signedDate"]?.number, milliseconds > 0
        else { throw .noDate }
        let certificates = try CertificateChain(chain)
        try certificates.check(against: anchor, at: milliseconds / 1_000)
        guard try certificates.hasSigned(form.signed, form.signature) else { throw .signature }
        return VerifiedText(claims: form.claims, payload: form.payload)
    }

    /// The SHA-256 of `payload` in hexadecimal digits.
    package static func digest(of payload: [UInt8]) -> String {
        HexDigits.text(PEMText.digest(payload))
    }

    /// The SHA-256 of `bytes`, which is what a token signs.
    package static func hash(of bytes: [UInt8]) -> [UInt8] { PEMText.digest(bytes) }

    /// What `text` says of itself, unverified: for showing a person what was refused, and for finding
    /// out whose key is to be asked. Nothing is ever decided by it.
    package static func unverifiedClaims(_ text: String) throws(SignedTextRefusal) -> JSONTree {
        try CompactForm(text).claims
    }
}

/// Writes signed texts.
package enum SignedTextWriter {
    /// `claims` as a text of that `kind`, signed by `key`.
    package static func text(
        _ claims: JSONValue, kind: String, key: any TextSigner
    ) throws(SignedTextRefusal) -> String {
        let head = JSONValue.object([("alg", .text("ES256")), ("typ", .text(kind))])
        let signed = [head, claims].map { Base64.text($0.bytes(), forURL: true) }
            .joined(separator: ".")
        let signature = try key.signature(of: Array(signed.utf8))
        let text = signed + "." + Base64.text(signature, forURL: true)
        guard text.utf8.count <= CompactForm.bytesMax else { throw .tooLarge }
        return text
    }
}
