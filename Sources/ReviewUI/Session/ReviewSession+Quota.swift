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
        let limit = try await source.terms(now)?.reviewsPerDay.map { limit in
            limit.addingReportingOverflow(counted.use.extraReviews).overflow
                ? Int64.max : limit + counted.use.extraReviews
        }
        let percent = await source.warnAtPercent()
        return ReviewQuota(
            used: counted.use.reviews, limit: limit,
            warnAt: limit.map { limit in
                let (product, isHuge) = limit.multipliedReportingOverflow(by: percent)
                return isHuge ? limit : (product + 99) / 100
            }, day: counted.effectiveDay,
            nextDay: source.timeZone.nextDayStart(after: now))
    }
}
