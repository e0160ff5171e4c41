// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger
internal import Wording

/// How a batch is handled: the fresh look at it, and what needs no request.
extension ExecutionPass {
    mutating func handle(
        _ batch: [StagedItem], ahead: ArraySlice<StagedItem>
    ) async throws(RunnerError) -> Done {
        let batch = try await withoutFullFolders(batch)
        var look = try await ItemLook(
            runner: runner, rules: rules, drives: drives, sights: sights, listed: listed,
            ahead: ahead
        ).look(batch)
        outages.formUnion(look.outages)
        try await settle(look)
        try await checkCompanions(&look)
        try await checkLooks(&look)
        try await checkUnits(&look)
        return try await delete(look.ready)
    }

    /// Leaves out folders below which something still waits: they wait for it, and are noted.
    mutating func withoutFullFolders(
        _ batch: [StagedItem]
    ) async throws(RunnerError) -> [StagedItem] {
        if !batch.contains(where: \.order.item.isFolder) { return batch }
        var kept: [StagedItem] = []
        for item in batch {
            if item.order.item.isFolder {
                let waits = try await runner.calling { ledger async throws(LedgerError) in
                    try await ledger.hasActiveItems(below: item.order)
                }
                if waits {
                    blocked.append(item)
                    continue
                }
            }
            kept.append(item)
        }
        return kept
    }

    /// Records what the look has shown of items that will not be deleted now.
    mutating func settle(_ look: ItemLook.Outcome) async throws(RunnerError) {
        let now = runner.clock()
        let actor = runner.actor
        if !look.held.isEmpty {
            try await runner.calling { ledger async throws(LedgerError) in
                try await ledger.hold(
                    look.held.map { ($0.item.number, $0.problem) }, actor: actor, at: now)
            }
            try await runner.noteVainQuestions(look.vain)
            try await note(look.held.map(\.item))
        }
        if !look.cancelled.isEmpty {
            try await runner.calling { ledger async throws(LedgerError) in
                _ = try await ledger.cancel(
                    look.cancelled.map { ($0.item.number, $0.problem) }, actor: actor, at: now)
            }
            try await note(look.cancelled.map(\.item))
        }
        try await end(look.ended)
    }

    /// Begins and ends, in one transaction, items for which nothing is sent to a drive; no quota is
    /// asked for.
    mutating func end(
        _ ended: [(item: StagedItem, outcome: RecordedOutcome)]
    ) async throws(RunnerError) {
        if ended.isEmpty { return }
        let now = runner.clock()
        let day = runner.day(now, rules)
        let actor = runner.actor
        let outcomes = ended.map { (number: $0.item.number, outcome: $0.outcome) }
        try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.settle(outcomes, day: day, actor: actor, at: now)
        }
        count(outcomes)
        try await note(ended.map(\.item))
    }

    /// Drops parts of shots of which something does not go.
    mutating func checkUnits(_ look: inout ItemLook.Outcome) async throws(RunnerError) {
        let result = try await UnitCheck(runner: runner).check(look.ready)
        look.ready = result.ready
        var settled = ItemLook.Outcome()
        settled.ended = result.ended
        settled.held = result.held
        try await settle(settled)
    }

    /// Drops items whose copies elsewhere cannot be proved to be there.
    mutating func checkCompanions(
        _ look: inout ItemLook.Outcome
    ) async throws(RunnerError) {
        let check = CompanionCheck(runner: runner, drives: drives)
        let result = try await check.check(look.ready)
        look.ready = result.ready
        var settled = ItemLook.Outcome()
        settled.ended = result.ended
        settled.held = result.held
        try await settle(settled)
    }
}
