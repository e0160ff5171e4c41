// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine
internal import Text

/// Reads and writes decisions, inside a transaction.
struct DecisionTable {
    let db: Database

    private static let columns = """
        number, drive, id, path, type, size, modified, etag, ctag, hashes, drive_identity, verdict,
        until, decided_at, day, rule, rule_digest, source, undone_at, act, follows, created
        """

    /// The condition under which a decision is the latest for its item that was not taken back.
    ///
    /// What is decided holds whatever its drive is called, and another item that came to lie at the
    /// same path has decisions of its own.
    static let stands =
        "undone_at IS NULL AND "
        + ItemIdentity.noneLater(in: "decision", "later.undone_at IS NULL")

    /// The decisions that meet `condition`, which may go on with an order.
    func decisions(
        _ condition: String, _ values: [DatabaseValue] = []
    ) throws -> [DecisionRecord] {
        var decisions: [DecisionRecord] = []
        try db.each("SELECT \(Self.columns) FROM decision WHERE \(condition)", values) {
            decisions.append(try Self.decision($0))
        }
        return decisions
    }

    private static func decision(_ row: Row) throws -> DecisionRecord {
        var item = RecordedItem(
            drive: try row.text(1), id: try row.text(2), path: try row.text(3), type: .file)
        item.type = try row.text(4)
        item.size = try row.integerIfAny(5)
        item.modified = try row.integerIfAny(6)
        item.eTag = try row.textIfAny(7)
        item.cTag = try row.textIfAny(8)
        item.hashes =
            try row.json(9) { (json) throws(JSONReader.Malformed) in try json.dictionary() } ?? [:]
        guard let verdict = Decision(rawValue: try row.text(11)) else {
            throw DamagedContent(reason: Message("a decision says what no decision can say"))
        }
        var decision = DecisionRecord(
            item: item, driveIdentity: try row.text(10), verdict: verdict,
            until: try row.instantIfAny(12), decidedAt: try row.instant(13), day: try row.text(14),
            rule: try row.textIfAny(15), ruleDigest: try row.textIfAny(16),
            source: try row.text(17))
        decision.number = try row.integer(0)
        decision.undoneAt = try row.instantIfAny(18)
        decision.act = try row.integerIfAny(19)
        decision.follows = try row.integer(20) != 0
        decision.item.created = try row.integerIfAny(21)
        return decision
    }

    /// Records `decision`, as standing; its number, a new one where it has none.
    func insert(_ decision: DecisionRecord) throws -> Int64 {
        let item = decision.item
        let identity = decision.identity
        let hashes = item.hashes.isEmpty ? nil : JSONObject.dictionary(item.hashes)
        try db.run(
            """
            INSERT INTO decision
                (number, drive, id, path, type, size, modified, etag, ctag, hashes, drive_identity, verdict,
                until, decided_at, day, rule, rule_digest, source, act, follows, created, volume,
                item_key, stamp)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                decision.number == 0 ? .null : decision.number.value, item.drive.value,
                item.id.value, item.path.value, item.type.value,
                item.size.value, item.modified.value, item.eTag.value, item.cTag.value,
                hashes.value, decision.driveIdentity.value, decision.verdict.rawValue.value,
                decision.until.value, decision.decidedAt.value, decision.day.value,
                decision.rule.value, decision.ruleDigest.value, decision.source.value,
                decision.act.value, (decision.follows ? 1 : 0).databaseValue,
                item.created.value, identity.address.volume.value,
                identity.address.key.value, (identity.stamp?.text).value,
            ])
        return db.lastInsertedRowID
    }

    /// The latest decision on `item`, if one stands.
    func standing(_ item: ItemIdentity) throws -> DecisionRecord? {
        let numbers = ItemIdentity.numbers(in: "decision", "undone_at IS NULL")
        let number = try db.number("\(numbers) ORDER BY number DESC LIMIT 1", item.values)
        return try number.flatMap { try decisions("number = ?", [$0.value]).first }
    }

    /// Has the decision of that number count as a review from now on.
    func pay(_ number: Int64) throws {
        try db.run("UPDATE decision SET follows = 0 WHERE number = ?", [number.value])
    }

    /// Takes back the decision of that number.
    func undo(_ number: Int64, at: Timestamp) throws {
        try db.run(
            "UPDATE decision SET undone_at = ? WHERE number = ?", [at.value, number.value])
    }
}

extension DecisionRecord {
    /// Whether it counts as a review: what a person types as a command does not, nor do all but the
    /// first decision of a step.
    var isReview: Bool { source != "command" && !follows }

    /// All of it as JSON, for the history.
    var json: String {
        var object = JSONObject()
        object.add("number", number)
        object.add("item", json: item.json)
        object.add("driveIdentity", driveIdentity)
        object.add("verdict", verdict.rawValue)
        object.add("until", until?.secondsSinceEpoch)
        object.add("decidedAt", decidedAt.secondsSinceEpoch)
        object.add("day", day)
        object.add("rule", rule)
        object.add("ruleDigest", ruleDigest)
        object.add("source", source)
        object.add("act", act)
        if follows { object.add("follows", Int64(1)) }
        return object.text
    }

    /// Reads what `json` has written.
    init(json: String) throws(JSONReader.Malformed) {
        var read = DecisionRecord(
            item: RecordedItem(drive: "", id: "", path: "", type: .file), driveIdentity: "",
            verdict: .keep, decidedAt: Timestamp(secondsSinceEpoch: 0), day: "", source: "")
        var reader = JSONReader(json)
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "number": read.number = try reader.integer()
            case "item": read.item = try RecordedItem(reading: &reader)
            case "driveIdentity": read.driveIdentity = try reader.string()
            case "verdict":
                guard let verdict = Decision(rawValue: try reader.string()) else {
                    throw JSONReader.Malformed()
                }
                read.verdict = verdict
            case "until": read.until = try reader.instant()
            case "decidedAt": read.decidedAt = try reader.instant()
            case "day": read.day = try reader.string()
            case "rule": read.rule = try reader.string()
            case "ruleDigest": read.ruleDigest = try reader.string()
            case "source": read.source = try reader.string()
            case "act": read.act = try reader.integer()
            case "follows": read.follows = try reader.integer() != 0
            default: try reader.skip()
            }
        }
        try reader.end()
        self = read
    }
}
