// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Plans
internal import StateLedger
internal import Workflow

/// Which copies elsewhere must stay for what is staged, and what stays for others.
extension DriveStaging {
    /// What an item of the drive is filed by.
    func address(_ item: RecordedItem) -> ItemAddress {
        ItemAddress(item, driveIdentity: ground.identity(of: drive))
    }

    func key(_ item: RecordedItem) -> String { address(item).key }

    /// Leaves out what something that waits on another drive relies on.
    func leaveReliedUpon(_ share: inout StagedShare) async throws(Failure) {
        let keys = Set(share.entries.map { key($0.item) })
        let relied = try await elsewhere.relied(on: drive.key, among: keys)
        if relied.isEmpty { return }
        share.leave { relied.contains(key($0.item)) ? .reliedUpon : nil }
    }

    /// What `survivor` is filed by; nil where its drive is none of the inventory.
    func address(_ survivor: PlanEntry.Survivor) -> ItemAddress? {
        guard let other = ground.drive(named: survivor.drive) else { return nil }
        return ItemAddress(survivor.item, driveIdentity: ground.identity(of: other))
    }

    func isOwn(_ survivor: PlanEntry.Survivor) -> Bool {
        survivor.drive.utf8.elementsEqual(drive.name.utf8)
    }

    /// Chooses among the copies that stay: those of the same drive, and of others only as many as are
    /// needed and a few, none of which waits for its own deletion.
    func chooseSurvivors(_ share: inout StagedShare) async throws(Failure) {
        if !share.hasSurvivors { return }
        var others: Set<ItemAddress> = []
        for entry in share.entries {
            for demand in entry.demanded {
                others.formUnion(demand.survivors.filter { !isOwn($0) }.compactMap(address))
            }
        }
        let going = try await elsewhere.going(others, besides: drive.key)
        share.replace { _, entry in
            let chosen = entry.choosing { needed, survivors in
                let own = survivors.filter(isOwn)
                if own.count >= needed { return own }
                let free = survivors.filter { survivor in
                    guard !isOwn(survivor), let address = address(survivor) else { return false }
                    return !going.contains(address)
                }
                return own + free.prefix(needed - own.count + Self.spareSurvivors)
            }
            return chosen.map { .success($0) } ?? .failure(LeftOutError(why: .lastCopies))
        }
    }

    /// What goes of `entries` only because something on another drive stays, by that drive.
    func reliances(
        _ entries: [PlanEntry]
    ) -> [String: [FleetElsewhere.Reliance]] {
        var found: [String: [FleetElsewhere.Reliance]] = [:]
        for entry in entries {
            for survivor in entry.demanded.flatMap(\.survivors) where !isOwn(survivor) {
                guard let other = ground.drive(named: survivor.drive),
                    let address = address(survivor)
                else { continue }
                found[other.key, default: []].append(
                    FleetElsewhere.Reliance(
                        drive: drive.key, item: key(entry.item), survivor: address.key))
            }
        }
        return found
    }
}
