// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Foundation
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Wording

/// The entries that two plans have not in common.
struct PlanDifference {
    /// Entries of the later plan.
    private(set) var added: [PlanEntry] = []
    /// Entries of the earlier plan.
    private(set) var removed: [PlanEntry] = []

    /// An item and what becomes of it.
    private struct Key: Hashable {
        let drive: [UInt8]
        let id: [UInt8]
        let verdict: String

        init(_ entry: PlanEntry) {
            // Bytes: two strings that differ in normalisation only would count as equal.
            drive = Array(entry.drive.utf8)
            id = Array(entry.id.utf8)
            verdict = entry.verdict
        }
    }

    /// Compares the entries that are no `keep`. Lines that are equal are not read. O(entries).
    init(
        from before: PlanDocumentReader, to after: PlanDocumentReader
    ) throws(PlanDocumentReader.Unreadable) {
        let old = Set(before.lines)
        let new = Set(after.lines)
        var removed = try Self.entries(before, notIn: new)
        var added = try Self.entries(after, notIn: old)
        // An entry whose line differs in something else has not changed in what counts here.
        let (gone, come) = (Set(removed.map(Key.init)), Set(added.map(Key.init)))
        removed.removeAll { come.contains(Key($0)) }
        added.removeAll { gone.contains(Key($0)) }
        self.removed = removed
        self.added = added
    }

    private static func entries(
        _ document: PlanDocumentReader, notIn others: Set<ArraySlice<UInt8>>
    ) throws(PlanDocumentReader.Unreadable) -> [PlanEntry] {
        var entries: [PlanEntry] = []
        for line in document.lines where !others.contains(line) {
            if PlanDocumentReader.isKept(line) { continue }
            entries.append(try PlanDocumentReader.entry(line))
        }
        return entries
    }
}

/// Keeps plans in the state file.
struct PlanKeeper {
    let state: StateSession

    /// Saves the plan of `header` as the newest; the header with its id and what has changed since
    /// the plan before.
    ///
    /// A plan that was made before of just the same is that plan. One that was staged is used up
    /// though, and what was taken back since can be proposed again: then it gets another id.
    func save(_ header: PlanHeader, isQuiet: Bool) async throws(Failure) -> PlanHeader {
        try await Progress.during(.progressSavingPlan, isQuiet: isQuiet) {
            () async throws(Failure) in try await save(header)
        }
    }

    private func save(_ header: PlanHeader) async throws(Failure) -> PlanHeader {
        try checkRoom(for: header)
        try await noteUse(of: header.plan.input.ruleFile)
        var header = header
        let cursors = header.driveCursors
        let bare = PlanDocument(header: header)
        for round in 0..<Self.roundMax {
            let id = bare.identifier(round: round)
            if let known = try await known(id) {
                guard known.record.usedAt == nil, let document = known.document else { continue }
                try header.adopt(document, id: id)
                var record = known.record
                record.driveCursors = cursors
                try await keep(record, document)
                return header
            }
            header.changes = try await changes(of: header, id: id)
            header.planID = id
            let document = PlanDocument(header: header).bytes(id: id)
            try await keep(record(of: header, id: id, document: document), document)
            return header
        }
        throw Failure(.failed, .planTooMany)
    }

    /// Refuses a plan that there is no memory for: it is written, compared with the one before and
    /// kept as a whole.
    private func checkRoom(for header: PlanHeader) throws(Failure) {
        let plan = header.plan
        var count = 0
        var textBytes = 0
        for row in 0..<plan.listing.count where plan.verdict(row) != .keep {
            count += 1
            textBytes += plan.listing.folders.path(Int(plan.listing.folder[row])).count
            textBytes += plan.listing.names[row].count + plan.listing.ids[row].count
        }
        let needed = count * Self.entryBytes + 3 * textBytes
        guard needed > MemoryRoom.now.byteCount else { return }
        throw Failure(
            .failed,
            .planNoRoom(
                entries: String(count), needed: String(needed >> 20),
                present: String(MemoryRoom.now.byteCount >> 20)))
    }

