// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import FleetParts
internal import Messages
internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// What was staged on one drive.
struct DriveStaged: Sendable {
    /// The plan in the state of the drive; nil where nothing was staged.
    var plan: String?
    /// What waits now, without what was waiting already.
    var staged = FleetAmount()
    /// How many were waiting already.
    var waiting = 0
    /// When the first of it goes.
    var firstDue: Timestamp?
    /// What has to be allowed first, so that nothing was staged.
    var unallowed = Unallowed()
    /// How many deletions were left out, by why.
    var left: [LeftOut: Int] = [:]
    /// How the items of the drive stand now, by plan.
    var counts: [String: DeedCounts] = [:]
}

/// Stages on one drive what a plan over all drives deletes there: each item as the plan has it, and only
/// where a fresh look finds it so. From there on it goes the way of a plan of that drive alone.
struct DriveStaging {
    let ground: FleetGround
    let plan: FleetPlan
    let member: FleetWaves.Member
    /// Whether the deletion of that number is meant.
    let isChosen: @Sendable (Int) -> Bool
    /// Whether rules across drives stage nothing, as something of an earlier plan waits still.
    let leavesAcross: Bool
    let consent: StagingConsent
    /// The plans over all drives by those that the state has staged before.
    let plans: [String: String]
    /// How it ends if it is to stop now; asked before each batch is looked at. Nil: it goes on.
    let stop: @Sendable () -> Ending?

    var drive: FleetDrive { member.drive }
    var elsewhere: FleetElsewhere { FleetElsewhere(ground: ground) }

    /// How many items are looked at together.
    static let batchMax = 500
    /// How many more copies on other drives are kept in mind than must stay.
    static let spareSurvivors = 2

    /// Hears of a plan in the state of the session before anything is staged by it.
    typealias Note = (_ plan: String, StateSession) async throws(Failure) -> Void

    /// Stages; `note` hears of it before.
    func run(
        _ note: Note
    ) async throws(Failure) -> DriveStaged {
        try ground.work.prepare(drive.key)
        let session = try StateSession.opened(try ground.work.state(drive.key))
        return try await FleetGround.with(session) { session async throws(Failure) in
            let lock = try await session.runnerLock()
            defer { lock.close() }
            return try await staged(session, note)
        }
    }

    private func staged(
        _ session: StateSession, _ note: Note
    ) async throws(Failure) -> DriveStaged {
        let own = try ground.rules.declaring([ground.declaration(of: drive)])
        let opened = try await open(drive, session, own)
        let runner = session.runner(own, actor: "run")
        _ = try await session.running { () async throws(RunnerError) in try await runner.recover() }
        let entries = try PlanLines.deletions(
            of: member.stretch, in: plan, count: member.deleted.items)
        var share = StagedShare(entries, chosen: isChosen)
        if leavesAcross { share.leave { rulesAcross($0) ? .generation : nil } }
        let now = try await looked(&share, opened, session)
        try judge(&share, now)
        try await leaveReliedUpon(&share)
        try await findSurvivors(&share, opened, session)
        try await chooseSurvivors(&share)
        try await tagSurvivors(&share, opened, session)
        // What was not asked for any more is no reason to leave anything out.
        try demandTime()
        share.leaveIncomplete()
        var done = DriveStaged()
        if !share.entries.isEmpty { try await stage(share.entries, session, &done, note) }
        done.left.merge(share.left) { $0 + $1 }
        var plans = plans
        if let own = done.plan { plans[own] = plan.id }
        done.counts = try await ground.counts(session, plans)
        return done
    }

    /// Throws where it is to stop: what was looked at by then is looked at again another time, and nothing of
    /// the drive is staged.
    func demandTime() throws(Failure) {
        if let ending = stop() { throw Failure(ending) }
    }

    // MARK: The drive

    /// Opens `drive`, which has to be the one of the inventory.
    func open(
        _ drive: FleetDrive, _ session: StateSession, _ rules: LoadedRules
    ) async throws(Failure) -> any DeletingDrive {
        do throws(DriveError) {
            let opened = try await session.opening(rules).drive(ground.record(of: drive))
            let identity = try await opened.identity().description
            if identity.utf8.elementsEqual(ground.identity(of: drive).utf8) { return opened }
        } catch {
            throw Failure(error)
        }
        throw Failure(
            .refused,
            Message(
                "the service knows the drive of '\(VisibleText.escaped(drive.name))' by another id"
                    + " than the inventory"))
    }

    /// Leaves out what is not as the plan saw it; what there is now, by id.
    private func looked(
        _ share: inout StagedShare, _ opened: any DeletingDrive, _ session: StateSession
    ) async throws(Failure) -> [[UInt8]: ItemValues] {
        if plan.namesListItems { return try await find(&share, opened, session) }
        try await leaveDeleted(&share, session)
        return try await look(&share, opened)
    }

