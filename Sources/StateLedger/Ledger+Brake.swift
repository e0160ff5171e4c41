// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// The brake that is on now: by a person, or by a file beside the state or of the machine; nil
    /// where deletions may go their way.
    package nonisolated func brake() async throws(LedgerError) -> Brake? {
        let pause = try await read { db in try Pause.onRecord(db) }
        if let pause { return .person(since: pause.since, why: pause.why) }
        return Brake.byFile(ofState: path, named: options.namedPath)
    }

    /// The most bytes of a reason.
    package static let reasonBytesMax = 1_000

    /// Puts the brake on; false where a person has done so before: then that stands as it is.
    ///
    /// One transaction, recorded in the history.
    package func pause(why: String?, actor: String, at: Timestamp) throws(LedgerError) -> Bool {
        if let why {
            try StorableText.check(why)
            guard why.utf8.count <= Self.reasonBytesMax else {
                throw LedgerError(
                    .failed, Message("a reason is longer than \(Self.reasonBytesMax) bytes"))
            }
        }
        return try write { db in
            if try Pause.onRecord(db) != nil { return false }
            try HistoryTable(db: db, actor: actor, at: at).append("paused", cause: why)
            try Pause.store(Pause(since: at, why: why), db)
            return true
        }
    }

    /// Takes the brake off that a person has put on; false where there is none.
    ///
    /// One transaction, recorded in the history.
    package func resume(actor: String, at: Timestamp) throws(LedgerError) -> Bool {
        try write { db in
            guard try Pause.onRecord(db) != nil else { return false }
            try HistoryTable(db: db, actor: actor, at: at).append("resumed")
            try Pause.store(nil, db)
            return true
        }
    }
}