    /// About how many bytes an entry of a plan takes while it is kept, beside its texts.
    private static let entryBytes = 700

    /// How many plans of the same entries, rules and instant are told apart.
    private static let roundMax = 1_000

    /// From the first rules with a quota on, the state file counts their days of grace.
    private func noteUse(of rules: RuleFile) async throws(Failure) {
        guard rules.quota.isSet else { return }
        try await state.asking { ledger async throws(LedgerError) in
            try await ledger.noteQuota(at: SystemClock.now())
        }
    }

    private func known(
        _ id: String
    ) async throws(Failure) -> (record: PlanRecord, document: [UInt8]?)? {
        try await state.asking { ledger async throws(LedgerError) in
            guard let record = try await ledger.plan(id) else { return nil }
            return (record, try await ledger.document(ofPlan: id))
        }
    }

    private func keep(_ record: PlanRecord, _ document: [UInt8]) async throws(Failure) {
        try await state.asking { ledger async throws(LedgerError) in
            try await ledger.savePlan(record, document: document, at: SystemClock.now())
        }
    }

    /// Compares with the newest other plan over the same drives.
    private func changes(of header: PlanHeader, id: String) async throws(Failure) -> PlanChanges {
        let none = PlanChanges(since: nil, added: 0, removed: 0)
        let identities = header.planIdentities
        let plans = try await state.asking { ledger async throws(LedgerError) in
            try await ledger.plans(most: 100)
        }
        guard
            let before = plans.first(where: { $0.id != id && $0.driveIdentities == identities }),
            let old = try await state.asking({ ledger async throws(LedgerError) in
                try await ledger.document(ofPlan: before.id)
            })
        else { return none }
        let new = PlanDocument(header: header).bytes(id: id)
        do throws(PlanDocumentReader.Unreadable) {
            let difference = try PlanDifference(
                from: try PlanDocumentReader(old), to: try PlanDocumentReader(new))
            return PlanChanges(
                since: before.id, added: Int64(difference.added.count),
                removed: Int64(difference.removed.count))
        } catch {
            return none
        }
    }

    private func record(of header: PlanHeader, id: String, document: [UInt8]) -> PlanRecord {
        let totals = header.totals
        var record = PlanRecord(
            id: id, created: header.plan.input.now, expires: header.expires,
            rulesDigest: header.rulesDigest, rulesPath: header.rulesPath,
            driveIdentities: header.planIdentities, deleteCount: totals.delete.items,
            deleteBytes: totals.delete.bytes, reviewCount: totals.review.items,
            reviewBytes: totals.review.bytes,
            exceededLimits: header.limits.filter(\.isExceeded).map(\.sentence),
            documentDigest: SHA256Text.of(document))
        record.driveCursors = header.driveCursors
        return record
    }
}

extension PlanHeader {
    /// Takes over what the kept document of the same plan says of its making.
    fileprivate mutating func adopt(_ document: [UInt8], id: String) throws(Failure) {
        struct Head: Decodable {
            struct Changes: Decodable {
                let since: String?
                let added: Int64
                let removed: Int64
            }
            struct Drive: Decodable {
                let name: String
                let listed: String?
                let cursor: String?
            }
            let changes: Changes?
            let drives: [Drive]
        }
        guard let head = try? JSONDecoder().decode(Head.self, from: Data(document)) else {
            throw Failure(.failed, .planEntriesUnreadable(plan: id))
        }
        planID = id
        changes = head.changes.map {
            PlanChanges(since: $0.since, added: $0.added, removed: $0.removed)
        }
        for drive in head.drives {
            guard let listed = drive.listed.flatMap({ try? Timestamp.parse($0) }) else { continue }
            remembered?.records[drive.name]?.syncedAt = listed
            remembered?.records[drive.name]?.cursor = drive.cursor
        }
    }

    /// The cursor of each drive that has one, by name.
    var driveCursors: [String: String] {
        (remembered?.records ?? [:]).compactMapValues(\.cursor)
    }
}
