// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import PlanRunner
internal import Reports
internal import RuleEngine
package import StateLedger
package import Text
package import Wording

/// What an execution would do now. What can be taken back is counted only: there may be hundreds of
/// thousands of items.
package struct DueItems: Sendable {
    /// Items to delete in a way that can be taken back.
    package private(set) var reversible = HandledItems.Tally()
    /// The names of the drives that these lie on.
    package private(set) var drives: Set<String> = []
    /// Items to delete for good.
    package private(set) var permanent: [StagedItem] = []
    /// Items whose time in quarantine is over.
    package private(set) var quarantined: [StagedItem] = []
    /// All that is due, as it stands.
    fileprivate private(set) var scope = ExecutionScope()
    /// What of the first wants a proof that copies are copies.
    fileprivate private(set) var proofs: [StagingOrder] = []

    /// Whether there is nothing to do.
    package var isEmpty: Bool { reversible.count == 0 && permanent.isEmpty && quarantined.isEmpty }

    /// How many items are left for another time, because there are too many.
    package private(set) var left = 0

    /// Asks the state file; with a scope, for what it covers.
    ///
    /// Of what can be taken back `countMax` items, of no more than `bytesMax` in all; an item of
    /// unknown size counts as none. What is on hold, or lies on a drive that is `avoided`, comes
    /// last, so that it keeps nothing else from its turn. What is in quarantine has been deleted
    /// before, and counts not.
    package static func find(
        _ session: StateSession, within agreed: ExecutionScope? = nil, countMax: Int? = nil,
        bytesMax: Int64? = nil, avoiding avoided: Set<String> = []
    ) async throws(Failure) -> DueItems {
        let now = session.clock.now()
        let kept = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - Runner.quarantineSeconds)
        let (numbers, old) = try await session.asking { ledger async throws(LedgerError) in
            (
                try await ledger.dueNumbers(at: now),
                try await ledger.quarantinedItems(deletedBefore: kept)
            )
        }
        var due = DueItems()
        due.quarantined = old
        due.scope = ExecutionScope(purging: old)
        var last: [Int64] = []
        for isLast in [false, true] {
            for page in (isLast ? last : numbers).pages {
                let items = try await session.asking { ledger async throws(LedgerError) in
                    try await ledger.stagedItems(numbers: Array(page))
                }
                for item in items where agreed?.covers(item) ?? true {
                    let mayStay = item.state == .held || avoided.contains(item.order.item.drive)
                    if mayStay, !isLast {
                        last.append(item.number)
                    } else {
                        due.take(item, countMax: countMax ?? .max, bytesMax: bytesMax ?? .max)
                    }
                }
            }
        }
        return due
    }

    private mutating func take(_ item: StagedItem, countMax: Int, bytesMax: Int64) {
        if item.isLasting {
            scope.take(item)
            permanent.append(item)
            return
        }
        let (bytes, isTooMuch) = reversible.bytes.addingReportingOverflow(item.bytes)
        if reversible.count >= countMax || isTooMuch || bytes > bytesMax {
            left += 1
            return
        }
        scope.take(item)
        reversible.count += 1
        reversible.bytes += item.bytes
        drives.insert(item.order.item.drive)
        if item.order.obligations.contains(where: { $0.isDuplicates && $0.comparesBytes }) {
            proofs.append(item.order)
        }
    }
}

extension HandledItems.Tally {
    /// `3 files and folders, 2.9 MiB`.
    package var shownCount: Phrase { .itemsCount(n: count, size: bytes) }
}

