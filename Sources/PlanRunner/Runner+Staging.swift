// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import Plans
internal import RuleEngine
package import StateLedger
internal import Wording

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
        let unwanted = planned.count - orders.count
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
        var leftMarks = 0
        if consent.leavesMarksFromElsewhere {
            let all = orders.count
            orders.removeAll { wishes.isMarkFromElsewhere($0) }
            leftMarks = all - orders.count
        }
        orders = Self.withoutBrokenUnits(orders)
        orders = Self.withoutFullFolders(orders, of: planned)
        reasons += try await exceededLimits(orders, rules)
        if !consent.allowsNoWindow {
            let count = orders.withoutWindow.count
            if count > 0 { reasons.append(.stageNoWindow(n: count)) }
        }
        if !consent.allowsPermanent {
            let count = orders.forGood.count
            if count > 0 { reasons.append(.stagePermanent(n: count)) }
        }
        reasons += obstacles(to: orders, drives)
        reasons += try await tierReasons(against: orders, rules, at: now)
        if !reasons.isEmpty { throw refusal(plan, reasons) }
        return StagingProposal(
            plan: plan, orders: orders, takenBack: takenBack,
            leavesTakenBack: consent.leavesTakenBack, leftMarks: leftMarks,
            heldDrives: heldDrives, unwanted: unwanted)
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

    /// Those of `orders` that are no parts of shots of which another part is not among them.
    private static func withoutBrokenUnits(_ orders: [StagingOrder]) -> [StagingOrder] {
        guard orders.contains(where: { $0.unit != nil }) else { return orders }
        // Each part names all others, so that one look is enough.
        let going = Set(orders.map(\.address))
        return orders.filter { $0.partAddresses.allSatisfy(going.contains) }
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
            bind(&orders, record, plan)
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

    /// Has the parts of each shot of the plan go together.
    private func bind(_ orders: inout [StagingOrder], _ record: PlanRecord, _ plan: LedgerPlan) {
        var shots: [Int: [Int]] = [:]
        for entry in 0..<record.count {
            guard let main = record.companionMain(entry) else { continue }
            shots[main, default: [main]].append(entry)
        }
        if shots.isEmpty { return }
        var bonds: [ItemKey: Obligation] = [:]
        for (main, entries) in shots {
            let items = entries.map { RecordedItem(record.item($0)) }
            for (place, entry) in entries.enumerated() {
                let others = items.indices.filter { $0 != place }.map { items[$0] }
                bonds[ItemKey(items[place])] = Obligation.unit(
                    rule: record.rule(entry)?.id, drive: items[place].drive,
                    path: record.path(main), parts: others)
            }
        }
        for index in orders.indices {
            guard let bond = bonds[ItemKey(orders[index].item)] else { continue }
            orders[index].obligations.append(bond)
        }
    }

    /// Has what was marked wait for the copies that its card said would stay.
    ///
    /// Where they do not stay by this same plan, the person was asked about the last copy.
    private func hold(_ orders: inout [StagingOrder], to marked: [PlanEntry]) {
        if marked.isEmpty { return }
        let going = Set(orders.map { ItemKey($0.item) })
        var obligations: [ItemKey: [Obligation]] = [:]
        for entry in marked {
            let isDuplicates = entry.kind == "duplicates"
            guard let rule = entry.rule, let group = entry.group,
                isDuplicates || entry.kind == "similar",
                let survivors = entry.survivors?.map(\.item)
            else { continue }
            // An entry under review does not say how many are needed: one at least.
            let needed = max(1, entry.needed ?? 1)
            guard survivors.count(where: { !going.contains(ItemKey($0)) }) >= needed else {
                continue
            }
            obligations[ItemKey(entry.item)] = [
                Obligation(
                    rule: rule, isDuplicates: isDuplicates, group: group, needed: needed,
                    // What only looks alike has other bytes.
                    comparesBytes: isDuplicates && entry.verify != "hash", survivors: survivors)
            ]
        }
        for index in orders.indices where orders[index].rule == nil {
            orders[index].obligations = obligations[ItemKey(orders[index].item)] ?? []
        }
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
