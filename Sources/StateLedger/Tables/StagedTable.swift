// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine
internal import Text

/// Reads and changes staged items, inside a transaction.
struct StagedTable {
    let db: Database
    private var planIDs: [Int64: String] = [:]
    private var rulings: [Int64: Ruling] = [:]
    /// The obligations read last, which members of one group share.
    private var lastObligations: (text: String, value: [Obligation]) = ("", [])

    /// The staged items that `db` holds.
    init(_ db: Database) {
        self.db = db
    }

    // MARK: - Whole items

    private static let columns = """
        number, plan, ruling, drive, id, path, type, size, modified, etag, ctag, hashes,
        obligations, due, staged_at, state, attempt, retry_at, problem, receipt, quota_day,
        deleted_at, restoring, purged, restored_path, taken_back_at, created, by_person
        """

    /// The items that meet `condition`, which may go on with an order.
    mutating func items(
        _ condition: String, _ values: [DatabaseValue] = []
    ) throws -> [StagedItem] {
        var items: [StagedItem] = []
        try each(condition, values) { items.append($0) }
        return items
    }

    /// Calls `body` with each item that meets `condition`, which may go on with an order.
    mutating func each(
        _ condition: String, _ values: [DatabaseValue] = [], _ body: (StagedItem) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            try db.bound(
                "SELECT \(Self.columns) FROM staged_item WHERE \(condition)", values))
        while let row = try rows.next() { try body(try item(row)) }
    }

    /// What waits, or is being deleted, and is `item` or lies at its place, in its order: a person
    /// who takes back or keeps what lies somewhere means what is to go from there as well.
    mutating func active(aboutOrAt item: ItemIdentity) throws -> [StagedItem] {
        let numbers = ItemIdentity.numbersAtPlace(in: "staged_item", Schema.isActive)
        // Mostly there is none, and this is asked of each of thousands of items.
        if try db.number(numbers, item.values) == nil { return [] }
        return try items("number IN (\(numbers)) ORDER BY number", item.values)
    }

    /// What waits, or is being deleted, and is filed by `address`: one at most.
    mutating func active(at address: ItemAddress) throws -> [StagedItem] {
        try items(
            "volume = ? AND item_key = ? AND \(Schema.isActive)",
            [address.volume.value, address.key.value])
    }

    /// What waits, or is being deleted, and is the file of that `stamp`, wherever it lay when it was
    /// staged; in its order.
    mutating func active(_ stamp: FileStamp) throws -> [StagedItem] {
        try items("stamp = ? AND \(Schema.isActive) ORDER BY number", [stamp.text.value])
    }

    /// The folders above the item of `order` that wait for their deletion, in their order.
    mutating func activeFolders(above order: StagingOrder) throws -> [StagedItem] {
        // Mostly no folder waits at all.
        let any = "SELECT number FROM staged_item WHERE type = 'folder' AND \(Schema.isActive)"
        if try db.number(any, []) == nil { return [] }
        let address = order.address
        let isLocal = address.volume == ItemAddress.localVolume
        let folders = ItemAddress.folders(above: isLocal ? address.key : order.item.path)
        if folders.isEmpty { return [] }
        let paths = JSONObject.list(folders)
        // The plus keeps SQLite from looking through all that waits on the drive instead.
        let condition =
            isLocal
            ? "volume = ?2 AND item_key IN (SELECT value FROM json_each(?1))"
            : "path IN (SELECT value FROM json_each(?1)) AND +volume = ?2"
        return try items(
            "\(condition) AND \(Schema.isActive) AND type = 'folder' ORDER BY number",
            [paths.value, address.volume.value])
    }

    /// The item of that number.
    mutating func item(_ number: Int64) throws -> StagedItem? {
        try items("number = ?", [number.value]).first
    }

    private static let statusQuery = """
        SELECT s.number, s.plan, s.state, s.attempt, s.retry_at, s.problem, s.receipt, s.quota_day,
            s.deleted_at, s.restoring, s.purged, s.restored_path, s.taken_back_at
        FROM json_each(?) AS wanted CROSS JOIN staged_item AS s ON s.number = wanted.value
        """

    /// `items` as they stand now, in their order; those that there are not are left out.
    mutating func asTheyStand(_ items: [StagedItem]) throws -> [StagedItem] {
        var found: [Int64: (plan: Int64, status: StagedStatus)] = [:]
        found.reserveCapacity(items.count)
        try db.each(Self.statusQuery, [items.map(\.number).json.value]) { row in
            found[try row.integer(0)] = (try row.integer(1), try Self.status(row, from: 2))
        }
        var now: [StagedItem] = []
        now.reserveCapacity(items.count)
        for var item in items {
            guard let (plan, status) = found[item.number] else { continue }
            // Another plan may say something else of it.
            if try planID(plan) == item.plan {
                item.take(status)
                now.append(item)
            } else if let anew = try self.item(item.number) {
                now.append(anew)
            }
        }
        return now
    }

    private mutating func item(_ row: Row) throws -> StagedItem {
        var recorded = RecordedItem(
            drive: try row.text(3), id: try row.text(4), path: try row.text(5), type: .file)
        recorded.type = try row.text(6)
        recorded.size = try row.integerIfAny(7)
        recorded.modified = try row.integerIfAny(8)
        recorded.eTag = try row.textIfAny(9)
        recorded.cTag = try row.textIfAny(10)
        recorded.created = try row.integerIfAny(26)
        recorded.hashes =
            try row.json(11) { (json) throws(JSONReader.Malformed) in try json.dictionary() } ?? [:]
        let order = StagingOrder(
            item: recorded, ruling: try ruling(row.integer(2)), due: try row.instant(13),
            obligations: try obligations(row.textIfAny(12)))
        var item = StagedItem(
            number: try row.integer(0), plan: try planID(row.integer(1)), order: order,
            stagedAt: try row.instant(14))
        item.isByPerson = try row.integer(27) != 0
        item.take(try Self.status(row, from: 15))
        return item
    }

    private mutating func obligations(_ text: String?) throws -> [Obligation] {
        guard let text else { return [] }
        if text == lastObligations.text { return lastObligations.value }
        var reader = JSONReader(text)
        let value = try Obligation.list(reading: &reader)
        try reader.end()
        lastObligations = (text, value)
        return value
    }

    /// The id of the plan of that number.
    private mutating func planID(_ number: Int64) throws -> String {
        if let id = planIDs[number] { return id }
        let id = try db.first("SELECT id FROM plan WHERE number = ?", [number.value]) {
            try $0.text(0)
        }
        guard let id else { throw DamagedContent(reason: Message("a staged item has no plan")) }
        planIDs[number] = id
        return id
    }

    /// The ruling of that number.
    mutating func ruling(_ number: Int64) throws -> Ruling {
        if let ruling = rulings[number] { return ruling }
        let text = try db.first("SELECT terms FROM ruling WHERE number = ?", [number.value]) {
            try $0.text(0)
        }
        guard let text else { throw DamagedContent(reason: Message("a staged item has no ruling")) }
        let ruling = try Ruling(json: text)
        rulings[number] = ruling
        return ruling
    }

    private static func status(_ row: Row, from column: Int) throws -> StagedStatus {
        var status = StagedStatus()
        let name = try row.text(column)
        guard let state = ItemState(rawValue: name) else {
            throw DamagedContent(reason: Message("a staged item is in a state that does not exist"))
        }
        status.state = state
        status.attempt = Int(try row.integer(column + 1))
        status.retryAt = try row.instantIfAny(column + 2)
        status.problem = try row.textIfAny(column + 3)
        status.receipt = try row.textIfAny(column + 4)
        status.quotaDay = try row.textIfAny(column + 5)
        status.deletedAt = try row.instantIfAny(column + 6)
        status.isRestoring = try row.integer(column + 7) != 0
        status.isPurged = try row.integer(column + 8) != 0
        status.restoredPath = try row.textIfAny(column + 9)
        status.takenBackAt = try row.instantIfAny(column + 10)
        if let flaw = status.flaw {
            throw DamagedContent(reason: Message("a staged item cannot be so: \(flaw)"))
        }
        return status
    }

    // MARK: - What deletions ask for

    /// As much of an item as a change of it needs.
    struct Entry {
        /// Its number.
        let number: Int64
        /// Its ruling's number.
        let ruling: Int64
        /// Its drive.
        let drive: String
        /// Its path.
        let path: String
        /// Whether it is a folder.
        let isFolder: Bool
        /// Bytes, if known.
        let size: Int64?
        /// When its window ends.
        let due: Timestamp
        /// All that changes.
        var status: StagedStatus
    }

    /// All entries of a batch in one go: a query of its own for each would take as long as its
    /// change.
    private static let entryQuery = """
        SELECT s.number, s.ruling, s.drive, s.path, s.type, s.size, s.due, s.state, s.attempt,
            s.retry_at, s.problem, s.receipt, s.quota_day, s.deleted_at, s.restoring, s.purged,
            s.restored_path, s.taken_back_at
        FROM json_each(?) AS wanted CROSS JOIN staged_item AS s ON s.number = wanted.value
        """

    /// As much of the items of these numbers as changes need.
    ///
    /// Throws `failed` if one does not exist: numbers come from this ledger.
    func entries(_ numbers: [Int64]) throws -> [Int64: Entry] {
        var entries: [Int64: Entry] = [:]
        entries.reserveCapacity(numbers.count)
        try db.each(Self.entryQuery, [numbers.json.value]) { row in
            let number = try row.integer(0)
            entries[number] = Entry(
                number: number, ruling: try row.integer(1), drive: try row.text(2),
                path: try row.text(3), isFolder: try row.text(4) == ItemType.folder.rawValue,
                size: try row.integerIfAny(5), due: try row.instant(6),
                status: try Self.status(row, from: 7))
        }
        for number in numbers where entries[number] == nil {
            throw LedgerError(.failed, Message("there is no staged item \(number)"))
        }
        return entries
    }

    // MARK: - Changes

    private static let insertion = """
        INSERT INTO staged_item
            (number, plan, ruling, drive, id, path, type, size, modified, etag, ctag, hashes,
            obligations, due, staged_at, created, volume, item_key, stamp, by_person)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (volume, item_key) WHERE \(Schema.isActive) DO NOTHING
        """

    /// Records an item as staged, under the number of its plan and that of its ruling; whether its
    /// drive's item did not wait already. Without a `number` it gets a new one.
    func insert(
        _ order: StagingOrder, number: Int64? = nil, plan: Int64, ruling: Int64, due: Timestamp,
        at: Timestamp, isByPerson: Bool
    ) throws -> Bool {
        let (item, identity) = (order.item, order.identity)
        let address = identity.address
        let hashes = item.hashes.isEmpty ? nil : JSONObject.dictionary(item.hashes)
        try db.run(
            Self.insertion,
            [
                number.value, plan.value, ruling.value, item.drive.value, item.id.value,
                item.path.value, item.type.value, item.size.value, item.modified.value,
                item.eTag.value, item.cTag.value, hashes.value,
                Obligation.json(order.obligations).value, due.value, at.value, item.created.value,
                address.volume.value, address.key.value, (identity.stamp?.text).value,
                isByPerson.value,
            ])
        return db.changesCount == 1
    }

    private static let rebinding = """
        UPDATE staged_item SET plan = ?, ruling = ?, drive = ?, id = ?, path = ?, type = ?, size = ?,
            modified = ?, etag = ?, ctag = ?, hashes = ?, obligations = ?, due = ?, created = ?,
            stamp = ?
        WHERE number = ?
        """

    /// Puts the item of that number, which is that of `order`, under it and under the plan and the
    /// ruling of these numbers; its state and all that goes with it stay.
    func rebind(_ number: Int64, to order: StagingOrder, plan: Int64, ruling: Int64) throws {
        let item = order.item
        let hashes = item.hashes.isEmpty ? nil : JSONObject.dictionary(item.hashes)
        try db.run(
            Self.rebinding,
            [
                plan.value, ruling.value, item.drive.value, item.id.value, item.path.value,
                item.type.value, item.size.value, item.modified.value, item.eTag.value,
                item.cTag.value, hashes.value, Obligation.json(order.obligations).value,
                order.due.value, item.created.value, (order.identity.stamp?.text).value,
                number.value,
            ])
    }

    /// Holds the item of that number to `obligations` from now on; all else of it stays.
    func renew(_ number: Int64, _ obligations: [Obligation]) throws {
        try db.run(
            "UPDATE staged_item SET obligations = ? WHERE number = ?",
            [Obligation.json(obligations).value, number.value])
    }

    /// The state and everything that goes with it, on the condition that nobody else changed it.
    private static let update = """
        UPDATE staged_item SET state = ?, attempt = ?, retry_at = ?, problem = ?, receipt = ?,
            quota_day = ?, deleted_at = ?, restoring = ?, purged = ?, restored_path = ?,
            taken_back_at = ?
        WHERE number = ? AND state = ?
        """

    /// Applies `changes`, one after another, to the item of that number, with a line of the history
    /// for each; what it is then.
    func apply(
        _ changes: [StagedChange], to number: Int64, _ status: StagedStatus,
        _ history: HistoryTable
    ) throws -> StagedStatus {
        var next = status
        for change in changes {
            let before = next.state
            next = next.applying(change)
            try history.append(change, of: number, from: before, to: next.state)
        }
        if let flaw = next.flaw { preconditionFailure("a change leaves a sound item: \(flaw)") }
        try put(next, to: number, from: status.state)
        return next
    }

    /// Writes `next` to the item of that number, which has to be in the state `before`.
    func put(_ next: StagedStatus, to number: Int64, from before: ItemState) throws {
        try db.run(
            Self.update,
            [
                next.state.rawValue.value, next.attempt.value, next.retryAt.value,
                next.problem.value, next.receipt.value, next.quotaDay.value, next.deletedAt.value,
                next.isRestoring.value, next.isPurged.value, next.restoredPath.value,
                next.takenBackAt.value, number.value, before.rawValue.value,
            ])
        guard db.changesCount == 1 else {
            throw DamagedContent(reason: Message("a staged item cannot be found a second time"))
        }
    }
}

extension [Int64] {
    /// The numbers as a JSON list, which SQLite reads as a table.
    var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}
