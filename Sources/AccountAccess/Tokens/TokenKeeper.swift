// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// Holds the tokens of one account for this process, and lets them be renewed: once for all who
/// wait, and not again and again when that fails.
actor TokenKeeper {
    private let source: any TokenSource
    private let clock: AccountClock
    /// What this process knows; the source may know better.
    private var held: StoredAccount?
    /// The renewal that is under way.
    private var renewal: Task<Result<String, AccessError>, Never>?
    /// Why the last renewal failed, and until when none is tried.
    private var rest: (error: AccessError, end: Double)?
    /// The token that the service gave in the place of one that it had refused, and when.
    private var replacement: (token: String, uptime: Double)?

    /// The last token that was given to answer a claims challenge.
    private var answer: String?

    /// How many replacements in a row were refused as soon as they came.
    private var refusalCount = 0

    /// A token that is refused so soon after it came may never have been good.
    private static let newbornSeconds = 1.0
    /// So many of them in a row were none.
    private static let refusalCountMax = 3

    init(source: any TokenSource, clock: AccountClock) {
        self.source = source
        self.clock = clock
    }

    /// A token that is good for a while.
    func token() async throws(AccessError) -> String {
        if let token = fresh(insteadOf: nil) { return token }
        return try await renewed(insteadOf: nil)
    }

    /// Another token than `rejected`, which the service refused. A claims challenge is answered
    /// silently where the sign-in service lets that be; a person is needed only if it does not, or
    /// if what it gave is challenged again.
    func replacement(
        for rejected: String, claims: String?
    ) async throws(AccessError) -> String {
        if let claims { return try await self.answer(to: claims, of: rejected) }
        if let token = fresh(insteadOf: rejected) { return token }
        if let replacement, replacement.token == rejected {
            let isNewborn = clock.uptime() - replacement.uptime < Self.newbornSeconds
            refusalCount = isNewborn ? refusalCount + 1 : 0
            if refusalCount >= Self.refusalCountMax { throw source.refusedAnew }
        }
        return try await renewed(insteadOf: rejected)
    }

    private func answer(to claims: String, of rejected: String) async throws(AccessError) -> String
    {
        if rejected == answer { throw await source.challenged(claims) }
        do throws(AccessError) {
            let token = try await renewed(insteadOf: rejected, claims: claims)
            answer = token
            return token
        } catch {
            guard error.kind == .signInNeeded || error.kind == .misconfigured else { throw error }
            throw await source.challenged(claims)
        }
    }

    private func fresh(insteadOf rejected: String?) -> String? {
        guard let held, held.isFresh(at: clock.now()), let token = held.accessToken,
            token.revealed != rejected
        else { return nil }
        return token.revealed
    }

    private func renewed(
        insteadOf rejected: String?, claims: String? = nil
    ) async throws(AccessError) -> String {
        while let renewal {
            // It may have been begun by one who did not know that the token is refused.
            let token = try await renewal.value.get()
            if token != rejected { return token }
        }
        // A task of its own: when the caller is cancelled half-way, a refresh token that the
        // service has already replaced must still find its way into the store.
        let renewal = Task { () -> Result<String, AccessError> in
            let result = await self.renew(insteadOf: rejected, claims: claims)
            self.renewal = nil
            return result
        }
        self.renewal = renewal
        return try await renewal.value.get()
    }

    private func renew(
        insteadOf rejected: String?, claims: String?
    ) async -> Result<String, AccessError> {
        if let rest, clock.uptime() < rest.end {
            return usable(rejected).map(Result.success) ?? .failure(rest.error)
        }
        rest = nil
        let renewal = await source.renewal(insteadOf: rejected, claims: claims)
        if let account = renewal.account { held = account }
        if let error = renewal.error {
            if renewal.restSeconds > 0 { rest = (error, clock.uptime() + renewal.restSeconds) }
            // While the service cannot be asked, a token that has not ended will do.
            let stopgap = error.kind == .offline && claims == nil ? usable(rejected) : nil
            return stopgap.map(Result.success) ?? .failure(error)
        }
        guard let token = held?.accessToken?.revealed else { return .failure(source.refusedAnew) }
        if renewal.isNew, rejected != nil { replacement = (token, clock.uptime()) }
        return .success(token)
    }

    private func usable(_ rejected: String?) -> String? {
        guard let held, let token = held.accessToken, token.revealed != rejected,
            clock.now() < held.expiresAt
        else { return nil }
        return token.revealed
    }
}