/// Carries out what is due and says what came of it; shared by `execute` and `run`.
package struct Execution: Sendable {
    /// The state that says what is due.
    package let session: StateSession
    /// Who carries it out.
    package let runner: Runner
    /// The rules that have to agree still.
    package let rules: RulesInForce
    let isQuiet: Bool
    /// How many items of each state the result names; nil: all.
    let namedMax: Int?
    /// Whether the program was asked to stop.
    package let shouldStop: @Sendable () -> Bool
    /// A brake beside the one of the state, asked for as often as that.
    package var otherBrake: @Sendable () -> Brake? = { nil }

    /// An execution by `rules` over the state of `session`, which asks `shouldStop` between items
    /// and names `namedMax` items of each state, nil: all.
    package init(
        session: StateSession,
        runner: Runner,
        rules: RulesInForce,
        isQuiet: Bool,
        namedMax: Int?,
        shouldStop: @escaping @Sendable () -> Bool
    ) {
        self.session = session
        self.runner = runner
        self.rules = rules
        self.isQuiet = isQuiet
        self.namedMax = namedMax
        self.shouldStop = shouldStop
    }

    /// After how many items a log hears of it.
    private static let batchSize = 500

    /// What came of it.
    package struct Result: Sendable {
        /// What was done, item by item.
        package var report: ExecutionReport
        /// The quota after it.
        package let quota: QuotaReport
        /// The drives as the state knows them.
        package let drives: [LedgerDrive]
        /// Why nothing more was deleted, if the brake was on.
        package var braked: Phrase?

        /// The same as `braked`, without the words of a person and the path of a file.
        var plainBrake: Phrase {
            guard case .person(let since, _) = report.brake else { return .notifySeeReport }
            let time = LocalTimeText(
                timeZone: .machine, now: SystemClock.now(), words: Host.words)
            return .brakePerson(when: time.phrase(since), command: .resume)
        }

        /// What came of it, with the quota and the drives as they are after it.
        package init(report: ExecutionReport, quota: QuotaReport, drives: [LedgerDrive]) {
            self.report = report
            self.quota = quota
            self.drives = drives
        }
    }

    /// What became of items of an earlier process, `recovered`, as a result in which nothing else was
    /// done; nil where there are none.
    package func settlement(_ recovered: [StagedItem]) async throws(Failure) -> Result? {
        if recovered.isEmpty { return nil }
        var report = ExecutionReport()
        report.recovered = recovered
        let drives = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        let quota = try await QuotaReport.make(session, runner: runner, rules: rules)
        return Result(report: report, quota: quota, drives: drives)
    }

    /// Deletes what was due when `due` was found, and no more: that is what somebody was asked about.
    ///
    /// Of what goes for good, only `permanent`, which a person has agreed to.
    /// Nothing of the drives `held`, by name with why, is touched.
    package func run(
        _ due: consuming DueItems, permanent: [StagedItem] = [],
        holding held: [String: String] = [:]
    ) async throws(Failure) -> Result {
        let open = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.openItems()
        }
        let isResuming = open.contains { $0.state == .executing }
        if isResuming
            || !(due.reversible.count == 0 && permanent.isEmpty && due.quarantined.isEmpty)
        {
            try await Progress.during(.progressBackingUp, isQuiet: isQuiet) {
                () async throws(Failure) in try await session.backUpBeforeDeleting()
            }
        }
        let before = try await QuotaReport.make(session, runner: runner, rules: rules)
        let progress = try await progress(
            due.proofs + permanent.map(\.order), items: due.reversible.count + permanent.count)
        var options = ExecutionOptions()
        options.allowsPermanent = !permanent.isEmpty
        // What of it goes for good is left alone where that is not allowed.
        options.scope = due.scope
        options.namedMax = namedMax
        let handled = Lock<Set<Int64>>([])
        options.progress = { item in
            let count = handled.withLock { handled in
                handled.insert(item.number)
                return handled.count
            }
            progress.show(items: count)
            if count % Self.batchSize == 0 {
                Host.tell(WorkflowEvent(.batchExecuted, .info, ["items": .number(count)]))
            }
        }
        options.reading = { progress.show(bytes: $0.bytes) }
        options.shouldStop = shouldStop
        options.otherBrake = otherBrake
        options.heldDrives = held
        defer { progress.finish() }
        let report = try await session.running { () async throws(RunnerError) in
            try await runner.execute(rules: rules, options: options)
        }
        progress.finish()
        let after = try await QuotaReport.make(session, runner: runner, rules: rules)
        after.warn(since: before)
        let drives = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        var result = Result(report: report, quota: after, drives: drives)
        let time = LocalTimeText(
            timeZone: rules.timeZone, now: session.clock.now(), words: Host.words)
        result.braked = report.brake?.phrase(time)
        return result
    }

    /// The progress of deleting `count` items, of which those of `orders` are all the copies that
    /// are read before they go.
    private func progress(
        _ orders: [StagingOrder], items count: Int
    ) async throws(Failure) -> Progress {
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        let remote = known.filter(\.isRemote).map(\.name)
        let proof = ProofVolume(orders, remote: Set(remote))
        // What is compared on this machine is read as often as it is needed: nobody knows how much.
        let readsHere = orders.contains { order in
            !remote.contains(order.item.drive)
                && order.obligations.contains { $0.isDuplicates && $0.comparesBytes }
        }
        return Progress(
            .progressDeleting, items: count, bytes: readsHere ? nil : proof.bytes,
            isQuiet: isQuiet)
    }
}

extension Execution.Result {
    /// Takes up what was settled before the execution began, which may have gone on with it since.
    package mutating func takeUp(_ recovered: [StagedItem]) {
        let again = Set(report.recovered.map(\.number))
        report.recovered =
            recovered.filter {
                !again.contains($0.number)
                    && !($0.state == .executing && report.handled.contains($0.number))
            } + report.recovered
    }

    /// Takes down what went, should the report of it be lost.
    package func tellHost() {
        var parts: [Phrase] = []
        let deleted = report.count(.deleted)
        if deleted > 0 { parts.append(.executeDeedDeleted(n: deleted)) }
        if report.purgedCount > 0 { parts.append(.executeDeedPurged(n: report.purgedCount)) }
        if !report.settled.isEmpty { parts.append(.executeDeedSettled(n: report.settled.count)) }
        if parts.isEmpty { return }
        Host.hasDone(
            .executeDeeds(
                what: Phrase.series(parts, separator: ", "), command: .statusAll, show: .history))
    }

