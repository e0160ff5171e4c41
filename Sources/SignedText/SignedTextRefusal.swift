// SPDX-License-Identifier: Apache-2.0

package import Messages

/// Why a signed text is not believed. Each case is a code of its own, which never changes its
/// meaning.
package enum SignedTextRefusal: String, ClausedError, CaseIterable {
    case tooLarge = "signed-too-large"
    case form = "signed-form"
    case encoding = "signed-encoding"
    case header = "signed-header"
    case headerUnknown = "signed-header-unknown"
    case duplicateKey = "signed-duplicate-key"
    case payload = "signed-payload"
    case algorithm = "signed-algorithm"
    case kind = "signed-kind"
    case signatureForm = "signed-signature-form"
    case signature = "signed-signature"
    case key = "signed-key"
    case chainMissing = "signed-chain-missing"
    case chainLength = "signed-chain-length"
    case certificate = "signed-certificate"
    case root = "signed-root"
    case leafIsAuthority = "signed-leaf-authority"
    case leafPurpose = "signed-leaf-purpose"
    case intermediatePurpose = "signed-intermediate-purpose"
    case noDate = "signed-no-date"
    case chain = "signed-chain"
    case expired = "signed-chain-date"

    /// What is wrong, for people.
    package var clause: Message {
        switch self {
        case .tooLarge: Message("the signed text is too large")
        case .form: Message("the text is no signed text: three parts with dots between them")
        case .encoding: Message("the signed text is not encoded as it must be")
        case .header: Message("the head of the signed text cannot be read")
        case .headerUnknown: Message("the head of the signed text asks for what is not known here")
        case .duplicateKey: Message("the signed text says one thing twice")
        case .payload: Message("what was signed cannot be read")
        case .algorithm: Message("the text is not signed by ES256")
        case .kind: Message("another kind of text was signed")
        case .signatureForm: Message("the signature has not the form of one")
        case .signature: Message("the signature does not belong to the text and the key")
        case .key: Message("the key is none of the curve P-256")
        case .chainMissing: Message("the signed text brings no certificates")
        case .chainLength: Message("the signed text has not exactly three certificates")
        case .certificate: Message("a certificate of the signed text cannot be read")
        case .root: Message("the certificates do not end at the root that is trusted")
        case .leafIsAuthority: Message("the signing certificate is one of an authority")
        case .leafPurpose: Message("the signing certificate was not issued for this purpose")
        case .intermediatePurpose:
            Message("the certificate in the middle was not issued for this purpose")
        case .noDate: Message("the signed text does not say when it was signed")
        case .chain: Message("the certificates do not follow from each other")
        case .expired: Message("a certificate was not valid when the text was signed")
        }
    }
}
