// SPDX-License-Identifier: Apache-2.0

internal import CCrypto

/// The private key of an issuer, on the curve P-256. It says nothing of itself to any log.
package struct SigningKey: TextSigner {
    private let secret: [UInt8]
    /// Its public part.
    package let verifying: VerifyingKey

    /// The key in `pem`, which needs no password.
    package init(pem: [UInt8]) throws(SignedTextRefusal) {
        guard pem.count <= VerifyingKey.bytesMax else { throw .tooLarge }
        guard let key = Self.read(pem) else { throw .key }
        defer { EVP_PKEY_free(key) }
        verifying = try VerifyingKey(key)
        secret = pem
    }

    /// A new key.
    package static func made() throws(SignedTextRefusal) -> SigningKey {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { throw .key }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key
        else { throw .key }
        defer { EVP_PKEY_free(key) }
        let pem = PEMText.written { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }
        guard let pem else { throw .key }
        return try SigningKey(pem: pem)
    }

    /// The key as PEM, for the file of its owner alone.
    package var pem: [UInt8] { secret }

    /// The signature over `bytes`.
    package func signature(of bytes: [UInt8]) throws(SignedTextRefusal) -> [UInt8] {
        guard let key = Self.read(secret) else { throw .key }
        defer { EVP_PKEY_free(key) }
        guard let signature = SignatureForm.signature(of: bytes, key: key) else { throw .key }
        return signature
    }

    private static func read(_ pem: [UInt8]) -> OpaquePointer? {
        PEMText.reading(pem) { PEM_read_bio_PrivateKey($0, nil, noPassword, nil) }
    }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that something is kept back.
    package var description: String { "redacted" }
    /// Says that something is kept back.
    package var debugDescription: String { "redacted" }
    /// Without the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
