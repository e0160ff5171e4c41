// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What an execution would do now.
struct DueItems: Sendable {
    /// Items to delete in a way that can be taken back.
    let reversible: [StagedItem]
    /// Items to delete for good.
    let permanent: [StagedItem]
    /// Items whose time in quarantine is over.
    let quarantined: [StagedItem]

    /// Whether there is nothing to do.
    var isEmpty: Bool { reversible.isEmpty && permanent.isEmpty && quarantined.isEmpty }

    /// What of it `scope` covers; all without one.
    func within(_ scope: ExecutionScope?) -> DueItems {
        guard let scope else { return self }
        return DueItems(
            reversible: reversible.filter(scope.covers), permanent: permanent.filter(scope.covers),
            quarantined: quarantined)
    }

    /// The first `count` of the items to delete, of no more than so many bytes in all; an item of
    /// unknown size counts as none. What is in quarantine has been deleted before, and counts not.
    func limited(to count: Int?, bytes most: Int64?) -> DueItems {
        var (left, bytes) = (count ?? .max, most ?? .max)
        let allowed = reversible.prefix { item in
            left -= 1
            bytes = bytes.subtractingReportingOverflow(item.order.item.size ?? 0).partialValue
            return left >= 0 && bytes >= 0
        }
        return DueItems(
            reversible: Array(allowed), permanent: permanent, quarantined: quarantined)
    }

    /// Asks the state file.
    static func find(
        _ session: StateSession, rules: RulesInForce
    ) async throws(Failure) -> DueItems {
        let now = SystemClock.now()
        let kept = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - Runner.quarantineSeconds)
        let (due, old) = try await session.asking { ledger async throws(LedgerError) in
            (
                try await ledger.dueItems(at: now),
                try await ledger.quarantinedItems(deletedBefore: kept)
            )
        }
        return DueItems(
            reversible: due.filter { !$0.isLasting }, permanent: due.filter(\.isLasting),
            quarantined: old)
    }
}

/// Carries out what is due and says what came of it; shared by `execute` and `run`.
struct Execution {
    let session: StateSession
    let runner: Runner
    let rules: RulesInForce
    let isQuiet: Bool
    let signals: Signals

    /// What came of it.
    struct Result {
        var report: ExecutionReport
        let quota: QuotaReport
        let drives: [LedgerDrive]
    }

    /// Deletes what was due when `due` was found, and no more: that is what somebody was asked about.
    ///
    /// Of what goes for good, only `permanent`, which a person has agreed to.
    /// Nothing of the drives `held`, by name with why, is touched.
    func run(
        _ due: consuming DueItems, permanent: [StagedItem] = [],
        holding held: [String: String] = [:]
    ) async throws(Failure) -> Result {
        let open = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.openItems()
        }
        let isResuming = open.contains { $0.state == .executing }
        if isResuming
            || !(due.reversible.isEmpty && permanent.isEmpty && due.quarantined.isEmpty)
        {
            try await Progress.during(.progressBackingUp, isQuiet: isQuiet) {
                () async throws(Failure) in try await session.backUpBeforeDeleting()
            }
        }
        let before = try await QuotaReport.make(session, runner: runner, rules: rules)
        let items = due.reversible + permanent
        let progress = try await progress(items)
        var options = ExecutionOptions()
        options.allowsPermanent = !permanent.isEmpty
        options.scope = ExecutionScope(
            deleting: items, purging: due.quarantined)
        let handled = Lock<Set<Int64>>([])
        options.progress = { item in
            progress.show(
                items: handled.withLock { handled in
                    handled.insert(item.number)
                    return handled.count
                })
        }
        options.reading = { progress.show(bytes: $0.bytes) }
        options.shouldStop = { signals.hasCome }
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
        return Result(report: report, quota: after, drives: drives)
    }

    /// The progress of deleting `items`, of which copies are read before they go.
    private func progress(_ items: [StagedItem]) async throws(Failure) -> Progress {
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        let remote = known.filter { $0.kind == DriveKind.onedrive.rawValue }.map(\.name)
        let proof = ProofVolume(items.lazy.map(\.order), remote: Set(remote))
        // What is compared on this machine is read as often as it is needed: nobody knows how much.
        let readsHere = items.contains { item in
            !remote.contains(item.order.item.drive)
                && item.order.obligations.contains { $0.isDuplicates && $0.comparesBytes }
        }
        return Progress(
            .progressDeleting, items: items.count, bytes: readsHere ? nil : proof.bytes,
            isQuiet: isQuiet)
    }
}

