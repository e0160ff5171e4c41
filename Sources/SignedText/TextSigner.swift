// SPDX-License-Identifier: Apache-2.0

/// Who signs texts: a key in a file, or one that never leaves its token.
package protocol TextSigner: Sendable {
    /// The public part of the key.
    var verifying: VerifyingKey { get }

    /// The signature over `bytes` by ES256: two numbers of 32 bytes. Throws `key` where there is none.
    func signature(of bytes: [UInt8]) throws(SignedTextRefusal) -> [UInt8]
}
