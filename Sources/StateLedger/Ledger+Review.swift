// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// Records a step of a review, with all of its decisions, in one transaction.
    ///
    /// A step costs one review of its day, whatever it is about; `later` is free, and so is a
    /// change of mind on the same day. Nothing is recorded over the day's `terms`, nor when
    /// the item was decided about elsewhere since the person saw it. To keep an item takes it back
    /// if it waits for its deletion. A key that was recorded before changes nothing.
    package func review(
        _ request: ReviewRequest, terms: QuotaTerms?
    ) throws(LedgerError) -> ReviewOutcome {
        guard let outcome = try review([request], terms: terms).outcomes.first else {
            throw LedgerError(.failed, Message("a review has no outcome"))
        }
        return outcome
    }

    /// Records steps of a review one after the other, as if each were recorded by itself, but all
    /// in one transaction; what became of each, in the same order, and what changed by it.
    package func review(
        _ requests: [ReviewRequest], terms: QuotaTerms?
    ) throws(LedgerError) -> ReviewedTogether {
        for request in requests {
            guard !request.items.isEmpty else {
                throw LedgerError(.failed, Message("a review of nothing is none"))
            }
            for reviewed in request.items {
                let item = reviewed.item
                try StorableText.check(
                    item.drive, item.id, item.path, item.eTag, item.cTag, reviewed.driveIdentity)
            }
            try StorableText.check(request.key, request.source, request.zone)
        }
        if requests.isEmpty { return ReviewedTogether() }
        return try write { db in
            var days = ReviewDays(db)
            var together = ReviewedTogether()
            together.sequenceBefore = try Self.newestSequence(db)
            for request in requests {
                together.outcomes.append(
                    try Reviewing(db: db, at: request.at)
                        .record(request, terms, &days, &together.changes))
            }
            try days.settle()
            together.changes.sequence = try Self.newestSequence(db)
            return together
        }
    }

    /// When the newest step of a review was taken; nil before the first.
    package nonisolated func lastReviewStep() async throws(LedgerError) -> Timestamp? {
        try await read { db in
            try db.first("SELECT max(at) FROM review_act", []) { try $0.instantIfAny(0) } ?? nil
        }
    }

    /// Takes back the step of that number, by default the newest that stands.
    ///
    /// One transaction. The review is given back to the day it was counted for. What was staged
    /// because of it is taken back; where that is too late, nothing changes.
    package func undoReview(
        act number: Int64? = nil, at: Timestamp
    ) throws(LedgerError) -> ReviewUndo {
        try write { db in try Reviewing(db: db, at: at).undo(number) }
    }

    /// The steps after that of number `after`, the first `most` of them, oldest first.
    package nonisolated func reviewActs(
        after: Int64 = 0, most: Int = 1_000_000
    ) async throws(LedgerError) -> [ReviewAct] {
        try await read { db in
            try ReviewActTable(db: db).acts(
                "number > ? ORDER BY number LIMIT ?", [after.value, most.databaseValue])
        }
    }

    /// The newest steps, newest first.
    package nonisolated func newestReviewActs(
        most: Int
    ) async throws(LedgerError) -> [ReviewAct] {
        try await read { db in
            try ReviewActTable(db: db).acts(
                "TRUE ORDER BY number DESC LIMIT ?", [most.databaseValue])
        }
    }

    /// The decisions that belong to the step of that number.
    package nonisolated func decisions(
        ofAct number: Int64
    ) async throws(LedgerError) -> [DecisionRecord] {
        try await read { db in
            try DecisionTable(db: db).decisions("act = ? ORDER BY number", [number.value])
        }
    }

    /// What changed about decisions and reviews since the history had `sequence` lines.
    ///
    /// One read. Nil if it is more than `most` lines: then everything is to be read anew.
    package nonisolated func reviewChanges(
        after sequence: Int64, most: Int = 5_000
    ) async throws(LedgerError) -> ReviewChanges? {
        try await read { db in
            var changes = ReviewChanges()
            changes.sequence = try Self.newestSequence(db)
            if changes.sequence == sequence { return changes }
            if changes.sequence - sequence > Int64(most) || changes.sequence < sequence {
                return nil
            }
            let since = [sequence.value]
            let decisions = DecisionTable(db: db)
            var seen: Set<ItemIdentity> = []
            for decision in try decisions.decisions(Self.decidedSince, since)
            where seen.insert(decision.identity).inserted {
                changes.items.append(
                    (decision.identity, try decisions.standing(decision.identity)))
            }
            var staged = StagedTable(db)
            try staged.each(Self.endedSince, since) { item in
                changes.gone.append((item.identity, item.state == .deleted))
            }
            changes.acts = try ReviewActTable(db: db).acts(
                """
                number IN (SELECT detail ->> '$.number' FROM history
                    WHERE sequence > ? AND event IN ('reviewed', 'review-undone'))
                ORDER BY number
                """, since)
            changes.hasCalled = try UnlikeTable.hasChanged(since: sequence, in: db)
            return changes
        }
    }

    /// Meets the decisions that were made or taken back since the history had so many lines.
    private static let decidedSince = """
        number IN (SELECT detail ->> '$.number' FROM history
            WHERE sequence > ? AND event IN ('decided', 'decision-undone')) ORDER BY number
        """

    /// Meets the staged items that were deleted or restored since the history had so many lines.
    private static let endedSince = """
        number IN (SELECT staged FROM history
            WHERE sequence > ? AND event IN ('deleted', 'restored')) ORDER BY number
        """

    /// The items that this program deleted, and did not restore, since the plan of that id was
    /// saved: what was deleted before, and is in the plan all the same, came back or is another one.
    package nonisolated func deletedItems(
        sincePlan id: String
    ) async throws(LedgerError) -> [ItemIdentity] {
        try await read { db in
            let saved = try db.number(
                """
                SELECT sequence FROM history WHERE event = 'plan-saved' AND plan = ?
                ORDER BY sequence DESC LIMIT 1
                """, [id.value])
            var table = StagedTable(db)
            var found: [ItemIdentity] = []
            try table.each(Self.endedSince, [(saved ?? 0).value]) { item in
                if item.state == .deleted { found.append(item.identity) }
            }
            return found
        }
    }

    /// The number of the newest line of the history: it rises with whatever changes.
    package nonisolated func newestSequence() async throws(LedgerError) -> Int64 {
        try await read { db in try Self.newestSequence(db) }
    }

    private static func newestSequence(_ db: Database) throws -> Int64 {
        try db.number("SELECT max(sequence) FROM history", []) ?? 0
    }

    /// Allows `reviews` more on `day`, and on no other; what is allowed besides then.
    package func extendReviews(
        day: String, by reviews: Int64, actor: String, at: Timestamp
    ) throws(LedgerError) -> QuotaUse {
        guard (1...10_000).contains(reviews) else {
            throw LedgerError(.failed, Message("a day is extended by 1 to 10,000 reviews"))
        }
        return try write { db in
            let quota = QuotaTable(db: db)
            let day = try quota.effectiveDay(day)
            try quota.extend(day, reviews: reviews)
            try HistoryTable(db: db, actor: actor, at: at).append(
                "quota-extended", cause: day, detail: "{\"reviews\":\(reviews)}")
            return try quota.use(day)
        }
    }
}
