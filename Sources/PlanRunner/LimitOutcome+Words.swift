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

    /// The same with the entry of `rules` that allows it, and where that belongs, for a refusal.
    package func clause(in rules: RuleFile) -> Phrase {
        .limitAdvised(what: clause, advice: advice(in: rules))
    }

    /// Which entry of `rules` allows what the plan comes to.
    package func advice(in rules: RuleFile) -> Phrase {
        let entry = "\(subject.rawValue): \(sufficient)"
        let places =
            rule.map { id in
                rules.rules.first { $0.id.utf8.elementsEqual(id.utf8) }?.limitLocations ?? [:]
            } ?? rules.limitLocations
        guard let place = places[subject] else { return .limitAdviceAbsent(entry: entry) }
        return .limitAdvice(entry: entry, place: "\(place.file):\(place.line)")
    }

    /// The smallest round threshold that the value is not over, as the rules language writes it.
    private var sufficient: String {
        guard subject == .bytes else { return String(value) }
        let units: [(name: String, bytes: Int64)] = [
            ("B", 1), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
        ]
        let unit = units.last { value >= 10 * $0.bytes } ?? units[0]
        let (count, rest) = value.quotientAndRemainder(dividingBy: unit.bytes)
        return "\(count + (rest > 0 ? 1 : 0))\(unit.name)"
    }
}

extension Runner {
    /// The limits that `plan`, which was made by `rules`, is over, one clause each: as its record
    /// tells them, else as the state file has them.
    func exceededLimits(
        of plan: LedgerPlan, _ rules: RuleFile
    ) async throws(RunnerError) -> [Phrase] {
        if plan.exceededLimits.isEmpty { return [] }
        let record = try? await calling { ledger async throws(LedgerError) in
            try await ledger.record(ofPlan: plan.id)
        }
        let told = record?.head.limits.filter(\.isExceeded) ?? []
        return told.count == plan.exceededLimits.count
            ? told.map { $0.clause(in: rules) } : plan.exceededLimits.map { .verbatim($0) }
    }
}
