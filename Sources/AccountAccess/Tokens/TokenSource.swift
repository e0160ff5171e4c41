// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// Where the tokens of one account come from when they have to be renewed.
protocol TokenSource: Sendable {
    /// Tokens that may be used from now on, other than `rejected`; they show `claims`, if there
    /// are any.
    func renewal(insteadOf rejected: String?, claims: String?) async -> TokenRenewal

    /// What to say when the service asks for more than any token of this source can show without a
    /// person.
    func challenged(_ claims: String) async -> AccessError

    /// What to say when the service refuses a token that has only just come.
    var refusedAnew: AccessError { get }
}

/// What came of a renewal.
struct TokenRenewal: Sendable {
    /// Tokens, fresh or not, so far as the source knows them.
    var account: StoredAccount?
    /// Whether the service handed the tokens out just now.
    var isNew = false
    /// Why they are not fresh.
    var error: AccessError?
    /// For how long the service should be left alone after the error.
    var restSeconds = 0.0

    /// After a failed renewal the service is left alone for so long, however often it is asked.
    private static let usualRestSeconds = 60.0

    /// Fresh tokens.
    static func done(_ account: StoredAccount, isNew: Bool) -> TokenRenewal {
        TokenRenewal(account: account, isNew: isNew)
    }

    /// None, because of something on this side that the service need not be spared for.
    static func failed(_ error: AccessError, _ account: StoredAccount? = nil) -> TokenRenewal {
        TokenRenewal(account: account, error: error)
    }

    /// None, because the service said no or cannot be asked; it is left alone for a while.
    static func refused(
        _ error: AccessError, _ account: StoredAccount?, seconds: Double? = nil
    ) -> TokenRenewal {
        TokenRenewal(account: account, error: error, restSeconds: seconds ?? usualRestSeconds)
    }
}
