// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import RuleEngine

/// Reads and writes what people said of groups of pictures that look alike, inside a transaction.
struct GroupDecisionTable {
    let db: Database

    /// Records `decision`, as standing; of no step where it was said in none.
    func insert(_ decision: GroupDecision, act: Int64?, at: Timestamp) throws {
        try insert(
            decision.ruleDigest, decision.leader.text, decision.member.text,
            agrees: decision.agrees, act: act, at: at)
    }

    private func insert(
        _ digest: String, _ leader: String, _ member: String, agrees: Bool, act: Int64?,
        at: Timestamp
    ) throws {
        try db.run(
            """
            INSERT INTO group_decision (rule_digest, leader, member, agreed, act, at)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                digest.value, leader.value, member.value, (agrees ? 1 : 0).databaseValue,
                act.value, at.value,
            ])
    }

    /// Notes that a person kept, outside of a review, what a rule of which groups were decided had put
    /// up.
    func noteKept(_ decision: DecisionRecord) throws {
        guard let digest = decision.ruleDigest, [.keep, .pin].contains(decision.verdict) else {
            return
        }
        let known = try db.number(
            "SELECT 1 FROM group_decision WHERE rule_digest = ? LIMIT 1", [digest.value])
        if known == nil { return }
        try insert(
            digest, Self.kept, String(decision.number), agrees: false, act: nil,
            at: decision.decidedAt)
    }

    /// Takes back what was noted of `decision`.
    func undo(kept decision: DecisionRecord, at: Timestamp) throws {
        try db.run(
            """
            UPDATE group_decision SET undone_at = ?
            WHERE leader = ? AND member = ? AND undone_at IS NULL
            """, [at.value, Self.kept.value, String(decision.number).value])
    }

    /// Stand in the place of a content where no group is known: one item was kept, or taken back.
    private static let (kept, takenBack) = ("kept", "staged")

    /// Notes that a person took `item` back, which a rule had put up for its looks or which a person
    /// had marked in a group: whatever was said before, that group was not as the rule has it.
    func noteTakenBack(_ item: StagedItem, at: Timestamp) throws {
        if let digest = item.order.ruleDigest {
            guard item.order.reason == Reason.similar.rawValue else { return }
            try insert(
                digest, Self.takenBack, String(item.number), agrees: false, act: nil, at: at)
            return
        }
        guard let decision = try DecisionTable(db: db).standing(item.identity),
            decision.verdict == .delete, let act = decision.act
        else { return }
        try db.run(
            "UPDATE group_decision SET agreed = 0 WHERE act = ? AND undone_at IS NULL",
            [act.value])
    }

    /// Takes back what was said in the step of that number, some decisions of which were taken back:
    /// consent in any case, an objection only where nothing of the step keeps an item any more.
    func undo(act: Int64, at: Timestamp) throws {
        try db.run(
            """
            UPDATE group_decision SET undone_at = ?
            WHERE act = ? AND undone_at IS NULL AND (agreed = 1 OR NOT EXISTS (
                SELECT 1 FROM decision WHERE decision.act = group_decision.act
                    AND decision.undone_at IS NULL AND verdict IN ('keep', 'pin')))
            """, [at.value, act.value])
    }

    /// Takes back that the two contents of `pair` are not the same.
    func undo(_ pair: UnlikePair, at: Timestamp) throws {
        try db.run(
            """
            UPDATE group_decision SET undone_at = ?
            WHERE act IS NULL AND undone_at IS NULL
                AND (leader = ?2 AND member = ?3 OR leader = ?3 AND member = ?2)
            """, [at.value, pair.a.text.value, pair.b.text.value])
    }

    /// How many groups in a row a person decided as the rule of each digest would have, the newest of
    /// each group counting, back to the first that ended otherwise. What is not the same stays so,
    /// whatever is said of the rest of its group.
    func streaks() throws -> [String: Int64] {
        struct Group: Hashable {
            let digest: String
            let leader: String
            let member: String
        }
        var seen: Set<Group> = []
        var ended: Set<String> = []
        var streaks: [String: Int64] = [:]
        try db.each(
            """
            SELECT rule_digest, leader, member, agreed, act IS NULL FROM group_decision
            WHERE undone_at IS NULL ORDER BY number DESC
            """
        ) { row in
            let digest = try row.text(0)
            if ended.contains(digest) { return }
            let group = Group(digest: digest, leader: try row.text(1), member: try row.text(2))
            let isAlone = try row.integer(4) == 1
            guard seen.insert(group).inserted || isAlone else { return }
            if try row.integer(3) == 1 {
                streaks[digest, default: 0] += 1
            } else {
                ended.insert(digest)
            }
        }
        return streaks
    }
}
