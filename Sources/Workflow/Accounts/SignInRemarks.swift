// SPDX-License-Identifier: Apache-2.0

package import AccountAccess
internal import Text
package import Wording

/// What a sign-in does not bring, though one might think so.
package enum SignInRemarks {
    /// The remarks on `account`, which somebody has just signed in with.
    package static func of(_ account: StoredAccount) -> [Phrase] {
        var remarks: [Phrase] = []
        if !account.canBeRenewed { remarks.append(.loginNotRenewed) }
        if !SignInScopes.allowDeletion(account.scopes) {
            let names: Phrase =
                account.scopes.isEmpty
                ? .loginNothingGranted
                : .verbatim(VisibleText.escaped(account.scopes.joined(separator: " ")))
            remarks.append(.loginNoDeletion(names: names))
        }
        return remarks
    }
}
