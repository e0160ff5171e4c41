// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Wording

/// What was decided over saved pages about items that have changed since: a person decides anew, and
/// sees on the card what was decided, and when both were.
struct CarriedConflicts: Sendable {
    /// The decisions, by drive and id of the item as it is listed now.
    private let decisions: [[UInt8]: DecisionRecord]

    /// None.
    init() { decisions = [:] }

    /// Those among `decisions`, which stand, on the drives of `identities` as `listing` has them.
    init(
        _ decisions: [DecisionRecord], on identities: [String: String], in listing: Listing,
        now: Timestamp
    ) {
        let placed = PlacedDecisions(decisions, on: identities, in: listing)
        let carried = CarriedDecisions(
            decisions, placed: placed, on: identities, in: listing, now: now)
        var found: [[UInt8]: DecisionRecord] = [:]
        for entry in carried.entries where entry.fate == .conflict {
            for item in entry.now {
                let key = Self.key(item)
                if let known = found[key], known.number > entry.decision.number { continue }
                found[key] = entry.decision
            }
        }
        self.decisions = found
    }

    /// What a card says of `item`, which was changed last at `modified`; nil where nothing was decided
    /// about it.
    func phrase(
        _ item: RecordedItem, modified: Timestamp?, _ zone: RuleTimeZone
    ) -> Phrase? {
        guard let decision = decisions[Self.key(item)] else { return nil }
        let (what, time) = (Self.meaning(of: decision.verdict), Moment(decision.decidedAt, zone))
        guard let modified else { return .reviewConflict(time: time, what: what) }
        return .reviewConflictDated(time: time, what: what, date: Moment(modified, zone))
    }

    /// Texts are compared byte by byte.
    private static func key(_ item: RecordedItem) -> [UInt8] {
        Array(item.drive.utf8) + [0] + Array(item.id.utf8)
    }

    private static func meaning(of verdict: Decision) -> Phrase {
        switch verdict {
        case .keep: .explainKeep
        case .pin: .explainPin
        case .delete: .explainDelete
        case .snooze: .reviewConflictSnoozed
        }
    }
}
