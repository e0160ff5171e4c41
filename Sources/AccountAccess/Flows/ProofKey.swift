// SPDX-License-Identifier: Apache-2.0

internal import CCrypto

/// What proves that a code is redeemed by whom it was asked by (RFC 7636, method S256).
struct ProofKey: Sendable {
    /// The secret, sent when the code is redeemed.
    let verifier: SecretText

    /// A new one of 32 random bytes.
    init() {
        verifier = SecretText(Base64URL.random(32))
    }

    /// The one with that secret.
    init(verifier: String) {
        self.verifier = SecretText(verifier)
    }

    /// What the browser is sent away with: it does not tell the secret.
    var challenge: String {
        let bytes = Array(verifier.revealed.utf8)
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(isDone == 1, "no memory for a digest")
        return Base64URL.text(digest)
    }
}
