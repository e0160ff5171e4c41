// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// What waits for its deletion by the states of all drives of a fleet.
struct FleetElsewhere: Sendable {
    let ground: FleetGround

    /// Which of `addresses` wait for their deletion, whatever drives of the fleet they lie on; those of the
    /// drive that is called `own`, whose state is in other hands, are not asked for.
    func going(
        _ addresses: Set<ItemAddress>, besides own: String?
    ) async throws(Failure) -> Set<ItemAddress> {
        var going: Set<ItemAddress> = []
        for (volume, group) in Dictionary(grouping: addresses, by: \.volume) {
            guard let drive = ground.drive(identity: volume), drive.key != own else { continue }
            let wanted = group
            let found = try await ground.withState(drive.key) { session async throws(Failure) in
                try await session.asking { ledger async throws(LedgerError) in
                    try await ledger.active(wanted)
                }
            }
            going.formUnion(found ?? [])
        }
        return going
    }

    /// The same in the words of runners.
    func finder(besides own: String) -> Runner.GoingElsewhere {
        { [self] addresses throws(RunnerError) in
            do throws(Failure) {
                return try await going(addresses, besides: own)
            } catch {
                throw RunnerError(.failed, error.phrase ?? .fleetUnknown)
            }
        }
    }

    // MARK: What relies on what

    /// That an item goes only because another one stays.
    struct Reliance: Sendable {
        /// The drive of the one that goes, by what it is called in files, and what it is filed by there.
        let drive: String
        let item: String
        /// What the one that stays is filed by on its own drive.
        let survivor: String

        var body: [UInt8] {
            JSONValue.object([
                ("drive", .text(drive)), ("item", .text(item)), ("survivor", .text(survivor)),
            ]).bytes()
        }

        init(drive: String, item: String, survivor: String) {
            (self.drive, self.item, self.survivor) = (drive, item, survivor)
        }

        init?(body: [UInt8]) {
            guard let tree = try? JSONTree(strict: body), let drive = tree["drive"]?.text,
                let item = tree["item"]?.text, let survivor = tree["survivor"]?.text
            else { return nil }
            self.init(drive: drive, item: item, survivor: survivor)
        }
    }

    /// Writes down what relies on items of the drive that is called `key`: before it is staged, so that
    /// nothing of that is forgotten, whatever is killed.
    func note(_ reliances: [Reliance], on key: String) throws(Failure) {
        // Several drives that are staged at once may rely on the same one.
        let lock = try ground.work.journalLock()
        defer { lock.close() }
        var file = ChainedFile(path: ground.work.reliance(on: key))
        try file.read { Reliance(body: $0) != nil }
        try file.add(reliances.map(\.body))
    }

    /// Which items of the drive that is called `key`, of those that are filed by `keys` there, others rely
    /// on that wait for their deletion.
    func relied(on key: String, among keys: Set<String>) async throws(Failure) -> Set<String> {
        var file = ChainedFile(path: ground.work.reliance(on: key))
        var reliances: [Reliance] = []
        try file.read { body in
            guard let one = Reliance(body: body) else { return false }
            if keys.contains(one.survivor) { reliances.append(one) }
            return true
        }
        var relied: Set<String> = []
        for (drive, group) in Dictionary(grouping: reliances, by: \.drive) {
            guard let other = ground.drive(key: drive) else {
                // A drive that is no part of the fleet any more still has its state; what waits there
                // is not known by name.
                relied.formUnion(group.map(\.survivor))
                continue
            }
            let volume = DriveIdentityText(ground.identity(of: other)).volume
            let wanted = Set(group.map { ItemAddress(key: $0.item, volume: volume) })
            let active = try await going(wanted, besides: nil)
            for one in group where active.contains(ItemAddress(key: one.item, volume: volume)) {
                relied.insert(one.survivor)
            }
        }
        return relied
    }
}
