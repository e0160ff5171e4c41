// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// One drive's turn: what is due there goes, a slice at a time, each within what was taken from the caps
/// before.
struct DriveTurn: Sendable {
    let ground: FleetGround
    let drive: FleetDrive
    let journal: DeedJournal
    let leases: FleetLeases
    let request: FleetExecutionRequest
    let watch: StopWatch
    /// How many items go at most, those that bring most; nil: all that is due.
    var share: Int64?
    /// What an earlier turn of the same run came to.
    var earlier: Result?

    /// The most items of a slice: after each it is asked whether too much went wrong.
    static let sliceItems: Int64 = 500

    /// What a turn came to.
    struct Result: Sendable {
        let drive: FleetDrive
        var ending = Ending.done
        var deleted = FleetAmount()
        /// How many items that an earlier run was deleting were found to be gone.
        var found: Int64 = 0
        /// How many items that are due are left for another day, as the caps have it.
        var deferred: Int64 = 0
        /// Whether another slice may do more.
        var mayGoOn = true
        /// Whether the caps left less for the last slice than was due.
        var isShort = false
        /// Whether something is left since it was to stop.
        var isCut = false
        /// Whether what a killed worker had left was settled.
        var hasSettled = false
        var sentences: [Phrase] = []
        /// How what was ever staged stands there, when the turn is over.
        var counts = DeedCounts()

        /// Whether another turn of the same run may do more: none does once the quota of the rules is used up.
        var mayHaveMore: Bool { mayGoOn && ending != .quota }
        /// How the drive ends the run: what the caps left is a matter of the day.
        var end: Ending { deferred > 0 ? .worst(of: [ending, .quota]) : ending }

        mutating func fail(_ failure: Failure) {
            ending = .worst(of: [ending, failure.status])
            mayGoOn = false
            if let phrase = failure.phrase { sentences.append(phrase) }
        }
    }

    /// Has the turn.
    func result() async -> Result {
        var result = begun
        do throws(Failure) {
            let done = try await leases.with(drive, isAlone: true) {
                generation async throws(Failure) in
                await turn(generation)
            }
            guard let done else { throw taken }
            result = done
        } catch {
            result.fail(error)
        }
        return result
    }

    /// What it begins with: what came of the turn before.
    private var begun: Result {
        var result = earlier ?? Result(drive: drive)
        result.deferred = 0
        result.isShort = false
        return result
    }

    /// That another worker has the drive.
    private var taken: Failure {
        Failure(.locked, .carryTaken(name: VisibleText.escaped(drive.name)))
    }

    private func turn(_ generation: Int64) async -> Result {
        var result = begun
        var audit = DriveAudit(ground.work, drive)
        if request.stop() != nil {
            // While the brake is on nothing goes on by itself.
            result.isCut = !ground.work.isPaused
            return result
        }
        do throws(Failure) {
            try fit.demand(&audit)
            if try await hasOpen() {
                // What somebody had begun who is gone is settled before anything else; what was reserved
                // for it stays used.
                try journal.add([reservation(FleetAmount(), nil, generation)])
                try await slice(FleetAmount(), RoundLimits(), generation, &audit, &result)
                result.hasSettled = true
            }
            // What people took back meanwhile counts before anything more goes.
            if try watch.hasStopped(drive) { return result }
            var pace = Pace(left: share, isFirst: earlier == nil)
            while try await goesOn(generation, &pace, &audit, &result) {}
        } catch {
            result.fail(error)
        }
        return result
    }

    /// Whether something is to be settled before anything else: what a worker had begun who is gone, and, while
    /// the brake is on, also what a run had begun that ended before it knew what came of it, for no slice
    /// asks about that then.
    private func hasOpen() async throws(Failure) -> Bool {
        if try journal.reading({ $0.isOpen(drive.key) }) { return true }
        guard ground.work.isPaused else { return false }
        let limits = RoundLimits(items: 0, choice: .mostFirst(holdsLast: false))
        return try await Self.due(ground, drive.key, limits).isOpen
    }

    /// Deletes a slice; whether there may be another one. Where what is due has become no less since the last
    /// one, no more would go now; it is held, or waits for another try. What was tried counts on the share,
    /// whatever came of it: the room that it leaves is for the largest of all drives.
    private func goesOn(
        _ generation: Int64, _ pace: inout Pace, _ audit: inout DriveAudit,
        _ result: inout Result
    ) async throws(Failure) -> Bool {
        if ground.work.isPaused { return false }
        let limits = pace.limits
        let due = try await Self.due(ground, drive.key, limits)
        if due.items == 0 { return false }
        if request.stop() != nil {
            result.isCut = true
            return false
        }
        if due.items >= pace.before || due.next.items == 0 {
            if result.isShort { result.deferred = due.items }
            return false
        }
        pace.before = due.items
        try fit.demand(&audit)
        let granted = try reserve(due.next, generation)
        guard granted.items > 0 else {
            result.deferred = due.items
            return false
        }
        result.isShort = granted != due.next.bounded(by: Self.sliceBound)
        pace.take(granted.items)
        try await slice(granted, limits, generation, &audit, &result)
        if try watch.hasStopped(drive) { return false }
        return result.mayGoOn
    }

    private static let sliceBound = FleetAmount(items: sliceItems, bytes: .max)

    // MARK: Caps

