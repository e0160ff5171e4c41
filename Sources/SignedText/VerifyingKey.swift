// SPDX-License-Identifier: Apache-2.0

internal import CCrypto
internal import Text

/// The public key of an issuer, on the curve P-256.
///
/// It is kept as bytes and read again for each use, so that nothing of libcrypto crosses a thread.
package struct VerifyingKey: Sendable, Hashable {
    /// The key as `SubjectPublicKeyInfo`.
    let encoded: [UInt8]

    /// The most bytes of a file with a key.
    package static let bytesMax = 16 * 1024

    /// The key in `pem`, which has one and no other text that counts.
    package init(pem: [UInt8]) throws(SignedTextRefusal) {
        guard pem.count <= Self.bytesMax else { throw .tooLarge }
        let key = PEMText.reading(pem) { PEM_read_bio_PUBKEY($0, nil, noPassword, nil) }
        guard let key else { throw .key }
        defer { EVP_PKEY_free(key) }
        try self.init(key)
    }

    /// The public part of the key at `key`.
    init(_ key: OpaquePointer) throws(SignedTextRefusal) {
        guard PEMText.isOnCurve(key) else { throw .key }
        let count = i2d_PUBKEY(key, nil)
        guard count > 0 else { throw .key }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let written = bytes.withUnsafeMutableBufferPointer { buffer in
            var end = buffer.baseAddress
            return i2d_PUBKEY(key, &end)
        }
        guard written == count else { throw .key }
        encoded = bytes
    }

    /// The key at that point of the curve, as tokens tell it: 4, and two numbers of 32 bytes.
    package init(point: [UInt8]) throws(SignedTextRefusal) {
        guard point.count == 65, point[0] == 4 else { throw .key }
        // RFC 5480: an algorithm, a curve, and a bit string of 66 bytes.
        let head: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06,
            0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
        let bytes = head + point
        // What is no point of the curve is no key.
        let key = bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_PUBKEY(nil, &start, buffer.count)
        }
        guard let key else { throw .key }
        defer { EVP_PKEY_free(key) }
        try self.init(key)
    }

    /// What tells it from every other key: the SHA-256 of its bytes in pairs of digits, as people
    /// compare it.
    package var fingerprint: String {
        let digits = HexDigits.text(PEMText.digest(encoded), upper: true)
        return stride(from: 0, to: digits.utf8.count, by: 4).map { start in
            String(digits.dropFirst(start).prefix(4))
        }.joined(separator: " ")
    }

    /// The key as PEM.
    package var pem: [UInt8] {
        using { key in PEMText.written { PEM_write_bio_PUBKEY($0, key) } } ?? []
    }

    /// Whether `signature` is one of this key over `bytes`.
    func hasSigned(_ bytes: [UInt8], _ signature: [UInt8]) -> Bool {
        using { SignatureForm.isValid(signature, of: bytes, key: $0) } ?? false
    }

    private func using<Value>(_ body: (OpaquePointer) -> Value?) -> Value? {
        let key = encoded.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_PUBKEY(nil, &start, buffer.count)
        }
        guard let key else { return nil }
        defer { EVP_PKEY_free(key) }
        return body(key)
    }
}
