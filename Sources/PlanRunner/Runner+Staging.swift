// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import Plans
package import RuleEngine
package import StateLedger
internal import Wording

/// What a person allowed when staging.
package struct StagingConsent: Sendable, Hashable {
    /// Deletions without an undo window.
    package var allowsNoWindow = false
    /// Deletions for good.
    package var allowsPermanent = false
    /// Whether items stay that a person took back and that are still the same: so it is where nobody
    /// is there to be asked.
    package var leavesTakenBack = false

    /// Nothing out of the ordinary.
    package init() {}
}

/// A plan that may be staged, looked at but not yet staged.
package struct StagingProposal: Sendable {
    /// The plan.
    package let plan: LedgerPlan
    /// Its deletions.
    package let orders: [StagingOrder]
    /// Of its deletions, those that a person took back before, and when: among `orders`, or left
    /// out.
    package var takenBack: [(order: StagingOrder, at: Timestamp)] = []
    /// Whether these are left out.
    package var leavesTakenBack = false
    /// Drives from which nothing is staged until a person says that they are meant, with what is
    /// doubtful; their deletions are left out.
    package var heldDrives: [(name: String, doubt: DriveDoubt)] = []
    /// What has to be downloaded to prove that copies are copies.
    package var proof: ProofVolume {
        let remote = plan.driveIdentities.filter {
            $0.value.hasPrefix(DriveKind.onedrive.rawValue + ":")
        }
        return ProofVolume(orders, remote: Set(remote.keys))
    }

    /// The bytes of all deletions.
    package var bytes: Int64 { orders.bytes }
    /// When the first window ends.
    package var firstDue: Timestamp? { orders.map(\.due).min() }
    /// When the last window ends.
    package var lastDue: Timestamp? { orders.map(\.due).max() }
}

/// What was staged.
package struct StagingOutcome: Sendable, Hashable {
    /// Items that wait now.
    package let staged: Int
    /// Items that were waiting already.
    package let skipped: Int
    /// The bytes of the items that wait now, without those that were waiting already.
    package var bytes: Int64 = 0
    /// When the first of their windows ends; nil where none was staged.
    package var firstDue: Timestamp?
    /// When the last of their windows ends.
    package var lastDue: Timestamp?
    /// Of those that were waiting already, the ones that wait by other terms now.
    package var restaged: [Restaging] = []
    /// Of those, how many go a gentler way than the plan says, as they were staged before.
    package var gentler = 0

    /// An outcome with these numbers of items.
    package init(staged: Int, skipped: Int) {
        self.staged = staged
        self.skipped = skipped
    }
}

extension Runner {
    /// Checks everything that must hold for `plan` to be staged now; stages nothing.
    ///
    /// Throws `refused` with all reasons: a plan that is used, stale or over a limit is refused as
    /// a whole, never in part.
    package func proposal(
        _ plan: LedgerPlan, rules: RulesInForce, consent: StagingConsent
    ) async throws(RunnerError) -> StagingProposal {
        try await noteUse(of: rules.file)
        let now = clock()
        var (reasons, outages, drives, heldDrives) = try await staleness(
            of: plan, rules: rules, at: now)
        reasons += try await exceededLimits(of: plan, rules.file)
        if !reasons.isEmpty {
            var refusal = refusal(plan, reasons)
            // What passes by itself is no reason to make another plan.
            if outages.count == reasons.count {
                refusal.kind = outages.contains(.signIn) ? .signIn : .offline
            }
            throw refusal
        }
        let wishes = try await PersonalWishes(self)
        let held = Set(heldDrives.map(\.name))
        let planned = try await orders(of: plan, rules: rules, wishes, at: try await windowStart())
        var orders = zip(planned, try await wishes.objections(to: planned))
            .filter { $1 == nil }.map(\.0)
        let heldCount = orders.count { held.contains($0.item.drive) }
        orders.removeAll { held.contains($0.item.drive) }
        if orders.isEmpty, heldCount > 0 {
            let clauses = heldDrives.map { $0.doubt.advice($0.name) }
            throw refusal(plan, clauses)
        }
        let takenBack = try await TakenBack(self).among(orders)
        if consent.leavesTakenBack {
            let left = Set(takenBack.map(\.order.address))
            orders.removeAll { left.contains($0.address) }
        }
        orders = Self.withoutFullFolders(orders, of: planned)
        reasons += try await exceededLimits(orders, rules)
        if !consent.allowsNoWindow {
            let windows = Set(orders.map(\.undoWindow))
            let atOnce = windows.filter { UndoWindow(planText: $0)?.endsAtOnce ?? true }
            let count = orders.count { atOnce.contains($0.undoWindow) }
            if count > 0 {
                reasons.append(.stageNoWindow(n: count))
            }
        }
        if !consent.allowsPermanent {
            let count = orders.count { $0.method == DeletionMethod.permanent.rawValue }
            if count > 0 {
                reasons.append(.stagePermanent(n: count))
            }
        }
        reasons += obstacles(to: orders, drives)
        if !reasons.isEmpty { throw refusal(plan, reasons) }
        return StagingProposal(
            plan: plan, orders: orders, takenBack: takenBack,
            leavesTakenBack: consent.leavesTakenBack, heldDrives: heldDrives)
    }

