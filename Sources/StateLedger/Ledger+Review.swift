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

/// What changed about decisions and reviews.
package struct ReviewChanges: Sendable {
    /// How many lines the history has now.
    package var sequence: Int64 = 0
    /// The items about which something was decided or taken back, with the decision that stands.
    package var items: [(item: ItemIdentity, standing: DecisionRecord?)] = []
    /// The items that were deleted or restored, and whether they are deleted now; of several about
    /// one item the last counts.
    package var gone: [(item: ItemIdentity, isGone: Bool)] = []
    /// The steps that were made or taken back, as they are now.
    package var acts: [ReviewAct] = []
}

/// What became of steps that were recorded in one transaction.
package struct ReviewedTogether: Sendable {
    /// Of each step, in their order.
    package var outcomes: [ReviewOutcome] = []
    /// How many lines the history had before them.
    package var sequenceBefore: Int64 = 0
    /// What changed by them: nothing else did since the history had so many lines.
    package var changes = ReviewChanges()
}

/// The days that many steps inside one transaction count for, mostly one and the same: what they
/// are charged is written once.
private struct ReviewDays {
    private let quota: QuotaTable
    /// The day that the clock said last, the one that counts, and what is still to be charged to it.
    private var last: (asked: String, effective: String, charge: Int64)?

    init(_ db: Database) { quota = QuotaTable(db: db) }

    /// The day that counts when the clock says `day`.
    mutating func effective(_ day: String) throws -> String {
        if let last, last.asked == day { return last.effective }
        try settle()
        let effective = try quota.effectiveDay(day)
        last = (day, effective, 0)
        return effective
    }

    /// What counts as used of the day that counts.
    func use() throws -> QuotaUse {
        var use = try quota.use(last?.effective ?? "")
        let (sum, isOver) = use.reviews.addingReportingOverflow(last?.charge ?? 0)
        use.reviews = isOver ? .max : sum
        return use
    }

    /// Charges a review to the day that counts.
    mutating func charge() { last?.charge += 1 }

    /// Writes what is still to be charged.
    mutating func settle() throws {
        guard let (_, day, charge) = last, charge > 0 else { return }
        try quota.charge(day, reviews: charge)
        last?.charge = 0
    }
}

/// Records steps of a review and takes them back, inside one transaction.
private struct Reviewing {
    let db: Database
    let at: Timestamp

    private var history: HistoryTable { HistoryTable(db: db, actor: "person", at: at) }
    private var acts: ReviewActTable { ReviewActTable(db: db) }
    private var decisions: DecisionTable { DecisionTable(db: db) }

    func record(
        _ request: ReviewRequest, _ terms: QuotaTerms?, _ days: inout ReviewDays,
        _ changes: inout ReviewChanges
    ) throws -> ReviewOutcome {
        if let key = request.key, let known = try acts.acts("key = ?", [key.value]).first {
            return try isRepeated(request, known) ? .repeated(known) : .keyTaken(known)
        }
        let standing = try request.items.map { try decisions.standing($0.identity) }
        if let seen = request.seenDecision,
            let later = standing.compactMap({ $0 }).first(where: { $0.number > seen })
        {
            return .decidedElsewhere(later)
        }
        let day = try days.effective(request.day)
        let isFree =
            request.verdict == .later
            || zip(request.items, standing).allSatisfy { reviewed, before in
                guard let before, before.act != nil || before.isReview else { return false }
                return before.day.utf8.elementsEqual(day.utf8)
                    && before.item.isRecorded(as: reviewed.item)
            }
        if !isFree, let limit = terms?.reviewsPerDay {
            let use = try days.use()
            let (most, isHuge) = limit.addingReportingOverflow(use.extraReviews)
            if !isHuge, use.reviews >= most { return .overQuota(use) }
        }
        var act = ReviewAct(
            verdict: request.verdict, until: request.until, item: request.items[0].item,
            itemCount: Int64(request.items.count), at: request.at, day: day, zone: request.zone,
            source: request.source, key: request.key, milliseconds: request.milliseconds,
            isBlind: request.isBlind, charge: isFree ? 0 : 1)
        if act.verdict != .delete {
            act.markedCount = Int64(request.items.count { $0.verdict == .delete })
        }
        act.number = try acts.insert(act)
        try history.append("reviewed", cause: act.verdict.rawValue, detail: act.json)
        changes.acts.append(act)
        return .recorded(act, takenBack: try decide(request, act, &days, &changes))
    }

