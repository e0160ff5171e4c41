// SPDX-License-Identifier: Apache-2.0

import CCrypto
import RuleEngine

/// Several hashes of one run of bytes, fed piece by piece. Used by one thread.
struct FileHasher: ~Copyable {
    private var sha1: MessageDigest?
    private var sha256: MessageDigest?
    private var quickXor: QuickXorHash?

    /// A hasher for `algorithms`; nil if the library does without one of them.
    init?(_ algorithms: Set<HashAlgorithm>) {
        if algorithms.contains(.sha1) {
            sha1 = unsafe MessageDigest(EVP_sha1())
            if sha1 == nil { return nil }
        }
        if algorithms.contains(.sha256) {
            sha256 = unsafe MessageDigest(EVP_sha256())
            if sha256 == nil { return nil }
        }
        if algorithms.contains(.quickXor) { quickXor = QuickXorHash() }
    }

    /// Begins anew.
    mutating func reset() {
        sha1?.reset()
        sha256?.reset()
        quickXor?.reset()
    }

    /// Takes further bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe sha1?.update(bytes)
        unsafe sha256?.update(bytes)
        unsafe quickXor?.update(bytes)
    }

    /// Hands `body` each digest.
    mutating func finish(_ body: (HashAlgorithm, UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe sha1?.withDigest { unsafe body(.sha1, $0) }
        unsafe sha256?.withDigest { unsafe body(.sha256, $0) }
        unsafe quickXor?.withDigest { unsafe body(.quickXor, $0) }
    }
}

/// One digest of libcrypto; EVP_DigestInit_ex(3).
@safe struct MessageDigest: ~Copyable {
    private let context: OpaquePointer
    private let type: OpaquePointer

    /// A digest of `type`; nil if the library cannot make one.
    init?(_ type: OpaquePointer?) {
        guard let type = unsafe type, let context = unsafe EVP_MD_CTX_new() else { return nil }
        guard unsafe EVP_DigestInit_ex(context, type, nil) == 1 else {
            unsafe EVP_MD_CTX_free(context)
            return nil
        }
        unsafe self.context = unsafe context
        unsafe self.type = unsafe type
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Begins anew.
    mutating func reset() {
        let done = unsafe EVP_DigestInit_ex(context, type, nil)
        precondition(done == 1, "a digest that began once begins again")
    }

    /// Takes further bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let done = unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(done == 1, "a digest that began takes bytes")
    }

    /// Hands `body` the digest; `reset` must follow.
    mutating func withDigest(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) {
            room in
            var length: UInt32 = 0
            let done = unsafe EVP_DigestFinal_ex(context, room.baseAddress, &length)
            precondition(done == 1, "a digest that began comes to an end")
            unsafe body(UnsafeBufferPointer(rebasing: room[..<Int(length)]))
        }
    }
}
