// SPDX-License-Identifier: Apache-2.0

package import Messages

/// Why something that was signed well says nothing here. Each has a code of its own, which never
/// changes its meaning.
package enum EntitlementRefusal: ClausedError, Sendable, Hashable {
    case claimMissing(String)
    case claimInvalid(String)
    case issuer(String)
    case subject
    case seat
    case bundle(String)
    case app
    case environment(String)
    case future
    case older
    case conflicting
    case productUnknown(String)
    case tierUnknown(String)

    /// The code for programs.
    package var code: String {
        switch self {
        case .claimMissing: "claim-missing"
        case .claimInvalid: "claim-invalid"
        case .issuer: "issuer-other"
        case .subject: "subject-other"
        case .seat: "seat-other"
        case .bundle: "bundle-other"
        case .app: "app-other"
        case .environment: "environment-other"
        case .future: "signed-in-future"
        case .older: "older-than-known"
        case .conflicting: "conflicting"
        case .productUnknown: "product-unknown"
        case .tierUnknown: "tier-unknown"
        }
    }

    /// What is wrong, for people.
    package var clause: Message {
        switch self {
        case .claimMissing(let name): Message("the signed text does not say '\(name)'")
        case .claimInvalid(let name): Message("what the signed text says as '\(name)' is none")
        case .issuer(let name): Message("the text is signed for the issuer '\(name)'")
        case .subject: Message("the text is signed for another account")
        case .seat: Message("the text is signed for another machine")
        case .bundle(let name): Message("the purchase belongs to the app '\(name)'")
        case .app: Message("the purchase belongs to another app")
        case .environment(let name): Message("the purchase was made in the environment '\(name)'")
        case .future: Message("the text says that it was signed later than now")
        case .older: Message("a newer one is known already")
        case .conflicting: Message("another text of the same instant is known already")
        case .productUnknown(let name): Message("the policy knows no product '\(name)'")
        case .tierUnknown(let name): Message("the policy knows no tier '\(name)'")
        }
    }
}
