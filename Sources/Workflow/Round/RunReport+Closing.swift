// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

extension RunReport {
    /// Takes down what stands after the round, however it ended: what cannot be asked for now is left
    /// out. `countsDue`: whether what is left to do is counted, by drive.
    package mutating func close(
        _ session: StateSession, _ rules: LoadedRules?, countsDue: Bool
    ) async {
        stateSpace = DriveSpace.ofFileSystem(at: MachinePath.folder(of: session.file.path))
        known = (try? await session.ledger.drives()) ?? []
        if let found = try? await NextDue.find(session) { next = found }
        if let rules, let inForce = try? rules.inForce {
            quota = try? await QuotaReport.make(
                session, runner: session.runner(rules, actor: "run"), rules: inForce)
        }
        if let days = try? await session.ledger.quotaHistory() {
            deletedEver = (
                days.reduce(0) { $0 + $1.deletes }, days.reduce(0) { $0 + $1.bytes }
            )
        }
        if countsDue { await countDue(session) }
    }

    private mutating func countDue(_ session: StateSession) async {
        guard let numbers = try? await session.ledger.dueNumbers(at: ended) else { return }
        for page in numbers.pages {
            guard let items = try? await session.ledger.stagedItems(numbers: Array(page)) else {
                return
            }
            for item in items { Self.count(item, in: &dueTallies) }
        }
    }

    /// Adds what was staged after the item of number `last`, of which the first are named.
    package mutating func takeStaged(
        after last: Int64, _ session: StateSession
    ) async throws(Failure) {
        var last = last
        while true {
            let items = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.stagedItems(after: last, most: Ledger.pageSize)
            }
            guard let end = items.last else { return }
            last = end.number
            for item in items { Self.count(item, in: &stagedTallies) }
            stagedItems += items.prefix(max(0, Self.pageItemsMax - stagedItems.count))
        }
    }

    private static func count(_ item: StagedItem, in tallies: inout [String: HandledItems.Tally]) {
        tallies[item.order.item.drive, default: HandledItems.Tally()].count += 1
        tallies[item.order.item.drive, default: HandledItems.Tally()].bytes +=
            item.order.item.size ?? 0
    }

    private static let successSetting = "round-succeeded"

    /// Notes that this round succeeded, if it did: once its reports are written.
    package func noteSuccess(_ session: StateSession) async {
        guard status == .done, !isDryRun else { return }
        try? await session.ledger.store(
            String(ended.secondsSinceEpoch), setting: Self.successSetting)
    }

    /// Finds out when a round last ended with nothing to say, this one included.
    package mutating func findSuccess(_ session: StateSession) async {
        if status == .done, !isDryRun {
            lastSuccess = ended
            return
        }
        let noted = try? await session.ledger.setting(Self.successSetting)
        lastSuccess = noted.flatMap { Int64($0) }.map(Timestamp.init(secondsSinceEpoch:))
    }

    // MARK: Log

    /// Tells a log how the round ended, and what of it a log does not know yet.
    package func tellEnd() {
        let words = Self.machineWords
        for (name, doubt) in heldDrives.sorted(by: { $0.key < $1.key }) {
            Host.tell(
                WorkflowEvent(
                    .driveHeld, .warning,
                    ["drive": .text(name), "why": .text(doubt.sentence)]))
        }
        if let refusal {
            Host.tell(WorkflowEvent(.refused, .error, ["why": .text(words(refusal))]))
        }
        if let report = execution?.report {
            var counts: [String: JSONValue] = [:]
            for state in ItemState.allCases where report.count(state) > 0 {
                counts[state.rawValue] = .number(report.count(state))
            }
            Host.tell(
                WorkflowEvent(
                    .executed, report.isPartial ? .warning : .info,
                    ["items": .object(counts), "bytes": .number(report.deletedBytes)]))
        }
        let level: WorkflowEvent.Level =
            status == .done ? .info : hasFailed ? .error : .warning
        Host.tell(
            WorkflowEvent(
                .roundEnded, level,
                [
                    "exit": .number(Int64(status.exitStatus)), "summary": .text(words(summary)),
                    "seconds": .number(ended.secondsSinceEpoch - begun.secondsSinceEpoch),
                ]))
    }
}

extension DriveOutcome {
    /// Tells a log what came of the drive.
    package func tell() {
        var data = json(Words.english)
        data["drive"] = data.removeValue(forKey: "name")
        Host.tell(WorkflowEvent(.driveListed, standing == .listed ? .info : .warning, data))
    }
}
