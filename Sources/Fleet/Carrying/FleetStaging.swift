// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Messages
internal import PlanRunner
package import RuleEngine
internal import StateLedger
internal import Text
internal import Threads
internal import Wording
package import Workflow

/// What of a plan over all drives is staged.
package struct FleetStagingRequest: Sendable {
    /// The wave, from 1.
    package var wave: Int
    /// The most bytes that go; nil: all.
    package var bytes: Int64?
    /// The instant by which the budget has to be enough for what is staged; nil: whenever.
    package var until: Timestamp?
    /// The drives that are meant, by name or id; none: all of the wave.
    package var only: [String] = []
    /// Whether deletions without an undo window may be staged.
    package var allowsNoWindow = false
    /// How many drives are at work at once.
    package var workers: Int
    /// How it ends if it is to stop now. Nil: it goes on.
    package var stop: @Sendable () -> Ending? = { nil }
    /// Hears how far it is: what is done, and of how many.
    package var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

    /// All of a wave.
    package init(wave: Int, workers: Int) {
        self.wave = wave
        self.workers = workers
    }

    /// What says in a command which part of the wave is meant, as it is typed in a shell.
    var arguments: String {
        var text = only.map { name in
            // What begins as an option does is none that way.
            name.hasPrefix("-")
                ? " " + ShellWord.quoted("--only=\(name)") : " --only \(ShellWord.quoted(name))"
        }.joined()
        if let bytes { text += " --bytes \(bytes)B" }
        if let until { text += " --until \(until.description)" }
        return text
    }
}

