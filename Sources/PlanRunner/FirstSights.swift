// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// When items were first seen, as the catalog has it: no look at a drive can tell.
///
/// Asked for only where the rules may test it. An item that the catalog does not know any more was
/// never seen, and what is not known deletes nothing.
struct FirstSights: Sendable {
    /// By drive, then by id.
    private var instants: [String: [String: Int64]] = [:]

    /// Nothing is known of any item.
    init() {}

    /// Looks `items` up if any of `rules` asks. O(rows of the catalogs of their drives).
    init(
        of items: [StagedItem], rules: RulesInForce, runner: Runner
    ) async throws(RunnerError) {
        // What other rules files test that protect items is not known here.
        let isAsked =
            rules.file.tests(.knownFor)
            || items.contains { !$0.order.rulesDigest.utf8.elementsEqual(rules.digest.utf8) }
        if !isAsked { return }
        var wanted: [String: [String: RecordedItem]] = [:]
        for item in items {
            wanted[item.order.item.drive, default: [:]][item.order.item.id] = item.order.item
        }
        for (drive, ids) in wanted {
            guard let listing = try await runner.lastListing(of: drive) else { continue }
            for row in 0..<listing.count {
                let id = listing.id(row)
                guard let item = ids[id],
                    let instant = FirstSeen.instant(
                        of: ListedFile(tag: item.eTag, created: item.created), row,
                        in: listing)
                else { continue }
                instants[drive, default: [:]][id] = instant
            }
        }
    }

    /// When `item` was first seen.
    func instant(of item: StagedItem) -> Timestamp? {
        let found = instants[item.order.item.drive]?[item.order.item.id]
        return found.map { Timestamp(secondsSinceEpoch: $0) }
    }
}