    /// What the outcome means for the exit status.
    package var status: Ending {
        .worst(of: report.brake == nil ? [deedStatus] : [.refused, deedStatus])
    }

    /// What became of the items means for the exit status, whatever held the others.
    private var deedStatus: Ending {
        if report.outages.contains(.signIn) { return .signIn }
        if isAllOffline { return .offline }
        if report.isPartial { return .partial }
        return report.count(.deferred) > 0 ? .quota : .done
    }

    /// Whether nothing happened because no drive beyond this machine could be reached.
    private var isAllOffline: Bool {
        // What a canary, a clock or a person holds is no matter of the network.
        guard report.outages.contains(.offline) else { return false }
        let remote = Set(drives.filter(\.isRemote).map(\.name))
        return report.handled.allSatisfy { $0.state == .held && remote.contains($0.drive) }
    }

    /// The result as JSON, with the items that are named.
    package var json: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "items": .list(report.items.map { .object(StagedItemJSON.outcome($0)) }),
            "deleted": .number(Int64(report.count(.deleted))),
            "bytes": .number(report.deletedBytes),
            "counts": StagedItemJSON.counts { Int64(report.count($0)) },
            "waiting": .list(report.waiting.map { .object(StagedItemJSON.outcome($0)) }),
            "recovered": .list(
                report.recovered.map { item in
                    var members = StagedItemJSON.outcome(item)
                    members.set("problem", item.problem ?? report.objections[item.number])
                    return .object(members)
                }),
            "purged": .number(Int64(report.purgedCount)), "quota": quota.json,
            "stopped": .bool(report.wasStopped),
        ]
        if let brake = report.brake { members["brake"] = brake.json }
        if !report.blocked.isEmpty {
            members["blocked"] = .list(
                report.blocked.map { .object(StagedItemJSON.outcome($0)) })
        }
        if !report.leftInQuarantine.isEmpty {
            members["left_in_quarantine"] = .list(
                report.leftInQuarantine.map { item, problem in
                    var one = StagedItemJSON.brief(item)
                    one["problem"] = .text(problem)
                    return .object(one)
                })
        }
        return members
    }

    /// The result as lines.
    package var lines: [Phrase] {
        var lines: [Phrase] = []
        if let braked { lines.append(.brakeLine(why: braked)) }
        if !report.settled.isEmpty {
            lines.append(.executeSettled(items: report.settled.shownCount))
        }
        if !report.unsettled.isEmpty {
            lines.append(.executeUnsettled(items: report.unsettled.shownCount))
            lines += named(report.unsettled) { report.objections[$0.number] }
        }
        let deleted = report.handled.tally(.deleted)
        lines.append(.executeDeleted(items: deleted.shownCount))
        if report.purgedCount > 0 { lines.append(.executePurged(n: report.purgedCount)) }
        let left = report.leftInQuarantine
        if !left.isEmpty {
            lines += [.verbatim(""), .executeQuarantineLeft(n: left.count)]
            for (item, problem) in left.prefix(Self.itemsMax) {
                lines.append(line(item, problem))
            }
            if left.count > Self.itemsMax { lines.append(.lineMore(n: left.count - Self.itemsMax)) }
        }
        let outcomes = report.outcomes
        for state in ItemState.allCases where state != .deleted {
            let items = outcomes.filter { $0.state == state }
            let count = report.outcomeCount(state)
            if count == 0 { continue }
            lines += [.verbatim(""), .stateCount(n: count, what: state.label)]
            lines += named(items, of: count, why: \.problem)
        }
        if !report.blocked.isEmpty {
            lines += [.verbatim(""), .executeBlocked(n: report.blocked.count)]
            lines += named(report.blocked) { _ in nil }
        }
        if !report.waiting.isEmpty {
            lines += [.verbatim(""), .executePermanentWaits(n: report.waiting.count)]
        }
        return lines
    }

    /// The first of `items`, a line each, and how many more there are of `count`.
    private func named(
        _ items: [StagedItem], of count: Int? = nil, why: (StagedItem) -> String?
    ) -> [Phrase] {
        let count = count ?? items.count
        var lines: [Phrase] = items.prefix(Self.itemsMax).map { item in
            line(item, why(item))
        }
        if count > Self.itemsMax { lines.append(.lineMore(n: count - Self.itemsMax)) }
        return lines
    }

    private func line(_ item: StagedItem, _ why: String?) -> Phrase {
        let place = Phrase.verbatim("  \(item.shownPlace)")
        guard let why else { return place }
        return .series([place, .told(VisibleText.escaped(why))], separator: ": ")
    }

    /// How many items of each state are named.
    package static let itemsMax = 20
}
