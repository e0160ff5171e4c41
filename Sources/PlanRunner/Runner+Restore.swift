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
    /// Every item that was handled and is named.
    package var items: [RestoredItem] = []
    /// The numbers of all items that were handled, in that order.
    package private(set) var numbers: [Int64] = []
    /// Those of them that are back.
    package private(set) var back = HandledItems.Tally()
    /// Whether the caller stopped it.
    package var wasStopped = false
    /// Why drives could not be asked for now.
    package var outages: Set<Outage> = []
    /// What there is to say of items beside what the state file says, by their numbers.
    private var remarks: [Int64: Remark] = [:]

    private struct Remark: Sendable {
        let problem: String?
        let caveat: String?
        let mayBeTriedAgain: Bool
    }

    /// Nothing was done.
    package init() {}

    /// How many items are not back.
    package var failedCount: Int { numbers.count - back.count }

    /// Takes up what became of an item.
    fileprivate mutating func take(_ one: RestoredItem, isNamed: Bool) {
        numbers.append(one.item.number)
        if one.problem == nil {
            back.count += 1
            back.bytes += one.item.order.item.size ?? 0
        }
        if isNamed {
            items.append(one)
        } else if one.problem != nil || one.caveat != nil {
            remarks[one.item.number] = Remark(
                problem: one.problem, caveat: one.caveat, mayBeTriedAgain: one.mayBeTriedAgain)
        }
    }

    /// What became of `item`, which was handled.
    fileprivate func restored(_ item: StagedItem) -> RestoredItem {
        let remark = remarks[item.number]
        return RestoredItem(
            item: item, problem: remark?.problem, caveat: remark?.caveat,
            mayBeTriedAgain: remark?.mayBeTriedAgain ?? false)
    }
}

/// Items that are to be brought back, by their numbers: folders first, the topmost first, so that
/// what lay in them finds its place.
package struct RestoreQueue: Sendable {
    private struct Entry: Sendable {
        /// The depth of a folder; files come last.
        let rank: Int32
        let number: Int64
    }

    private var entries: [Entry] = []
    fileprivate var places = StagedPlaces()

    /// None.
    package init() {}

    /// How many there are.
    package var count: Int { entries.count }

    /// Whether there is none.
    package var isEmpty: Bool { entries.isEmpty }

    /// Takes up `item`.
    package mutating func take(_ item: StagedItem) {
        let order = item.order.item
        let depth = order.path.utf8.count { $0 == 0x2f }
        entries.append(
            Entry(
                rank: order.isFolder ? Int32(clamping: depth) : .max, number: item.number))
        places.takeOwn(item)
    }

    /// The numbers in the order in which items are brought back.
    fileprivate var numbers: [Int64] {
        entries.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.map(\.number)
    }
}

extension Runner {
    /// Brings back `items`, which are `deleted`, with the other parts of their shots, and names each of
    /// them. The caller holds the runner's lock.
    package func restore(
        _ items: [StagedItem], progress: @escaping @Sendable (RestoredItem) -> Void = { _ in },
        shouldStop: @escaping @Sendable () -> Bool
    ) async throws(RunnerError) -> RestoreReport {
        var queue = RestoreQueue()
        for item in items + (try await partsToRestore(of: items)) { queue.take(item) }
        return try await restore(queue, progress: progress, shouldStop: shouldStop)
    }

    /// Brings back what is in `queue`, as it stands when it is its turn. With `namesItems` the
    /// report names every item; else `restoredItems` does. The caller holds the runner's lock.
    package func restore(
        _ queue: RestoreQueue, namesItems: Bool = true,
        progress: @escaping @Sendable (RestoredItem) -> Void = { _ in },
        shouldStop: @escaping @Sendable () -> Bool
    ) async throws(RunnerError) -> RestoreReport {
        var report = RestoreReport()
        let drives = try await readyDrives(at: queue.places)
        for case .failure(let problem) in drives.all {
            if let outage = problem.outage { report.outages.insert(outage) }
        }
        for page in queue.numbers.pages {
            var possible: [StagedItem] = []
            for item in try await stagedItems(page) {
                guard let one = obstacle(item, drives) else {
                    possible.append(item)
                    continue
                }
                report.take(one, isNamed: namesItems)
                progress(one)
            }
            for batch in batches(possible, drives, of: { $0.restoreCountMax }) {
                if shouldStop() {
                    report.wasStopped = true
                    return report
                }
                let done = try await bringBack(
                    batch.items, on: batch.drive, actor: actor, shouldStop: shouldStop)
                for one in done {
                    report.take(one, isNamed: namesItems)
                    progress(one)
                }
                if done.count < batch.items.count { report.wasStopped = true }
            }
        }
        return report
    }

    /// What became of the items of `numbers`, which are some of those of `report`.
    package func restoredItems(
        _ numbers: ArraySlice<Int64>, of report: RestoreReport
    ) async throws(RunnerError) -> [RestoredItem] {
        try await stagedItems(numbers).map(report.restored)
    }

    /// What was deleted as other parts of the shots of `items`, and is still; without these themselves.
    package func partsToRestore(
        of items: [StagedItem]
    ) async throws(RunnerError) -> [StagedItem] {
        let own = Set(items.map(\.number))
        let addresses = Set(items.flatMap(\.order.partAddresses))
        if addresses.isEmpty { return [] }
        let newest = try await calling { ledger async throws(LedgerError) in
            try await ledger.newestStaged(at: Array(addresses))
        }
        let groups = Set(items.compactMap { $0.order.unit?.group })
        return newest.values.filter { part in
            part.state == .deleted && !part.isPurged && !own.contains(part.number)
                && part.order.unit.map { groups.contains($0.group) } ?? false
        }
        .sorted { $0.number < $1.number }
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

    /// What people are told of an item of which nobody knows whether it is back.
    private static func restoreUnknown(_ why: String) -> String {
        String(clause: "nobody knows yet whether it is back, and the next run finds out: \(why)")
    }

    /// What people are told of an item that is back, and not as it went.
    private static let edited = String(
        clause: "it is back with what was written to it since it was deleted")

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
            case .restoredEdited(let path, _):
                outcomes.append((item.number, path, Runner.edited))
                caveats[item.number] = Runner.edited
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
