// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Reports
internal import RuleEngine
package import StateLedger
package import Wording

extension StateSession {
    /// The first of `items` that is deleted and that `restore` brings back, as far as its drive is
    /// known; asks no drive over a network. One that did not come back when that was tried comes
    /// after all others: it may have left the bin, though nobody can know that it will not return.
    package func firstToComeBack(
        _ items: some Sequence<StagedItem> & Sendable, _ rules: LoadedRules?
    ) async -> StagedItem? {
        var ways: [String: Reversal?] = [:]
        var tried: StagedItem?
        for item in items where item.canComeBack {
            if item.stayedAway, tried != nil { continue }
            let order = item.order
            guard let method = DeletionMethod(rawValue: order.method) else { continue }
            let key = "\(order.method):\(order.item.drive)"
            let way: Reversal?
            if let known = ways[key] {
                way = known
            } else {
                way = await reversal(on: order.item.drive, of: method, rules)
                ways[key] = way
            }
            // What is not known is left to `restore`, which says more.
            if let way, way.isKnown, !way.isPossible { continue }
            if !item.stayedAway { return item }
            tried = item
        }
        return tried
    }

    private func reversal(
        on drive: String, of method: DeletionMethod, _ rules: LoadedRules?
    ) async -> Reversal? {
        let known = try? await ledger.drives().first { $0.name.utf8.elementsEqual(drive.utf8) }
        guard let rules, let known else { return nil }
        return try? await opening(rules).drive(known).reversal(of: method)
    }
}

extension StagedItem {
    /// Whether it is deleted and did not come back when that was last tried.
    package var stayedAway: Bool { state == .deleted && problem != nil }

    /// How to bring it back, and what came of the last try.
    package var comingBackHint: NextHint {
        (stayedAway ? .nextRestoreTried : .nextRestore, .restoreItem(path: typedPlace))
    }
}

/// What a person may do now: what for, and the command.
package typealias NextHint = (what: Phrase, command: Hint)
