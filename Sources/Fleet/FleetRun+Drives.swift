// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import StateLedger
internal import Threads
internal import Wording
internal import Workflow

/// Which drives are meant in a night of a fleet, and on which something is due.
extension FleetRun {
    /// Has the report know whether anything is left, though nobody was asked yet which drives there are: to list
    /// and to plan always is, to delete only what is due.
    func leaveAll() async {
        if request.extent == .executionOnly, !isEnded {
            // Nothing goes on by itself while the brake is on.
            if settings.work.isPaused { return }
            guard await anyIsDue else { return }
        }
        state.withLock { $0.isCut = true }
    }

    /// Whether anything is due on one of the drives that are meant, by their states alone; also where one of these
    /// cannot be asked.
    private var anyIsDue: Bool {
        get async {
            let only = Set(request.only.map { $0.lowercased() })
            let ids = Set(request.only.map { settings.work.key(ofDrive: $0) })
            for key in settings.work.keys {
                if isEnded { return true }
                let isMeant =
                    only.isEmpty || only.contains(key) || ids.contains(key)
                    || only.contains((record.names[key] ?? key).lowercased())
                if isMeant, await isDue(key) { return true }
            }
            return false
        }
    }

    func isDue(_ key: String) async -> Bool {
        do throws(Failure) {
            return try await Self.due(settings.work.state(key)).items > 0
        } catch {
            return true
        }
    }

    /// What a drive may be called in small letters.
    private static func names(of drive: FleetDrive) -> [String] {
        [drive.name.lowercased(), drive.id.lowercased(), drive.key]
    }

    /// The names that are meant of which nothing is known that was found, or not found.
    private func strangers(to inventory: FleetInventory) -> [String] {
        if request.only.isEmpty { return [] }
        var known = Set((inventory.gaps.map(\.name) + inventory.without).map { $0.lowercased() })
        for drive in inventory.drives { known.formUnion(Self.names(of: drive)) }
        return request.only.filter { !known.contains($0.lowercased()) }.sorted()
    }

    /// The drives that are meant; all of them where none is named. Throws where one is named of which neither
    /// the fleet file nor its groups and queries know, if all of these could be read.
    func meant(_ inventory: FleetInventory) throws(Failure) -> [FleetDrive] {
        let only = Set(request.only.map { $0.lowercased() })
        let drives = inventory.drives.filter { drive in
            only.isEmpty || !only.isDisjoint(with: Self.names(of: drive))
        }
        let unknown = strangers(to: inventory)
        if !unknown.isEmpty, !inventory.gaps.contains(where: \.hidesMembers) {
            throw Failure(
                .failed,
                .fleetOnlyUnknown(
                    n: inventory.drives.count, names: FleetOwners.text(unknown),
                    drives: FleetOwners.text(inventory.drives.map(\.name).sorted())))
        }
        // Whoever had no turn for the longest time comes first: so does what a killed run left.
        return drives.sorted { one, other in
            let (first, second) = (record.planned[one.key] ?? 0, record.planned[other.key] ?? 0)
            return (first, one.key) < (second, other.key)
        }
    }

    /// What could not be found of what is meant: also who may belong to a group or query that could not be read.
    func gaps(_ inventory: FleetInventory) -> [FleetGap] {
        let only = Set(request.only.map { $0.lowercased() })
        let own = inventory.gaps.filter { only.isEmpty || only.contains($0.name.lowercased()) }
        guard let source = inventory.gaps.first(where: \.hidesMembers) else { return own }
        return own + strangers(to: inventory).map { source.hiding($0) }
    }

    /// The keys of drives that have a state and are no part of the fleet tonight: what waits there waits on.
    func outside(_ inventory: FleetInventory) -> [String] {
        guard request.only.isEmpty else { return [] }
        let known = Set(inventory.drives.map(\.key))
        return settings.work.keys.filter { !known.contains($0) }
    }

    /// Whether something waits on one of the drives of these keys; also where one of them cannot be asked, or
    /// there is no time to.
    func anyWaits(_ keys: [String]) async -> Bool {
        for key in keys {
            if request.stop() != nil { return true }
            do throws(Failure) {
                if try await settings.work.hasWaiting(key) == true { return true }
            } catch {
                return true
            }
        }
        return false
    }

    // MARK: What is due

    /// What is due in the state, that can be taken back, and what was begun there.
    static func due(_ file: StateFile) async throws(Failure) -> FleetAmount {
        guard file.exists else { return FleetAmount() }
        let session = try StateSession.existing(file)
        let result: Result<FleetAmount, Failure>
        do throws(Failure) {
            let tally = try await DueItems.find(session).reversible
            // What was begun and is not settled is, before anything else of the round is.
            let open = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.openItems()
            }.filter { $0.state == .executing }
            result = .success(
                open.reduce(FleetAmount(items: Int64(tally.count), bytes: tally.bytes)) {
                    $0 + FleetAmount(items: 1, bytes: $1.order.item.size ?? 0)
                })
        } catch {
            result = .failure(error)
        }
        await OpenStates.end(session)
        return try result.get()
    }
}
