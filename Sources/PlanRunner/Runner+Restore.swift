// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
package import StateLedger
internal import Wording

/// What became of one item that was to be brought back.
package struct RestoredItem: Sendable {
    /// The item, as it stands now.
    package let item: StagedItem
    /// Why it is not back; nil if it is.
    package let problem: String?
    /// What people should know though it is back; nil if all is well.
    package var caveat: String?
    /// Whether a later attempt may succeed.
    package let mayBeTriedAgain: Bool
}

/// What a restore came to.
package struct RestoreReport: Sendable {
    /// Every item that was handled.
    package var items: [RestoredItem] = []
    /// Whether the caller stopped it.
    package var wasStopped = false
    /// Why drives could not be asked for now.
    package var outages: Set<Outage> = []

    /// Nothing was done.
    package init() {}
}

extension Runner {
    /// Brings back `items`, which are `deleted`: folders first, the topmost first, so that what lay
    /// in them finds its place. The caller holds the runner's lock.
    package func restore(
        _ items: [StagedItem], progress: @escaping @Sendable (RestoredItem) -> Void = { _ in },
        shouldStop: @escaping @Sendable () -> Bool
    ) async throws(RunnerError) -> RestoreReport {
        var report = RestoreReport()
        let drives = try await readyDrives(items)
        for case .failure(let problem) in drives.all {
            if let outage = problem.outage { report.outages.insert(outage) }
        }
        var possible: [StagedItem] = []
        for item in items.sorted(by: Runner.isRestoredBefore) {
            guard let one = obstacle(item, drives) else {
                possible.append(item)
                continue
            }
            report.items.append(one)
            progress(one)
        }
        for batch in batches(possible, drives, of: { $0.restoreCountMax }) {
            if shouldStop() {
                report.wasStopped = true
                break
            }
            let done = try await bringBack(
                batch.items, on: batch.drive, actor: actor, shouldStop: shouldStop)
            report.items += done
            for one in done { progress(one) }
            if done.count < batch.items.count { report.wasStopped = true }
        }
        return report
    }

    /// Why `item` cannot even be asked for; nil if it can.
    private func obstacle(
        _ item: StagedItem, _ drives: ReadyDrives
    ) -> RestoredItem? {
        if item.isPurged {
            return RestoredItem(
                item: item, problem: String(clause: "it was removed from quarantine for good"),
                mayBeTriedAgain: false)
        }
        if item.state != .deleted {
            return RestoredItem(
                item: item, problem: String(clause: "it is '\(item.state.rawValue)', not deleted"),
                mayBeTriedAgain: false)
        }
        guard case .failure(let problem) = drives.drive(of: item) else { return nil }
        return RestoredItem(item: item, problem: problem.message, mayBeTriedAgain: true)
    }

    private static func isRestoredBefore(_ left: StagedItem, _ right: StagedItem) -> Bool {
        let (one, other) = (left.order.item, right.order.item)
        if one.isFolder != other.isFolder { return one.isFolder }
        let depths = (one.path.utf8.count { $0 == 0x2f }, other.path.utf8.count { $0 == 0x2f })
        if one.isFolder, depths.0 != depths.1 { return depths.0 < depths.1 }
        return left.number < right.number
    }

    /// What people are told of an item of which nobody knows whether it is back.
    private static func restoreUnknown(_ why: String) -> String {
        String(clause: "nobody knows yet whether it is back, and the next run finds out: \(why)")
    }

    /// What people are told of an item that is back as long as the machine keeps its power.
    private static func unconfirmed(_ why: String) -> String {
        String(
            clause: "it is back, but the disk did not confirm it, so look for it again"
                + " after a restart: \(why)"
        )
    }

    /// Intent, effect, outcome; what the caller stopped before is left out of the answer.
    func bringBack(
        _ items: [StagedItem], on drive: any DeletingDrive, actor: String,
        shouldStop: @escaping @Sendable () -> Bool
    ) async throws(RunnerError) -> [RestoredItem] {
        let numbers = items.map(\.number)
        let begin = clock()
        failpoint(.beforeIntent)
        try await calling { ledger async throws(LedgerError) in
            try await ledger.beginRestore(numbers, actor: actor, at: begin)
        }
        failpoint(.afterIntent)
        let orders = items.map { item in
            let age = item.deletedAt.map { begin.secondsSinceEpoch - $0.secondsSinceEpoch }
            return RestoreOrder(
                item: item.order.item.values, receipt: DeletionReceipt(text: item.receipt),
                mayBeBack: item.isRestoring,
                // A clock that was set back since says nothing of how long ago it was.
                isFresh: age.map { $0 < drive.settlingSeconds } ?? false)
        }
        var answers: [RestoreOutcome]
        do throws(DriveError) {
            answers = try await drive.restore(orders, shouldStop: shouldStop)
            precondition(answers.count == orders.count, "a drive answers for every order")
        } catch {
            answers = orders.map { order in
                order.mayBeBack ? .unanswered(error.message) : .failed(error.message)
            }
        }
        failpoint(.afterEffect)
        var outcomes: [(number: Int64, restoredPath: String?, problem: String?)] = []
        var problems: [Int64: (text: String, mayBeTriedAgain: Bool)] = [:]
        var caveats: [Int64: String] = [:]
        for (item, answer) in zip(items, answers) {
            switch answer {
            case .restored(let path, _): outcomes.append((item.number, path, nil))
            case .restoredUnconfirmed(let path, _, let why):
                let caveat = Runner.unconfirmed(why)
                outcomes.append((item.number, path, caveat))
                caveats[item.number] = caveat
            case .impossible(let why):
                outcomes.append((item.number, nil, why))
                problems[item.number] = (why, false)
            case .failed(let why):
                outcomes.append((item.number, nil, why))
                problems[item.number] = (why, true)
            // Stays begun, and the next start asks again.
            case .unanswered(let why):
                problems[item.number] = (Runner.restoreUnknown(why), true)
            case .notAttempted where item.isRestoring: break
            case .notAttempted: outcomes.append((item.number, nil, nil))
            }
        }
        let (end, recorded) = (clock(), outcomes)
        do throws(RunnerError) {
            try await calling { ledger async throws(LedgerError) in
                try await ledger.finishRestore(recorded, actor: actor, at: end)
            }
        } catch {
            throw error.unrecorded(recorded.count, .stageWordBack)
        }
        failpoint(.afterOutcome)
        let attempted = zip(items, answers).filter { $1 != .notAttempted }.map(\.0)
        let now = try await calling { ledger async throws(LedgerError) in
            try await ledger.asTheyStand(attempted)
        }
        return now.map { item in
            RestoredItem(
                item: item, problem: problems[item.number]?.text,
                caveat: caveats[item.number],
                mayBeTriedAgain: problems[item.number]?.mayBeTriedAgain ?? false)
        }
    }
}
