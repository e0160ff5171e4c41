// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger

/// What an errand in a folder has come to, without what differs from folder to folder.
struct LocalOutcome {
    private let lines: [String]

    init(of world: RunnerWorld, in tree: LocalTree) async throws {
        var lines = try await world.ledger.stagedItems(states: nil).map { item in
            "\(item.order.item.path) \(item.state.rawValue) \(item.quotaDay ?? "-")"
                + " \(item.isPurged) \(item.isRestoring) \(item.restoredPath ?? "-")"
                + " \(item.receipt == nil)"
        }
        lines += tree.contents().map { "drive \($0.key) \($0.value)" }
        lines += tree.trashed().map { "trash \($0.key) \($0.value)" }
        lines += tree.trashNotes().map { "note \($0)" }
        lines += try await world.charged().values.map { "\($0)" }
        lines += try await world.ledger.replayDifferences()
        self.lines = lines
    }

    /// What only one of both has.
    func differences(from other: LocalOutcome) -> [String] {
        let (own, others) = (Set(lines), Set(other.lines))
        return own.subtracting(others).sorted() + others.subtracting(own).sorted()
    }
}
