// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine

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
    /// Whether pictures were called different, or that was taken back.
    package var hasCalled = false
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
struct ReviewDays {
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
struct Reviewing {
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
        if !isFree, let terms {
            let use = try days.use()
            if let most = terms.mostReviews(extra: use.extraReviews), use.reviews >= most {
                return .overQuota(use)
            }
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
        for group in request.groups {
            try GroupDecisionTable(db: db).insert(group, act: act.number, at: request.at)
        }
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
