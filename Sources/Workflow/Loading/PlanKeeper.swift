// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import PlanRunner
internal import Plans
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// Keeps plans in the state file.
package struct PlanKeeper {
    let state: StateSession

    /// Keeps plans in `state`.
    package init(state: StateSession) {
        self.state = state
    }

    /// Saves the plan of `header` as the newest; the header with its id and what has changed since
    /// the plan before.
    ///
    /// A plan that was made before of just the same is that plan. One that was staged is used up
    /// though, and what was taken back since can be proposed again: then it gets another id.
    package func save(_ header: PlanHeader, isQuiet: Bool) async throws(Failure) -> PlanHeader {
        try await Progress.during(.progressSavingPlan, isQuiet: isQuiet) {
            () async throws(Failure) in try await save(header)
        }
    }

    private func save(_ header: PlanHeader) async throws(Failure) -> PlanHeader {
        try checkRoom(for: header)
        try await noteUse(of: header.plan.input.ruleFile)
        try await state.warnOfTier(header.plan.input.ruleFile)
        var header = header
        let cursors = header.driveCursors
        var record = header.record()
        for round in 0..<Self.roundMax {
            let id = header.identifier(record, round: round)
            if var known = try await known(id) {
                guard known.usedAt == nil, let head = try await self.record(id)?.head else {
                    continue
                }
                header.adopt(head, id: id)
                known.driveCursors = cursors
                try await keep(known, pieces: nil)
                return header
            }
            header.changes = try await changes(of: header, record, id: id)
            header.planID = id
            (record.head.id, record.head.changes) = (id, header.changes)
            let pieces = try stored(record)
            try await keep(plan(of: header, id: id, SHA256Text.of(pieces)), pieces: pieces)
            return header
        }
        throw Failure(.failed, .planTooMany)
    }

    private func stored(_ record: PlanRecord) throws(Failure) -> [[UInt8]] {
        do throws(ListingError) {
            return try record.stored()
        } catch {
            throw Failure(
                .failed, "the plan cannot be kept: \(VisibleText.escaped(error.message))")
        }
    }

    /// Refuses a plan that there is no memory for: it is compared with the one before and kept as a
    /// whole.
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
    private static let entryBytes = 400

    /// How many plans of the same entries, rules and instant are told apart.
    private static let roundMax = 1_000

    /// From the first rules with a quota on, the state file counts their days of grace.
    private func noteUse(of rules: RuleFile) async throws(Failure) {
        guard rules.quota.isSet else { return }
        try await state.asking { ledger async throws(LedgerError) in
            try await ledger.noteQuota(at: state.clock.now())
        }
    }

    private func known(_ id: String) async throws(Failure) -> LedgerPlan? {
        try await state.asking { ledger async throws(LedgerError) in try await ledger.plan(id) }
    }

    private func record(_ id: String) async throws(Failure) -> PlanRecord? {
        try await state.asking { ledger async throws(LedgerError) in
            try await ledger.record(ofPlan: id)
        }
    }

    private func keep(_ plan: LedgerPlan, pieces: [[UInt8]]?) async throws(Failure) {
        try await state.asking { ledger async throws(LedgerError) in
            try await ledger.savePlan(plan, pieces: pieces, at: state.clock.now())
        }
    }

    /// Compares with the newest other plan over the same drives.
    private func changes(
        of header: PlanHeader, _ record: PlanRecord, id: String
    ) async throws(Failure) -> PlanChanges {
        let none = PlanChanges(since: nil, added: 0, removed: 0)
        let identities = header.planIdentities
        let plans = try await state.asking { ledger async throws(LedgerError) in
            try await ledger.plans(most: 100)
        }
        // One that is damaged is no reason to make no other.
        guard
            let before = plans.first(where: { $0.id != id && $0.driveIdentities == identities }),
            let old = try? await self.record(before.id)
        else { return none }
        let difference = PlanDifference(from: old, to: record)
        return PlanChanges(
            since: before.id, added: Int64(difference.added.count),
            removed: Int64(difference.removed.count))
    }

    private func plan(of header: PlanHeader, id: String, _ digest: String) -> LedgerPlan {
        let totals = header.totals
        // Made for whatever day, what it knows of the drives is of this one.
        let lasts = state.clock.now().secondsSinceEpoch + PlanHeader.validSeconds
        let expires = min(header.expires, Timestamp(secondsSinceEpoch: lasts))
        var plan = LedgerPlan(
            id: id, created: header.plan.input.now, expires: expires,
            rulesDigest: header.rulesDigest, rulesPath: header.rulesPath,
            driveIdentities: header.planIdentities, deleteCount: totals.delete.items,
            deleteBytes: totals.delete.bytes, reviewCount: totals.review.items,
            reviewBytes: totals.review.bytes,
            exceededLimits: header.limits.filter(\.isExceeded).map(\.sentence),
            documentDigest: digest)
        plan.driveCursors = header.driveCursors
        return plan
    }
}

extension PlanHeader {
    /// Takes over what the kept plan of that id, which is the same, says of its making.
    fileprivate mutating func adopt(_ head: PlanHead, id: String) {
        planID = id
        changes = head.changes
        for drive in head.drives {
            guard let listed = drive.listed else { continue }
            remembered?.records[drive.name]?.syncedAt = listed
            remembered?.records[drive.name]?.cursor = drive.cursor
        }
    }

    /// The cursor of each drive that has one, by name; of one in doubt what says so.
    var driveCursors: [String: String] {
        guard let remembered else { return [:] }
        return remembered.records.compactMapValues(\.cursor).merging(
            remembered.doubts.mapValues { _ in LedgerPlan.doubtCursor }
        ) { _, doubt in doubt }
    }
}
