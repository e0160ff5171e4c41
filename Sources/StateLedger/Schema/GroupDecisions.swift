// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The step that makes room for what a person said of groups of pictures that look alike, by which a
/// rule proves that it may delete unseen.
///
/// Rules are known by their digests, so that an edited rule begins anew; a group by the content that
/// stays and the first of those that would go. `act` is the step of a review that it was said in.
enum GroupDecisions {
    private static let table = """
        CREATE TABLE group_decision (
            number INTEGER PRIMARY KEY,
            rule_digest TEXT NOT NULL,
            leader TEXT NOT NULL,
            member TEXT NOT NULL,
            agreed INTEGER NOT NULL CHECK (agreed IN (0, 1)),
            act INTEGER REFERENCES review_act (number),
            at INTEGER NOT NULL,
            undone_at INTEGER,
            CHECK (agreed = 0 OR act IS NOT NULL)
        ) STRICT;
        CREATE INDEX group_decision_rule ON group_decision (rule_digest, number)
            WHERE undone_at IS NULL;
        CREATE INDEX group_decision_act ON group_decision (act) WHERE act IS NOT NULL;
        """

    /// Takes the step.
    static func migrate(_ db: Database) throws { try db.execute(sql: table) }

    /// The list of an export that holds it.
    static let sections = [
        Ledger.Section(
            name: "groupDecisions", table: "group_decision",
            sql: "SELECT * FROM group_decision ORDER BY number", since: 10)
    ]
}
