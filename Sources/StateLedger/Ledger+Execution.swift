// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// Begins the deletion of the items of these numbers, in their order, as far as the quota goes.
    ///
    /// One transaction. `day` is the local day by the clock; what counts is the later of it and the
    /// latest day that the quota knows. Of that day's `terms`, what was used and what was begun is
    /// taken; an item that does not fit is deferred, and smaller ones after it may still fit.
    /// Nothing is begun before its window ends, nor what was taken back meanwhile.
    package func begin(
        _ numbers: [Int64], terms: QuotaTerms?, day: String, actor: String, at: Timestamp
    ) throws(LedgerError) -> [IntentOutcome] {
        try write { db in
            let batch = try StagedBatch(db, numbers, actor: actor, at: at)
            var intents = try Intents(db, batch, terms: terms, day: day)
            return try numbers.map { try intents.begin($0) }
        }
    }

    /// Records the outcomes of begun deletions, and charges what was deleted to the day for which
    /// it was begun.
    ///
    /// One transaction. Throws `failed`, and records nothing, if one of them is not being deleted.
    package func finish(
        _ outcomes: [(number: Int64, outcome: RecordedOutcome)], actor: String, at: Timestamp
    ) throws(LedgerError) {
        if outcomes.isEmpty { return }
        try write { db in
            let batch = try StagedBatch(db, outcomes.map(\.number), actor: actor, at: at)
            var recording = Outcomes(db, batch)
            for (number, outcome) in outcomes { try recording.take(outcome, of: number) }
            try recording.charge()
        }
    }

    /// Begins and ends, in one transaction, items for which nothing is sent to a drive: what is gone,
    /// what has changed, and what turns out to have been deleted by an attempt whose answer was
    /// lost. No quota is asked for. Items that wait no more are left alone.
    package func settle(
        _ outcomes: [(number: Int64, outcome: RecordedOutcome)], day: String, actor: String,
        at: Timestamp
    ) throws(LedgerError) {
        if outcomes.isEmpty { return }
        try write { db in
            let batch = try StagedBatch(db, outcomes.map(\.number), actor: actor, at: at)
            var intents = try Intents(db, batch, terms: nil, day: day)
            let begun = try outcomes.filter { number, _ in
                if case .begun = try intents.begin(number) { true } else { false }
            }
            var recording = Outcomes(db, intents.batch)
            for (number, outcome) in begun { try recording.take(outcome, of: number) }
            try recording.charge()
        }
    }

    /// What was used of the day that counts when the clock says `day`.
    package nonisolated func quotaUse(
        day: String
    ) async throws(LedgerError) -> (effectiveDay: String, use: QuotaUse) {
        try await read { db in
            let quota = QuotaTable(db: db)
            let effective = try quota.effectiveDay(day)
            return (effective, try quota.use(effective))
        }
    }

    /// What was used of each day, by day.
    package nonisolated func quotaHistory() async throws(LedgerError) -> [QuotaUse] {
        try await read { db in try QuotaTable(db: db).all() }
    }
}

/// Begins deletions one after another, with one eye on the quota.
private struct Intents {
    var batch: StagedBatch
    let quota: QuotaTable
    let terms: QuotaTerms?
    let at: Timestamp
    /// The day that everything begun now counts for.
    let day: String
    /// What is used and begun of that day.
    var taken: QuotaUse
    var isDayOpen = false

    init(
        _ db: Database, _ batch: StagedBatch, terms: QuotaTerms?, day: String
    ) throws {
        self.batch = batch
        quota = QuotaTable(db: db)
        self.terms = terms
        at = batch.history.at
        self.day = try quota.effectiveDay(day)
        taken = try quota.use(self.day)
        for deletion in try quota.begun(self.day) { taken.add(deletion) }
    }

