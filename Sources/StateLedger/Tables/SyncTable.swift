// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import GRDB
internal import Messages
internal import RuleEngine
internal import Text

/// Reads and writes what devices say of each other, inside a transaction.
struct SyncTable {
    let db: Database

    // MARK: - Devices

    /// A row of the devices.
    struct Device {
        var device: String
        var peer: SyncPeer
        var isOwn: Bool
        var readAt: Int64?
    }

    /// All devices that are known, this one included.
    func devices() throws -> [Device] {
        var devices: [Device] = []
        let sql = """
            SELECT device, name, own, generation, number, hash, last_at, read_at, problem
            FROM sync_device ORDER BY device
            """
        try db.each(sql) { row in
            var peer = SyncPeer()
            peer.name = try row.text(1)
            peer.generation = try row.integer(3)
            peer.number = try row.integer(4)
            peer.hash = try row.text(5)
            peer.lastAt = try row.integerIfAny(6)
            peer.problem = try row.textIfAny(8).flatMap(SyncProblem.init)
            devices.append(
                Device(
                    device: try row.text(0), peer: peer, isOwn: try row.integer(2) != 0,
                    readAt: try row.integerIfAny(7)))
        }
        return devices
    }

    /// Puts `device` in the place of what is known of it.
    func store(_ device: Device) throws {
        let peer = device.peer
        try db.run(
            """
            INSERT OR REPLACE INTO sync_device
                (device, name, own, generation, number, hash, last_at, read_at, problem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                device.device.value, peer.name.value, (device.isOwn ? 1 : 0).databaseValue,
                peer.generation.value, peer.number.value, peer.hash.value, peer.lastAt.value,
                device.readAt.value, (peer.problem?.code).value,
            ])
    }

    /// Has this device forget which one it is among the others: it is another one from now on, for
    /// the one that it was may go on elsewhere. What is recorded as used by now is its own all the same.
    func leave() throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO sync_use (device, day, deletes, bytes, reviews)
                    SELECT '\(Self.former)' || sync_device.device, quota.day, quota.deletes,
                        quota.bytes, quota.reviews
                    FROM sync_device, quota WHERE sync_device.own = 1
                        AND quota.day IN (SELECT day FROM quota ORDER BY day DESC LIMIT 31);
                UPDATE sync_device SET own = 0;
                DELETE FROM sync_log;
                DELETE FROM setting WHERE name = '\(Self.sequenceName)'
                    OR name GLOB 'front:decision-sync*';
                """)
    }

    // MARK: - Lines

    private static let columns = """
        drive, id, device, number, at, at_count, verdict, until, folder, size, modified, ctag, hashes,
        known
        """

    /// What is said about `items`.
    func registers(of items: some Sequence<SyncItem>) throws -> [SyncItem: SyncRegister] {
        var found: [SyncItem: SyncRegister] = [:]
        for item in items where found[item] == nil {
            let records = try records(
                "drive = ? AND id = ?", [item.drive.value, item.id.value])
            if !records.isEmpty { found[item] = SyncRegister(records) }
        }
        return found
    }

    /// The items about which `device` says something.
    func items(of device: String) throws -> [SyncItem] {
        var items: [SyncItem] = []
        try db.each("SELECT DISTINCT drive, id FROM sync_line WHERE device = ?", [device.value]) {
            items.append(SyncItem(drive: try $0.text(0), id: try $0.text(1)))
        }
        return items
    }

    /// The numbers of this device's lines that still say something about an item.
    func numbers(of device: String) throws -> Set<Int64> {
        var numbers: Set<Int64> = []
        try db.each("SELECT number FROM sync_line WHERE device = ?", [device.value]) {
            numbers.insert(try $0.integer(0))
        }
        return numbers
    }

    private func records(
        _ condition: String, _ values: [DatabaseValue]
    ) throws -> [SyncRecord] {
        var records: [SyncRecord] = []
        let sql =
            "SELECT \(Self.columns) FROM sync_line WHERE \(condition) ORDER BY device, number"
        try db.each(sql, values) { records.append(try Self.record($0)) }
        return records
    }

    private static func record(_ row: Row) throws -> SyncRecord {
        guard let verdict = SyncVerdict(rawValue: try row.text(6)) else {
            throw DamagedContent(reason: Message("a decision says what no decision can say"))
        }
        var content = SyncContent()
        content.isFolder = try row.integer(8) != 0
        content.size = try row.integerIfAny(9)
        content.modified = try row.integerIfAny(10)
        content.cTag = try row.textIfAny(11)
        content.hashes =
            try row.json(12) { (json) throws(JSONReader.Malformed) in try json.dictionary() }
            ?? [:]
        var known: [String: Int64] = [:]
        _ = try row.json(13) { (json) throws(JSONReader.Malformed) in
            try json.object { (json, device) throws(JSONReader.Malformed) in
                known[device] = try json.integer()
            }
        }
        return SyncRecord(
            dot: SyncDot(try row.text(2), try row.integer(3)),
            item: SyncItem(drive: try row.text(0), id: try row.text(1)),
            value: SyncValue(verdict, until: try row.integerIfAny(7), content: content),
            at: HybridClock(try row.integer(4), try row.integer(5)), over: known)
    }

    /// Puts `register` in the place of what is said about `item`.
    func store(_ register: SyncRegister, of item: SyncItem) throws {
        try db.run(
            "DELETE FROM sync_line WHERE drive = ? AND id = ?", [item.drive.value, item.id.value])
        for record in register.records { try insert(record) }
    }