extension Execution.Result {
    /// Takes up what was settled before the execution began, which may have gone on with it since.
    mutating func takeUp(_ recovered: [StagedItem]) {
        let again = Set(report.recovered.map(\.number))
        let handled = Set(report.items.map(\.number))
        report.recovered =
            recovered.filter {
                !again.contains($0.number)
                    && !($0.state == .executing && handled.contains($0.number))
            } + report.recovered
    }

    /// Takes down what went, should the report of it be lost.
    func tellConsole() {
        var parts: [Phrase] = []
        let deleted = report.count(.deleted)
        if deleted > 0 { parts.append(.executeDeedDeleted(n: deleted)) }
        if report.purgedCount > 0 { parts.append(.executeDeedPurged(n: report.purgedCount)) }
        if !report.settled.isEmpty { parts.append(.executeDeedSettled(n: report.settled.count)) }
        if parts.isEmpty { return }
        Console.hasDone(
            .executeDeeds(
                what: Phrase.series(parts, separator: ", "), command: .statusAll, show: .history))
    }

    /// What the outcome means for the exit status.
    var status: ExitStatus {
        if report.outages.contains(.signIn) { return .signIn }
        if isAllOffline { return .offline }
        if report.isPartial { return .partial }
        return report.items.contains { $0.state == .deferred } ? .quota : .done
    }

    /// Whether nothing happened because no drive beyond this machine could be reached.
    private var isAllOffline: Bool {
        if report.items.isEmpty { return report.outages.contains(.offline) }
        let remote = Set(drives.filter { $0.kind == DriveKind.onedrive.rawValue }.map(\.name))
        return report.items.allSatisfy { item in
            item.state == .held && remote.contains(item.order.item.drive)
        }
    }

    /// The result as JSON.
    var json: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "items": .list(report.items.map { .object(StagedItemJSON.outcome($0)) }),
            "deleted": .number(Int64(report.count(.deleted))),
            "bytes": .number(report.deletedBytes), "counts": StagedItemJSON.counts(report.items),
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
    var lines: [Phrase] {
        var lines: [Phrase] = []
        if !report.settled.isEmpty {
            lines.append(.executeSettled(items: report.settled.shownCount))
        }
        if !report.unsettled.isEmpty {
            lines.append(.executeUnsettled(items: report.unsettled.shownCount))
            lines += named(report.unsettled) { report.objections[$0.number] }
        }
        let deleted = report.items.filter { $0.state == .deleted }
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
            if items.isEmpty { continue }
            lines += [.verbatim(""), .stateCount(n: items.count, what: state.label)]
            lines += named(items, why: \.problem)
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

    /// The first of `items`, a line each, and how many more there are.
    private func named(_ items: [StagedItem], why: (StagedItem) -> String?) -> [Phrase] {
        var lines: [Phrase] = items.prefix(Self.itemsMax).map { item in
            line(item, why(item))
        }
        if items.count > Self.itemsMax { lines.append(.lineMore(n: items.count - Self.itemsMax)) }
        return lines
    }

    private func line(_ item: StagedItem, _ why: String?) -> Phrase {
        let place = Phrase.verbatim("  \(item.shownPlace)")
        guard let why else { return place }
        return .series([place, .told(VisibleText.escaped(why))], separator: ": ")
    }

    /// How many items of each state are named.
    private static let itemsMax = 20
}
