// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import Plans
internal import RuleEngine
internal import StateLedger
internal import Wording

/// What stands against the staging of a plan.
extension Runner {
    /// Which of `orders` ask for what their drive never does, one clause for each drive and method.
    func obstacles(
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
    func staleness(
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
            // Nothing of a list goes, which whoever stages sees to, and it is asked for nothing.
            if drive.kind == DriveKind.listing.rawValue { continue }
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
    func windowStart() async throws(RunnerError) -> Timestamp {
        max(
            clockRoundedUp(),
            try await calling { ledger async throws(LedgerError) in
                try await ledger.latestInstant()
            })
    }

    /// How far the clock may be behind the instant a plan was made for.
    package static let clockSkewMaxSeconds: Int64 = 300

    func refusal(_ plan: LedgerPlan, _ reasons: [Phrase]) -> RunnerError {
        var error = RunnerError(
            .refused,
            .stageRefused(
                plan: plan.id, why: Phrase.series(reasons, separator: "; "),
                show: .show(plan: plan.id), command: .plan))
        error.reasons = reasons
        return error
    }

    /// The limits that the plan passes because of what a person marked since; those of its own
    /// deletions were held against it when it was made.
    func exceededLimits(
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
}