    /// Takes as much of `wanted` as the caps of the day leave. Throws where another worker has the drive by
    /// now: what is due there is its business.
    func reserve(
        _ wanted: FleetAmount, _ generation: Int64
    ) throws(Failure) -> FleetAmount {
        let (file, key) = (ground.file, drive.key)
        return try journal.add { (deeds, now) throws(Failure) in
            guard leases.holds(key, generation, deeds) else { throw taken }
            let day = ground.day(of: now)
            var granted = CapsLeft(file, deeds, on: day, of: [key]).granted(wanted, to: key)
            granted.items = min(granted.items, Self.sliceItems)
            if granted.items <= 0 { return ([], FleetAmount()) }
            return ([reservation(granted, day, generation)], granted)
        }
    }

    private func reservation(
        _ amount: FleetAmount, _ day: String?, _ generation: Int64
    ) -> FleetDeed {
        var deed = FleetDeed(.reserved)
        deed.drive = drive.key
        deed.day = day ?? ground.day(of: SystemClock.now().secondsSinceEpoch)
        deed.amount = amount
        deed.worker = leases.worker
        deed.generation = generation
        return deed
    }

    // MARK: Deleting

    /// Deletes what is due within `granted` and `limits`, and writes down what came of it.
    private func slice(
        _ granted: FleetAmount, _ limits: RoundLimits, _ generation: Int64,
        _ audit: inout DriveAudit, _ result: inout Result
    ) async throws(Failure) {
        try await mark()
        let file = try ground.work.state(drive.key)
        let host = FleetHost(file, stop: request.stop)
        var round = RoundRequest(state: file, extent: .executionOnly, id: request.id)
        round.rules = ground.source.rulesPath
        round.drives = try await declarations()
        round.isQuiet = true
        round.host = host
        round.stop = request.stop
        round.goingElsewhere = FleetElsewhere(ground: ground).finder(besides: drive.key)
        round.limits = limits
        round.limits.items = min(limits.items ?? .max, Int(clamping: granted.items))
        round.limits.bytes = granted.bytes
        let folder = ground.work
        // With nothing granted it only settles: whatever is due by then waits.
        let onlySettles = granted.items == 0
        round.brake = {
            folder.isPaused || onlySettles ? .file(path: folder.brake) : nil
        }
        let report = await Round.report(of: round)
        var ending = report.executedStatus
        if onlySettles, ending == .refused { ending = .done }
        // Whether working hours have left anything is seen when it is looked at what is due.
        if ending == .quota, request.stop() == .quota { ending = .done }
        result.ending = .worst(of: [result.ending, ending])
        if !ending.goesOn { result.mayGoOn = false }
        let used = Self.used(report, of: granted)
        if let execution = report.execution?.report {
            result.deleted =
                result.deleted
                + FleetAmount(
                    items: Int64(execution.count(.deleted)), bytes: execution.deletedBytes)
            result.found += Self.found(execution)
        }
        if ending != .done, ending != .quota {
            await Host.serving(host) { result.sentences = [report.summary] }
        }
        try await close(used, generation, &audit, &result)
    }

    /// How many items of an earlier process are gone that this one has not deleted.
    private static func found(_ execution: ExecutionReport) -> Int64 {
        Int64(
            execution.settled.count { item in
                (item.state == .deleted || item.state == .gone)
                    && !execution.handled.contains(item.number)
            })
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

    /// Writes down what was deleted, and how the drive stands.
    private func close(
        _ used: FleetAmount, _ generation: Int64, _ audit: inout DriveAudit,
        _ result: inout Result
    ) async throws(Failure) {
        let (holds, at, plans) = try journal.reading { deeds in
            (
                leases.holds(drive.key, generation, deeds), deeds.at,
                deeds.plans[drive.key] ?? [:]
            )
        }
        // Whoever has the drive by now finds all of it in the state.
        guard holds else { return }
        var deed = FleetDeed(.turn)
        deed.drive = drive.key
        deed.name = drive.name
        deed.worker = leases.worker
        deed.generation = generation
        deed.day = ground.day(of: max(at, SystemClock.now().secondsSinceEpoch))
        deed.amount = used
        let found = try await ground.withState(drive.key) { session async throws(Failure) in
            let written = try await audit.settle(session)
            let counts = try await ground.counts(session, plans)
            return Close(audit: written, counts: counts)
        }
        deed.audit = found?.audit
        deed.counts = found?.counts ?? [:]
        result.counts = deed.counts.values.reduce(DeedCounts(), +)
        try journal.add([deed])
        try await mark()
    }

    /// Has the state know how far the journal has come.
    private func mark() async throws(Failure) {
        let fit = fit
        _ = try await ground.withState(drive.key) { session async throws(Failure) in
            try await fit.mark(session)
        }
    }

    private var fit: FleetFit { FleetFit(ground, journal) }

    private struct Close: Sendable {
        let audit: AuditMark?
        let counts: [String: DeedCounts]
    }

    // MARK: The drive

    /// The drives that the rules have for the state: its own, and those that its items rely on.
    private func declarations() async throws(Failure) -> [DriveDeclaration] {
        let known = try await ground.withState(drive.key) { session async throws(Failure) in
            try await session.asking { ledger async throws(LedgerError) in
                try await ledger.drives()
            }
        }
        var drives = [drive]
        for record in known ?? [] {
            guard let other = ground.drive(named: record.name), other.key != drive.key else {
                continue
            }
            drives.append(other)
        }
        return drives.map { ground.declaration(of: $0) }
    }
}

extension Ending {
    /// Whether another slice of the same drive may do more.
    fileprivate var goesOn: Bool {
        switch self {
        case .done, .partial, .quota: true
        default: false
        }
    }
}