    /// Those of `orders` that are no folders in which something of `planned` stays that is not among
    /// them: a folder goes only when everything in it goes, and is not staged to find that it cannot.
    private static func withoutFullFolders(
        _ orders: [StagingOrder], of planned: [StagingOrder]
    ) -> [StagingOrder] {
        if orders.count == planned.count { return orders }
        let going = Set(orders.map(\.address))
        var full: Set<ItemKey> = []
        for order in planned where !going.contains(order.address) {
            for folder in ItemAddress.folders(above: order.item.path) {
                full.insert(ItemKey(drive: order.item.drive, folder))
            }
        }
        return orders.filter {
            !$0.item.isFolder || !full.contains(ItemKey(drive: $0.item.drive, $0.item.path))
        }
    }

    /// Stages what was proposed, in one transaction; the plan is used from then on.
    package func stage(_ proposal: StagingProposal) async throws(RunnerError) -> StagingOutcome {
        let now = clock()
        let done = try await calling { ledger async throws(LedgerError) in
            let result = try await ledger.stage(
                plan: proposal.plan.id, orders: proposal.orders, actor: actor, at: now)
            var outcome = StagingOutcome(staged: result.staged, skipped: result.skipped)
            outcome.restaged = result.restaged
            outcome.gentler = result.gentler
            outcome.bytes = result.bytes
            outcome.firstDue = result.firstDue
            outcome.lastDue = result.lastDue
            return outcome
        }
        failpoint(.afterOutcome)
        return done
    }

