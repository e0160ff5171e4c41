// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import PhotoLooks
package import RuleEngine

extension Ledger {
    /// Keeps what looking at pictures brought, in the place of what was known of the same contents.
    ///
    /// One transaction. `pairs` is told the number and the small picture of each of `looks` that has
    /// one, and gives the pairs that these make with looks that are kept; it is called inside of the
    /// transaction, so that no look is ever without its pairs.
    package func keep(
        _ looks: [(key: PhotoKey, report: PictureReport)], at: Timestamp,
        pairs: @Sendable ([NumberedLook], LookReader) throws -> [KeptPair] = { _, _ in [] }
    ) throws(LedgerError) {
        if looks.isEmpty { return }
        for look in looks { try StorableText.check(look.key.text) }
        try write { db in
            let table = LookTable(db: db)
            var fresh: [NumberedLook] = []
            for (key, report) in looks {
                let number = try table.keep(report, key, at: at)
                if let look = report.look { fresh.append(NumberedLook(number: number, look: look)) }
            }
            for pair in try pairs(fresh, LookReader(table: table)) { try table.keep(pair) }
        }
    }

    /// All looks of the present version, without the small pictures, in the order of their numbers.
    package nonisolated func looks() async throws(LedgerError) -> [KeptLook] {
        try await read { db in try LookTable(db: db).looks() }
    }

    /// The looks of the present version at the contents `keys`, without the small pictures.
    package nonisolated func looks(
        at keys: [PhotoKey]
    ) async throws(LedgerError) -> [PhotoKey: KeptLook] {
        try await read { db in
            let table = LookTable(db: db)
            var found: [PhotoKey: KeptLook] = [:]
            for key in keys where found[key] == nil { found[key] = try table.look(at: key) }
            return found
        }
    }

    /// The small pictures of the looks of those numbers that have one.
    package nonisolated func smalls(
        of numbers: [Int64]
    ) async throws(LedgerError) -> [Int64: [UInt8]] {
        try await read { db in
            var found: [Int64: [UInt8]] = [:]
            for number in numbers { found[number] = try LookTable(db: db).small(number) }
            return found
        }
    }

    /// All pairs of looks of the present version that are alike, but for those that a person called
    /// different.
    package nonisolated func lookPairs() async throws(LedgerError) -> [KeptPair] {
        try await read { db in try LookTable(db: db).pairs() }
    }

    /// How many looks are kept: of the present version, and those of them without a picture.
    package nonisolated func lookCounts() async throws(LedgerError) -> (
        all: Int64, unreadable: Int64
    ) {
        try await read { db in
            try db.first(
                "SELECT count(*), count(*) - count(mark) FROM look WHERE version = ?",
                [PhotoLook.version.value]
            ) { (try $0.integer(0), try $0.integer(1)) } ?? (0, 0)
        }
    }

    /// The contents whose looks have that problem, as of before `instant`.
    package nonisolated func lookKeys(
        problem: String, before instant: Timestamp
    ) async throws(LedgerError) -> Set<PhotoKey> {
        try await read { db in
            var keys: Set<PhotoKey> = []
            try db.each(
                "SELECT key FROM look WHERE version = ? AND problem = ? AND looked_at < ?",
                [PhotoLook.version.value, problem.value, instant.value]
            ) { keys.insert(PhotoKey(stored: try $0.text(0))) }
            return keys
        }
    }

    /// Forgets everything that was seen of pictures; what people called different stays.
    package func forgetLooks() throws(LedgerError) {
        try write { db in try LookTable(db: db).forget() }
    }

    // MARK: - Not the same

    /// Notes that a person called the two contents of each of `pairs` different pictures, at `item`, and
    /// in `group` where that was said. Other devices are told of those that are `shared`.
    package func keepUnlike(
        _ pairs: [UnlikePair], of item: RecordedItem? = nil, shared: Set<UnlikePair> = [],
        group: GroupDecision? = nil, at: Timestamp
    ) throws(LedgerError) {
        if pairs.isEmpty { return }
        for pair in pairs { try StorableText.check(pair.a.text, pair.b.text) }
        try StorableText.check(group?.leader.text, group?.member.text, group?.ruleDigest)
        try StorableText.check(item?.drive, item?.id, item?.path)
        try write { db in
            let table = UnlikeTable(db: db, at: at)
            for pair in pairs {
                try table.insert(pair, of: item, isShared: shared.contains(pair))
            }
            if let group { try GroupDecisionTable(db: db).insert(group, act: nil, at: at) }
        }
    }

    /// Takes that back.
    package func removeUnlike(_ pairs: [UnlikePair], at: Timestamp) throws(LedgerError) {
        if pairs.isEmpty { return }
        try write { db in
            for pair in pairs {
                try UnlikeTable(db: db, at: at).remove(pair)
                try GroupDecisionTable(db: db).undo(pair, at: at)
            }
        }
    }

    /// All pairs that a person called different pictures.
    package nonisolated func unlikePairs() async throws(LedgerError) -> Set<UnlikePair> {
        try await read { db in
            var pairs: Set<UnlikePair> = []
            try db.each("SELECT a, b FROM unlike") { row in
                let one = PhotoKey(stored: try row.text(0))
                let other = PhotoKey(stored: try row.text(1))
                if let pair = UnlikePair(one, other) { pairs.insert(pair) }
            }
            return pairs
        }
    }
}

/// A look with the number by which it is kept.
package struct NumberedLook: Sendable {
    /// The number.
    package let number: Int64
    /// The look; small pictures of those read from the state come apart.
    package let look: PhotoLook
}

/// Reads looks while others are being kept.
package struct LookReader {
    let table: LookTable

    /// The marks of all looks with a number above `number`.
    package func marks(
        above number: Int64,
        _ body: (_ number: Int64, _ mark: PhotoMark, _ detail: Int) throws -> Void
    ) throws {
        try table.marks(above: number, body)
    }

    /// The small picture of the look of that number.
    package func small(_ number: Int64) throws -> [UInt8]? { try table.small(number) }
}
