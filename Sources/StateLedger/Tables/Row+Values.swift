// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine
internal import Text

/// GRDB's subscripts end the process over a value of another kind, which a damaged file may hold;
/// these throw.
extension Row {
    /// The text in column `index`.
    func text(_ index: Int) throws -> String { try decode(String.self, atIndex: index) }

    /// The text in column `index`, if there is one.
    func textIfAny(_ index: Int) throws -> String? { try decode(String?.self, atIndex: index) }

    /// The whole number in column `index`.
    func integer(_ index: Int) throws -> Int64 { try decode(Int64.self, atIndex: index) }

    /// The whole number in column `index`, if there is one.
    func integerIfAny(_ index: Int) throws -> Int64? { try decode(Int64?.self, atIndex: index) }

    /// The instant in column `index`.
    func instant(_ index: Int) throws -> Timestamp {
        try Timestamp(stored: integer(index))
    }

    /// The instant in column `index`, if there is one.
    func instantIfAny(_ index: Int) throws -> Timestamp? {
        try integerIfAny(index).map { try Timestamp(stored: $0) }
    }

    /// The JSON in column `index`, read by `body`; nil where there is none.
    func json<Value>(
        _ index: Int, _ body: (inout JSONReader) throws(JSONReader.Malformed) -> Value
    ) throws -> Value? {
        guard let text = try textIfAny(index) else { return nil }
        var reader = JSONReader(text)
        let value = try body(&reader)
        try reader.end()
        return value
    }
}

extension Database {
    /// Runs `sql`, prepared once, with `values` in the place of its question marks.
    func run(_ sql: String, _ values: [DatabaseValue]) throws {
        try bound(sql, values).execute()
    }

    /// Calls `body` with each row that `sql`, prepared once, gives.
    func each(
        _ sql: String, _ values: [DatabaseValue] = [], _ body: (Row) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(try bound(sql, values))
        while let row = try rows.next() { try body(row) }
    }

    /// The whole number in the first column of the first row that `sql`, prepared once, gives.
    ///
    /// A good deal cheaper than a row, which knows its columns by their names: for questions that
    /// are mostly answered by nothing.
    func number(_ sql: String, _ values: [DatabaseValue]) throws -> Int64? {
        try Int64.fetchOne(try bound(sql, values))
    }

    /// What `body` makes of the first row that `sql`, prepared once, gives; nil without one.
    func first<Value>(
        _ sql: String, _ values: [DatabaseValue] = [], _ body: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(try bound(sql, values))
        guard let row = try rows.next() else { return nil }
        return try body(row)
    }

    /// The statement of `sql`, prepared once, with `values` in the place of its question marks.
    ///
    /// They are bound one by one and not through GRDB's arguments, which are boxed, matched with
    /// names and copied before they are bound: that takes longer than most of our statements. A
    /// statement that failed is none of the cached ones any more, so that this one can be reset.
    func bound(_ sql: String, _ values: [DatabaseValue]) throws -> Statement {
        let statement = try cachedStatement(sql: sql)
        statement.setUncheckedArguments(StatementArguments())
        for (place, value) in zip(CInt(1)..., values) {
            let code = value.bind(to: statement.sqliteStatement, at: place)
            if code != 0 {
                throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql)
            }
        }
        return statement
    }
}

/// What SQLite stores, from what we have.
extension Optional where Wrapped: DatabaseValueConvertible {
    /// The value, or NULL.
    var value: DatabaseValue { self?.databaseValue ?? .null }
}

extension DatabaseValueConvertible {
    /// The value.
    var value: DatabaseValue { databaseValue }
}

extension Timestamp {
    /// The farthest instants that are stored, in seconds from 1970: three million years. The
    /// longest undo window that can be written ends well before that.
    private static let secondsMax: Int64 = 100_000_000_000_000

    /// Whether it can be stored.
    var isStorable: Bool { (-Self.secondsMax...Self.secondsMax).contains(secondsSinceEpoch) }

    /// The instant that was stored as `seconds`.
    init(stored seconds: Int64) throws(DamagedContent) {
        self.init(secondsSinceEpoch: seconds)
        if !isStorable {
            throw DamagedContent(reason: Message("it tells of a time that never comes"))
        }
    }

    /// The seconds.
    var value: DatabaseValue {
        precondition(isStorable, "an instant comes from a clock, or was checked")
        return secondsSinceEpoch.databaseValue
    }
}

extension JSONReader {
    /// Reads an instant.
    mutating func instant() throws(Malformed) -> Timestamp {
        let instant = Timestamp(secondsSinceEpoch: try integer())
        if !instant.isStorable { throw Malformed() }
        return instant
    }
}

extension Timestamp? {
    /// The seconds, or NULL.
    var value: DatabaseValue { self?.value ?? .null }
}
