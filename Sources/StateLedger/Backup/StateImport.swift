// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import Glibc
internal import Messages
internal import POSIX
internal import RuleEngine
internal import Text

/// Makes a state of what `export` wrote.
package enum StateImport {
    /// Writes the state that `document` tells of into the file at `path`, where there must be none, or
    /// one in which nothing was ever recorded.
    ///
    /// Listings and the documents of plans are not in a document, and are made again when they are
    /// wanted. To other devices and to issuers it is another state than the one that the document
    /// was made of, with nothing that was granted to that one; all else is as it was, numbers and
    /// instants included. A document of an older version is brought up to date as a file would be.
    /// Nobody else may run meanwhile. Killed at any instant, it leaves what was there, or the new
    /// state whole. Throws `used` where there is a state already, `newerVersion`, and `failed` for a
    /// document that is none or contradicts itself. Blocks.
    package static func read(
        _ document: [UInt8], intoStateAt path: String,
        step: (ReplacementStep) -> Void = { _ in }
    ) throws(LedgerError) {
        let file = try StateFile.located(path)
        let options = LedgerOptions()
        try file.checkOwnership()
        try file.settle()
        let isThere = try file.exists()
        if !isThere { try file.createFolder() }
        let lock = try RunnerLock.acquireNow(file)
        defer { lock.close() }
        if isThere { try demandEmpty(file, options) }
        step(.hasBegun)
        do {
            try file.build(in: isThere ? file.successorPath : file.path, options, step: step) {
                db in
                try fill(db, document, options)
            }
        } catch let error as SystemError where error.code == EEXIST {
            throw taken(file)
        } catch {
            throw LedgerError(error, in: file)
        }
        step(.isDecided)
        try file.replace(step)
    }

    private static func taken(_ file: StateFile) -> LedgerError {
        LedgerError(
            .used,
            Message(
                "there is a state in \(file.path) already, and what is imported is put into an empty one"
                    + " only; name another file with --state, or another --profile"))
    }

    private static func demandEmpty(
        _ file: StateFile, _ options: LedgerOptions
    ) throws(LedgerError) {
        let ledger = try Ledger.openExisting(
            path: file.path, now: Timestamp(secondsSinceEpoch: 0), options: options)
        let isEmpty = try ledger.readNow { db in
            try ["history", "drive", "plan"].allSatisfy { table in
                try db.first("SELECT 1 FROM \(table) LIMIT 1") { _ in true } == nil
            }
        }
        ledger.connections.close()
        if !isEmpty { throw taken(file) }
        if let user = LockHolder.user(of: file) {
            throw LedgerError(
                .locked,
                Message(
                    "process \(user) has the state file \(file.path) open; try again when it"
                        + " has ended"), holder: user)
        }
    }

    /// No document of the program's own.
    private static func malformed(_ why: Message) -> LedgerError {
        LedgerError(
            .failed,
            Message("that is nothing that 'cleanrules export' wrote, or not all of it: \(why)"))
    }

    private static func fill(
        _ db: Database, _ document: [UInt8], _ options: LedgerOptions
    ) throws {
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        try db.inTransaction(.immediate) {
            do {
                try read(document, db, options)
            } catch is JSONReader.Malformed {
                throw malformed(Message("it is no JSON of its form"))
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw malformed(Message("a value in it cannot be so"))
            }
            try CatalogTable(db: db).forgetListings()
            try db.execute(sql: "UPDATE plan SET document_bytes = NULL")
            if let first = try HistoryReplay.differences(db).first {
                throw malformed(.plain(first))
            }
            return .commit
        }
        try StateCopy.check(db)
    }

    private static func read(
        _ document: [UInt8], _ db: Database, _ options: LedgerOptions
    ) throws {
        var reader = JSONReader(document)
        var version = 0
        var found: Set<String> = []
        try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        try reader.objectThrowing { reader, key in
            switch key {
            case "format":
                if try reader.integer() != 1 { throw malformed(Message("its format is not 1")) }
            case "version":
                version = Int(clamping: try reader.integer())
                guard (1...options.migrations.count).contains(version) else {
                    throw LedgerError(
                        .newerVersion,
                        Message(
                            "the document was written by another version of cleanrules (its format is"
                                + " \(version), this one knows up to \(options.migrations.count))"))
                }
                for migration in options.migrations.prefix(version) { try migration.body(db) }
            default:
                let isKnown = { (section: Ledger.Section) in
                    section.name == key && (version == 0 || section.since <= version)
                }
                guard let section = Ledger.sections.first(where: isKnown) else {
                    return try reader.skip()
                }
                if version == 0 { throw malformed(Message("it does not say its version first")) }
                if !found.insert(key).inserted {
                    throw malformed(Message("it holds '\(key)' twice"))
                }
                try rows(section, &reader, db)
            }
        }
        try reader.end()
        for section in Ledger.sections
        where section.since <= max(version, 1) && !section.isOptional
            && !found.contains(section.name)
        {
            throw malformed(Message("'\(section.name)' is missing"))
        }
        for migration in options.migrations.dropFirst(version) { try migration.body(db) }
        // The device that wrote the document may go on under its id, and under that of its state.
        try SyncTable(db: db).leave()
        try TierTable(db: db).leave()
        try db.execute(sql: "PRAGMA user_version = \(options.migrations.count)")
    }

    private static func rows(
        _ section: Ledger.Section, _ reader: inout JSONReader, _ db: Database
    ) throws {
        let described = try db.columns(in: section.table)
        let columns = described.map(\.name)
        let bytes = Set(described.filter { $0.type.uppercased() == "BLOB" }.map(\.name))
        let byKey = Dictionary(
            columns.map { (Ledger.key($0), $0) }, uniquingKeysWith: { first, _ in first })
        let ignored = Set(section.additions.map(Ledger.key))
        try reader.arrayThrowing { reader in
            var names: [String] = []
            var values: [DatabaseValue] = []
            try reader.objectThrowing { reader, key in
                if ignored.contains(key) { return try reader.skip() }
                guard let column = byKey[key] else {
                    throw malformed(
                        Message("it holds '\(key)', which is not known")
                    )
                }
                names.append(column)
                if section.isOptional, bytes.contains(column) {
                    guard let data = Base64.bytes(try reader.string()) else {
                        throw JSONReader.Malformed()
                    }
                    values.append(Data(data).value)
                    return
                }
                values.append(
                    try value(&reader, isJSON: section.jsonColumns.contains(column)))
            }
            let marks = names.map { _ in "?" }.joined(separator: ", ")
            try db.run(
                "INSERT INTO \(section.table) (\(names.joined(separator: ", "))) VALUES (\(marks))",
                values)
        }
    }

    private static func value(
        _ reader: inout JSONReader, isJSON: Bool
    ) throws -> DatabaseValue {
        switch reader.nextKind() {
        case .text: return try reader.string().value
        case .number:
            let number = try reader.number()
            return number.whole?.value ?? number.value.value
        case .object where isJSON, .list where isJSON: return try reader.text().value
        default: throw JSONReader.Malformed()
        }
    }
}

extension JSONReader {
    /// As `object`, for a body that throws whatever it likes.
    fileprivate mutating func objectThrowing(
        _ body: (inout JSONReader, String) throws -> Void
    ) throws {
        var failure: (any Error)?
        do {
            try object { (reader, key) throws(Malformed) in
                do {
                    try body(&reader, key)
                } catch {
                    failure = error
                    throw Malformed()
                }
            }
        } catch {
            throw failure ?? error
        }
    }

    /// As `array`, for a body that throws whatever it likes.
    fileprivate mutating func arrayThrowing(_ body: (inout JSONReader) throws -> Void) throws {
        var failure: (any Error)?
        do {
            try array { (reader) throws(Malformed) in
                do {
                    try body(&reader)
                } catch {
                    failure = error
                    throw Malformed()
                }
            }
        } catch {
            throw failure ?? error
        }
    }
}
