// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Plans
internal import RuleEngine
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

    /// Has copies that stay, and of which the plan knows no tag, say theirs, as they are looked at by it when
    /// the item goes; those that are not as the plan saw them do not count.
    func tagSurvivors(
        _ share: inout StagedShare, _ opened: any DeletingDrive, _ session: StateSession
    ) async throws(Failure) {
        var untagged: [String: [ItemAddress: PlanEntry.Survivor]] = [:]
        for survivor in share.entries.flatMap(\.demanded).flatMap(\.survivors)
        where survivor.etag == nil {
            guard let address = address(survivor), let other = ground.drive(named: survivor.drive)
            else { continue }
            untagged[other.key, default: [:]][address] = survivor
        }
        if untagged.isEmpty { return }
        var tags: [ItemAddress: String] = [:]
        for (key, survivors) in untagged.sorted(by: { $0.key < $1.key }) {
            guard let other = ground.drive(key: key) else { continue }
            let rules = try ground.rules.declaring([ground.declaration(of: other)])
            // What cannot be asked for is no copy that could be counted on.
            let there =
                key == drive.key ? opened : try? await open(other, session, rules)
            guard let there else { continue }
            tags.merge(await self.tags(of: survivors, on: there)) { first, _ in first }
        }
        let found = tags
        share.replace { _, entry in
            let chosen = entry.choosing { _, survivors in
                survivors.compactMap { survivor in
                    if survivor.etag != nil { return survivor }
                    guard let address = address(survivor), let tag = found[address] else {
                        return nil
                    }
                    var tagged = survivor
                    tagged.etag = tag
                    return tagged
                }
            }
            return chosen.map { .success($0) } ?? .failure(LeftOutError(why: .lastCopies))
        }
    }

    /// The tags of `survivors`, which lie on `there`, as far as they are as the plan saw them.
    private func tags(
        of survivors: [ItemAddress: PlanEntry.Survivor], on there: any DeletingDrive
    ) async -> [ItemAddress: String] {
        let all = Array(survivors)
        var tags: [ItemAddress: String] = [:]
        for start in stride(from: 0, to: all.count, by: Self.batchMax) {
            if stop() != nil { return tags }
            let batch = Array(all[start..<min(start + Self.batchMax, all.count)])
            guard let checks = try? await there.recheck(batch.map(\.value.item.values)) else {
                return tags
            }
            for ((address, survivor), check) in zip(batch, checks) {
                switch check {
                case .unchanged(let now): tags[address] = now.eTag
                case .changed(let changes, let now):
                    let isKnown =
                        survivor.size != nil
                        && (survivor.hash != nil || survivor.sha256 != nil
                            || survivor.modified != nil)
                    if changes == [.tag], isKnown { tags[address] = now.eTag }
                case .gone, .missing, .unanswered: break
                }
            }
        }
        return tags
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
