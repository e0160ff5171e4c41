// SPDX-License-Identifier: Apache-2.0

internal import Foundation
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
    /// The limits that `plan` is over, one clause each: as its document tells them, else as the state
    /// file recorded them.
    func exceededLimits(of plan: PlanRecord) async throws(RunnerError) -> [Phrase] {
        if plan.exceededLimits.isEmpty { return [] }
        let document = try await calling { ledger async throws(LedgerError) in
            try await ledger.document(ofPlan: plan.id)
        }
        let told = document.map(LimitLines.exceeded) ?? []
        return told.count == plan.exceededLimits.count
            ? told.map(\.clause) : plan.exceededLimits.map { .verbatim($0) }
    }
}

/// The limits as the document of a plan has them.
private struct LimitLines: Decodable {
    struct Line: Decodable {
        let drive: String?
        let exceeded: Bool
        let limit: String
        let rule: String?
        let threshold: Int64?
        let value: Int64
    }
    let limits: [Line]

    /// Those that `document` is over; none where it cannot be read.
    static func exceeded(_ document: [UInt8]) -> [LimitOutcome] {
        let lines = (try? JSONDecoder().decode(LimitLines.self, from: Data(document)))?.limits ?? []
        return lines.filter(\.exceeded).compactMap { line in
            LimitOutcome.Subject(rawValue: line.limit).map {
                LimitOutcome(
                    subject: $0, rule: line.rule, drive: line.drive, value: line.value,
                    threshold: line.threshold, isExceeded: true)
            }
        }
    }
}
