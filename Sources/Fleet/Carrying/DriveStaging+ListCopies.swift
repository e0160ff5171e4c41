// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import StateLedger
internal import Workflow

/// Finds the copies that must stay for what a plan over a dataset deletes, which it names by GUIDs
/// as well.
extension DriveStaging {
    /// Finds for each entry of `share` as many copies as must stay, those first that the plan names
    /// first, and leaves out entries for which there are too few. A copy counts where it is what
    /// the dataset told of, at its place, and waits on no other drive for its own deletion.
    func findSurvivors(
        _ share: inout StagedShare, _ opened: any DeletingDrive, _ session: StateSession
    ) async throws(Failure) {
        if !plan.namesListItems || !share.hasSurvivors { return }
        let going = Set(share.entries.map { address($0.item) })
        var copies = FoundCopies()
        while true {
            let wanted = copies.wanted(for: share.entries)
            if wanted.isEmpty { break }
            for (name, group) in wanted.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                try demandTime()
                let found = await find(
                    group, on: String(decoding: name, as: UTF8.self), opened, session)
                let addresses = Set(found.values.compactMap(address))
                let leaving = going.union(
                    try await elsewhere.going(addresses, besides: drive.key))
                for survivor in group {
                    let now = found[Array(survivor.id.utf8)]
                    let isStaying = now.flatMap(address).map { !leaving.contains($0) } ?? false
                    copies.note(survivor, isStaying ? now : nil)
                }
            }
        }
        let all = copies
        share.replace { _, entry in
            entry.choosing { needed, survivors in all.chosen(needed, of: survivors) }
                .map { .success($0) } ?? .failure(LeftOutError(why: .lastCopies))
        }
    }

    /// Those of `survivors`, which lie on the drive `name`, that are what the dataset told of, as
    /// they are now, by the GUIDs of the plan. What cannot be asked for is no copy that could be
    /// counted on.
    private func find(
        _ survivors: [PlanEntry.Survivor], on name: String, _ opened: any DeletingDrive,
        _ session: StateSession
    ) async -> [[UInt8]: PlanEntry.Survivor] {
        guard let there = try? await openDrive(named: name, opened, session),
            let looks = try? await looks(at: survivors.map(\.id), on: there)
        else { return [:] }
        var found: [[UInt8]: PlanEntry.Survivor] = [:]
        for (survivor, look) in zip(survivors, looks) {
            guard case .there(let now, let changed) = look,
                now.path.utf8.elementsEqual(survivor.path.utf8),
                ListItemMatch.isSame(survivor.item, now, changed: changed),
                !ListItemMatch.hasLostHash(survivor.item, now)
            else { continue }
            found[Array(survivor.id.utf8)] = survivor.found(now)
        }
        return found
    }

    private func openDrive(
        named name: String, _ opened: any DeletingDrive, _ session: StateSession
    ) async throws(Failure) -> (any DeletingDrive)? {
        guard let other = ground.drive(named: name) else { return nil }
        if other.key == drive.key { return opened }
        let rules = try ground.rules.declaring([ground.declaration(of: other)])
        return try await open(other, session, rules)
    }
}

/// What was found of the copies that must stay.
struct FoundCopies: Sendable {
    /// A copy, as the plan names it.
    private struct Name: Hashable {
        let drive: [UInt8]
        let id: [UInt8]

        init(_ survivor: PlanEntry.Survivor) {
            (drive, id) = (Array(survivor.drive.utf8), Array(survivor.id.utf8))
        }
    }

    /// What was looked for; nil where it is no copy that could be counted on.
    private var found: [Name: PlanEntry.Survivor?] = [:]

    /// Notes what has become of `survivor`: the copy as it is now, nil where it does not count.
    mutating func note(_ survivor: PlanEntry.Survivor, _ now: PlanEntry.Survivor?) {
        found.updateValue(now, forKey: Name(survivor))
    }

    /// Which copies have to be looked for next, by the bytes of their drives' names, so that all of
    /// `entries` have as many as they need, if there are so many.
    func wanted(for entries: [PlanEntry]) -> [[UInt8]: [PlanEntry.Survivor]] {
        var seen: Set<Name> = []
        var wanted: [[UInt8]: [PlanEntry.Survivor]] = [:]
        for demand in entries.lazy.flatMap(\.demanded) {
            var missing = demand.needed - chosen(demand.needed, of: demand.survivors).count
            for survivor in demand.survivors where missing > 0 {
                let name = Name(survivor)
                if found[name] != nil { continue }
                missing -= 1
                if seen.insert(name).inserted {
                    wanted[name.drive, default: []].append(survivor)
                }
            }
        }
        return wanted
    }

    /// The first `needed` of `survivors` that count, as they are now.
    func chosen(_ needed: Int, of survivors: [PlanEntry.Survivor]) -> [PlanEntry.Survivor] {
        Array(survivors.lazy.compactMap { found[Name($0)] ?? nil }.prefix(needed))
    }
}
