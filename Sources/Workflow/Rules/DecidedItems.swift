// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
package import RuleEngine
package import RuleLearning
internal import StateLedger

/// What people decided about items of the drives of some rules, as examples to learn from.
package struct DecidedItems: Sendable {
    /// The items, with all that is known of what they looked like.
    package private(set) var items: [DecidedItem] = []
    /// How many decisions were about drives that these rules do not know.
    package private(set) var leftOut = 0

    /// The drives by their names, as they are listed; empty where there is no catalog.
    private let identities: [String: String]
    /// The names of the drives that the rules declare.
    private let declared: Set<String>

    /// Reads what stands in the state of `session`: decisions, and what was taken back by an undo or a
    /// restore. What of it still lies in `catalog` as it was is known by that, all else by what was
    /// recorded with it. To put something off decides nothing.
    package static func read(
        _ session: StateSession, _ rules: LoadedRules, catalog: LoadedItems?, now: Timestamp
    ) async throws(Failure) -> DecidedItems {
        let (decisions, takenBack, drives) = try await session.asking {
            ledger async throws(LedgerError) in
            (try await ledger.decisions(), try await ledger.takenBack(), try await ledger.drives())
        }
        var found = DecidedItems(
            identities: catalog?.identities ?? [:],
            declared: Set(rules.file.drives.map(\.name)))
        let known = drives.map(\.identity)
        found.take(decisions.filter { $0.verdict != .snooze }, catalog, known, now)
        found.take(takenBack.map(\.decision), catalog, known, now)
        return found
    }

    private init(identities: [String: String], declared: Set<String>) {
        self.identities = identities
        self.declared = declared
    }

    private mutating func take(
        _ records: [DecisionRecord], _ catalog: LoadedItems?, _ known: [String], _ now: Timestamp
    ) {
        // By their places, for what was taken back has no number of its own.
        var records = records
        for index in records.indices { records[index].number = Int64(index) }
        var taken: Set<Int64> = []
        if let catalog {
            let placed = PlacedDecisions(
                records, on: identities, in: catalog.listing, besides: known
            ).placed
            let holding = PastDecision.holding(
                placed.map { PastDecision($0) }, in: catalog.listing, now: now)
            for (row, place) in holding.sorted(by: { $0.key < $1.key })
            where taken.insert(placed[place].number).inserted {
                add(placed[place], catalog.listing.values(row))
            }
            for record in placed where taken.insert(record.number).inserted {
                add(record, record.item.values)
            }
        }
        for record in records where taken.insert(record.number).inserted {
            guard let name = name(of: record) else {
                leftOut += 1
                continue
            }
            var values = record.item.values
            values.drive = name
            add(record, values)
        }
    }

    /// What the drive of `record` is called now; nil where the rules know no such drive.
    private func name(of record: DecisionRecord) -> String? {
        let named = identities.filter { $0.value == record.driveIdentity }.keys.min()
        if let named { return named }
        let isKnown = declared.isEmpty || declared.contains(record.item.drive)
        return isKnown && identities[record.item.drive] == nil ? record.item.drive : nil
    }

    private mutating func add(_ record: DecisionRecord, _ values: ItemValues) {
        var values = values
        values.drive = values.drive ?? record.item.drive
        items.append(
            DecidedItem(
                values, record.verdict == .delete ? .delete : .keep, at: record.decidedAt,
                rule: record.rule))
    }
}

extension TakenBackItem {
    /// As if somebody had decided to keep it, which is what taking it back says.
    fileprivate var decision: DecisionRecord {
        DecisionRecord(
            item: order.item, driveIdentity: order.driveIdentity, verdict: .keep, decidedAt: at,
            day: "", rule: order.rule, ruleDigest: order.ruleDigest, source: "command")
    }
}
