// SPDX-License-Identifier: Apache-2.0

internal import CCrypto
internal import Text

/// Digests that only who has the key can make: HMAC with SHA-256 (RFC 2104).
package enum SignedDigest {
    /// The digest of `bytes` with `key`, in lower-case hex.
    package static func sha256(_ bytes: [UInt8], key: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        // HMAC(3): NULL only when memory runs out.
        let made = unsafe HMAC(
            EVP_sha256(), key, Int32(clamping: key.count), bytes, bytes.count, &digest, &count)
        unsafe precondition(made != nil && count == 32, "no memory for a digest")
        return HexDigits.text(digest)
    }
}
