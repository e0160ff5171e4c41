// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc
package import Messages
internal import POSIX
package import RuleEngine
internal import Text

/// The emergency brake: while it is on, nothing is deleted. What waits keeps its time, and what was
/// begun is only asked about.
package enum Brake: Sendable, Hashable {
    /// Somebody has put it on, at that instant, and perhaps said why.
    case person(since: Timestamp, why: String?)
    /// There is a file of that path, whatever it holds.
    case file(path: String)
    /// Nobody can tell whether there is such a file: then there may be one.
    case unknown(path: String, why: Message)

    /// The file with which an administrator brakes everything on a machine.
    package static let machineFile = "/etc/cleanrules/paused"

    /// What is added to the path of a state file for the file that brakes what it would do.
    package static let suffix = ".paused"

    /// The brake that a file is for the state at `path`, which somebody called `named`; nil where
    /// there is none.
    static func byFile(ofState path: String, named: String?) -> Brake? {
        var files = [machineFile]
        if path != StateFile.memoryPath {
            // Where the state is reached by a link, a file beside the link is meant as well.
            files = [path + suffix, (named ?? path) + suffix] + files
        }
        for file in files {
            var status = stat()
            if lstat(file, &status) == 0 { return .file(path: file) }
            if errno == ENOENT || errno == ENOTDIR { continue }
            return .unknown(path: file, why: SystemError(code: errno).message)
        }
        return nil
    }
}

/// What the state says of the brake, and the history as well.
struct Pause: Sendable, Hashable {
    /// Since when it is on.
    let since: Timestamp
    /// Why, in the words of whoever put it on.
    let why: String?

    private static let setting = "pause"

    /// It is on.
    init(since: Timestamp, why: String?) {
        self.since = since
        self.why = why
    }

    /// The pause on record; nil where there is none.
    static func onRecord(_ db: Database) throws -> Pause? {
        let text = try db.first("SELECT value FROM setting WHERE name = ?", [setting.value]) {
            try $0.text(0)
        }
        guard let text else { return nil }
        var (since, why): (Int64?, String?)
        var reader = JSONReader(text)
        do {
            try reader.object { (reader, key) throws(JSONReader.Malformed) in
                switch key {
                case "since": since = try reader.integer()
                case "why": why = try reader.string()
                default: try reader.skip()
                }
            }
        } catch {
            throw DamagedContent(reason: Message("what it says of the brake is damaged"))
        }
        guard let since else {
            throw DamagedContent(reason: Message("what it says of the brake is damaged"))
        }
        return Pause(since: Timestamp(secondsSinceEpoch: since), why: why)
    }

    /// Puts `pause` on record, or that there is none.
    static func store(_ pause: Pause?, _ db: Database) throws {
        guard let pause else {
            return try db.run("DELETE FROM setting WHERE name = ?", [setting.value])
        }
        var json = JSONObject()
        json.add("since", pause.since.secondsSinceEpoch)
        if let why = pause.why { json.add("why", why) }
        try db.run(
            """
            INSERT INTO setting (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [setting.value, json.text.value])
    }
}
