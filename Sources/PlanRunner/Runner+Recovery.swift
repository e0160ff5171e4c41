// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
package import StateLedger

extension Runner {
    /// Who settles what an earlier process left open, in the words of the history.
    static let recoveryActor = "recovery"

    /// Settles what a process left open that did not live to record it; the settled items.
    ///
    /// The drive is asked, never guessed for: what went was deleted, for the intent is ours; what
    /// is there as it was waits again; what cannot be asked for, or is not found without any proof
    /// that it is gone, stays `executing`, and is asked for again a minute later at the soonest. So
    /// does what is seen on a drive so soon after the request that this proves little. The
    /// caller holds the runner's lock, so no process that still lives has begun these items.
    package func recover() async throws(RunnerError) -> [StagedItem] {
        let open = try await calling { ledger async throws(LedgerError) in
            try await ledger.openItems()
        }
        let numbers = Set(open.lazy.filter { $0.state == .executing }.map(\.number))
        try await updateOpenRequests { $0.keep(only: numbers) }
        if open.isEmpty { return [] }
        let drives = try await readyDrives(open)
        let (vain, now) = (try await vainQuestions(), clock())
        let executing = open.filter { $0.state == .executing && !vain.rests($0, at: now) }
        let restoring = open.filter { $0.state == .deleted && $0.isRestoring }
        for batch in batches(executing, drives) {
            try await settle(batch.items, on: batch.drive)
        }
        for batch in batches(restoring, drives, of: { $0.restoreCountMax }) {
            _ = try await bringBack(
                batch.items, on: batch.drive, actor: Runner.recoveryActor, shouldStop: { false })
        }
        return try await calling { ledger async throws(LedgerError) in
            try await ledger.stagedItems(numbers: open.map(\.number))
        }
    }

    /// Why the drives of `items`, which could not be settled, cannot be asked for now.
    package func outages(of items: [StagedItem]) async throws(RunnerError) -> Set<Outage> {
        let drives = try await readyDrives(items)
        var outages: Set<Outage> = []
        for case .failure(let report) in drives.all {
            if let outage = report.outage { outages.insert(outage) }
        }
        return outages
    }

    /// Asks `drive` what became of `items` and records it.
    func settle(
        _ items: [StagedItem], on drive: any DeletingDrive
    ) async throws(RunnerError) {
        let orders = items.map { item in
            DeletionOrder(
                item: item.order.item.values,
                method: DeletionMethod(rawValue: item.order.method) ?? .recycle, plan: item.plan)
        }
        let answers: [Reconciliation]
        do throws(DriveError) {
            answers = try await drive.reconcile(orders)
        } catch {
            return
        }
        precondition(answers.count == orders.count, "a drive answers for every order")
        var outcomes: [(number: Int64, outcome: RecordedOutcome)] = []
        var vain: [Int64] = []
        var (seen, changed): ([Int64], [Int64]) = ([], [])
        let (requests, asked) = (try await openRequests(), clock())
        for (item, answer) in zip(items, answers) {
            switch answer {
            case .deleted(let receipt):
                outcomes.append((item.number, .deleted(receipt: receipt?.text)))
            case .gone: outcomes.append((item.number, .gone))
            case .missing: vain.append(item.number)
            // What is seen so soon may be on its way out all the same, and then was not spared.
            case .unchanged, .changed:
                let seconds = drive.settlingSeconds
                if case .changed(let why) = answer {
                    if requests.isSettled(item.number, at: asked, after: seconds) {
                        outcomes.append((item.number, .changed(why)))
                    } else {
                        changed.append(item.number)
                    }
                } else if !requests.isSettled(item.number, at: asked, after: seconds) {
                    seen.append(item.number)
                } else if requests.isLost(item.number) {
                    let why = String(clause: "its deletion was not answered, and had no effect")
                    outcomes.append(
                        (item.number, .failed(why, retryAt: retry(after: item.attempt))))
                } else {
                    outcomes.append((item.number, .untouched(nil)))
                }
            case .unanswered: break
            }
        }
        try await noteVainQuestions(vain)
        try await updateOpenRequests {
            $0.noteSeen(seen, at: asked)
            $0.noteChanged(changed, at: asked)
        }
        let (now, found) = (clock(), outcomes)
        if found.isEmpty { return }
        try await calling { ledger async throws(LedgerError) in
            try await ledger.finish(found, actor: Runner.recoveryActor, at: now)
        }
        try await noteTrashes(found)
    }

    /// Items of one drive, at most as many as it takes at once; those of drives that cannot be
    /// asked are left out.
    func batches(
        _ items: [StagedItem], _ drives: ReadyDrives,
        of countMax: (any DeletingDrive) -> Int = { $0.orderCountMax }
    ) -> [(drive: any DeletingDrive, items: [StagedItem])] {
        var batches: [(drive: any DeletingDrive, items: [StagedItem])] = []
        // The batch that still grows stands alone: within the list, each item would copy it.
        var current: [StagedItem] = []
        var last: (place: StagedPlace, drive: any DeletingDrive)?
        for item in items {
            guard case .success(let drive) = drives.drive(of: item) else { continue }
            let place = StagedPlace(item.order)
            if let last, place != last.place || current.count >= countMax(drive) {
                batches.append((last.drive, current))
                current = []
            }
            current.append(item)
            last = (place, drive)
        }
        if let last { batches.append((last.drive, current)) }
        return batches
    }
}
