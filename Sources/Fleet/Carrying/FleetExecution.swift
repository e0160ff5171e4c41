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
/// first where an item brings most, as every deletion costs the same.
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
        journal = try DeedJournal(ground.work)
        lock = try ground.work.locked()
        leases = FleetLeases(journal)
    }

    /// Carries it out; what it came to.
    package func run() async throws(Failure) -> FleetExecutedReport {
        var report = FleetExecutedReport(ground)
        let deeds = try journal.deeds()
        if let problem = journal.clockProblem(deeds, ground.source.path) {
            Host.warn(.clause(problem))
        }
        var waiting: [(drive: FleetDrive, due: FleetAmount)] = []
        let doubts = try await fit.demand(workers: request.workers)
        for key in Set(deeds.drives).union(deeds.unsettled).sorted() {
            guard let drive = ground.drive(key: key) else {
                report.outside.append(deeds.names[key] ?? key)
                continue
            }
            do throws(Failure) {
                let due = try await due(key, deeds, isDoubtful: doubts[key] != nil)
                if due.items == 0, !deeds.isOpen(key) { continue }
                if let doubt = doubts[key] { throw doubt }
                waiting.append((drive, due))
            } catch {
                var result = DriveTurn.Result(drive: drive)
                result.fail(error)
                report.results.append(result)
            }
        }
        report.due = waiting.map(\.due).reduce(FleetAmount(), +)
        report.results += await carryOut(Self.ordered(waiting))
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
    ) async throws(Failure) -> FleetAmount {
        let found = try await ground.withState(key) { session async throws(Failure) in
            let counts = try await ground.counts(session, deeds.plans[key] ?? [:])
            return (try await DriveTurn.due(session), counts)
        }
        if let (due, counts) = found {
            if !isDoubtful { try notice(counts, of: key, deeds) }
            return due
        }
        if let gone = try fit.gone(key, deeds, deeds.sum(of: key).waiting) { throw gone }
        return FleetAmount()
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

    /// The drives in their order: those first whose items are the largest.
    private static func ordered(
        _ waiting: [(drive: FleetDrive, due: FleetAmount)]
    ) -> [FleetDrive] {
        waiting.sorted { one, other in
            let (first, second) = (mean(one.due), mean(other.due))
            return first != second ? first > second : one.drive.key < other.drive.key
        }.map(\.drive)
    }

    private static func mean(_ due: FleetAmount) -> Int64 { due.bytes / max(1, due.items) }

    private func carryOut(_ drives: [FleetDrive]) async -> [DriveTurn.Result] {
        let done = Lock(0)
        let (ground, journal, leases, request) = (ground, journal, leases, request)
        let watch = StopWatch(ground: ground, journal: journal)
        return await FleetRun.each(drives, most: request.workers) { drive in
            let turn = DriveTurn(
                ground: ground, drive: drive, journal: journal, leases: leases, request: request,
                watch: watch)
            let result = await turn.result()
            request.progress(
                done.withLock {
                    $0 += 1; return $0
                }, drives.count)
            return result
        }
    }
}
