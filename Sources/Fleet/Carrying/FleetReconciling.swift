// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
package import Workflow

/// Has the journal and the states of a fleet count as they are, because a person says so: some of them were
/// put back from a backup, copied, or lost.
///
/// What a drive's state knows goes into the journal: what it has staged by which plan, how its items stand,
/// and what was deleted there today, so that no cap is passed.
package struct FleetReconciling {
    /// What became of one drive that could not be asked.
    package typealias Left = (name: String, failure: Failure)

    private let records: FleetRecords
    private let journal: DeedJournal
    private let lock: FleetLock

    /// Prepares it for the fleet of `records`. Throws while a run of it is under way.
    package init(_ records: FleetRecords) throws(Failure) {
        self.records = records
        try records.work.prepare()
        lock = try records.work.locked()
        try FleetTenure(records.work, of: records.path, named: records.namedPath).claim()
        journal = try DeedJournal(records.work)
    }

    /// Does it; how many drives count as they are now, and those that could not be asked.
    package func run() async throws(Failure) -> (drives: Int, left: [Left]) {
        var left: [Left] = []
        let keys = records.work.keys(try journal.deeds())
        for key in keys {
            do throws(Failure) {
                let found: Bool? = try await records.work.withState(key) {
                    session async throws(Failure) in
                    try await reconcile(session, key)
                    return true
                }
                if found == nil { try await forget(key) }
            } catch {
                let name = records.name(of: key, try journal.deeds())
                left.append((name, error))
            }
        }
        return (keys.count - left.count, left)
    }

    private func reconcile(_ session: StateSession, _ key: String) async throws(Failure) {
        let (before, at) = try journal.reading { ($0.plans[key] ?? [:], $0.at) }
        var plans = before
        try await takeUp(&plans, session, key)
        var deed = deed(.reconciled, key)
        deed.counts = try await DeedCounts.all(session, plans)
        let day = records.day(of: max(at, SystemClock.now().secondsSinceEpoch))
        let known = try journal.reading { $0.amount(of: key, since: day) }
        deed.day = day
        deed.amount = try await gone(session, since: day).less(known)
        deed.audit = try await restartedAudit(session, key)
        try journal.add([deed])
        try await FleetFit(records, journal).markAnew(session)
    }

    /// Has the journal know of the plans of the state of `session` that it does not have in `plans`: they were
    /// staged there by the plan over all drives that the state names.
    private func takeUp(
        _ plans: inout [String: String], _ session: StateSession, _ key: String
    ) async throws(Failure) {
        guard let mark = try await FleetMark.read(session), let plan = mark.plan,
            let wave = mark.wave
        else { return }
        let own = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stateCounts()
        }.map(\.plan)
        let known = plans
        let unknown = Set(own).filter { known[$0] == nil }.sorted()
        if unknown.isEmpty { return }
        for one in unknown { plans[one] = plan }
        let counts = try await DeedCounts.all(session, plans)
        try journal.add(
            unknown.map { one in
                var deed = deed(.staged, key)
                (deed.plan, deed.statePlan, deed.wave) = (plan, one, wave)
                deed.counts = counts.filter { $0.key == plan }
                return deed
            })
    }

    /// What was deleted on that day and on later ones, as the state of `session` has it.
    private func gone(
        _ session: StateSession, since day: String
    ) async throws(Failure) -> FleetAmount {
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.quotaHistory()
        }.filter { !UsedCaps.precedes($0.day, day) }.reduce(FleetAmount()) { sum, one in
            sum + FleetAmount(items: one.deletes, bytes: one.bytes)
        }
    }

    /// A drive whose state is gone has nothing staged.
    private func forget(_ key: String) async throws(Failure) {
        var deed = deed(.reconciled, key)
        let plans = try journal.reading { $0.counts[key] ?? [:] }
        deed.counts = plans.mapValues { _ in DeedCounts() }
        deed.audit = try await restartedAudit(nil, key)
        try journal.add([deed])
    }

    /// How far the drive's own file has come, which goes on with what the state of `session` records from now
    /// on, however many lines it has lost. Nil: there is none, and it is written anew.
    private func restartedAudit(
        _ session: StateSession?, _ key: String
    ) async throws(Failure) -> AuditMark? {
        guard let drive = records.drive(key: key) else {
            // Nobody knows what it is called, but the file has come as far as it has.
            var file = ChainedFile(path: records.work.audit(of: key))
            try file.read { _ in true }
            return file.count == 0 ? nil : AuditMark(lines: Int64(file.count), link: file.link)
        }
        var audit = DriveAudit(records.work, drive)
        try await audit.restart(session)
        return audit.mark
    }

    private func deed(_ event: FleetDeed.Event, _ key: String) -> FleetDeed {
        var deed = FleetDeed(event)
        deed.by = DeedJournal.person
        deed.drive = key
        deed.name = records.drive(key: key)?.name
        return deed
    }
}
