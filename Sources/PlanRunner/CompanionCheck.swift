// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
internal import StateLedger

/// Whether the copies are there that must stay when items go.
///
/// A survivor that is staged itself does not count, nor does one that this program deleted a moment
/// ago: a replica that lags behind still shows it. Survivors on the item's own drive are handed
/// to the drive, which looks at them at the moment of the deletion; those on other drives are
/// proved here, by the SHA-256 of both contents.
struct CompanionCheck {
    let runner: Runner
    let drives: ReadyDrives

    /// What the check has shown.
    struct Outcome: Sendable {
        /// May be deleted, with what the drive has to look at.
        var ready: [ReadyItem] = []
        /// A copy is missing.
        var ended: [(item: StagedItem, outcome: RecordedOutcome)] = []
        /// A copy could not be asked for.
        var held: [(item: StagedItem, problem: String)] = []
    }

    /// Checks `items`. One question to the state file for each drive with survivors.
    func check(_ items: [ReadyItem]) async throws(RunnerError) -> Outcome {
        var result = Outcome()
        var places: [String: [String: String]] = [:]
        for plan in Set(items.lazy.filter { !$0.item.order.obligations.isEmpty }.map(\.item.plan)) {
            places[plan] = try await runner.driveIdentities(ofPlan: plan)
        }
        let going = try await goingSurvivors(of: items, places)
        for item in items {
            switch await demands(of: item, going, places[item.item.plan] ?? [:]) {
            case .met(let demands):
                var ready = item
                ready.order.companions = demands
                result.ready.append(ready)
            case .unmet(let why): result.ended.append((item.item, .changed(why)))
            case .unanswered(let why): result.held.append((item.item, why))
            }
        }
        return result
    }

    private enum Demands {
        case met([CompanionDemand])
        case unmet(String)
        case unanswered(String)
    }

    private func demands(
        of item: ReadyItem, _ going: Set<ItemAddress>, _ identities: [String: String]
    ) async -> Demands {
        var demands: [CompanionDemand] = []
        for obligation in item.item.order.obligations {
            if obligation.needed <= 0 { continue }
            let free = obligation.survivors.filter {
                !going.contains(address(of: $0, beside: item, identities))
            }
            if free.count < obligation.needed {
                return .unmet(
                    String(
                        clause:
                            "too few copies would stay: others of them are staged or deleted too"))
            }
            let own = free.filter { $0.drive == item.item.order.item.drive }
            // One file can be reached through two drives; it is no copy of itself.
            let others = free.filter {
                $0.drive != item.item.order.item.drive
                    && !item.drive.mayBeOne(item.item.order.item.values, $0.values)
            }
            var proved = 0
            var unanswered: String?
            if own.count < obligation.needed {
                let needed = obligation.needed - own.count
                for survivor in others where proved < needed {
                    switch await proof(of: survivor, beside: item, obligation, identities) {
                    case .success(let isThere): proved += isThere ? 1 : 0
                    case .failure(let report): unanswered = report.message
                    }
                }
                if proved < needed {
                    if let unanswered {
                        return .unanswered(
                            String(clause: "a copy cannot be asked for: \(unanswered)"))
                    }
                    return .unmet(
                        String(clause: "a copy that was to stay is not there as the plan saw it"))
                }
            }
            if obligation.needed > proved {
                demands.append(
                    CompanionDemand(
                        needed: obligation.needed - proved,
                        comparesBytes: obligation.isDuplicates && obligation.comparesBytes,
                        members: own.map(\.values)))
            }
        }
        return .met(demands)
    }

    /// Whether `survivor`, which lies on another drive, is there and equal to `item`.
    private func proof(
        of survivor: RecordedItem, beside item: ReadyItem, _ obligation: Obligation,
        _ identities: [String: String]
    ) async -> Result<Bool, DriveProblemReport> {
        switch drives[runner.place(of: survivor, beside: item.item, identities)] {
        case .failure(let report):
            return .failure(report)
        case .success(let ready):
            do throws(DriveError) {
                switch try await ready.drive.recheck([survivor.values]).first {
                case .unchanged: break
                case .missing(let problem), .unanswered(let problem):
                    return .failure(DriveProblemReport(message: problem.reason))
                case .changed, .gone, nil: return .success(false)
                }
                if !obligation.isDuplicates || !obligation.comparesBytes { return .success(true) }
                let there = try await ready.drive.verifiedSHA256(of: [survivor.values])
                let here = try await item.drive.verifiedSHA256(of: [item.order.item])
                guard let one = there.first ?? nil, let other = here.first ?? nil else {
                    return .failure(
                        DriveProblemReport(message: String(clause: "its content cannot be read")))
                }
                return .success(one == other)
            } catch {
                return .failure(DriveProblemReport(message: error.message))
            }
        }
    }

    /// What `survivor` is filed by.
    private func address(
        of survivor: RecordedItem, beside item: ReadyItem, _ identities: [String: String]
    ) -> ItemAddress {
        let place = runner.place(of: survivor, beside: item.item, identities)
        return ItemAddress(survivor, driveIdentity: place.identity)
    }

    /// The survivors that are staged themselves, or that were deleted so short a time ago that their
    /// drive may still show them.
    private func goingSurvivors(
        of items: [ReadyItem], _ identities: [String: [String: String]]
    ) async throws(RunnerError) -> Set<ItemAddress> {
        var survivors: Set<ItemAddress> = []
        var lagging: Set<ItemAddress> = []
        var lag: Int64 = 0
        for item in items {
            let known = identities[item.item.plan] ?? [:]
            for survivor in item.item.order.obligations.lazy.filter({ !$0.isUnit })
                .flatMap(\.survivors)
            {
                let address = address(of: survivor, beside: item, known)
                survivors.insert(address)
                let place = runner.place(of: survivor, beside: item.item, known)
                guard case .success(let ready) = drives[place], ready.drive.listingLagSeconds > 0
                else { continue }
                lagging.insert(address)
                lag = max(lag, ready.drive.listingLagSeconds)
            }
        }
        if survivors.isEmpty { return [] }
        let (wanted, shown) = (Array(survivors), Array(lagging))
        let since = Timestamp(secondsSinceEpoch: runner.clock().secondsSinceEpoch - lag)
        let elsewhere = try await runner.goingElsewhere(survivors)
        let going = try await runner.calling { ledger async throws(LedgerError) in
            let staged = try await ledger.active(wanted)
            return staged.union(try await ledger.deleted(shown, since: since))
        }
        return going.union(elsewhere)
    }
}
