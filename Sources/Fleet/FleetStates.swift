// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Wording
package import Workflow

/// The states of a fleet, one for each drive that was ever looked at.
package struct FleetStates: Sendable {
    /// What waits on one drive.
    package struct Waiting: Sendable {
        /// What the drive is called.
        package let name: String
        /// Its state.
        package let state: StateFile
        /// What waits to be deleted.
        package var waiting = FleetAmount()
        /// What of it is due.
        package var due = FleetAmount()
        /// Why nobody knows what waits there; nil where that is known.
        package var failure: Failure?
    }

    private let settings: FleetSettings
    private let record: FleetRecord
    /// Why the journal cannot be read; nil where it can.
    private let damage: Failure?

    /// The states of the fleet of `settings`. Taking back does without the journal where that is damaged.
    package init(_ settings: FleetSettings) {
        self.settings = settings
        let read: (record: FleetRecord, damage: Failure?)
        do throws(Failure) {
            read = (try FleetJournal.read(settings.work), nil)
        } catch {
            read = (FleetRecord(), error)
        }
        (record, damage) = read
    }

    /// What of the caps of today is used. Throws where nobody knows, as the journal is damaged.
    package var used: FleetAmount {
        get throws(Failure) {
            if let damage { throw damage }
            return record.total(since: settings.day(of: SystemClock.now())).amount
        }
    }

    /// The keys of the drives of those names, ids or keys; all of them where none is named. Throws
    /// where one is not known.
    private func keys(_ names: [String]) throws(Failure) -> [String] {
        let keys = settings.work.keys
        if names.isEmpty { return keys }
        var found: [String] = []
        var unknown: [String] = []
        for name in names {
            let ofID = settings.work.key(ofDrive: name)
            let meant = keys.filter { key in
                key == name || key == ofID
                    || record.names[key]?.lowercased() == name.lowercased()
            }
            if meant.isEmpty { unknown.append(name) }
            found += meant.filter { !found.contains($0) }
        }
        if unknown.isEmpty { return found }
        let text = FleetOwners.text(unknown)
        let near = FleetDrives.meant(by: unknown, among: keys.map { record.names[$0] ?? $0 })
        throw Failure(
            .failed,
            near.isEmpty
                ? .fleetNoDrive(names: text)
                : .carryNoDriveNear(names: text, drives: FleetOwners.text(near)))
    }

    /// What waits on each drive that has a state. One whose state cannot be used stops only itself.
    package func waiting() async throws(Failure) -> [Waiting] {
        var all: [Waiting] = []
        for key in try keys([]) {
            let file = try settings.work.state(key)
            guard file.exists else { continue }
            var one = Waiting(name: record.names[key] ?? key, state: file)
            do throws(Failure) {
                try await Self.count(&one)
            } catch {
                one.failure = error
            }
            all.append(one)
        }
        return all
    }

    /// Counts what waits in the state of `one`.
    private static func count(_ one: inout Waiting) async throws(Failure) {
        var (waiting, due) = (FleetAmount(), FleetAmount())
        try await with(one.state) { session async throws(Failure) in
            for item in try await active(session) {
                waiting = waiting + FleetAmount(items: 1, bytes: item.order.item.size ?? 0)
            }
            let tally = try await DueItems.find(session).reversible
            due = FleetAmount(items: Int64(tally.count), bytes: tally.bytes)
        }
        (one.waiting, one.due) = (waiting, due)
    }

    /// What was taken back of a drive, and what stood in the way.
    package typealias Undone = (name: String, items: Int, failure: Failure?)

    /// Takes back all that waits on the drives of those names, on all where none is named; how many
    /// items on which drive. A drive whose state cannot be used stops only itself.
    package func undo(_ names: [String]) async throws(Failure) -> [Undone] {
        var undone: [Undone] = []
        for key in try keys(names) {
            let name = record.names[key] ?? key
            do throws(Failure) {
                let (count, late) = try await undo(key)
                let failure = late == 0 ? nil : Failure(.partial, .fleetUndoneLate(n: late))
                if count + late > 0 { undone.append((name, count, failure)) }
            } catch {
                undone.append((name, 0, error))
            }
        }
        return undone
    }

    /// How many items of the drive that is called `key` were taken back, and how many are being deleted.
    private func undo(_ key: String) async throws(Failure) -> (count: Int, late: Int) {
        let file = try settings.work.state(key)
        guard file.exists else { return (0, 0) }
        var (count, late) = (0, 0)
        try await Self.with(file) { session async throws(Failure) in
            let numbers = try await Self.active(session).map(\.number)
            if numbers.isEmpty { return }
            let outcome = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.undo(
                    .numbers(numbers), actor: "person", at: SystemClock.now())
            }
            count = outcome.undone.count
            late = outcome.executing.count
        }
        return (count, late)
    }

    private static func active(_ session: StateSession) async throws(Failure) -> [StagedItem] {
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: nil)
        }.filter(\.state.isActive)
    }

    /// Calls `body` with the state in `file`, and closes it however that ends.
    private static func with(
        _ file: StateFile, _ body: (StateSession) async throws(Failure) -> Void
    ) async throws(Failure) {
        let session = try StateSession.existing(file)
        let result: Result<Void, Failure>
        do throws(Failure) {
            result = .success(try await body(session))
        } catch {
            result = .failure(error)
        }
        await OpenStates.end(session)
        try result.get()
    }
}
