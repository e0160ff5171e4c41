// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// Which rules there are whose deletions may be taken back: those of the rules of a fleet, as far as these can
/// be read, and those by which something was ever staged on one of its drives.
struct StagedRules: Sendable {
    /// Those of the rules.
    private var written: [String] = []
    /// Those by which something was ever staged.
    private var staged: Set<String> = []
    /// Those of them by which something was that is in one of the states that are meant.
    private var present: Set<String> = []
    /// Whether all states could be asked.
    private(set) var isWhole = true

    /// Asks all states of the fleet of `records`, of which `deeds` tell; items in one of `states` are such as
    /// could be taken back.
    init(_ records: FleetRecords, _ deeds: FleetDeeds, _ states: Set<ItemState>) async {
        written = records.ruleNames
        for key in records.work.keys(deeds) {
            do throws(Failure) {
                let found = try await records.work.withState(key) { session async throws(Failure) in
                    try await Self.rules(in: session, states)
                }
                staged.formUnion(found?.all ?? [])
                present.formUnion(found?.present ?? [])
            } catch {
                isWhole = false
            }
        }
    }

    private static func rules(
        in session: StateSession, _ states: Set<ItemState>
    ) async throws(Failure) -> (all: Set<String>, present: Set<String>) {
        var (all, present): (Set<String>, Set<String>) = ([], [])
        var last: Int64? = 0
        while let seen = last {
            let page = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.stagedItems(after: seen, most: Ledger.pageSize)
            }
            for one in page {
                guard let rule = one.order.rule else { continue }
                all.insert(rule)
                if states.contains(one.state) { present.insert(rule) }
            }
            last = page.last?.number
        }
        return (all, present)
    }

    /// Whether one of them is called so.
    func knows(_ name: String) -> Bool { staged.contains(name) || written.contains(name) }

    /// That none is called `name`, and which ones there are: those of which there is something, as `wording`
    /// says it, else those of the rules.
    func unknown(
        _ name: String, _ wording: (_ name: String, _ names: String) -> Phrase
    ) -> Failure {
        let name = VisibleText.escaped(name)
        if !present.isEmpty {
            return Failure(.failed, wording(name, FleetOwners.text(present.sorted())))
        }
        if written.isEmpty { return Failure(.failed, .carryRuleNone(name: name)) }
        return Failure(
            .failed, .carryRuleWritten(name: name, names: FleetOwners.text(written)))
    }
}

extension FleetRecords {
    /// What the rules are called, whatever else is wrong with them; none where they cannot be read.
    var ruleNames: [String] {
        guard let path = rulesPath,
            let bytes = try? FileBytes.read(path, most: FileBytes.rulesBytesMax)
        else { return [] }
        return RulesLoader.decode(bytes, name: path).rules.value?.rules.map(\.id) ?? []
    }
}