    /// Leaves out what was deleted from this state before: nothing has to be asked for that.
    func leaveDeleted(
        _ share: inout StagedShare, _ session: StateSession
    ) async throws(Failure) {
        let addresses = share.entries.map { address($0.item) }
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.newestStaged(at: addresses)
        }
        share.leave { entry in
            switch known[address(entry.item)]?.state {
            case .deleted, .gone: .gone
            default: nil
            }
        }
    }

    /// Looks at all items of `share`, and leaves out those that are not as the plan saw them. Where the
    /// plan knows no tag, size, hash and date decide, and the tag of now is what a deletion is bound to. What
    /// there is now, by id.
    private func look(
        _ share: inout StagedShare, _ opened: any DeletingDrive
    ) async throws(Failure) -> [[UInt8]: ItemValues] {
        var found: [[UInt8]: ItemValues] = [:]
        var checks: [ItemCheck] = []
        let items = share.entries.map(\.item.values)
        for start in stride(from: 0, to: items.count, by: Self.batchMax) {
            try demandTime()
            let batch = Array(items[start..<min(start + Self.batchMax, items.count)])
            do throws(DriveError) {
                checks += try await opened.recheck(batch)
            } catch {
                throw Failure(error)
            }
        }
        share.replace { place, entry in
            switch checks[place] {
            case .unchanged(let now):
                found[Array(entry.id.utf8)] = now
                return .success(entry.tagged(by: now))
            case .changed(let changes, let now):
                guard changes == [.tag], entry.isSameContent(as: now) else {
                    return .failure(LeftOutError(why: .changed))
                }
                found[Array(entry.id.utf8)] = now
                return .success(entry.tagged(by: now))
            case .gone: return .failure(LeftOutError(why: .gone))
            case .missing: return .failure(LeftOutError(why: .missing))
            case .unanswered: return .failure(LeftOutError(why: .unanswered))
            }
        }
        return found
    }

    // MARK: The rules

    /// Whether a rule that compares drives has a part in the deletion of `entry`.
    private func rulesAcross(_ entry: PlanEntry) -> Bool {
        let across = ground.rules.file.rules.filter { rule in
            guard case .duplicates(let selection)? = rule.selection else { return false }
            return selection.reach == .drives
        }
        let ids = Set(across.map { Array($0.id.utf8) })
        return ([entry.rule].compactMap { $0 } + (entry.also ?? []).map(\.rule)).contains {
            ids.contains(Array($0.utf8))
        }
    }

    /// Leaves out what the rules would not delete at this instant, as it is `now`.
    private func judge(
        _ share: inout StagedShare, _ now: [[UInt8]: ItemValues]
    ) throws(Failure) {
        let check = StandingCheck(
            ruleFile: ground.rules.file,
            drives: [ListedDrive(name: drive.name, kind: .onedrive)], now: SystemClock.now(),
            timeZone: ground.timeZone)
        let standings: [Standing]
        do throws(ListingError) {
            // When an item was first seen no drive tells, so that nothing goes by that.
            standings = try check.standings(
                of: share.entries.map { entry in
                    var values = now[Array(entry.id.utf8)] ?? entry.item.values
                    values.drive = drive.name
                    values.firstSeen = nil
                    return values
                })
        } catch {
            throw Failure(.failed, error.clause)
        }
        share.replace { place, entry in
            let standing = standings[place]
            let isPart = entry.companion_of != nil
            let goes = standing.verdict == .delete || (isPart && standing.reason == .unmatched)
            return standing.isProtected || !standing.isJudged || !goes
                ? .failure(LeftOutError(why: .kept)) : .success(entry)
        }
    }
}

extension PlanEntry {
    /// The same with the tags that the drive says now, where the plan knew none.
    func tagged(by now: ItemValues) -> PlanEntry {
        var entry = self
        if entry.etag == nil {
            entry.etag = now.eTag
            entry.ctag = now.cTag
        }
        return entry
    }

    /// Whether `now`, of which only the tag is another one, surely holds what the plan saw: the plan knew no
    /// tag, but its size, and its hash or else the date of its last change.
    func isSameContent(as now: ItemValues) -> Bool {
        guard etag == nil, now.eTag != nil else { return false }
        // A folder holds nothing itself; what lies in it is asked for when it goes.
        if type == "folder" { return true }
        if hash != nil || sha256 != nil { return size != nil }
        // Without a hash a tag of the content that is another one says that it has changed.
        if let ctag, now.cTag.map({ !$0.utf8.elementsEqual(ctag.utf8) }) ?? true { return false }
        return size != nil && modified != nil
    }
}
