// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Threads
internal import Wording
package import Workflow
internal import YAMLBridge

/// One night of a fleet: who belongs to it is found out, all drives are listed and planned, and only
/// then anything is deleted, within the caps of the day.
///
/// What is due is known of all drives before the caps are divided, so that what goes does not depend
/// on which drive was quicker. A drive that fails stops only itself; too many of them stop all.
package final class FleetRun: Sendable {
    let request: FleetRequest
    let settings: FleetSettings
    private let journal: FleetJournal
    private let lock: FleetLock
    let record: FleetRecord
    private let day: String
    let state: Lock<FleetReport>

    /// Begins the run: from now on no other one of the fleet can. Throws where there is one already.
    package init(_ request: FleetRequest) throws(Failure) {
        var own = request
        own.stop = request.settings.pace.stopping(request.stop)
        self.request = own
        settings = request.settings
        let folder = settings.work
        try folder.prepare()
        try folder.demandRounds()
        lock = try folder.locked()
        try FleetTenure(folder, of: settings.path, named: settings.namedPath).claim()
        record = try FleetJournal.read(folder)
        day = settings.day(of: SystemClock.now())
        journal = try FleetJournal(folder, record, since: day)
        state = Lock(FleetReport(request, begun: SystemClock.now(), unfinished: record.unfinished))
    }

    /// Goes through the night. Whatever happens stands in the report.
    package func report() async -> FleetReport {
        do throws(Failure) {
            try await go()
        } catch {
            state.withLock { $0.end = error }
        }
        var report = state.withLock { $0 }
        report.ended = SystemClock.now()
        report.stopped = FleetPace.ending(request.stop(), whereLeft: report.isCut)
        report.goesOn = settings.pace.goesOn(after: report.stopped, at: report.ended)
        report.isPaused = settings.work.isPaused
        report.used = (try? FleetJournal.read(settings.work))?.total(since: day).amount
        // What working hours have left is left on purpose.
        if report.end == nil, report.stopped == nil || report.goesOn != nil { add(.end) }
        return report
    }

    private func go() async throws(Failure) {
        if request.extent != .dryRun { try journal.add(entry(.run)) }
        if request.stop() != nil { return await leaveAll() }
        let pace = settings.pace
        let look = try await TenantQuery.opened(
            settings.declaration(driveID: nil), units: pace.usualUnitsPerMinute,
            unitsNow: pace.unitsNow, parallel: Int(settings.file.atOnce) * 2)
        let inventory = try await FleetInventory.find(settings, look)
        let drives = try meant(inventory)
        let outside = outside(inventory)
        state.withLock { report in
            report.gaps = gaps(inventory)
            report.without = inventory.without
            report.outside = outside.map { record.names[$0] ?? $0 }
            report.total = drives.count + report.gaps.count
        }
        await planAll(drives)
        if request.extent.deletes { await executeAll() }
        let leavesWaiting = await anyWaits(outside)
        state.withLock { $0.leavesWaiting = leavesWaiting }
    }

    /// Whether it is to stop by now, and so leaves something.
    private var hasStopped: Bool {
        let stops = request.stop() != nil
        if stops { state.withLock { $0.isCut = true } }
        return stops
    }

    /// Whether a signal has stopped it, and not working hours: whoever ends it does not wait.
    var isEnded: Bool { request.stop().map { $0 != .quota } ?? false }

    // MARK: Planning

    private func planAll(_ drives: [FleetDrive]) async {
        let count = Lock(0)
        await Self.each(drives, most: Int(settings.file.atOnce)) { [self] drive in
            // What is due is found out all the same in working hours: that asks no service.
            if request.extent != .executionOnly || isEnded, hasStopped { return }
            guard let (outcome, isCut) = await planned(drive) else { return }
            state.withLock { $0.outcomes.append(outcome) }
            // One that was cut short comes first the next time, while its pages are still good.
            if request.extent != .dryRun, !isCut {
                add(.planned, drive.key, name: drive.name, isDurable: false)
            }
            request.progress(
                count.withLock {
                    $0 += 1; return $0
                }, drives.count)
        }
        state.withLock { report in
            report.outcomes.sort { $0.drive.key < $1.drive.key }
        }
    }

    /// What the first round of `drive` came to, and whether it was to stop before it was over.
    private func planned(_ drive: FleetDrive) async -> (FleetOutcome, isCut: Bool)? {
        do throws(Failure) {
            let file = try settings.work.state(drive.key)
            var outcome = FleetOutcome(drive, state: file)
            let host = FleetHost(file, stop: request.stop)
            var isCut = false
            do throws(Failure) {
                try settings.work.prepare(drive.key)
                if let extent = request.extent.first {
                    let report = await Round.report(of: round(drive, file, extent, host))
                    isCut = report.stopped != nil
                    if isCut { state.withLock { $0.isCut = true } }
                    await Host.serving(host) { outcome.take(planned: report, host.words) }
                }
                if request.extent.deletes, outcome.ending == .done || !outcome.hasFailed {
                    outcome.due = try await Self.due(file)
                }
            } catch {
                outcome.fail(error, host.words)
            }
            return (outcome, isCut)
        } catch {
            state.withLock { $0.end = error }
            return nil
        }
    }

    private func round(
        _ drive: FleetDrive, _ file: StateFile, _ extent: RoundExtent, _ host: FleetHost
    ) -> RoundRequest {
        var round = RoundRequest(state: file, extent: extent, id: request.id)
        round.rules = settings.rulesPath
        round.drives = [settings.declaration(driveID: drive.id)]
        round.isQuiet = true
        round.host = host
        round.stop = request.stop
        let folder = settings.work
        round.brake = { folder.isPaused ? .file(path: folder.brake) : nil }
        return round
    }

    // MARK: Deleting

    private func executeAll() async {
        let waiting = state.withLock { report in
            report.outcomes.filter { !$0.hasFailed && $0.due.items > 0 }
        }.sorted { one, other in
            let (first, second) = (
                record.served[one.drive.key] ?? 0, record.served[other.drive.key] ?? 0
            )
            return (first, one.drive.key) < (second, other.drive.key)
        }
        let used = record.total(since: day)
        let file = settings.file
        let cap = FleetAmount(items: file.perDay.items ?? .max, bytes: file.perDay.bytes ?? .max)
        let left = cap.less(used.amount)
        let drives = file.drivesPerDay.map { max(0, $0 - used.drives) } ?? .max
        let served = Array(waiting.prefix(Int(clamping: drives)))
        let most = FleetAmount(
            items: file.perDrive.items ?? .max, bytes: file.perDrive.bytes ?? .max)
        let wishes = served.map { one in
            one.due.bounded(by: most.less(record.amount(of: one.drive.key, since: day)))
        }
        let shares = FleetShares.divide(left, among: wishes, most: .unbounded)
        let budget = FleetBudget(left: left, drives: drives)
        for one in waiting.dropFirst(served.count) { take(one.drive.key) { $0.deferAll() } }
        let count = Lock(0)
        await Self.each(Array(zip(served, shares)), most: Int(file.atOnce)) { [self] one, share in
            await execute(one, share, budget)
            request.progress(
                count.withLock {
                    $0 += 1; return $0
                }, served.count)
        }
    }

    /// Deletes what is due on one drive, within its share; nothing where too many have failed.
    private func execute(
        _ outcome: FleetOutcome, _ share: FleetAmount, _ budget: FleetBudget
    ) async {
        if settings.work.isPaused || hasStopped { return }
        if state.withLock({ $0.hold(settings.file.failedMax) }) { return }
        let granted = budget.reserve(share)
        guard granted.items > 0 else { return take(outcome.drive.key) { $0.deferAll() } }
        let key = outcome.drive.key
        let host = FleetHost(outcome.state, stop: request.stop)
        do throws(Failure) {
            try journal.add(entry(.reserved, key, amount: granted))
        } catch {
            budget.giveBack(granted, used: FleetAmount())
            return take(key) { $0.fail(error, host.words) }
        }
        var round = round(outcome.drive, outcome.state, .executionOnly, host)
        round.limits = RoundLimits(items: Int(clamping: granted.items), bytes: granted.bytes)
        let report = await Round.report(of: round)
        if report.stopped != nil, await isDue(outcome.drive.key) {
            state.withLock { $0.isCut = true }
        }
        let used = Self.used(report, of: granted)
        budget.giveBack(granted, used: used)
        add(.used, key, amount: used)
        var taken = outcome
        await Host.serving(host) { taken.take(executed: report, host.words) }
        taken.cap()
        let result = taken
        take(key) { $0 = result }
    }

    /// What of `granted` counts as used: what was deleted, and all of it where nobody knows.
    private static func used(_ report: RunReport, of granted: FleetAmount) -> FleetAmount {
        guard let execution = report.execution?.report else {
            return report.end == nil ? FleetAmount() : granted
        }
        if execution.count(.executing) > 0 || report.end != nil { return granted }
        return FleetAmount(
            items: Int64(execution.count(.deleted)), bytes: execution.deletedBytes)
    }

    // MARK: Helpers

    private func take(_ key: String, _ change: (inout FleetOutcome) -> Void) {
        state.withLock { report in
            guard let place = report.outcomes.firstIndex(where: { $0.drive.key == key }) else {
                return
            }
            change(&report.outcomes[place])
        }
    }

    private func entry(
        _ event: FleetEntry.Event, _ key: String = "", name: String? = nil,
        amount: FleetAmount = FleetAmount()
    ) -> FleetEntry {
        FleetEntry(
            event: event, day: day, at: SystemClock.now().secondsSinceEpoch, drive: key,
            name: name, amount: amount)
    }

    /// Adds a line to the journal, without which the next run knows less and nothing is lost.
    private func add(
        _ event: FleetEntry.Event, _ key: String = "", name: String? = nil,
        amount: FleetAmount = FleetAmount(), isDurable: Bool = true
    ) {
        if request.extent == .dryRun { return }
        do throws(Failure) {
            try journal.add(entry(event, key, name: name, amount: amount), isDurable: isDurable)
        } catch {
            state.withLock { $0.lost = $0.lost ?? error }
        }
    }

    /// What `body` gives for each of `items`, with at most so many at once, begun in their order.
    @discardableResult
    static func each<Item: Sendable, Value: Sendable>(
        _ items: [Item], most: Int, _ body: @escaping @Sendable (Item) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: (Int, Value).self) { group in
            var values = [Value?](repeating: nil, count: items.count)
            for (place, item) in items.enumerated() {
                if place >= most, let (done, value) = await group.next() { values[done] = value }
                group.addTask { (place, await body(item)) }
            }
            for await (done, value) in group { values[done] = value }
            return values.compactMap { $0 }
        }
    }
}

extension FleetOutcome {
    /// All that is due waits for another day.
    mutating func deferAll() {
        deferred = due.items
        ending = .worst(of: [ending, .quota])
    }

    /// What the caps left is a matter of the day.
    mutating func cap() {
        if deferred > 0 { ending = .worst(of: [ending, .quota]) }
    }
}
