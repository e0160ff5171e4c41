// SPDX-License-Identifier: Apache-2.0

internal import CCrypto

/// Signatures by ES256: two numbers of 32 bytes in a JWS (RFC 7518 section 3.4), DER in libcrypto.
enum SignatureForm {
    private static let half = 32

    /// Whether `signature` is one over `bytes` by the key at `key`.
    static func isValid(_ signature: [UInt8], of bytes: [UInt8], key: OpaquePointer) -> Bool {
        guard let encoded = encoded(signature), let context = EVP_MD_CTX_new() else {
            return false
        }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, encoded, encoded.count, bytes, bytes.count) == 1
    }

    /// The signature over `bytes` by the private key at `key`; nil where libcrypto cannot.
    static func signature(of bytes: [UInt8], key: OpaquePointer) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var count = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1
        else { return nil }
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else {
            return nil
        }
        return plain(Array(signature.prefix(count)))
    }

    /// The DER of two numbers.
    private static func encoded(_ signature: [UInt8]) -> [UInt8]? {
        guard signature.count == 2 * half, let pair = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(pair) }
        let first = BN_bin2bn(Array(signature[..<half]), Int32(half), nil)
        let second = BN_bin2bn(Array(signature[half...]), Int32(half), nil)
        // The pair owns both from here on.
        guard first != nil, second != nil, ECDSA_SIG_set0(pair, first, second) == 1 else {
            BN_free(first)
            BN_free(second)
            return nil
        }
        let count = i2d_ECDSA_SIG(pair, nil)
        guard count > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let written = bytes.withUnsafeMutableBufferPointer { buffer in
            var end = buffer.baseAddress
            return i2d_ECDSA_SIG(pair, &end)
        }
        return written == count ? bytes : nil
    }

    /// The two numbers of a DER.
    private static func plain(_ encoded: [UInt8]) -> [UInt8]? {
        let pair = encoded.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_ECDSA_SIG(nil, &start, buffer.count)
        }
        guard let pair else { return nil }
        defer { ECDSA_SIG_free(pair) }
        var first = [UInt8](repeating: 0, count: half)
        var second = [UInt8](repeating: 0, count: half)
        guard BN_bn2binpad(ECDSA_SIG_get0_r(pair), &first, Int32(half)) == Int32(half),
            BN_bn2binpad(ECDSA_SIG_get0_s(pair), &second, Int32(half)) == Int32(half)
        else { return nil }
        return first + second
    }
}
