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
    let key: any TextSigner
    let database: DatabaseQueue

    private static let keyName = "issuer.key"
    private static let databaseName = "issuer.sqlite"

    /// Where the public key lies, for those who are to trust it.
    package var publicKeyPath: String { "\(path)/\(issuer).pem" }

    /// The fingerprint of the key, to be told another way than the key itself.
    package var fingerprint: String { key.verifying.fingerprint }

    /// Makes a new one in `path`, which must not be there yet. The key is made on `token`, where one is
    /// named, and never leaves it; one that lies there already by the issuer's name is taken.
    package static func make(
        _ path: String, issuer: String, token: TokenPlace? = nil
    ) throws(Failure) -> IssuerStore {
        guard IssuerName.isOne(issuer) else {
            throw Failure(
                .usage,
                Message(
                    "'\(VisibleText.escaped(issuer))' is no name of an issuer; write up to 64 small"
                        + " letters, digits and '-'"))
        }
        let onToken = try token.map { place throws(Failure) in
            try TokenKey.open(place, label: issuer, makes: true)
        }
        guard mkdir(path, 0o700) == 0 else {
            throw Failure(
                .failed,
                Message("cannot make '\(VisibleText.escaped(path))': \(FileBytes.reason())"))
        }
        let key: any TextSigner
        if let onToken {
            key = onToken
        } else {
            let made = try signing { () throws(SignedTextRefusal) in try SigningKey.made() }
            try write(made.pem, keyName, in: path)
            key = made
        }
        try write(key.verifying.pem, "\(issuer).pem", in: path)
        let database = try opened(path)
        try asking(database) { db in
            try db.execute(sql: IssuerTables.sql + IssuerTables.later)
            try db.execute(
                sql: "INSERT INTO setting (name, value) VALUES ('issuer', ?)", arguments: [issuer])
        }
        return IssuerStore(path: path, issuer: issuer, key: key, database: database)
    }

    /// Opens the one in `path`, whose key is in its file, or on `token`. A key that others may read is
    /// refused, and so is one on a token that is not the store's.
    package static func open(
        _ path: String, token: TokenPlace? = nil
    ) throws(Failure) -> IssuerStore {
        guard let token else {
            let key = try fileKey(path)
            let (database, name) = try known(path)
            return IssuerStore(path: path, issuer: name, key: key, database: database)
        }
        guard FileBytes.exists("\(path)/\(databaseName)") else {
            throw Failure(
                .failed,
                Message(
                    "there is no store '\(VisibleText.escaped(path))'; 'cleanrules-issuer init' makes one"
                ))
        }
        let (database, name) = try known(path)
        let key = try TokenKey.open(token, label: name, makes: false)
        let pem = try FileBytes.read("\(path)/\(name).pem", most: VerifyingKey.bytesMax)
        let own = try signing { () throws(SignedTextRefusal) in try VerifyingKey(pem: pem) }
        guard own == key.verifying else {
            throw Failure(
                .refused, Message("the key on the token is another one than that of '\(name)'"))
        }
        return IssuerStore(path: path, issuer: name, key: key, database: database)
    }

    /// The database in `path`, and whose it is.
    private static func known(
        _ path: String
    ) throws(Failure) -> (database: DatabaseQueue, issuer: String) {
        let database = try opened(path)
        let name = try asking(database) { db in
            try db.execute(sql: IssuerTables.later)
            return try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'issuer'")
        }
        guard let name else {
            throw Failure(
                .failed, Message("'\(VisibleText.escaped(path))' does not say whose it is"))
        }
        return (database, name)
    }

    private static func fileKey(_ path: String) throws(Failure) -> SigningKey {
        let keyPath = "\(path)/\(keyName)"
        try checkAlone(keyPath)
        let bytes = try FileBytes.read(keyPath, most: VerifyingKey.bytesMax)
        return try signing { () throws(SignedTextRefusal) in try SigningKey(pem: bytes) }
    }

    /// Throws unless the file at `path` is this user's alone.
    static func checkAlone(_ path: String) throws(Failure) {
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

    /// What a store of an earlier version has not, and gets when it is opened.
    static let later = """
        CREATE TABLE IF NOT EXISTS grant_seat (
            seat TEXT NOT NULL, number INTEGER NOT NULL REFERENCES grants (number),
            PRIMARY KEY (seat, number)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO grant_seat (seat, number)
            SELECT seat, number FROM grants WHERE seat IS NOT NULL;
        CREATE INDEX IF NOT EXISTS grants_original ON grants (original, number);
        CREATE TABLE IF NOT EXISTS told (
            seat TEXT NOT NULL, day INTEGER NOT NULL, name TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count > 0), PRIMARY KEY (seat, day, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS notification (
            id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS purchase (
            original TEXT NOT NULL, id TEXT NOT NULL, account TEXT, product TEXT NOT NULL,
            signed TEXT NOT NULL, signed_at INTEGER NOT NULL, begins INTEGER NOT NULL,
            expires INTEGER, trial INTEGER NOT NULL, revoked_at INTEGER,
            PRIMARY KEY (original, id)
        ) STRICT;
        CREATE INDEX IF NOT EXISTS purchase_account ON purchase (account);
        CREATE TABLE IF NOT EXISTS code_approval (
            digest TEXT NOT NULL PRIMARY KEY
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS waiting (
            key TEXT NOT NULL PRIMARY KEY, code TEXT NOT NULL, seat TEXT NOT NULL,
            at INTEGER NOT NULL, refused_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS renewal (
            original TEXT NOT NULL PRIMARY KEY, signed TEXT NOT NULL, signed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """
}
