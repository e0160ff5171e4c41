// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import GRDB
internal import Messages
internal import RuleEngine

/// Reads and charges the quota, inside the transaction that uses it.
struct QuotaTable {
    let db: Database

    /// The day that counts when the clock says `day`: a clock that goes back opens no fresh day.
    func effectiveDay(_ day: String) throws -> String {
        precondition(Self.isDay(day), "a day is written 2026-11-21")
        let setAside = try ClockResets(db).setAside
        var place: Int64 = 0
        var latest: String?
        // Those that were set aside are few and the latest: not all days of years are read.
        repeat {
            latest = try db.first(
                "SELECT day FROM quota ORDER BY day DESC LIMIT 1 OFFSET ?", [place.value]
            ) { try $0.text(0) }
            place += 1
        } while latest.map { setAside[$0] != nil } ?? false
        guard let latest else { return day }
        if !Self.isDay(latest) {
            throw DamagedContent(reason: Message("the quota is of a day that is none"))
        }
        return Self.isLater(latest, than: day) ? latest : day
    }

    private static let columns = "day, deletes, bytes, reviews, extra_reviews"

    /// What counts as used of `day`: its own use, that of days that were set aside for it, and what other
    /// devices have said to have used.
    func use(_ day: String) throws -> QuotaUse {
        var use = try recordedUse(day)
        for other in try ClockResets(db).days(countedFor: day) {
            let more = try recordedUse(other)
            use.deletes = use.deletes.addingOrMost(more.deletes)
            use.bytes = use.bytes.addingOrMost(more.bytes)
            use.reviews = use.reviews.addingOrMost(more.reviews)
        }
        // Two devices that share their decisions do not have two quotas.
        for more in try SyncTable(db: db).usesElsewhere(day) {
            use.deletes = use.deletes.addingOrMost(more.deletes)
            use.bytes = use.bytes.addingOrMost(more.bytes)
            use.reviews = use.reviews.addingOrMost(more.reviews)
        }
        return use
    }

    /// What is recorded of `day` itself.
    private func recordedUse(_ day: String) throws -> QuotaUse {
        let sql = "SELECT \(Self.columns) FROM quota WHERE day = ?"
        return try db.first(sql, [day.value], Self.use) ?? QuotaUse(day: day)
    }

    /// Everything that was ever used, by day.
    func all() throws -> [QuotaUse] {
        var uses: [QuotaUse] = []
        try db.each("SELECT \(Self.columns) FROM quota ORDER BY day") {
            uses.append(try Self.use($0))
        }
        return uses
    }

    private static func use(_ row: Row) throws -> QuotaUse {
        var use = QuotaUse(day: try row.text(0))
        use.deletes = try row.integer(1)
        use.bytes = try row.integer(2)
        use.reviews = try row.integer(3)
        use.extraReviews = try row.integer(4)
        return use
    }

    /// Makes `day` known, so that no earlier one counts any more.
    func open(_ day: String) throws {
        try db.run("INSERT INTO quota (day) VALUES (?) ON CONFLICT (day) DO NOTHING", [day.value])
    }

    /// Allows `reviews` more on `day`.
    func extend(_ day: String, reviews: Int64) throws {
        try open(day)
        try db.run(
            "UPDATE quota SET extra_reviews = extra_reviews + ? WHERE day = ?",
            [reviews.value, day.value])
    }

    /// Puts `use` in the place of what is recorded of its day.
    func record(_ use: QuotaUse) throws {
        try open(use.day)
        try db.run(
            "UPDATE quota SET deletes = ?, bytes = ?, reviews = ? WHERE day = ?",
            [use.deletes.value, use.bytes.value, use.reviews.value, use.day.value])
    }

    /// Puts `use` in the place of what is recorded of its day, what was allowed besides included.
    func put(_ use: QuotaUse) throws {
        try record(use)
        try db.run(
            "UPDATE quota SET extra_reviews = ? WHERE day = ?",
            [use.extraReviews.value, use.day.value])
    }

    /// Charges `deletions` and `reviews`, which may be negative, to `day`.
    func charge(_ day: String, deletions: [Deletion] = [], reviews: Int64 = 0) throws {
        var use = try recordedUse(day)
        for deletion in deletions { use.add(deletion) }
        use.reviews = max(0, use.reviews.addingOrMost(reviews))
        try record(use)
    }

    /// What a deletion counts for.
    struct Deletion {
        /// Bytes: none for folders and where they are not known.
        let bytes: Int64

        /// The deletion of a file or folder of `size`.
        init(isFolder: Bool, size: Int64?) {
            bytes = isFolder ? 0 : max(0, size ?? 0)
        }
    }

    /// The deletions that were begun for `day`, or a day that was set aside for it, and whose
    /// outcome is not recorded.
    func begun(_ day: String) throws -> [Deletion] {
        var begun: [Deletion] = []
        for one in try [day] + ClockResets(db).days(countedFor: day) {
            try db.each(
                "SELECT type, size FROM staged_item WHERE state = 'executing' AND quota_day = ?",
                [one.value]
            ) { row in
                let isFolder = try row.text(0) == ItemType.folder.rawValue
                begun.append(Deletion(isFolder: isFolder, size: try row.integerIfAny(1)))
            }
        }
        return begun
    }

    /// Whether `text` is written like a day, which makes the order of days that of their texts.
    static func isDay(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7 ? byte == 0x2d : (0x30...0x39).contains(byte)
            }
    }

    /// Whether `day` comes after `other`.
    static func isLater(_ day: String, than other: String) -> Bool {
        other.utf8.lexicographicallyPrecedes(day.utf8)
    }
}

extension QuotaUse {
    /// Adds one deletion; what does not fit into a number is the largest one.
    mutating func add(_ deletion: QuotaTable.Deletion) {
        deletes = deletes.addingOrMost(1)
        bytes = bytes.addingOrMost(deletion.bytes)
    }

    /// Whether one more deletion stays within `terms`.
    func hasRoom(for deletion: QuotaTable.Deletion, within terms: QuotaTerms) -> Bool {
        if let most = terms.mostDeletes, deletes >= most { return false }
        guard let most = terms.mostBytes else { return true }
        let (sum, isOver) = bytes.addingReportingOverflow(deletion.bytes)
        return !isOver && sum <= most
    }
}

extension Int64 {
    /// The sum; where it does not fit, the largest number.
    fileprivate func addingOrMost(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}