    /// Whether `request` asks for `act` once more. A group may have fewer undecided items by now.
    private func isRepeated(_ request: ReviewRequest, _ act: ReviewAct) throws -> Bool {
        guard request.verdict == act.verdict else { return false }
        let item = request.items[0].item
        func isSame(_ drive: String, _ id: String) -> Bool {
            drive.utf8.elementsEqual(item.drive.utf8) && id.utf8.elementsEqual(item.id.utf8)
        }
        return try isSame(act.drive, act.id)
            || decisions.decisions("act = ?", [act.number.value]).contains {
                isSame($0.item.drive, $0.item.id)
            }
    }

    /// Records the decisions of `act`; the staged items that are taken back by them.
    private func decide(
        _ request: ReviewRequest, _ act: ReviewAct, _ days: inout ReviewDays,
        _ changes: inout ReviewChanges
    ) throws -> [StagedItem] {
        var takenBack: [StagedItem] = []
        for (place, reviewed) in request.items.enumerated() {
            guard let verdict = (reviewed.verdict ?? request.verdict).decision else { continue }
            var decision = DecisionRecord(
                item: reviewed.item, driveIdentity: reviewed.driveIdentity, verdict: verdict,
                until: request.until, decidedAt: request.at, day: act.day, rule: reviewed.rule,
                ruleDigest: reviewed.ruleDigest, source: request.source)
            decision.act = act.number
            decision.follows = place > 0 || act.charge == 0
            if decision.isReview { days.charge() }
            decision = try Ledger.record(charged: decision, db, history)
            changes.items.append((decision.identity, decision))
            if verdict != .delete { takenBack += try Ledger.takeBack(decision, db, history) }
        }
        return takenBack
    }

    /// Steps that are looked at for one that can be taken back, at most.
    private static let undoDepthMax = 1_000

    func undo(_ number: Int64?) throws -> ReviewUndo {
        if let number {
            guard let act = try acts.acts("number = ? AND undone_at IS NULL", [number.value]).first
            else { return .nothing }
            return try undo(act)
        }
        // What is deleted is for 'restore'; it does not stand in the way of older steps.
        var tooLate: ReviewUndo?
        let newest = try acts.acts(
            "undone_at IS NULL ORDER BY number DESC LIMIT ?", [Int64(Self.undoDepthMax).value])
        for act in newest {
            let outcome = try undo(act)
            guard case .tooLate = outcome else { return outcome }
            tooLate = tooLate ?? outcome
        }
        return tooLate ?? .nothing
    }

    private func undo(_ act: ReviewAct) throws -> ReviewUndo {
        var act = act
        let made = try decisions.decisions(
            "act = ? AND undone_at IS NULL ORDER BY number", [act.number.value])
        var table = StagedTable(db)
        var staged: [StagedItem] = []
        for decision in made where decision.verdict == .delete {
            let about = ItemIdentity.numbers(
                in: "staged_item",
                """
                staged_at >= ?4 AND ruling IN (
                    SELECT number FROM ruling WHERE terms ->> '$.rule' IS NULL)
                """)
            staged += try table.items(
                "number IN (\(about)) ORDER BY number",
                decision.identity.values + [decision.decidedAt.value])
        }
        let gone = staged.filter { $0.state == .executing || $0.state == .deleted }
        if !gone.isEmpty { return .tooLate(act, gone) }
        act.undoneAt = at
        try acts.undo(act.number, at: at)
        let taken = try Ledger.takeBack(made, decisions, at: at)
        try history.append(
            "review-undone", cause: act.verdict.rawValue, detail: "{\"number\":\(act.number)}")
        let takenBack = try staged.filter(\.state.canBeUndone).flatMap {
            try Ledger.undo($0, String(clause: "a person took the review back"), &table, history)
        }
        return .undone(act, taken, takenBack: takenBack)
    }
}