    private func insert(_ record: SyncRecord) throws {
        let content = record.value.content
        let known = record.over.sorted { $0.key < $1.key }
            .map { "\(JSONObject.quoted($0.key)):\($0.value)" }.joined(separator: ",")
        try db.run(
            """
            INSERT INTO sync_line (\(Self.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                record.item.drive.value, record.item.id.value, record.dot.device.value,
                record.dot.number.value, record.at.seconds.value, record.at.count.value,
                record.value.verdict.rawValue.value, record.value.until.value,
                (content.isFolder ? 1 : 0).databaseValue, content.size.value,
                content.modified.value, content.cTag.value,
                (content.hashes.isEmpty ? nil : JSONObject.dictionary(content.hashes)).value,
                (known.isEmpty ? nil : "{\(known)}").value,
            ])
    }

    /// The newest instant at which anything was said, as it is written.
    func newestClock(_ arrivals: SyncArrivals) throws -> HybridClock {
        var newest = HybridClock.distantPast
        let sql = """
            SELECT device, number, at, at_count FROM sync_line
            ORDER BY at DESC, at_count DESC LIMIT 1000
            """
        try db.each(sql) { row in
            let dot = SyncDot(try row.text(0), try row.integer(1))
            let at = HybridClock(try row.integer(2), try row.integer(3))
            newest = max(newest, arrivals.clock(of: dot, at: at))
        }
        return newest
    }

    // MARK: - The own log

    /// The first line of this device's log; nil where there is none yet.
    func head() throws -> SyncHead? {
        let text = try db.first("SELECT text FROM sync_log WHERE number = 0") { try $0.text(0) }
        guard let text else { return nil }
        guard let head = SyncHead(text: text) else {
            throw DamagedContent(reason: Message("the log of decisions has no head"))
        }
        return head
    }

    /// The lines that follow.
    func log() throws -> [(number: Int64, text: String)] {
        var lines: [(Int64, String)] = []
        try db.each("SELECT number, text FROM sync_log WHERE number > 0 ORDER BY number") {
            lines.append((try $0.integer(0), try $0.text(1)))
        }
        return lines
    }

    /// Appends a line; of the number 0 the first one.
    func append(_ number: Int64, _ text: String) throws {
        try db.run(
            "INSERT INTO sync_log (number, text) VALUES (?, ?)", [number.value, text.value])
    }

    /// Begins the log anew.
    func clearLog() throws { try db.run("DELETE FROM sync_log", []) }

    // MARK: - Arrivals and use

    /// When lines from the future had arrived.
    func arrivals() throws -> SyncArrivals {
        var arrivals = SyncArrivals()
        try db.each("SELECT device, up_to, at, at_count FROM sync_arrival") { row in
            arrivals.take(
                SyncDot(try row.text(0), try row.integer(1)),
                at: HybridClock(try row.integer(2), try row.integer(3)))
        }
        return arrivals
    }

    /// Puts `arrivals` in the place of what is known.
    func store(_ arrivals: SyncArrivals) throws {
        try db.run("DELETE FROM sync_arrival", [])
        for (dot, at) in arrivals.all {
            try db.run(
                "INSERT INTO sync_arrival (device, up_to, at, at_count) VALUES (?, ?, ?, ?)",
                [dot.device.value, dot.number.value, at.seconds.value, at.count.value])
        }
    }

    /// What `device` has said to have used, by day.
    func uses(of device: String) throws -> [String: SyncUse] {
        var uses: [String: SyncUse] = [:]
        let sql = "SELECT day, deletes, bytes, reviews FROM sync_use WHERE device = ?"
        try db.each(sql, [device.value]) { row in
            let use = SyncUse(
                day: try row.text(0), deletes: try row.integer(1), bytes: try row.integer(2),
                reviews: try row.integer(3))
            uses[use.day] = use
        }
        return uses
    }

    /// Puts `use` in the place of what `device` has said of that day.
    func store(_ use: SyncUse, of device: String) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO sync_use (device, day, deletes, bytes, reviews)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                device.value, use.day.value, use.deletes.value, use.bytes.value,
                use.reviews.value,
            ])
    }

    /// Before the id of a device that this one was: what it has said to have used, or had used, is
    /// recorded here as well.
    private static let former = "former:"

    /// Takes what `device`, which this one was by now, has said to have used as recorded here.
    func setUsesApart(of device: String) throws {
        try db.run(
            "UPDATE OR REPLACE sync_use SET device = ? WHERE device = ?",
            [(Self.former + device).value, device.value])
    }

    /// What all other devices have said to have used of `day`; of one that this one was, what has been
    /// used there since.
    func usesElsewhere(_ day: String) throws -> [SyncUse] {
        var uses: [SyncUse] = []
        let sql = """
            SELECT max(0, said.deletes - coalesce(here.deletes, 0)),
                max(0, said.bytes - coalesce(here.bytes, 0)),
                max(0, said.reviews - coalesce(here.reviews, 0))
            FROM sync_use AS said LEFT JOIN sync_use AS here
                ON here.device = '\(Self.former)' || said.device AND here.day = said.day
            WHERE said.day = ? AND said.device NOT GLOB '\(Self.former)*'
                AND said.device NOT IN (SELECT device FROM sync_device WHERE own = 1)
            """
        try db.each(sql, [day.value]) { row in
            uses.append(
                SyncUse(
                    day: day, deletes: try row.integer(0), bytes: try row.integer(1),
                    reviews: try row.integer(2)))
        }
        return uses
    }

    // MARK: - How far this device has told

    private static let sequenceName = "sync_sequence"

    /// Up to which line of the history this device has told the others.
    func sequence() throws -> Int64 {
        try db.number(
            "SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?", [Self.sequenceName.value])
            ?? 0
    }

    /// Notes that the others are told up to the last line of the history.
    func storeSequence() throws {
        let newest = try db.number("SELECT max(sequence) FROM history", []) ?? 0
        try db.run(
            """
            INSERT INTO setting (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [Self.sequenceName.value, String(newest).value])
    }
}
