// SPDX-License-Identifier: Apache-2.0

package import AccountAccess
package import RuleEngine

/// How somebody stands with the account of a OneDrive, by what this machine keeps: nobody is asked.
package enum AccountStanding: Sendable {
    /// The application acts by itself, and nobody has to sign in.
    case application
    /// Somebody is signed in, and the sign-in lasts.
    case signedIn(StoredAccount)
    /// Nobody is.
    case absent
    /// Somebody was; it has ended and cannot be renewed.
    case expired
    /// The rules or the store of tokens cannot be read so that it could be told.
    case unusable

    /// How somebody stands with `drive`, by the tokens in `vault`; nil for one that cannot be opened.
    package static func of(
        _ drive: DriveDeclaration, in vault: TokenVault?
    ) async -> AccountStanding {
        if AccountOpening.actsByItself { return .application }
        guard let vault, let settings = try? AccountOpening.settings(for: drive) else {
            return .unusable
        }
        guard let account = try? await vault.store.account(settings.key), account.isSignedIn else {
            return .absent
        }
        let lasts = account.canBeRenewed || account.expiresAt > AccountClock.system.now()
        return lasts ? .signedIn(account) : .expired
    }
}