/// Stages a wave of the plan over all drives that was made last: in the state of each drive, from which
/// everything goes on as if that drive were alone.
package struct FleetStaging {
    private let ground: FleetGround
    private let request: FleetStagingRequest
    private let plan: FleetPlan
    private let waves: FleetWaves
    private let journal: DeedJournal
    private let leases: FleetLeases
    private let lock: FleetLock

    /// For how many days a plan can be staged. Every item is looked at when it is staged and when it goes,
    /// so that an old plan leaves more and more out, and deletes nothing else.
    private static let daysMax: Int64 = 30
    private static let daySeconds: Int64 = 86_400

    /// Prepares to stage what `request` asks for of the fleet of `ground`.
    package init(_ ground: FleetGround, _ request: FleetStagingRequest) throws(Failure) {
        try ground.demandService()
        if let until = request.until, until <= SystemClock.now() {
            throw Failure(.usage, Message("'--until' takes a day that is still to come"))
        }
        self.ground = ground
        var own = request
        let work = ground.work
        own.stop = ground.pace.stopping {
            request.stop() ?? (work.isPaused ? .refused : nil)
        }
        self.request = own
        lock = try ground.taken()
        journal = try DeedJournal(ground.work)
        plan = try FleetPlans(ground.work).made()
        try PlanDrives(plan).demandSame(ground.drives)
        waves = FleetWaves(plan, ground)
        leases = FleetLeases(journal)
        try plan.demandSource(ground.file)
    }

    /// Stages it; what it came to.
    package func run() async throws(Failure) -> FleetStagedReport {
        let deeds = try journal.deeds()
        if let problem = journal.clockProblem(deeds, ground.source.path) {
            Host.warn(.clause(problem))
        }
        try demandFresh(deeds)
        let doubts = try await FleetFit(ground, journal).demand(workers: request.workers)
        let gate = WaveGate(ground: ground, plan: plan.id, waves: waves, journal: journal)
        try await gate.demand(request.wave, deeds)
        let leavesAcross = try await gate.hasEarlierPlans(deeds)
        let members = try WaveMembers(plan, waves, ground).members(
            of: request.wave, only: request.only)
        if members.isEmpty {
            var report = FleetStagedReport(ground, plan, request, waves, 0)
            report.nextWave = waves.next(after: request.wave)
            return report
        }
        var report = FleetStagedReport(ground, plan, request, waves, members.count)
        if hasStopped(&report, of: members.count) { return report }
        let cap = try await cap(deeds)
        let choice = try choice(members, cap)
        try journal.add([began])
        report.leavesAcross = leavesAcross
        let results = try await stage(members, choice, leavesAcross, doubts)
        report.results = results
        _ = hasStopped(&report, of: members.count)
        report.leftByCap = choice?.leftOut ?? FleetAmount()
        // A wave of which there was room for nothing shows nothing of what comes after it.
        if let choice, choice.isEmpty {
            if let cap { try close(&report, cap) }
            return report
        }
        if !request.only.isEmpty || results.count < members.count { return report }
        report.isUnfinished = !(try await isWhole(results, choice, cap))
        if !report.isUnfinished { try journal.add([whole]) }
        return report
    }

    /// Whether it is to stop by now, as `report` says then, which has so many drives when it is whole.
    private func hasStopped(_ report: inout FleetStagedReport, of count: Int) -> Bool {
        report.stopped = FleetPace.ending(
            request.stop(), whereLeft: report.results.count < count)
        report.goesOn = ground.pace.goesOn(after: report.stopped, at: SystemClock.now())
        return report.stopped != nil
    }

    /// Ends with the cap of the wave, which had room for nothing: what it has staged before is all of it.
    private func close(_ report: inout FleetStagedReport, _ cap: WaveCap) throws(Failure) {
        if cap.use.amount.items == 0 {
            report.lacksRoom = report.leftByCap.items > 0
        } else if request.only.isEmpty, request.bytes == nil, request.until == nil {
            try journal.add([whole])
        }
    }

    /// Whether the wave counts as staged, when this became of its drives.
    private func isWhole(
        _ results: [FleetStagedReport.Drive], _ choice: StagingChoice?, _ cap: WaveCap?
    ) async throws(Failure) -> Bool {
        guard let choice, cap != nil else { return FleetStagedReport.isWhole(results, plan.id) }
        // By the cap nothing is to be staged of the others, and nothing of them is missing.
        let isBound = request.bytes != nil || request.until != nil
        let meant = results.enumerated().filter { isBound || choice.hasSome(of: $0.offset) }
            .map(\.element)
        if FleetStagedReport.isWhole(meant, plan.id) { return true }
        // No more of the wave will ever be staged, whatever was in the way.
        return try await self.cap(try journal.deeds())?.isUsedUp ?? false
    }

    private func cap(_ deeds: FleetDeeds) async throws(Failure) -> WaveCap? {
        try await WaveCap(of: request.wave, plan, waves, ground, deeds)
    }

    private var whole: FleetDeed {
        var deed = FleetDeed(.wave)
        deed.plan = plan.id
        deed.wave = Int64(request.wave)
        return deed
    }

    private var began: FleetDeed {
        var deed = FleetDeed(.stage)
        deed.by = DeedJournal.person
        deed.plan = plan.id
        deed.rules = plan.job.rulesDigest
        deed.wave = Int64(request.wave)
        if let bytes = request.bytes { deed.amount = FleetAmount(items: 0, bytes: bytes) }
        deed.until = request.until?.secondsSinceEpoch
        return deed
    }

    // MARK: What has to hold

    /// Throws where the plan is not one of the rules as they are, is too old, or the fleet is paused.
    private func demandFresh(_ deeds: FleetDeeds) throws(Failure) {
        if ground.rules.digest != plan.job.rulesDigest {
            throw Failure(
                .refused,
                Message(
                    "the rules have changed since plan \(plan.id) was made; plan again with"
                        + " 'cleanrules fleet plan'"))
        }
        let made = plan.job.now.secondsSinceEpoch
        let now = max(SystemClock.now().secondsSinceEpoch, deeds.at)
        if made > now + Runner.clockSkewMaxSeconds {
            throw Failure(
                .refused,
                Message("plan \(plan.id) is of an instant that is still to come; plan again"))
        }
        if now - made > Self.daysMax * Self.daySeconds {
            throw Failure(
                .refused,
                Message(
                    "plan \(plan.id) is older than \(String(Self.daysMax)) days; list the drives,"
                        + " and plan again"))
        }
        if ground.work.isPaused {
            throw Failure(
                .refused, .carryStagePaused(command: .fleetResume(file: ground.source.path)))
        }
    }

    /// Which deletions of `members` are meant; nil: all.
    private func choice(
        _ members: [FleetWaves.Member], _ cap: WaveCap?
    ) throws(Failure) -> StagingChoice? {
        var bound = StagingChoice.Bound()
        if let bytes = request.bytes { bound.bytes = bytes }
        if let until = request.until {
            bound.units = ground.pace.units(from: SystemClock.now(), to: until)
        }
        let stretches = members.map(\.stretch)
        if let cap {
            return try StagingChoice(
                stretches, of: plan, within: bound, room: cap.left,
                before: try StagedBefore(cap.use, on: members, of: plan, ground.work))
        }
        if bound.isUnbounded { return nil }
        return try StagingChoice(stretches, of: plan, within: bound)
    }

    // MARK: Drives

    private func stage(
        _ members: [FleetWaves.Member], _ choice: StagingChoice?, _ leavesAcross: Bool,
        _ doubts: [String: Failure]
    ) async throws(Failure) -> [FleetStagedReport.Drive] {
        let done = Lock(0)
        let places = Array(members.enumerated())
        let plans = try journal.deeds().plans
        var consent = StagingConsent()
        consent.leavesTakenBack = true
        consent.leavesMarksFromElsewhere = true
        consent.allowsNoWindow = request.allowsNoWindow
        let (ground, plan, request, agreed) = (ground, plan, request, consent)
        let (journal, leases) = (journal, leases)
        let found = await FleetRun.each(places, most: request.workers) {
            (place, member) -> FleetStagedReport.Drive? in
            if request.stop() != nil { return nil }
            if let doubt = doubts[member.drive.key] {
                return FleetStagedReport.Drive(drive: member.drive, failure: doubt)
            }
            let staging = DriveStaging(
                ground: ground, plan: plan, member: member,
                isChosen: { choice?.holds($0, of: place) ?? true }, leavesAcross: leavesAcross,
                consent: agreed, plans: plans[member.drive.key] ?? [:], stop: request.stop)
            let turn = StagingTurn(
                staging: staging, journal: journal, leases: leases, wave: request.wave)
            let result = await turn.result()
            // Of what was stopped nothing is staged: it had no turn.
            if let ending = request.stop(), result.failure?.status == ending { return nil }
            request.progress(
                done.withLock {
                    $0 += 1; return $0
                }, places.count)
            return result
        }
        return found.compactMap { $0 }
    }
}

