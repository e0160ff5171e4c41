// SPDX-License-Identifier: Apache-2.0

internal import CCrypto
internal import RuleEngine
internal import Text

/// A running SHA-256 over bytes that are already in memory, such as rules files and plans.
@safe public final class SHA256Stream {
    private let context: OpaquePointer?

    /// A digest of nothing yet.
    public init() {
        // EVP_MD_CTX_new(3): NULL only when memory runs out.
        unsafe context = unsafe EVP_MD_CTX_new()
        unsafe precondition(context != nil, "no memory for a digest")
        unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Takes more bytes.
    public func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// Takes more bytes.
    public func update(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe update($0) }
    }

    /// The digest in lower-case hex; nothing may be added afterwards.
    public func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe EVP_DigestFinal_ex(context, &digest, nil)
        return HexDigits.text(digest)
    }
}
