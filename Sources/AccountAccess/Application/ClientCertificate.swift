// SPDX-License-Identifier: Apache-2.0

internal import CCrypto
internal import Foundation
package import HTTPTransport
internal import Messages

/// A certificate with its private key, by which an application proves who it is.
///
/// The key is kept as it came and read again for each signature, so that nothing of libcrypto
/// crosses a thread.
package struct ClientCertificate: Sendable {
    private let pem: [UInt8]
    /// The SHA-256 of the certificate, by which the service finds it.
    private let thumbprint: [UInt8]

    /// The certificate and the RSA key in `pem`, in whatever order. Throws an error that says what
    /// is missing; `now` is in seconds since the epoch.
    package init(pem: [UInt8], now: Double) throws(AccessError) {
        self.pem = pem
        // Errors of earlier calls would only confuse.
        ERR_clear_error()
        guard let certificate = Self.certificate(pem) else {
            throw Self.failure(String(clause: "holds no certificate in PEM form"))
        }
        defer { X509_free(certificate) }
        guard let key = Self.key(pem) else {
            throw Self.failure(
                String(clause: "holds no private key in PEM form that needs no password"))
        }
        defer { EVP_PKEY_free(key) }
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA else {
            throw Self.failure(
                String(clause: "has a key of another kind than RSA, which the service requires"))
        }
        guard X509_check_private_key(certificate, key) == 1 else {
            throw Self.failure(
                String(clause: "has a private key that does not belong to the certificate"))
        }
        var instant = time_t(now)
        guard X509_cmp_time(X509_get0_notAfter(certificate), &instant) > 0 else {
            throw Self.failure(String(clause: "has expired"))
        }
        var digest = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        guard X509_digest(certificate, EVP_sha256(), &digest, &count) == 1, count == 32 else {
            throw Self.failure(String(clause: "cannot be read"))
        }
        thumbprint = digest
    }

    /// How long an assertion is good for.
    private static let assertionSeconds = 480

    /// A signed statement for the service at `audience` that the sender is `clientID`
    /// (RFC 7523, with PS256 and `x5t#S256`).
    func assertion(
        audience: String, clientID: String, id: String, now: Double
    ) throws(AccessError) -> SecretText {
        let header = ["alg": "PS256", "typ": "JWT", "x5t#S256": Base64URL.text(thumbprint)]
        let second = Int(now)
        let claims: [String: Any] = [
            "aud": audience, "iss": clientID, "sub": clientID, "jti": id, "nbf": second,
            "iat": second, "exp": second + Self.assertionSeconds,
        ]
        let content = try Self.part(header) + "." + Self.part(claims)
        return SecretText(content + "." + Base64URL.text(try signature(Array(content.utf8))))
    }

    private static func part(_ members: [String: Any]) throws(AccessError) -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? JSONSerialization.data(withJSONObject: members, options: options)
        else { throw failure(String(clause: "cannot be used with this client id or address")) }
        return Base64URL.text([UInt8](data))
    }

    /// RSASSA-PSS with SHA-256 and a salt as long as the digest (RFC 7518 section 3.5).
    private func signature(_ bytes: [UInt8]) throws(AccessError) -> [UInt8] {
        guard let key = Self.key(pem), let context = EVP_MD_CTX_new() else {
            throw Self.failure(String(clause: "cannot be read"))
        }
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        // Belongs to `context`.
        var parameters: OpaquePointer?
        var count = 0
        guard EVP_DigestSignInit(context, &parameters, EVP_sha256(), nil, key) == 1,
            EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) == 1,
            EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST) == 1,
            EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1
        else { throw Self.failure(String(clause: "cannot sign")) }
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else {
            throw Self.failure(String(clause: "cannot sign"))
        }
        return Array(signature.prefix(count))
    }

    // MARK: PEM

    private static func certificate(_ pem: [UInt8]) -> OpaquePointer? {
        reading(pem) { PEM_read_bio_X509($0, nil, noPassword, nil) }
    }

    private static func key(_ pem: [UInt8]) -> OpaquePointer? {
        reading(pem) { PEM_read_bio_PrivateKey($0, nil, noPassword, nil) }
    }

    private static func reading(
        _ pem: [UInt8], _ read: (OpaquePointer) -> OpaquePointer?
    ) -> OpaquePointer? {
        pem.withUnsafeBytes { bytes in
            guard let count = Int32(exactly: bytes.count),
                let source = BIO_new_mem_buf(bytes.baseAddress, count)
            else { return nil }
            defer { BIO_free(source) }
            return read(source)
        }
    }

    private static func failure(_ what: String) -> AccessError {
        AccessError(
            .misconfigured,
            String(clause: "the file that CLEANRULES_CLIENT_CERTIFICATE names \(what)"))
    }
}

/// pem_password_cb(3): without one, libcrypto would ask on the terminal.
private func noPassword(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ isWriting: Int32,
    _ data: UnsafeMutableRawPointer?
) -> Int32 { -1 }

extension ClientCertificate: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Says that something is kept back.
    package var description: String { "redacted" }
    /// Says that something is kept back.
    package var debugDescription: String { "redacted" }
    /// Without the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
