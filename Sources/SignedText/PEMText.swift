// SPDX-License-Identifier: Apache-2.0

internal import CCrypto

/// Keys as text, and the digest of bytes.
enum PEMText {
    /// What `read` makes of `pem`.
    static func reading(
        _ pem: [UInt8], _ read: (OpaquePointer) -> OpaquePointer?
    ) -> OpaquePointer? {
        // Errors of earlier calls would only confuse.
        ERR_clear_error()
        return pem.withUnsafeBytes { bytes in
            guard let count = Int32(exactly: bytes.count),
                let source = BIO_new_mem_buf(bytes.baseAddress, count)
            else { return nil }
            defer { BIO_free(source) }
            return read(source)
        }
    }

    /// What `write` writes.
    static func written(_ write: (OpaquePointer) -> Int32) -> [UInt8]? {
        guard let target = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(target) }
        guard write(target) == 1, let count = Int32(exactly: BIO_ctrl_pending(target)), count > 0
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        guard BIO_read(target, &bytes, count) == count else { return nil }
        return bytes
    }

    /// The SHA-256 of `bytes`.
    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(isDone == 1, "no memory for a digest")
        return digest
    }

    /// Whether the key at `key` is one of P-256.
    static func isOnCurve(_ key: OpaquePointer) -> Bool {
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_EC,
            EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1
        else { return false }
        return String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            == "prime256v1"
    }
}

/// pem_password_cb(3): without one, libcrypto would ask on the terminal.
func noPassword(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ isWriting: Int32,
    _ data: UnsafeMutableRawPointer?
) -> Int32 { -1 }
