// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Messages
internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// How what is staged becomes a plan of the state of the drive, and is staged as every plan is.
extension DriveStaging {
    func stage(
        _ entries: [PlanEntry], _ session: StateSession, _ done: inout DriveStaged,
        _ note: Note
    ) async throws(Failure) {
        var others: [String: FleetDrive] = [:]
        for survivor in entries.flatMap(\.demanded).flatMap(\.survivors) {
            guard let other = ground.drive(named: survivor.drive), other.key != drive.key else {
                continue
            }
            others[other.key] = other
        }
        let drives = [drive] + others.values.sorted { $0.key < $1.key }
        let rules = try ground.rules.declaring(drives.map { ground.declaration(of: $0) })
        try await keep(drives, session)
        let saved = try await save(entries, drives, session)
        // Before anything waits: what is known twice does no harm, and what is not known could.
        for (key, reliances) in reliances(entries).sorted(by: { $0.key < $1.key }) {
            try elsewhere.note(reliances, on: key)
        }
        try await note(saved.id, session)
        let runner = session.runner(rules, actor: "run")
        let proposal = try await proposal(saved, runner, try rules.inForce)
        done.unallowed = Unallowed(proposal.orders, consent)
        if !done.unallowed.isEmpty { return }
        let outcome = try await session.running { () async throws(RunnerError) in
            try await runner.stage(proposal)
        }
        done.plan = saved.id
        done.staged = FleetAmount(items: Int64(outcome.staged), bytes: outcome.bytes)
        done.waiting = outcome.skipped
        done.firstDue = outcome.firstDue
        if proposal.unwanted > 0 { done.left[.decided] = proposal.unwanted }
        if !proposal.takenBack.isEmpty { done.left[.takenBack] = proposal.takenBack.count }
    }

    /// What `saved` would stage, whatever has to be allowed of it: that is said of the whole fleet at once. Why it
    /// does not hold is said without its id, which leads nowhere for somebody with a fleet.
    private func proposal(
        _ saved: LedgerPlan, _ runner: Runner, _ rules: RulesInForce
    ) async throws(Failure) -> StagingProposal {
        var asked = consent
        (asked.allowsNoWindow, asked.allowsPermanent) = (true, true)
        do throws(RunnerError) {
            return try await runner.proposal(saved, rules: rules, consent: asked)
        } catch {
            var own = error
            if !own.reasons.isEmpty { own.phrase = .series(own.reasons, separator: "; ") }
            throw Failure(own)
        }
    }

    /// Has the state know `drives`, of which it has no listing.
    private func keep(_ drives: [FleetDrive], _ session: StateSession) async throws(Failure) {
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        for drive in drives {
            let record = ground.record(of: drive)
            let isKnown = known.contains {
                $0.name.utf8.elementsEqual(record.name.utf8) && $0.identity == record.identity
                    && $0.settings == record.settings
            }
            if isKnown { continue }
            try await session.asking { ledger async throws(LedgerError) in
                try await ledger.saveCatalog(record, parts: [])
            }
        }
    }

    /// Keeps `entries` as a plan of the state.
    private func save(
        _ entries: [PlanEntry], _ drives: [FleetDrive], _ session: StateSession
    ) async throws(Failure) -> LedgerPlan {
        let now = SystemClock.now()
        let expires = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 86_400)
        var head = PlanHead(
            now: plan.job.now, expires: expires, timeZone: plan.job.timeZone, tool: plan.job.tool,
            rulesDigest: plan.job.rulesDigest, rulesName: ground.rules.name)
        head.drives = drives.map { drive in
            PlanHead.Drive(
                name: drive.name, kind: .onedrive, identity: ground.identity(of: drive), files: 0,
                folders: 0, bytes: 0)
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        head.totals.delete.items = Int64(entries.count)
        head.totals.delete.bytes = entries.bytes
        head.id = "p-" + HexDigits.text((0..<6).map { _ in UInt8.random(in: .min ... .max) })
        let pieces = try Self.stored(entries, head)
        let saved = LedgerPlan(
            id: head.id, created: now, expires: expires, rulesDigest: plan.job.rulesDigest,
            rulesPath: ground.rules.absolutePath,
            driveIdentities: Dictionary(
                drives.map { ($0.name, ground.identity(of: $0)) },
                uniquingKeysWith: { first, _ in first }),
            deleteCount: head.totals.delete.items, deleteBytes: head.totals.delete.bytes,
            reviewCount: 0, reviewBytes: 0, exceededLimits: [],
            documentDigest: SHA256Text.of(pieces))
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.savePlan(saved, pieces: pieces, at: now)
        }
        return saved
    }

    private static func stored(
        _ entries: [PlanEntry], _ head: PlanHead
    ) throws(Failure) -> [[UInt8]] {
        let record: PlanRecord
        do throws(PlanDocumentReader.Unreadable) {
            record = try PlanDocumentReader.record(head, entries)
        } catch {
            throw Failure(.failed, error.reason)
        }
        do throws(ListingError) {
            return try record.stored()
        } catch {
            throw Failure(.failed, error.clause)
        }
    }
}

extension [PlanEntry] {
    /// The bytes of all items that say theirs; the largest number where they do not fit into one.
    fileprivate var bytes: Int64 {
        reduce(0) { sum, entry in
            let (next, isOver) = sum.addingReportingOverflow(Swift.max(0, entry.size ?? 0))
            return isOver ? .max : next
        }
    }
}
