// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

// What a step must pass before it is recorded, whichever way it came.

extension ReviewSession {
    /// What is to be recorded, if it can be decided so but for protections and the quota.
    func request(
        _ places: [(place: Int, verdict: ReviewVerdict?)], _ verdict: ReviewVerdict, _ terms: Terms,
        at now: Timestamp, _ known: inout GroupSurvival
    ) throws(ReviewError) -> ReviewRequest {
        let deck = try theDeck()
        if let lost = places.first(where: { deck.isGone($0.place) }) {
            throw ReviewError(
                .tooLate,
                .refuseGone(
                    path: VisibleText.escaped(deck.plan.items[lost.place].item.path),
                    command: .restore))
        }
        if verdict == .snooze {
            guard let until = terms.until, until > now else {
                throw ReviewError(.invalid, .refuseSnoozePast)
            }
        }
        let going = places.filter { ($0.verdict ?? verdict) == .delete }.map(\.place)
        let staying = Set(places.map(\.place)).subtracting(going)
        if !terms.acceptsLastCopy, deck.losesAll(going, staying: staying, at: now, &known) {
            throw ReviewError(.lastCopy, .refuseLastCopy)
        }
        var request = ReviewRequest(
            verdict, until: verdict == .snooze ? terms.until : nil,
            items: places.map { place, own in
                var reviewed = deck.plan.items[place].reviewed
                reviewed.verdict = own
                return reviewed
            },
            at: now, day: source.timeZone.day(at: now).text, zone: source.timeZone.identifier,
            source: front, key: terms.key)
        request.milliseconds = terms.milliseconds.map { max(0, $0) }
        request.isBlind = terms.isBlind
        request.seenDecision = terms.seenDecision
        request.groups = deck.said(
            places, verdict, byHand: ReviewDeck.showsPictures(front) && !terms.isBlind, at: now)
        return request
    }

    /// Records `requests` in one transaction; what became of each.
    func record(
        _ requests: [ReviewRequest]
    ) async throws(ReviewError) -> [StepOutcome] {
        let terms = try await source.terms(source.clock())
        let together = try await asking { ledger async throws(LedgerError) in
            try await ledger.review(requests, terms: terms)
        }
        // What was just recorded need not be read again, unless somebody else wrote in between.
        if let plan = deck?.plan.record, together.sequenceBefore == sequence {
            take(together.changes, plan)
        } else {
            try await refresh()
        }
        var isFull: ReviewError?
        var results: [StepOutcome] = []
        for outcome in together.outcomes {
            switch outcome {
            case .recorded(let act, let takenBack):
                undone = []
                called = []
                results.append(
                    .success(
                        ReviewRecorded(act: act, unstaged: takenBack.count, newest: seenDecision)))
            case .repeated(let act):
                var repeated = ReviewRecorded(act: act, unstaged: 0, newest: seenDecision)
                repeated.isRepeated = true
                results.append(.success(repeated))
            case .keyTaken:
                results.append(
                    .failure(
                        ReviewError(.invalid, .refuseKeyUsed)))
            case .overQuota:
                let refusal = if let isFull { isFull } else { try await quotaRefusal() }
                isFull = refusal
                results.append(.failure(refusal))
            case .decidedElsewhere(let decision):
                results.append(
                    .failure(ReviewError(decidedElsewhere: decision, source.timeZone)))
            }
        }
        return results
    }

    private func quotaRefusal() async throws(ReviewError) -> ReviewError {
        let quota = try await quota(at: source.clock())
        return ReviewError(
            .overQuota,
            .refuseOverQuota(
                used: quota.used, limit: quota.limit ?? 0,
                time: Moment(quota.nextDay, source.timeZone)))
    }

    /// The refusals of those of `places` that a protection of the rules covers, by place.
    func protections(of places: [Int]) async throws(ReviewError) -> [Int: ReviewError] {
        if places.isEmpty { return [:] }
        let items = try theDeck().plan.items
        let entries = places.map { items[$0] }
        var refusals: [Int: ReviewError] = [:]
        for found in try await source.protected(entries) {
            refusals[places[found]] = ReviewError(
                .protected, .refuseProtected(path: VisibleText.escaped(entries[found].item.path)))
        }
        return refusals
    }
}
