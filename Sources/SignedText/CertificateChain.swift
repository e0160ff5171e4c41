// SPDX-License-Identifier: Apache-2.0

internal import CCrypto
internal import Text

/// The root at which certificates have to end, and the marks that they have to bear.
package struct ChainAnchor: Sendable, Hashable {
    /// The SHA-256 of the root's certificate.
    let root: [UInt8]
    /// The object identifiers of the extensions of the signer's and of the middle certificate.
    let leafMark: String
    /// The same of the certificate in the middle.
    let intermediateMark: String

    /// The root with that digest, in hexadecimal digits, and Apple's marks for the App Store.
    package init(rootDigest: String) {
        root = HexDigits.bytes(rootDigest) ?? []
        leafMark = "1.2.840.113635.100.6.11.1"
        intermediateMark = "1.2.840.113635.100.6.2.1"
    }

    /// Apple Root CA - G3, by which all that the App Store signs can be proved.
    package static let appStore = ChainAnchor(
        rootDigest: "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
}

/// Three certificates: the signer's, one in the middle, the root.
final class CertificateChain {
    private let certificates: [OpaquePointer]

    /// The certificates with that DER; nothing may follow in it.
    init(_ chain: [[UInt8]]) throws(SignedTextRefusal) {
        ERR_clear_error()
        var found: [OpaquePointer] = []
        for bytes in chain {
            guard let certificate = Self.certificate(bytes) else { break }
            found.append(certificate)
        }
        certificates = found
        guard found.count == chain.count else { throw .certificate }
        guard found.count == 3 else { throw .chainLength }
    }

    deinit { for certificate in certificates { X509_free(certificate) } }

    private static func certificate(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            guard let certificate = d2i_X509(nil, &start, buffer.count) else { return nil }
            if let first = buffer.baseAddress, start == first + buffer.count { return certificate }
            X509_free(certificate)
            return nil
        }
    }

    /// Throws unless they lead to the root of `anchor`, with its marks, and were valid at `instant`,
    /// in seconds since the epoch.
    func check(against anchor: ChainAnchor, at instant: Int64) throws(SignedTextRefusal) {
        guard Self.digest(certificates[2]) == anchor.root else { throw .root }
        guard X509_check_ca(certificates[0]) == 0 else { throw .leafIsAuthority }
        guard Self.has(anchor.leafMark, certificates[0]) else { throw .leafPurpose }
        guard Self.has(anchor.intermediateMark, certificates[1]) else {
            throw .intermediatePurpose
        }
        switch try verification(at: instant) {
        case X509_V_OK: return
        case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: throw .expired
        default: throw .chain
        }
    }

    /// Whether `signature` is one of the first certificate's key over `bytes`.
    func hasSigned(
        _ bytes: [UInt8], _ signature: [UInt8]
    ) throws(SignedTextRefusal) -> Bool {
        guard let key = X509_get0_pubkey(certificates[0]), PEMText.isOnCurve(key)
        else { throw .key }
        return SignatureForm.isValid(signature, of: bytes, key: key)
    }

    private static func digest(_ certificate: OpaquePointer) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        let isDone = X509_digest(certificate, EVP_sha256(), &digest, &count) == 1
        return isDone && count == 32 ? digest : []
    }

    /// Whether it has an extension with that object identifier.
    private static func has(_ mark: String, _ certificate: OpaquePointer) -> Bool {
        guard let object = OBJ_txt2obj(mark, 1) else { return false }
        defer { ASN1_OBJECT_free(object) }
        return X509_get_ext_by_OBJ(certificate, object, -1) >= 0
    }

    /// What libcrypto says of the way from the first to the last: X509_V_OK, or what is wrong.
    private func verification(at instant: Int64) throws(SignedTextRefusal) -> Int32 {
        guard let store = X509_STORE_new() else { throw .chain }
        defer { X509_STORE_free(store) }
        guard let context = X509_STORE_CTX_new() else { throw .chain }
        defer { X509_STORE_CTX_free(context) }
        guard let between = OPENSSL_sk_new_null() else { throw .chain }
        defer { OPENSSL_sk_free(between) }
        guard X509_STORE_add_cert(store, certificates[2]) == 1,
            OPENSSL_sk_push(between, UnsafeRawPointer(certificates[1])) == 1,
            X509_STORE_CTX_init(context, store, certificates[0], between) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { throw .chain }
        X509_VERIFY_PARAM_set_time(parameters, time_t(instant))
        if X509_verify_cert(context) == 1, X509_STORE_CTX_get0_chain(context).map(Self.count) == 3 {
            return X509_V_OK
        }
        let fault = X509_STORE_CTX_get_error(context)
        return fault == X509_V_OK ? X509_V_ERR_UNSPECIFIED : fault
    }

    private static func count(_ stack: OpaquePointer) -> Int32 { OPENSSL_sk_num(stack) }
}
