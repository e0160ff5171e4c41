// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording
package import Workflow

/// On which drives of a fleet something was deleted that can be brought back, and on which nothing ever was.
///
/// What cannot be read of journal and inventory is left aside: nothing is brought back by this alone.
package struct FleetRestorable: Sendable {
    private let records: FleetRecords
    private let deeds: FleetDeeds
    private var work: FleetFolder { records.work }

    /// Looks at the fleet of `records`.
    package init(_ records: FleetRecords) {
        self.records = records
        deeds = (try? DeedJournal(records.work).deeds()) ?? FleetDeeds()
    }

    // MARK: What can come back

    /// Lines for each drive on which something can be brought back, and how this ends: as the worst of those
    /// drives does that cannot be asked.
    package func lines() async -> (lines: [Phrase], ending: Ending) {
        var lines: [Phrase] = []
        var endings: [Ending] = []
        for key in work.keys {
            let name = VisibleText.escaped(records.name(of: key, deeds))
            do throws(Failure) {
                lines += Self.lines(try await deleted(key), name: name)
            } catch {
                lines.append(.fleetLine(name: name, text: error.phrase ?? .fleetUnknown))
                endings.append(error.status)
            }
        }
        return (lines.isEmpty ? [.carryRestorableNone] : lines, .worst(of: endings))
    }

    /// A line for what `restore` brings back of `deleted`, and one for each place from which a person alone does.
    ///
    /// The service takes nothing out of the recycle bins of an organisation for an application, and a fleet
    /// signs in as one; out of quarantine, the program takes everything itself.
    static func lines(_ deleted: [StagedItem], name: String) -> [Phrase] {
        var own = FleetAmount()
        var byHand: [String?: FleetAmount] = [:]
        for item in deleted where item.canComeBack {
            let amount = FleetAmount(items: 1, bytes: max(0, item.order.item.size ?? 0))
            if item.order.method == DeletionMethod.quarantine.rawValue {
                own = own + amount
            } else {
                byHand[item.place] = (byHand[item.place] ?? FleetAmount()) + amount
            }
        }
        var lines: [Phrase] = []
        if own.items > 0 {
            lines.append(.carryRestorable(n: own.items, name: name, size: own.bytes))
        }
        // Where nobody noted the place, which is so after a crash, it is a bin all the same.
        for (place, amount) in byHand.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
            let bin = place ?? String(clause: "the recycle bin of the OneDrive")
            lines.append(
                .carryRestorableHand(
                    n: amount.items, name: name, size: amount.bytes,
                    path: Phrase.told(VisibleText.escaped(bin))))
        }
        return lines
    }

    /// What of the drive that is called `key` was deleted and not brought back since.
    private func deleted(_ key: String) async throws(Failure) -> [StagedItem] {
        let file = try work.state(key)
        guard file.exists else { return [] }
        let session = try StateSession.existing(file)
        return try await FleetGround.with(session) { session async throws(Failure) in
            try await session.asking { ledger async throws(LedgerError) in
                try await ledger.stagedItems(states: [.deleted])
            }
        }
    }

    // MARK: What never went

    /// Those of `names`, which are names or ids, that are drives of the inventory of `source` on which no plan
    /// over the fleet has ever staged anything.
    package func untouched(_ names: [String], of source: FleetSource) -> [String] {
        guard let owners = try? source.inventory(), !names.isEmpty else { return [] }
        let known = Set(work.keys).union(deeds.drives)
        let listed = Set(owners.names.map { Array($0.utf8) })
        return names.filter { name in
            let bytes = Array(name.utf8)
            if let id = owners.driveIDs[bytes] { return !known.contains(work.key(ofDrive: id)) }
            if listed.contains(bytes) { return !deeds.names.values.contains(name) }
            let key = work.key(ofDrive: name)
            return !known.contains(key)
                && owners.driveIDs.values.contains { work.key(ofDrive: $0) == key }
        }
    }
}
