// SPDX-License-Identifier: Apache-2.0

internal import CPKCS11
internal import Messages
internal import SignedText
internal import Text
internal import Threads
internal import Workflow

/// The key of an issuer on a token, by PKCS #11: it signs there, and never leaves it.
final class TokenKey: TextSigner {
    /// The public part, as the token tells it.
    let verifying: VerifyingKey
    private let label: String
    private let session: Lock<TokenSession>

    private init(_ session: TokenSession, _ label: String, _ verifying: VerifyingKey) {
        self.session = Lock(session)
        self.label = label
        self.verifying = verifying
    }

    /// The key called `label` at `place`; where there is none, and `makes` says so, a new one is made.
    static func open(
        _ place: TokenPlace, label: String, makes: Bool
    ) throws(Failure) -> TokenKey {
        var fault: cpkcs11_fault = 0
        let pin = try place.pin()
        let opened = cpkcs11_open(place.module, place.token, pin, pin.count, &fault)
        guard let opened else { throw place.failure(fault) }
        let session = TokenSession(opened)
        var point = [UInt8](repeating: 0, count: 65)
        if cpkcs11_point(opened, label, &point, &fault) == 0 {
            guard fault == CPKCS11_NO_KEY, makes, cpkcs11_make(opened, label, &fault) == 1,
                cpkcs11_point(opened, label, &point, &fault) == 1
            else { throw place.failure(fault) }
        }
        let verifying = try IssuerStore.signing { () throws(SignedTextRefusal) in
            try VerifyingKey(point: point)
        }
        return TokenKey(session, label, verifying)
    }

    func signature(of bytes: [UInt8]) throws(SignedTextRefusal) -> [UInt8] {
        let digest = SignedTextReader.hash(of: bytes)
        var signature = [UInt8](repeating: 0, count: 64)
        let isDone = session.withLock { session in
            var fault: cpkcs11_fault = 0
            return cpkcs11_sign(session.pointer, label, digest, &signature, &fault) == 1
        }
        guard isDone else { throw .key }
        return signature
    }
}

/// A session that ends with its last user.
private final class TokenSession: @unchecked Sendable {
    // Used under the lock of the key alone.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cpkcs11_close(pointer) }
}
