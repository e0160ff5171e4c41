// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
internal import GRDB
internal import Glibc
internal import Messages
internal import POSIX
internal import SignedText
internal import Text
package import Workflow
internal import YAMLBridge

/// What an issuer keeps: its key, in a file that nobody else reads, and a database of all it signed.
package struct IssuerStore: Sendable {
    /// The folder.
    package let path: String
    /// The issuer's name.
    package let issuer: String
    let key: SigningKey
    let database: DatabaseQueue

    private static let keyName = "issuer.key"
    private static let databaseName = "issuer.sqlite"

    /// Where the public key lies, for those who are to trust it.
    package var publicKeyPath: String { "\(path)/\(issuer).pem" }

    /// The fingerprint of the key, to be told another way than the key itself.
    package var fingerprint: String { key.verifying.fingerprint }

    /// Makes a new one in `path`, which must not be there yet.
    package static func make(_ path: String, issuer: String) throws(Failure) -> IssuerStore {
        guard IssuerName.isOne(issuer) else {
            throw Failure(
                .usage,
                Message(
                    "'\(VisibleText.escaped(issuer))' is no name of an issuer; write up to 64 small"
                        + " letters, digits and '-'"))
        }
        guard mkdir(path, 0o700) == 0 else {
            throw Failure(
                .failed,
                Message("cannot make '\(VisibleText.escaped(path))': \(FileBytes.reason())"))
        }
        let key = try signing { () throws(SignedTextRefusal) in try SigningKey.made() }
        try write(key.pem, keyName, in: path)
        try write(key.verifying.pem, "\(issuer).pem", in: path)
        let database = try opened(path)
        try asking(database) { db in
            try db.execute(sql: IssuerTables.sql)
            try db.execute(
                sql: "INSERT INTO setting (name, value) VALUES ('issuer', ?)", arguments: [issuer])
        }
        return IssuerStore(path: path, issuer: issuer, key: key, database: database)
    }

    /// Opens the one in `path`. A key that others may read is refused.
    package static func open(_ path: String) throws(Failure) -> IssuerStore {
        let keyPath = "\(path)/\(keyName)"
        try checkAlone(keyPath)
        let bytes = try FileBytes.read(keyPath, most: VerifyingKey.bytesMax)
        let key = try signing { () throws(SignedTextRefusal) in try SigningKey(pem: bytes) }
        let database = try opened(path)
        let name = try asking(database) { db in
            try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'issuer'")
        }
        guard let name else {
            throw Failure(
                .failed, Message("'\(VisibleText.escaped(path))' does not say whose it is"))
        }
        return IssuerStore(path: path, issuer: name, key: key, database: database)
    }

    private static func checkAlone(_ path: String) throws(Failure) {
        var status = stat()
        let shown = VisibleText.escaped(path)
        guard lstat(path, &status) == 0 else {
            throw Failure(
                .failed,
                Message("there is no key '\(shown)'; 'cleanrules-issuer init' makes a store"))
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else {
            throw Failure(
                .refused,
                Message(
                    "the key '\(shown)' is not this user's alone; see who could have read it, then"
                        + " 'chmod 600'"))
        }
    }

    private static func write(
        _ bytes: [UInt8], _ name: String, in path: String
    ) throws(Failure) {
        do throws(SystemError) {
            let folder = try FileDescriptor(path, O_RDONLY | O_DIRECTORY)
            try FileReplacement.write(
                bytes, to: name, by: ".\(name).new", in: folder, isDurable: true)
        } catch {
            throw Failure(
                .failed, Message("cannot write into '\(VisibleText.escaped(path))': \(error.text)"))
        }
    }

    private static func opened(_ path: String) throws(Failure) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL")
        }
        let mask = umask(0o077)
        defer { umask(mask) }
        do {
            return try DatabaseQueue(
                path: "\(path)/\(databaseName)", configuration: configuration)
        } catch {
            throw Failure(
                .failed, Message("the store cannot be opened: \(.plain("\(error)"))"))
        }
    }

    /// What `signed` says as JSON, if this issuer signed it; throws `refused` with the code otherwise.
    package func verified(_ signed: String) throws(Failure) -> [UInt8] {
        let kind = [TierPolicy.kind, TierGrant.kind]
        var refusal = SignedTextRefusal.kind
        for kind in kind {
            do throws(SignedTextRefusal) {
                return try SignedTextReader.read(signed, kind: kind, key: key.verifying).payload
            } catch {
                if error != .kind { refusal = error }
            }
        }
        throw Failure(.refused, refusal.clause + Message(" (\(refusal.rawValue))"))
    }

    // MARK: Calls

    /// What `body` makes in one transaction.
    func asking<Value>(_ body: (Database) throws -> Value) throws(Failure) -> Value {
        try Self.asking(database, body)
    }

    private static func asking<Value>(
        _ database: DatabaseQueue, _ body: (Database) throws -> Value
    ) throws(Failure) -> Value {
        do {
            return try database.write(body)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.failed, Message("the store could not be used: \(.plain("\(error)"))"))
        }
    }

    /// What `body` signs.
    static func signing<Value>(
        _ body: () throws(SignedTextRefusal) -> Value
    ) throws(Failure) -> Value {
        do throws(SignedTextRefusal) { return try body() } catch {
            throw Failure(.failed, error.clause)
        }
    }
}

/// The tables of a store. Codes are there by their digests alone.
enum IssuerTables {
    static let sql = """
        CREATE TABLE setting (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
        CREATE TABLE policy (
            sequence INTEGER PRIMARY KEY, signed TEXT NOT NULL, signed_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE grants (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL, original TEXT NOT NULL,
            subject TEXT NOT NULL, seat TEXT, tier TEXT NOT NULL, signed TEXT NOT NULL,
            signed_at INTEGER NOT NULL, begins INTEGER NOT NULL, expires INTEGER,
            trial INTEGER NOT NULL, revoked INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX grants_seat ON grants (seat);
        CREATE INDEX grants_id ON grants (id, number);
        CREATE TABLE code (
            digest TEXT NOT NULL PRIMARY KEY, tier TEXT NOT NULL, seconds INTEGER,
            trial INTEGER NOT NULL, uses INTEGER NOT NULL CHECK (uses >= 0), made_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE redeeming (
            key TEXT NOT NULL PRIMARY KEY, code TEXT NOT NULL, grant_id TEXT NOT NULL,
            at INTEGER NOT NULL, finished_at INTEGER
        ) STRICT;
        """
}
