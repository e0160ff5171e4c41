// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording
package import Workflow

/// Takes back what a plan over all drives has staged or deleted: on some drives, by one rule, or all of it.
package struct FleetTakingBack: Sendable {
    /// What became of one drive.
    package struct Result: Sendable {
        /// What it is called.
        package let name: String
        /// How many items were taken back, or are back.
        package var items: Int64 = 0
        /// How many are not.
        package var failed = 0
        /// Why not, of the first of them.
        package var why: Phrase?
        /// How it ended.
        package var ending = Ending.done
    }

    private let records: FleetRecords
    private let journal: DeedJournal
    private let names: [String]
    private let rule: String?

    /// Takes back on the drives of those names or ids, on all where none is named; what that rule has
    /// decided, whatever rule where none is named.
    package init(
        _ records: FleetRecords, drives names: [String], rule: String?
    ) throws(Failure) {
        self.records = records
        self.names = names
        self.rule = rule
        journal = try DeedJournal(records.work)
    }

    // MARK: Before

    /// Takes back what waits.
    package func undo() async throws(Failure) -> [Result] {
        let deeds = told()
        return try await results(deeds) { session, key throws(Failure) in
            try await undo(session, key, deeds)
        }
    }

    /// What the journal tells; nothing where it is damaged, for the states are enough to take things back.
    private func told() -> FleetDeeds {
        do throws(Failure) {
            return try journal.deeds()
        } catch {
            Host.warn(error.phrase ?? .fleetUnknown)
            return FleetDeeds()
        }
    }

    /// What `body` comes to for the state of each drive that is meant; a drive of which it throws stops
    /// only itself.
    private func results(
        _ deeds: FleetDeeds, stop: () -> Ending? = { nil },
        _ body: (StateSession, _ key: String) async throws(Failure) -> Result
    ) async throws(Failure) -> [Result] {
        var results: [Result] = []
        for key in try keys(deeds) {
            if stop() != nil { break }
            do throws(Failure) {
                let result = try await records.work.withState(key) {
                    session async throws(Failure) in
                    try await body(session, key)
                }
                guard let result else { continue }
                let isNews = result.items > 0 || result.failed > 0 || result.ending != .done
                if isNews { results.append(result) }
            } catch {
                var result = Result(name: name(of: key, deeds))
                result.ending = error.status
                result.why = error.phrase
                results.append(result)
            }
        }
        return results
    }

    private func undo(
        _ session: StateSession, _ key: String, _ deeds: FleetDeeds
    ) async throws(Failure) -> Result {
        var result = Result(name: name(of: key, deeds))
        let numbers = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: Set(ItemState.allCases.filter(\.isActive)))
        }.filter(isMeant).map(\.number)
        if numbers.isEmpty { return result }
        let outcome = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.undo(
                .numbers(numbers), actor: StagedItem.person, at: SystemClock.now())
        }
        let bytes = outcome.undone.reduce(Int64(0)) { $0 &+ max(0, $1.order.item.size ?? 0) }
        result.items = Int64(outcome.undone.count)
        let amount = FleetAmount(items: result.items, bytes: bytes)
        await note(.undone, amount, session, key, deeds, &result)
        return result
    }

    private func isMeant(_ item: StagedItem) -> Bool {
        guard let rule else { return true }
        return item.order.rule.map { $0.utf8.elementsEqual(rule.utf8) } ?? false
    }

    // MARK: After

    /// Brings back what was deleted, from the bins and quarantines of the drives.
    package func restore(
        stop: @escaping @Sendable () -> Ending?
    ) async throws(Failure) -> [Result] {
        let deeds = told()
        return try await results(deeds, stop: stop) { session, key throws(Failure) in
            try await restore(session, key, deeds, stop)
        }
    }

    private func restore(
        _ session: StateSession, _ key: String, _ deeds: FleetDeeds,
        _ stop: @escaping @Sendable () -> Ending?
    ) async throws(Failure) -> Result {
        var result = Result(name: name(of: key, deeds))
        let lock = try await session.runnerLock()
        defer { lock.close() }
        let runner = session.runner(nil, actor: StagedItem.person)
        _ = try await session.running { () async throws(RunnerError) in try await runner.recover() }
        let items = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: [.deleted])
        }.filter { !$0.isPurged && isMeant($0) }
        if items.isEmpty { return result }
        let report = try await session.running { () async throws(RunnerError) in
            try await runner.restore(items, shouldStop: { stop() != nil })
        }
        result.items = Int64(report.back.count)
        result.failed = report.failedCount
        if let problem = report.items.first(where: { $0.problem != nil })?.problem {
            result.why = .told(VisibleText.escaped(problem))
        }
        if result.failed > 0 { result.ending = .partial }
        if result.items == 0 { return result }
        let amount = FleetAmount(items: result.items, bytes: report.back.bytes)
        await note(.restored, amount, session, key, deeds, &result)
        return result
    }

    // MARK: The journal

    /// Notes what was done; what is in the way of that stands in `result`, for it is done all the same.
    private func note(
        _ event: FleetDeed.Event, _ amount: FleetAmount, _ session: StateSession, _ key: String,
        _ deeds: FleetDeeds, _ result: inout Result
    ) async {
        do throws(Failure) {
            try await note(event, amount, session, key, deeds)
        } catch {
            result.ending = .worst(of: [result.ending, error.status])
            result.why = error.phrase
        }
    }

    private func note(
        _ event: FleetDeed.Event, _ amount: FleetAmount, _ session: StateSession, _ key: String,
        _ deeds: FleetDeeds
    ) async throws(Failure) {
        var deed = FleetDeed(event)
        deed.by = DeedJournal.person
        deed.drive = key
        deed.name = deeds.names[key]
        deed.amount = amount
        deed.why = rule
        let fit = FleetFit(records, journal)
        // What an older state does not know any more stays known.
        if try await fit.doubt(session, deeds.known(key)) == nil {
            deed.counts = try await DeedCounts.all(session, deeds.plans[key] ?? [:])
        }
        if event == .restored, let drive = records.drive(key: key) {
            var audit = DriveAudit(records.work, drive)
            deed.audit = try await audit.settle(session)
        }
        try journal.add([deed])
        try await fit.mark(session)
    }

    /// What the drive that is called `key` is called by people.
    private func name(of key: String, _ deeds: FleetDeeds) -> String {
        records.name(of: key, deeds)
    }

    /// The drives that are meant, by key; throws where one is not known.
    private func keys(_ deeds: FleetDeeds) throws(Failure) -> [String] {
        // A state that an older journal does not know of any more may have something waiting, too.
        let all = records.work.keys(deeds)
        if names.isEmpty { return all }
        var found: [String] = []
        var unknown: [String] = []
        for name in names {
            let ofID = records.work.key(ofDrive: name)
            let meant = all.filter { key in
                key == name || key == ofID
                    || deeds.names[key].map { $0.utf8.elementsEqual(name.utf8) } ?? false
                    || records.drive(key: key)?.name.utf8.elementsEqual(name.utf8) ?? false
            }
            if meant.isEmpty { unknown.append(name) }
            found += meant.filter { !found.contains($0) }
        }
        if unknown.isEmpty { return found }
        throw Failure(
            .failed,
            .fleetNoDrive(
                names: Phrase.series(
                    unknown.map { .verbatim("'\(VisibleText.escaped($0))'") }, separator: ", ")))
    }
}
