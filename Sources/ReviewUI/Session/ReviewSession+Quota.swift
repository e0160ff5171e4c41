// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Wording

extension ReviewSession {
    /// Allows `reviews` more today.
    package func extendQuota(by reviews: Int64) async throws(ReviewError) -> ReviewState {
        let now = source.clock()
        let day = source.timeZone.day(at: now).text
        _ = try await asking { ledger async throws(LedgerError) in
            try await ledger.extendReviews(day: day, by: reviews, actor: "person", at: now)
        }
        return try await state()
    }

    func quota(at now: Timestamp) async throws(ReviewError) -> ReviewQuota {
        let today = source.timeZone.day(at: now).text
        let counted = try await asking { ledger async throws(LedgerError) in
            try await ledger.quotaUse(day: today)
        }
        let terms = try await source.terms(now)
        let limit = terms?.mostReviews(extra: counted.use.extraReviews)
        let tier = terms?.tierOfReviews(limit)
        let own = await source.warnAtPercent()
        let percent = tier?.warnAtPercent ?? own
        var quota = ReviewQuota(
            used: counted.use.reviews, limit: limit,
            warnAt: limit.map { limit in
                let (product, isHuge) = limit.multipliedReportingOverflow(by: percent)
                return isHuge ? limit : (product + 99) / 100
            }, day: counted.effectiveDay,
            nextDay: source.timeZone.nextDayStart(after: now),
            tier: tier?.title)
        quota.issuers = tier?.issuers ?? []
        quota.invites = try await invites(quota, now)
        if tier != nil, quota.isUsedUp {
            await count(.limitReached, quota.issuers, quota.day)
            if quota.invites { await count(.offerShown, quota.issuers, quota.day) }
        }
        return quota
    }

    /// Whether few reviews are left of `quota`, and it is this session that says so: once a day, in
    /// whatever view. The issuers of a tier whose bound it is are told that somebody was warned.
    package func warns(of quota: ReviewQuota) async -> Bool {
        guard quota.isNearEnd, !quota.isUsedUp else { return false }
        if let warned, warned.day == quota.day { return warned.isOurs }
        let isFirst: Bool
        do throws(ReviewError) {
            isFirst = try await asking { ledger async throws(LedgerError) in
                try await ledger.noteWarning(of: .reviews, day: quota.day)
            }
        } catch {
            // Rather twice than never.
            return true
        }
        // Another call may have noted it meanwhile, for this session as well.
        let wasOurs = warned.map { $0.day == quota.day && $0.isOurs } ?? false
        warned = (quota.day, isFirst || wasOurs)
        if isFirst { await count(.limitWarned, quota.issuers, quota.day) }
        return isFirst || wasOurs
    }

    /// Counts, once a day, what came of a bound; where that cannot be written, it is not counted.
    private func count(_ event: EventName, _ issuers: [String], _ day: String) async {
        _ = try? await asking { ledger async throws(LedgerError) in
            try await ledger.countOnce(event, of: issuers, day: day)
        }
    }

    /// Whether the way to more than a tier allows is shown at `now`.
    private func invites(
        _ quota: ReviewQuota, _ now: Timestamp
    ) async throws(ReviewError) -> Bool {
        guard quota.tier != nil, quota.isUsedUp else { return false }
        return try await asking { ledger async throws(LedgerError) in
            try await ledger.offersPutOff().map { $0 <= now } ?? true
        }
    }

    /// Has nobody be told of offers for a day.
    package func putOffOffers() async throws(ReviewError) -> ReviewState {
        let now = source.clock()
        _ = try await asking { ledger async throws(LedgerError) in
            try await ledger.putOffOffers(actor: "person", at: now)
        }
        let counted = try await quota(at: now)
        if let tier = try await source.terms(now)?.tier {
            await count(.offerLater, tier.issuers, counted.day)
        }
        return try await state()
    }
}
