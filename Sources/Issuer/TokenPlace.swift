// SPDX-License-Identifier: Apache-2.0

internal import CPKCS11
internal import Messages
internal import POSIX
internal import Text
internal import Workflow

/// Where a key lies that never leaves its token.
package struct TokenPlace: Sendable {
    /// The library by which the token is asked (PKCS #11).
    package let module: String
    /// The token's label.
    package let token: String
    /// The file with the PIN; nil: the environment has it.
    package let pinFile: String?

    /// The variable with the PIN.
    package static let pinVariable = "CLEANRULES_ISSUER_PIN"
    /// The most bytes of a PIN.
    private static let pinBytesMax = 256

    /// The token labelled `token`, by the library `module`; the PIN is in `pinFile` or the environment.
    package init(module: String, token: String, pinFile: String?) {
        self.module = module
        self.token = token
        self.pinFile = pinFile
    }

    /// The PIN, without the end of its line.
    func pin() throws(Failure) -> [UInt8] {
        var bytes: [UInt8]
        if let pinFile {
            if FileBytes.exists(pinFile) { try IssuerStore.checkAlone(pinFile) }
            bytes = try FileBytes.read(pinFile, most: Self.pinBytesMax)
        } else {
            bytes = Array((Environment.value(Self.pinVariable) ?? "").utf8)
        }
        while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            bytes.removeLast()
        }
        guard !bytes.isEmpty, bytes.count <= Self.pinBytesMax else {
            throw Failure(
                .refused,
                Message(
                    "the token asks for a PIN: name a file that has it with --pin-file, or set"
                        + " \(Self.pinVariable)"))
        }
        return bytes
    }

    /// Why the token was of no use.
    func failure(_ fault: cpkcs11_fault) -> Failure {
        let token = VisibleText.escaped(token)
        let clause: Message
        switch fault {
        case CPKCS11_MODULE:
            clause = Message(
                "'\(VisibleText.escaped(module))' is no library of a token that can be opened")
        case CPKCS11_NO_TOKEN: clause = Message("there is no token '\(token)'")
        case CPKCS11_AMBIGUOUS:
            clause = Message("several tokens, or keys on it, are called like '\(token)' or its key")
        case CPKCS11_NO_KEY:
            clause = Message("the token '\(token)' has no key of this issuer")
        case CPKCS11_FORM:
            clause = Message("the key on the token '\(token)' is none of the curve P-256")
        // CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE, CKR_PIN_EXPIRED, CKR_PIN_LOCKED.
        case 0xa0...0xa4: clause = Message("the token '\(token)' does not take this PIN")
        default:
            clause = Message(
                "the token '\(token)' answers with the fault \(String(fault, radix: 16))")
        }
        return Failure(.refused, clause)
    }
}