    /// Which of `orders` ask for what their drive never does, one clause for each drive and method.
    private func obstacles(
        to orders: [StagingOrder], _ drives: [String: any DeletingDrive]
    ) -> [Phrase] {
        var counts: [String: [DeletionMethod: Int]] = [:]
        for order in orders {
            guard let method = DeletionMethod(rawValue: order.method) else { continue }
            counts[order.item.drive, default: [:]][method, default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.flatMap { name, methods in
            methods.sorted { $0.key < $1.key }.compactMap { method, count in
                drives[name]?.reversal(of: method).obstacle.map { why in
                    .stageObstacle(
                        n: count, drive: name, method: method.rawValue, why: why.phrase)
                }
            }
        }
    }

    /// Why `plan` does not hold any more, one clause each, and which of these are outages; empty
    /// if it holds. With it come the drives that could be asked, and those that are held.
    private func staleness(
        of plan: LedgerPlan, rules: RulesInForce, at now: Timestamp
    ) async throws(RunnerError) -> (
        reasons: [Phrase], outages: [Outage], drives: [String: any DeletingDrive],
        held: [(name: String, doubt: DriveDoubt)]
    ) {
        var reasons: [Phrase] = []
        var outages: [Outage] = []
        var drives: [String: any DeletingDrive] = [:]
        var held: [(name: String, doubt: DriveDoubt)] = []
        if let usedAt = plan.usedAt {
            reasons.append(.stageUsed(time: Moment(usedAt, rules.timeZone)))
        }
        if now >= plan.expires {
            reasons.append(.stageExpired(time: Moment(plan.expires, rules.timeZone)))
        }
        if plan.created.secondsSinceEpoch - now.secondsSinceEpoch > Self.clockSkewMaxSeconds {
            reasons.append(.stageToCome(time: Moment(plan.created, rules.timeZone)))
        }
        if rules.digest != plan.rulesDigest { reasons.append(.stageRulesChanged) }
        let known = try await calling { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        for (name, identity) in plan.driveIdentities.sorted(by: { $0.key < $1.key }) {
            let alarm = await canaryDoubt(name)
            guard let drive = known.first(where: { $0.name == name }) else {
                // One that was in doubt from its first listing on was never kept.
                let root = DriveIdentityText(identity).localRoot
                let isInDoubt =
                    root != nil
                    && known.contains { DriveIdentityText($0.identity).localRoot == root }
                if let alarm {
                    held.append((name, .canary(alarm)))
                } else if isInDoubt {
                    held.append((name, .replaced))
                } else {
                    reasons.append(.stageDriveUnknown(drive: name))
                }
                continue
            }
            let wasInDoubt = plan.driveCursors[name] == LedgerPlan.doubtCursor
            // What was left out of an older listing may stand in the new one.
            if alarm == nil, !wasInDoubt, drive.cursor != plan.driveCursors[name] {
                reasons.append(.stageListedAnew(drive: name))
            }
            do throws(DriveProblemReport) {
                let found = try await readyNow(drive)
                drives[name] = found.drive
                if found.identity != identity {
                    reasons.append(.stageDriveOther(drive: name))
                } else if drive.identity != identity {
                    held.append((name, .replaced))
                } else if let alarm {
                    held.append((name, .canary(alarm)))
                } else if wasInDoubt {
                    held.append((name, .before))
                }
            } catch {
                reasons.append(.stageDriveMute(drive: name, detail: error.message))
                if let outage = error.outage { outages.append(outage) }
            }
        }
        return (reasons, outages, drives, held)
    }

    /// What undo windows are counted from: the clock, or the newest instant on record where the
    /// clock was set back since, lest a window ends as soon as it is set right.
    private func windowStart() async throws(RunnerError) -> Timestamp {
        max(
            clockRoundedUp(),
            try await calling { ledger async throws(LedgerError) in
                try await ledger.latestInstant()
            })
    }

    /// How far the clock may be behind the instant a plan was made for.
    package static let clockSkewMaxSeconds: Int64 = 300

    private func refusal(_ plan: LedgerPlan, _ reasons: [Phrase]) -> RunnerError {
        RunnerError(
            .refused,
            .stageRefused(
                plan: plan.id, why: Phrase.series(reasons, separator: "; "),
                show: .show(plan: plan.id), command: .plan))
    }

    /// The limits that the plan passes because of what a person marked since; those of its own
    /// deletions were held against it when it was made.
    private func exceededLimits(
        _ orders: [StagingOrder], _ rules: RulesInForce
    ) async throws(RunnerError) -> [Phrase] {
        if !orders.contains(where: { $0.rule == nil }) { return [] }
        let known = try await calling { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        let files = known.map { drive in
            (
                drive: drive.name,
                deleted: Int64(
                    orders.count {
                        !$0.item.isFolder && $0.item.drive.utf8.elementsEqual(drive.name.utf8)
                    }), all: drive.fileCount
            )
        }
        let bytes = orders.bytes
        return LimitOutcome.outcomes(
            rules.file.limits, deleting: (Int64(orders.count), bytes), files: files
        ).filter(\.isExceeded).map { outcome in
            let (name, most) = (outcome.subject.rawValue, outcome.threshold ?? 0)
            let what: Phrase =
                outcome.drive.map { drive in
                    .stageMarkedOverDrive(
                        name: name, drive: drive, count: outcome.value, limit: most)
                } ?? .stageMarkedOver(name: name, count: outcome.value, limit: most)
            return .limitAdvised(what: what, advice: outcome.advice(in: rules.file))
        }
    }

    /// The deletions of `plan` and what a person marked of what it left to them, with windows that
    /// begin at `now`.
    private func orders(
        of plan: LedgerPlan, rules: RulesInForce, _ wishes: PersonalWishes, at now: Timestamp
    ) async throws(RunnerError) -> [StagingOrder] {
        let record = try await calling { ledger async throws(LedgerError) in
            try await ledger.record(ofPlan: plan.id)
        }
        guard let record else {
            throw RunnerError(
                .refused, .refuseEntriesGone(plan: plan.id))
        }
        let clock = RuleClock(now: now, timeZone: rules.timeZone)
        let roots = try await roots()
        var making = PlanOrders(plan, record, roots: roots, clock, atOnce: self.clock())
        do throws(IncompleteEntry) {
            var orders: [StagingOrder] = []
            var marked: [PlanEntry] = []
            for entry in 0..<record.count {
                switch record.verdict(entry) {
                case .keep: continue
                case .delete: orders.append(try making.order(entry))
                case .review:
                    guard let identity = plan.driveIdentities[record.driveName(entry)] else {
                        continue
                    }
                    let item = RecordedItem(record.item(entry))
                    if !wishes.wantDeletion(of: item, driveIdentity: identity) { continue }
                    marked.append(record.entry(entry))
                    var order = order(marked: item, identity, plan, rules.file.defaults, clock)
                    order.driveRoot = roots[item.drive]
                    orders.append(order)
                }
            }
            hold(&orders, to: marked)
            return orders
        } catch {
            throw RunnerError(
                .failed, .refusePlanUnreadable(plan: plan.id, detail: error.reason))
        }
    }

    /// The folder of each drive that its paths are counted from, by name, where the drive's identity
    /// does not say that.
    private func roots() async throws(RunnerError) -> [String: String] {
        let known = try await calling { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        var roots: [String: String] = [:]
        for drive in known where drive.kind == DriveKind.onedrive.rawValue {
            roots[drive.name] = drive.settings["root"] ?? "/"
        }
        return roots
    }

    /// The deletion of an item that a person marked: as a new plan would have it, of which no rule
    /// is the reason.
    private func order(
        marked item: RecordedItem, _ identity: String, _ plan: LedgerPlan, _ defaults: Defaults,
        _ clock: RuleClock
    ) -> StagingOrder {
        let window = defaults.undoWindow ?? .wait(Age(amount: 24, unit: .hour))
        return StagingOrder(
            item: item, driveIdentity: identity, rule: nil, ruleDigest: nil, applied: [],
            reason: Reason.personDeleted.rawValue, method: defaults.method ?? .recycle,
            undoWindow: window.planText,
            due: window == .none
                ? self.clock() : Timestamp(secondsSinceEpoch: clock.end(of: window)),
            rulesDigest: plan.rulesDigest, obligations: [])
    }

    /// Has what was marked wait for the copies that its card said would stay.
    ///
    /// Where they do not stay by this same plan, the person was asked about the last copy.
    private func hold(_ orders: inout [StagingOrder], to marked: [PlanEntry]) {
        if marked.isEmpty { return }
        let going = Set(orders.map { ItemKey($0.item) })
        var obligations: [ItemKey: [Obligation]] = [:]
        for entry in marked {
            guard let rule = entry.rule, let group = entry.group, entry.kind == "duplicates",
                let survivors = entry.survivors?.map(\.item)
            else { continue }
            // An entry under review does not say how many are needed: one at least.
            let needed = max(1, entry.needed ?? 1)
            guard survivors.count(where: { !going.contains(ItemKey($0)) }) >= needed else {
                continue
            }
            obligations[ItemKey(entry.item)] = [
                Obligation(
                    rule: rule, isDuplicates: true, group: group, needed: needed,
                    comparesBytes: entry.verify != "hash", survivors: survivors)
            ]
        }
        for index in orders.indices where orders[index].rule == nil {
            orders[index].obligations = obligations[ItemKey(orders[index].item)] ?? []
        }
    }
}

extension StagingProposal {
    /// The proposal without what is not among the deletions of `asked`, which a person agreed to.
    package func within(_ asked: StagingProposal) -> StagingProposal {
        let known = Set(asked.orders.map(\.address))
        return StagingProposal(
            plan: plan, orders: orders.filter { known.contains($0.address) },
            takenBack: takenBack.filter { known.contains($0.order.address) },
            leavesTakenBack: leavesTakenBack, heldDrives: heldDrives)
    }
}

extension [StagingOrder] {
    /// The bytes that are known; the largest number where they do not fit into one.
    var bytes: Int64 {
        reduce(0) { sum, order in
            let (next, isOver) = sum.addingReportingOverflow(Swift.max(0, order.item.size ?? 0))
            return isOver ? .max : next
        }
    }
}
