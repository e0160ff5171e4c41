// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import GRDB
internal import RuleEngine

/// Reads and writes which contents are different pictures, inside a transaction. Each change has its line
/// of the history, by which other devices are told of it.
struct UnlikeTable {
    let db: Database
    private let history: HistoryTable

    /// The table, which `actor` changes at `at`.
    init(db: Database, actor: String = StagedItem.person, at: Timestamp) {
        self.db = db
        history = HistoryTable(db: db, actor: actor, at: at)
    }

    /// The lines of the history: two contents are different, and are not said to be any more.
    private static let (called, takenBack) = ("called-different", "called-same")

    /// Both.
    static let events = [called, takenBack]

    /// Whether somebody called the two of `pair` different.
    func has(_ pair: UnlikePair) throws -> Bool {
        try db.number("SELECT 1 FROM unlike WHERE a = ? AND b = ?", Self.values(pair)) != nil
    }

    /// Notes that the two of `pair` are different, which was said at `item`; other devices are told of
    /// it where it `isShared`.
    func insert(_ pair: UnlikePair, of item: RecordedItem?, isShared: Bool) throws {
        try db.run(
            "INSERT INTO unlike (a, b, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            Self.values(pair) + [history.at.value])
        try history.append(Self.called, item: item, detail: Self.detail(pair, isShared))
    }

    /// Takes that back.
    func remove(_ pair: UnlikePair) throws {
        try db.run("DELETE FROM unlike WHERE a = ? AND b = ?", Self.values(pair))
        // Whether anybody was told of it is known where that is.
        try history.append(Self.takenBack, detail: Self.detail(pair, true))
    }

    private static func values(_ pair: UnlikePair) -> [DatabaseValue] {
        [pair.a.text.value, pair.b.text.value]
    }

    private static func detail(_ pair: UnlikePair, _ isShared: Bool) -> String {
        var detail = JSONObject()
        detail.add("a", pair.a.text)
        detail.add("b", pair.b.text)
        if isShared { detail.add("shared", true) }
        return detail.text
    }

    /// Whether anything was said of a pair since the history had `sequence` lines.
    static func hasChanged(since sequence: Int64, in db: Database) throws -> Bool {
        let sql = """
            SELECT 1 FROM history
            WHERE sequence > ? AND event IN ('\(called)', '\(takenBack)') LIMIT 1
            """
        return try db.number(sql, [sequence.value]) != nil
    }

    /// What was last said of each pair that others may hear of, since the history had `sequence` lines.
    ///
    /// By the history and not by the table: that a pair is not there may be the work of damage, and
    /// lets nobody take anything back.
    static func said(
        since sequence: Int64, in db: Database
    ) throws -> [(item: SyncItem, isDifferent: Bool, at: Timestamp)] {
        var said: [SyncItem: (order: Int64, isDifferent: Bool, at: Timestamp)] = [:]
        let sql = """
            SELECT sequence, event, at, detail ->> '$.a', detail ->> '$.b' FROM history
            WHERE sequence > ? AND event IN ('\(called)', '\(takenBack)')
                AND detail ->> '$.shared' ORDER BY sequence
            """
        try db.each(sql, [sequence.value]) { row in
            guard let item = SyncItem(contents: try row.text(3), try row.text(4)) else { return }
            let at = Timestamp(secondsSinceEpoch: try row.integer(2))
            said[item] = (try row.integer(0), try row.text(1) == called, at)
        }
        return said.sorted { $0.value.order < $1.value.order }
            .map { ($0.key, $0.value.isDifferent, $0.value.at) }
    }
}

extension UnlikePair {
    /// The pair that devices tell each other of as `item`; nil for an item of a drive.
    init?(_ item: SyncItem) {
        guard let (one, other) = item.contents else { return nil }
        self.init(PhotoKey(stored: one), PhotoKey(stored: other))
    }
}
