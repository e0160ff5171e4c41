// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Workflow

/// Stages what a plan over a dataset deletes: each file is found by its GUID, and what the drive
/// says of it now, its own id and tag first of all, takes the place of what the plan said.
extension DriveStaging {
    /// Finds the files of `share`, and leaves out those that are not what the dataset told of. What
    /// there is now, by id.
    func find(
        _ share: inout StagedShare, _ opened: any DeletingDrive, _ session: StateSession
    ) async throws(Failure) -> [[UInt8]: ItemValues] {
        var names = try ListItemNames(ground.work, drive: drive.key)
        try await leaveDeleted(&share, names, session)
        let looks = try await looks(at: share.entries.map(\.id), on: opened)
        let items = Self.take(&share, looks)
        let ids = items.compactMapValues(\.id)
        try names.add(ids)
        var renamed: [[UInt8]: String] = [:]
        var found: [[UInt8]: ItemValues] = [:]
        for (name, id) in ids {
            renamed[Array(name.utf8)] = id
            found[Array(id.utf8)] = items[name]
        }
        share.rename(renamed)
        try await leaveDeleted(&share, session)
        return found
    }

    /// Puts what `looks` have found of the entries of `share` in the place of what they say, but for
    /// their ids; what stays in it, by the ids of the plan.
    private static func take(
        _ share: inout StagedShare, _ looks: [ListItemLook]
    ) -> [String: ItemValues] {
        let mains = share.mains
        var items: [String: ItemValues] = [:]
        share.replace { place, entry in
            let goesAlong = mains.contains(Array(entry.id.utf8))
            return found(entry, looks[place], goesAlong: goesAlong).map { now in
                items[entry.id] = now
                return entry.found(now).named(entry.id)
            }
        }
        leaveTwins(&share, items)
        let kept = Set(share.entries.map(\.id))
        return items.filter { kept.contains($0.key) }
    }

    /// Leaves out what was deleted from this state before, of what was found before: a dataset is
    /// two days old, and still names it.
    private func leaveDeleted(
        _ share: inout StagedShare, _ names: ListItemNames, _ session: StateSession
    ) async throws(Failure) {
        var addresses: [String: ItemAddress] = [:]
        for entry in share.entries {
            guard let id = names.ids[entry.id] else { continue }
            var item = entry.item
            item.id = id
            addresses[entry.id] = address(item)
        }
        if addresses.isEmpty { return }
        let asked = Array(addresses.values)
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.newestStaged(at: asked)
        }
        share.leave { entry in
            switch addresses[entry.id].flatMap({ known[$0] })?.state {
            case .deleted, .gone: .gone
            default: nil
            }
        }
    }

    /// What `look` has found of `entry`: the file as it is now, where that is what the dataset told
    /// of. What belongs to others, be it as a copy or as a part of a shot, has to lie where it lay:
    /// which of them stays may depend on that. Everything else is asked for by the rules, at its
    /// new place.
    static func found(
        _ entry: PlanEntry, _ look: ListItemLook, goesAlong: Bool
    ) -> Result<ItemValues, LeftOutError> {
        switch look {
        case .odd: return .failure(LeftOutError(why: .changed))
        case .missing: return .failure(LeftOutError(why: .missing))
        case .unanswered: return .failure(LeftOutError(why: .unanswered))
        case .there(let now, let changed):
            let told = entry.item
            let isAlone =
                !goesAlong && entry.companion_of == nil && entry.group == nil
                && entry.also?.isEmpty ?? true
            let isInPlace = now.path.utf8.elementsEqual(entry.path.utf8)
            guard ListItemMatch.isSame(told, now, changed: changed),
                isAlone || (isInPlace && !ListItemMatch.hasLostHash(told, now)),
                isInPlace || !hasTwoSpellings(now.path)
            else { return .failure(LeftOutError(why: .changed)) }
            return .success(now)
        }
    }

    /// Whether `path` may be the percent-encoded spelling of another one, as the service has been
    /// seen to give names: what protects the one may not know the other.
    private static func hasTwoSpellings(_ path: String) -> Bool {
        guard let decoded = PercentText.decoded(path.utf8) else { return false }
        return !decoded.elementsEqual(path.utf8)
    }

    /// Leaves out files that are one and the same by their own ids: one of them is not what was
    /// asked for.
    static func leaveTwins(_ share: inout StagedShare, _ items: [String: ItemValues]) {
        var counts: [String: Int] = [:]
        for entry in share.entries {
            counts[GraphID.comparable(item: items[entry.id]?.id ?? ""), default: 0] += 1
        }
        share.leave { entry in
            let id = GraphID.comparable(item: items[entry.id]?.id ?? "")
            return id.isEmpty || counts[id] != 1 ? .changed : nil
        }
    }

    /// What `opened` says of its files by their GUIDs, in their order.
    func looks(
        at ids: [String], on opened: any DeletingDrive
    ) async throws(Failure) -> [ListItemLook] {
        guard let lists = opened as? any ListItemDrive else {
            return ids.map { _ in .unanswered("") }
        }
        var looks: [ListItemLook] = []
        for start in stride(from: 0, to: ids.count, by: Self.batchMax) {
            try demandTime()
            do throws(DriveError) {
                looks += try await lists.look(
                    atListItems: Array(ids[start..<min(start + Self.batchMax, ids.count)]))
            } catch {
                throw Failure(error)
            }
        }
        return looks
    }
}

extension PlanEntry {
    /// The same by that id.
    fileprivate func named(_ id: String) -> PlanEntry {
        var entry = self
        entry.id = id
        return entry
    }
}