    mutating func begin(_ number: Int64) throws -> IntentOutcome {
        let entry = batch.entry(number)
        let state = entry.status.state
        guard state.canBeUndone, entry.due <= at, (entry.status.retryAt ?? at) <= at else {
            return .lost(state)
        }
        let deletion = QuotaTable.Deletion(isFolder: entry.isFolder, size: entry.size)
        if let terms, !taken.hasRoom(for: deletion, within: terms) {
            try put(off: entry)
            return .deferred
        }
        var intent = StagedChange(.becomes(.executing), at: at)
        intent.attempt = entry.status.attempt + 1
        intent.day = day
        if !isDayOpen {
            try quota.open(day)
            isDayOpen = true
        }
        let status = try batch.apply(returning(entry) + [intent], to: number)
        taken.add(deletion)
        return .begun(attempt: status.attempt)
    }

    private mutating func put(off entry: StagedTable.Entry) throws {
        if entry.status.state == .deferred, let until = entry.status.quotaDay,
            !QuotaTable.isLater(day, than: until)
        {
            return
        }
        var change = StagedChange(.becomes(.deferred), at: at)
        change.day = day
        try batch.apply(returning(entry) + [change], to: entry.number)
    }

    /// What is held or deferred is staged again first.
    private func returning(_ entry: StagedTable.Entry) -> [StagedChange] {
        switch entry.status.state {
        case .held, .deferred: [StagedChange(.becomes(.staged), at: at)]
        default: []
        }
    }
}

/// Takes outcomes one after another, and sums up what they cost.
private struct Outcomes {
    let db: Database
    var batch: StagedBatch
    /// What was deleted, by the day it counts for.
    private var deletions: [String: [QuotaTable.Deletion]] = [:]
    private var fileCounts = FileCounts()

    init(_ db: Database, _ batch: StagedBatch) {
        self.db = db
        self.batch = batch
    }

    mutating func take(_ outcome: RecordedOutcome, of number: Int64) throws {
        let entry = batch.entry(number)
        guard entry.status.state == .executing, let day = entry.status.quotaDay else {
            throw LedgerError(
                .failed,
                Message(
                    "the outcome for staged item \(number) is not recorded, for it is not being deleted"
                        + " but '\(entry.status.state.rawValue)'"))
        }
        try batch.apply(try changes(outcome, entry), to: number)
        guard case .deleted = outcome else { return }
        let deletion = QuotaTable.Deletion(isFolder: entry.isFolder, size: entry.size)
        deletions[day, default: []].append(deletion)
        if !entry.isFolder {
            let identity = try batch.ruling(number).driveIdentity
            fileCounts.add(-1, path: entry.path, identity: identity)
        }
    }

    /// What `outcome` makes of the item. What was begun before the state came back from a backup,
    /// and turns out to be untouched, does not wait again: a person may have taken it back in what
    /// was lost.
    private func changes(
        _ outcome: RecordedOutcome, _ entry: StagedTable.Entry
    ) throws -> [StagedChange] {
        let change = change(outcome, attempt: entry.status.attempt)
        guard case .untouched = outcome, try Uncertainty(db: db).covers(entry.number) else {
            return [change]
        }
        return [
            change, StagedChange(.becomes(.undone), at: change.at, cause: Uncertainty.cause),
        ]
    }

    private func change(_ outcome: RecordedOutcome, attempt: Int) -> StagedChange {
        func becomes(_ state: ItemState, _ cause: String?) -> StagedChange {
            StagedChange(
                .becomes(state), at: batch.history.at, cause: StorableText.note(cause))
        }
        switch outcome {
        case .deleted(let receipt):
            var change = becomes(.deleted, nil)
            change.receipt = StorableText.note(receipt)
            return change
        case .changed(let why): return becomes(.changed, why)
        case .gone: return becomes(.gone, nil)
        case .untouched(let why):
            // Nothing was tried: it does not count as an attempt.
            var change = becomes(.staged, why)
            change.attempt = attempt - 1
            return change
        case .failed(let why, let retryAt):
            if attempt >= ItemState.attemptsMax { return becomes(.gaveUp, why) }
            var change = becomes(.failed, why)
            change.retryAt = retryAt
            return change
        }
    }

    func charge() throws {
        let quota = QuotaTable(db: db)
        for (day, deletions) in deletions { try quota.charge(day, deletions: deletions) }
        try fileCounts.record(db)
    }
}
