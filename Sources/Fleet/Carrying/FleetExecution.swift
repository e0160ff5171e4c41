// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Threads
internal import Wording
package import Workflow

/// How what is staged of a plan over all drives is carried out.
package struct FleetExecutionRequest: Sendable {
    /// How many drives are at work at once.
    package var workers: Int
    /// What tells this run from others.
    package let id = FleetRunID.new()
    /// How it ends if it is to stop now; asked between any two items. Nil: it goes on.
    package var stop: @Sendable () -> Ending? = { nil }
    /// Hears how far it is: what is done, and of how many.
    package var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

    /// With so many drives at once.
    package init(workers: Int) { self.workers = workers }
}

/// Carries out what is due on all drives of a fleet on which a plan over all of them has staged something:
/// where the caps of the day have no room for all of it, what brings most for each unit of the budget, on
/// whatever drive it lies (`LargestFirst`).
package struct FleetExecution {
    private let ground: FleetGround
    private let request: FleetExecutionRequest
    private let journal: DeedJournal
    private let leases: FleetLeases
    private let lock: FleetLock

    /// Prepares to carry out what is due in the fleet of `ground`.
    package init(
        _ ground: FleetGround, _ request: FleetExecutionRequest
    ) throws(Failure) {
        try ground.demandService()
        self.ground = ground
        var own = request
        own.stop = ground.pace.stopping(request.stop)
        self.request = own
        lock = try ground.taken()
        journal = try DeedJournal(ground.work)
        leases = FleetLeases(journal)
    }

    /// Carries it out; what it came to.
    package func run() async throws(Failure) -> FleetExecutedReport {
        var report = FleetExecutedReport(ground)
        let deeds = try journal.deeds()
        if let problem = journal.clockProblem(deeds, ground.source.path) {
            Host.warn(.clause(problem))
        }
        var waiting: [FleetDrive] = []
        var order = LargestFirst()
        let doubts = try await fit.demand(workers: request.workers)
        let broken = await fit.brokenAudits(deeds, workers: request.workers)
        for key in Set(deeds.drives).union(deeds.unsettled).sorted() {
            guard let drive = ground.drive(key: key) else {
                if await waits(key, deeds) { report.outside.append(deeds.names[key] ?? key) }
                continue
            }
            do throws(Failure) {
                let due = try await due(key, deeds, isDoubtful: doubts[key] != nil)
                report.due = report.due + due.all
                if let failure = broken[key] { throw failure }
                if due.items == 0, !deeds.isOpen(key) { continue }
                if let doubt = doubts[key] { throw doubt }
                waiting.append(drive)
                order.add(
                    key, due.all, due.worths, isOpen: due.isOpen || deeds.isOpen(key))
            } catch {
                var result = DriveTurn.Result(drive: drive)
                result.fail(error)
                report.results.append(result)
            }
        }
        report.results += await carryOut(waiting, order)
        report.stopped = FleetPace.ending(
            request.stop(), whereLeft: report.results.contains(where: \.isCut))
        report.goesOn = ground.pace.goesOn(after: report.stopped, at: SystemClock.now())
        let after = try journal.deeds()
        report.pause = ground.work.isPaused ? after.pause ?? "" : nil
        report.used =
            after.total(
                since: ground.day(of: max(after.at, SystemClock.now().secondsSinceEpoch))
            ).amount
        return report
    }

    private var fit: FleetFit { FleetFit(ground, journal) }

    /// What is due on the drive that is called `key`. Throws where its state is not there any more, and
    /// something waits in it.
    private func due(
        _ key: String, _ deeds: FleetDeeds, isDoubtful: Bool
    ) async throws(Failure) -> DriveTurn.Due {
        let limits = RoundLimits(items: 0, choice: .mostFirst(holdsLast: false))
        let found = try await ground.withState(key) { session async throws(Failure) in
            let counts = try await ground.counts(session, deeds.plans[key] ?? [:])
            return (try await DriveTurn.due(session, limits), counts)
        }
        if let (due, counts) = found {
            if !isDoubtful { try notice(counts, of: key, deeds) }
            return due
        }
        if let gone = try fit.gone(key, deeds, deeds.sum(of: key).waiting) { throw gone }
        return DriveTurn.Due()
    }

    /// Whether something waits on the drive that is called `key`, or was begun there and is not settled: by its
    /// state; by the journal where that is not there, and also where it cannot be read.
    private func waits(_ key: String, _ deeds: FleetDeeds) async -> Bool {
        if deeds.isOpen(key) { return true }
        do throws(Failure) {
            return try await ground.work.hasWaiting(key) ?? (deeds.sum(of: key).waiting > 0)
        } catch {
            return true
        }
    }

    /// Has the journal know what people took back on a drive without this program for fleets, by `counts`
    /// of its state: it counts where the fleet pauses by itself.
    private func notice(
        _ counts: [String: DeedCounts], of key: String, _ deeds: FleetDeeds
    ) throws(Failure) {
        let known = deeds.counts[key] ?? [:]
        guard counts.contains(where: { $1.undone > known[$0]?.undone ?? 0 }) else { return }
        var deed = FleetDeed(.undone)
        deed.drive = key
        deed.name = deeds.names[key]
        deed.counts = counts
        try journal.add([deed])
    }

    // MARK: Turns

    /// Gives `drives` their turns, as `order` has them; what came of each drive.
    private func carryOut(
        _ drives: [FleetDrive], _ order: LargestFirst
    ) async -> [DriveTurn.Result] {
        var order = order
        var results: [Int: DriveTurn.Result] = [:]
        for round in 1...LargestFirst.roundsMax {
            if round > 1, isOver { break }
            guard let caps = caps(of: drives, isFirst: round == 1) else { break }
            let turns = order.next(caps, isLast: round == LargestFirst.roundsMax)
            if turns.isEmpty { break }
            let done = await have(turns, of: drives, after: results)
            for (turn, result) in zip(turns, done) {
                results[turn.place] = result
                if !result.mayHaveMore { order.drop(turn.place) }
            }
        }
        // While the brake is on nothing goes on by itself, whatever hour it is.
        let (isOver, isStopped) = (isOver, request.stop() != nil && !ground.work.isPaused)
        return drives.indices.compactMap { place in
            let left = order.left(at: place)
            if left == 0 || (isOver && !isStopped) { return results[place] }
            var result = results[place] ?? DriveTurn.Result(drive: drives[place])
            // What nothing was allotted to waits for another day, or until it goes on.
            if isStopped {
                result.isCut = true
            } else {
                result.deferred = max(result.deferred, left)
            }
            return result
        }
    }

    /// Whether nothing more is to be begun.
    private var isOver: Bool { request.stop() != nil || ground.work.isPaused }

    /// What the caps of the day leave now; nil where nobody can say. A first turn is had all the same: it
    /// says why.
    private func caps(of drives: [FleetDrive], isFirst: Bool) -> CapsLeft? {
        do throws(Failure) {
            return try journal.reading { deeds in
                let now = max(deeds.at, SystemClock.now().secondsSinceEpoch)
                return CapsLeft(
                    ground.file, deeds, on: ground.day(of: now), of: drives.map(\.key))
            }
        } catch {
            return isFirst ? .unbounded : nil
        }
    }

    /// What came of `turns`, of which as many are had at once as the request says.
    private func have(
        _ turns: [LargestFirst.Turn], of drives: [FleetDrive],
        after earlier: [Int: DriveTurn.Result]
    ) async -> [DriveTurn.Result] {
        let done = Lock(0)
        let (ground, journal, leases, request) = (ground, journal, leases, request)
        let watch = StopWatch(ground: ground, journal: journal)
        return await FleetRun.each(turns, most: request.workers) { turn in
            let result = await DriveTurn(
                ground: ground, drive: drives[turn.place], journal: journal, leases: leases,
                request: request, watch: watch, share: turn.items, earlier: earlier[turn.place]
            ).result()
            request.progress(
                done.withLock {
                    $0 += 1; return $0
                }, turns.count)
            return result
        }
    }
}
