// SPDX-License-Identifier: Apache-2.0

internal import Plans
package import RuleEngine
internal import StateLedger
package import Wording

extension LimitOutcome {
    /// The outcome in a sentence, without a full stop; names stand in it as they are.
    package var clause: Phrase {
        let who: Phrase = rule.map { .limitRule(rule: $0) } ?? .limitPlan
        let most = threshold ?? 0
        switch subject {
        case .items: return .limitItems(n: value, who: who, limit: most)
        case .bytes: return .limitBytes(who: who, amount: value, most: most)
        case .percent:
            return .limitPercent(who: who, count: value, drive: drive ?? "", limit: most)
        case .listingDrop: return .limitDrop(drive: drive ?? "", count: value, limit: most)
        }
    }
}

extension Runner {
    /// The limits that `plan` is over, one clause each: as its record tells them, else as the state
    /// file has them.
    func exceededLimits(of plan: LedgerPlan) async throws(RunnerError) -> [Phrase] {
        if plan.exceededLimits.isEmpty { return [] }
        let record = try? await calling { ledger async throws(LedgerError) in
            try await ledger.record(ofPlan: plan.id)
        }
        let told = record?.head.limits.filter(\.isExceeded) ?? []
        return told.count == plan.exceededLimits.count
            ? told.map(\.clause) : plan.exceededLimits.map { .verbatim($0) }
    }
}