/// The staging of one drive, with what the journal says of it.
private struct StagingTurn {
    let staging: DriveStaging
    let journal: DeedJournal
    let leases: FleetLeases
    let wave: Int

    func result() async -> FleetStagedReport.Drive {
        let drive = staging.member.drive
        var result = FleetStagedReport.Drive(drive: drive)
        do throws(Failure) {
            let staged = try await leases.with(drive, isAlone: true) {
                _ async throws(Failure) in
                let known = try journal.reading { $0.audits[drive.key] }
                try FleetFit(staging.ground, journal).demandAudit(of: drive.key, known)
                let staged = try await staging.run { own, session async throws(Failure) in
                    try journal.add([deed(own, DriveStaged())])
                    try await mark(session)
                }
                try journal.add([deed(staged.plan, staged)])
                if staged.plan != nil {
                    _ = try await staging.ground.withState(drive.key) {
                        session async throws(Failure) in try await mark(session)
                    }
                }
                return staged
            }
            guard let staged else {
                throw Failure(.locked, .carryTaken(name: VisibleText.escaped(drive.name)))
            }
            result.staged = staged
        } catch {
            result.failure = error
        }
        return result
    }

    /// Has the state know of the wave, and how far the journal has come.
    private func mark(_ session: StateSession) async throws(Failure) {
        try await FleetFit(staging.ground, journal).mark(
            session, plan: staging.plan.id, wave: Int64(wave))
    }

    private func deed(_ own: String?, _ staged: DriveStaged) -> FleetDeed {
        var deed = FleetDeed(.staged)
        deed.drive = staging.member.drive.key
        deed.name = staging.member.drive.name
        deed.plan = staging.plan.id
        deed.statePlan = own
        deed.wave = Int64(wave)
        deed.amount = staged.staged
        deed.counts = staged.counts
        return deed
    }
}
