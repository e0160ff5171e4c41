// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
package import Messages
internal import SignedText

/// Why something about tiers was not done.
package struct TierError: ClausedError, Sendable {
    /// The code for programs.
    package let code: String
    /// What is wrong and what to do.
    package let clause: Message

    init(_ code: String, _ clause: Message) {
        self.code = code
        self.clause = clause
    }

    init(_ refusal: SignedTextRefusal) { self.init(refusal.rawValue, refusal.clause) }

    init(_ refusal: EntitlementRefusal) { self.init(refusal.code, refusal.clause) }
}
