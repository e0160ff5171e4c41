// SPDX-License-Identifier: Apache-2.0

import CCrypto
import Foundation
import Testing

/// A self-signed certificate and its key, made for one test.
final class TestCertificate {
    private let key: OpaquePointer
    private let certificate: OpaquePointer

    enum Kind {
        case rsa
        case ec
    }

    /// A certificate that ends after `seconds`.
    init(_ kind: Kind = .rsa, seconds: Int = 86_400) throws {
        let context = try #require(
            EVP_PKEY_CTX_new_id(kind == .rsa ? EVP_PKEY_RSA : EVP_PKEY_EC, nil))
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        try #require(EVP_PKEY_keygen_init(context) == 1)
        switch kind {
        case .rsa: try #require(EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2_048) == 1)
        case .ec:
            // NID_X9_62_prime256v1
            try #require(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, 415) == 1)
        }
        try #require(EVP_PKEY_keygen(context, &key) == 1)
        self.key = try #require(key)
        certificate = try #require(X509_new())
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1)
        X509_gmtime_adj(X509_getm_notBefore(certificate), -60)
        X509_gmtime_adj(X509_getm_notAfter(certificate), seconds)
        X509_set_pubkey(certificate, key)
        try #require(X509_sign(certificate, key, EVP_sha256()) > 0)
    }

    deinit {
        EVP_PKEY_free(key)
        X509_free(certificate)
    }

    /// The certificate alone.
    func certificatePEM() throws -> [UInt8] {
        try text { PEM_write_bio_X509($0, certificate) }
    }

    /// The key alone, behind a password if there is one.
    func keyPEM(password: String? = nil) throws -> [UInt8] {
        try text { sink in
            guard let password else {
                return PEM_write_bio_PrivateKey(sink, key, nil, nil, 0, nil, nil)
            }
            let bytes = Array(password.utf8)
            return PEM_write_bio_PrivateKey(
                sink, key, EVP_aes_256_cbc(), bytes, Int32(bytes.count), nil, nil)
        }
    }

    /// The SHA-256 of the certificate in DER form.
    func thumbprint() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        X509_digest(certificate, EVP_sha256(), &digest, nil)
        return digest
    }

    /// Whether `signature` is one of `text` in the form PS256: the salt has 32 bytes.
    func verifies(_ text: String, _ signature: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        var parameters: OpaquePointer?
        let bytes = Array(text.utf8)
        return EVP_DigestVerifyInit(context, &parameters, EVP_sha256(), nil, key) == 1
            && EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) == 1
            && EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, 32) == 1
            && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    }

    private func text(_ write: (OpaquePointer) -> Int32) throws -> [UInt8] {
        let sink = try #require(BIO_new(BIO_s_mem()))
        defer { BIO_free(sink) }
        try #require(write(sink) == 1)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = BIO_read(sink, &bytes, Int32(bytes.count))
        return Array(bytes.prefix(Int(max(0, count))))
    }
}
