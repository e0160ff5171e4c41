// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Reports
internal import RuleEngine
package import StateLedger

extension StateSession {
    /// The first of `items` that is deleted and that `restore` brings back, as far as its drive is
    /// known; asks no drive over a network.
    package func firstToComeBack(
        _ items: some Sequence<StagedItem> & Sendable, _ rules: LoadedRules?
    ) async -> StagedItem? {
        var ways: [String: Reversal?] = [:]
        for item in items where item.canComeBack {
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
            return item
        }
        return nil
    }

    private func reversal(
        on drive: String, of method: DeletionMethod, _ rules: LoadedRules?
    ) async -> Reversal? {
        let known = try? await ledger.drives().first { $0.name.utf8.elementsEqual(drive.utf8) }
        guard let rules, let known else { return nil }
        return try? await opening(rules).drive(known).reversal(of: method)
    }
}
