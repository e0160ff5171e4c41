// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import POSIX
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// One round over one state: rules are read and tested, what an earlier process left open is settled,
/// drives are listed, the plan is made and staged, what is due is deleted. It says what it has to say
/// to its host, prints and writes nothing, and whatever happens stands in its report.
///
/// The caller calls `run`, then `noteSuccess` once its report is where it should be, then `tell`, then
/// `end`; `Round.report` does all of it. Rounds over several states may be under way at once: the lock
/// of each state keeps a second round from it. They share, and may share, the network client and the
/// store of tokens (`OneDriveOpening.shared`, with accounts apart by drive), the environment, and what
/// there is of memory (`MemoryRoom`, which each takes for its own). They must not differ in the folder
/// that `--include-root` names (`IncludeBound.named`).
package struct Round {
    /// What it was asked to do.
    package let request: RoundRequest
    /// What it has come to.
    package var report: RunReport
    /// What its outputs are not written over, as far as it is known.
    package var gate = OutputGate.unfinished
    /// The rules, once they are read.
    package internal(set) var rules: LoadedRules?
    /// The state, once it is open.
    package internal(set) var session: StateSession?
    /// Held from the first look at what an earlier round left to the last word of this one.
    var lock: RunnerLock?
    /// The mark that it has begun, once it stands in the state.
    var marker: RoundMarker?

    /// A round that has not begun.
    package init(_ request: RoundRequest) {
        self.request = request
        report = RunReport(
            profile: request.state.profile, begun: request.clock.now(), id: request.id,
            journal: DriveJournal { $0.tell() })
        report.isDryRun = request.extent == .dryRun
        gate.keep(request.state)
    }

    /// The whole of a round of which nothing is written: what it came to. Its state is closed then.
    package static func report(of request: RoundRequest) async -> RunReport {
        var round = Round(request)
        await round.run()
        await round.noteSuccess()
        await round.tell()
        await round.end()
        if let session = round.session {
            await Host.serving(request.host) { await OpenStates.end(session) }
        }
        return round.report
    }

    /// Goes its way, and takes down what stands after it. What ended it early is in its report.
    package mutating func run() async {
        await Host.serving(request.host) {
            Host.tell(WorkflowEvent(.roundStarted, .info, ["profile": .text(report.profile)]))
            do throws(Failure) {
                try await go()
            } catch {
                report.end = error
            }
            report.ended = request.clock.now()
            report.stopped = request.stop()
            if let session { await report.close(session, rules, countsDue: request.countsDue) }
        }
    }

    /// From its beginning to its end. What it throws has ended it early; what it came to by then is
    /// in its report, and its gate knows what is not written over as soon as that can be known.
    private mutating func go() async throws(Failure) {
        let rules = try readRules()
        let session = try await openState(rules)
        try testRules(rules)
        for path in request.outputs { try OutputFile.demandPlace(for: gate.target(path)) }
        lock = try await session.runnerLock()
        let marker = try await checkLastRound(session, rules)
        if request.extent == .dryRun { return try await rehearse(rules, session) }
        try await marker.begin(report.begun)
        self.marker = marker
        report.mayHaveActed = true
        await Notifier(rules: rules, session: session).begin()
        let syncer = DecisionSyncer(session: session, rules: rules)
        await syncer.syncIfOn(isQuiet: request.isQuiet)
        do throws(Failure) {
            try await act(rules, session)
        } catch {
            await syncer.syncIfOn(isQuiet: true)
            throw error
        }
        await syncer.syncIfOn(isQuiet: true)
    }

    /// Calls `body` and takes down how long that part of the round took.
    mutating func time<Value>(
        _ phase: RoundPhase, _ body: (inout Round) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let begin = MonotonicTime.seconds
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await body(&self))
        } catch {
            result = .failure(error)
        }
        report.durations.append((phase, MonotonicTime.seconds - begin))
        return try result.get()
    }
}
