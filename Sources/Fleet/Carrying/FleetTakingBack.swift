// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording
package import Workflow

/// Takes back what plans over all drives have staged or deleted: on some drives, by one rule, of one plan, or
/// all of it.
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
    private let plan: String?

    /// Takes back on the drives of those names or ids, on all where none is named; what that rule has
    /// decided, whatever rule where none is named; and what that plan over all drives has staged, whatever
    /// plan where none is named.
    package init(
        _ records: FleetRecords, drives names: [String], rule: String?, plan: String? = nil
    ) throws(Failure) {
        self.records = records
        self.names = names
        self.rule = rule
        self.plan = plan
        journal = try DeedJournal(records.work)
    }

    // MARK: Before

    /// Takes back what waits.
    package func undo() async throws(Failure) -> [Result] {
        let deeds = try told()
        try demandPlan(deeds, having: \.waiting) { .carryPlanWaiting(name: $0, names: $1) }
        let results = try await results(deeds) { session, key throws(Failure) in
            try await undo(session, key, deeds)
        }
        try await demandRule(results, deeds, Self.waiting) {
            .carryRuleWaiting(name: $0, names: $1)
        }
        return results
    }

    /// The states of what waits.
    private static let waiting = Set(ItemState.allCases.filter(\.isActive))

    /// What the journal tells; nothing where it is damaged, for the states are enough to take things back:
    /// but what is of one plan, it alone can tell. Throws where that is asked then.
    private func told() throws(Failure) -> FleetDeeds {
        do throws(Failure) {
            return try journal.deeds()
        } catch {
            Host.warn(error.phrase ?? .fleetUnknown)
            if plan != nil { throw Failure(error.status, .carryPlanUnread) }
            return FleetDeeds()
        }
    }

    /// Throws where nothing was ever staged by the plan that is meant, with those of which there is
    /// something, by `count`, as `wording` says it.
    private func demandPlan(
        _ deeds: FleetDeeds, having count: (DeedCounts) -> Int64,
        _ wording: (_ name: String, _ names: Phrase) -> Phrase
    ) throws(Failure) {
        guard let plan, !deeds.hasStaged(plan) else { return }
        let name = VisibleText.escaped(plan)
        let others = deeds.plans(having: count)
        if !others.isEmpty { throw Failure(.failed, wording(name, Self.names(others))) }
        let known = deeds.stagedPlans
        throw Failure(
            .failed,
            known.isEmpty
                ? .carryPlanUnknown(name: name)
                : .carryPlanOthers(name: name, names: Self.names(known)))
    }

    /// The first 20 of `plans`.
    private static func names(_ plans: [String]) -> Phrase {
        Phrase.names(plans.prefix(20).map { VisibleText.escaped($0) })
    }

    /// Throws where nothing came of it, and no rule is called as the one that is meant, with those of which there
    /// is something in one of `states`, as `wording` says it. Where a state could not be asked, nobody knows.
    private func demandRule(
        _ results: [Result], _ deeds: FleetDeeds, _ states: Set<ItemState>,
        _ wording: (_ name: String, _ names: String) -> Phrase
    ) async throws(Failure) {
        // All states are asked only where the rules do not have it.
        guard let rule, results.isEmpty, !records.ruleNames.contains(rule) else { return }
        let rules = await StagedRules(records, deeds, states)
        if rules.isWhole, !rules.knows(rule) { throw rules.unknown(rule, wording) }
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
        let waiting = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: Self.waiting)
        }
        let numbers = meant(waiting, key, deeds, &result).map(\.number)
        if numbers.isEmpty { return result }
        let outcome = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.undo(
                .numbers(numbers), actor: StagedItem.person, at: SystemClock.now())
        }
        let bytes = outcome.undone.reduce(Int64(0)) { $0 &+ max(0, $1.order.item.size ?? 0) }
        result.items = Int64(outcome.undone.count)
        if !outcome.executing.isEmpty { tell(outcome.executing.count, of: &result) }
        if result.items == 0 { return result }
        let amount = FleetAmount(items: result.items, bytes: bytes)
        await note(.undone, amount, session, key, deeds, &result)
        return result
    }

    /// Has `result` say that so many items are on their way, and cannot be taken back any more.
    private func tell(_ late: Int, of result: inout Result) {
        let line = Phrase.carryUndoLate(n: late, command: .fleetExecute(file: records.path))
        result.failed += late
        result.why = result.why.map { Phrase.series([$0, line], separator: "; ") } ?? line
        result.ending = .worst(of: [result.ending, .partial])
    }

    /// Those of `items` of the drive `key` that are meant. Where the journal does not know any more by which
    /// plan some were staged, as one that was put back may not, they stay as they are, and `result` says so.
    private func meant(
        _ items: [StagedItem], _ key: String, _ deeds: FleetDeeds, _ result: inout Result
    ) -> [StagedItem] {
        let ofRule = items.filter(isOfRule)
        guard let plan else { return ofRule }
        let plans = deeds.plans[key] ?? [:]
        let unknown = ofRule.count { plans[$0.plan] == nil }
        if unknown > 0 {
            result.failed = unknown
            result.why = .carryPlanUnsure(n: unknown)
            result.ending = .partial
        }
        return ofRule.filter { plans[$0.plan] == plan }
    }

    private func isOfRule(_ item: StagedItem) -> Bool {
        guard let rule else { return true }
        return item.order.rule.map { $0.utf8.elementsEqual(rule.utf8) } ?? false
    }

    // MARK: After

    /// Brings back what was deleted, from the bins and quarantines of the drives.
    package func restore(
        stop: @escaping @Sendable () -> Ending?
    ) async throws(Failure) -> [Result] {
        let deeds = try told()
        try demandPlan(deeds, having: \.deleted) { .carryPlanDeleted(name: $0, names: $1) }
        let results = try await results(deeds, stop: stop) { session, key throws(Failure) in
            try await restore(session, key, deeds, stop)
        }
        if stop() == nil {
            try await demandRule(results, deeds, [.deleted]) {
                .carryRuleDeleted(name: $0, names: $1)
            }
        }
        return results
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
        let deleted = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: [.deleted])
        }.filter { !$0.isPurged }
        let items = meant(deleted, key, deeds, &result)
        if items.isEmpty { return result }
        let report = try await session.running { () async throws(RunnerError) in
            try await runner.restore(items, shouldStop: { stop() != nil })
        }
        result.items = Int64(report.back.count)
        result.failed += report.failedCount
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
        deed.plan = plan
        deed.why = rule
        let fit = FleetFit(records, journal)
        // What an older state does not know any more stays known.
        if try await fit.doubt(session, deeds.known(key)) == nil {
            deed.counts = try await DeedCounts.all(session, deeds.plans[key] ?? [:])
        }
        var failure: Failure?
        if event == .restored, let drive = records.drive(key: key) {
            do throws(Failure) {
                var audit = DriveAudit(records.work, drive)
                try fit.demand(&audit)
                deed.audit = try await audit.settle(session)
            } catch {
                // What is back is written down there once the file is put right.
                failure = error
            }
        }
        try journal.add([deed])
        try await fit.mark(session)
        if let failure { throw failure }
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
        let text = FleetOwners.text(unknown)
        let near = FleetDrives.meant(by: unknown, among: all.map { self.name(of: $0, deeds) })
        throw Failure(
            .failed,
            near.isEmpty
                ? .carryNoDrive(names: text)
                : .carryNoDriveNear(names: text, drives: FleetOwners.text(near)))
    }
}
