// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording
package import Workflow

/// How a plan over all drives of a fleet stands: its waves, what waits on which drive, what of the caps is
/// used, and whether it is paused.
package struct FleetStanding {
    private let ground: FleetGround
    private let journal: DeedJournal

    /// The standing of the fleet of `ground`.
    package init(_ ground: FleetGround) throws(Failure) {
        self.ground = ground
        journal = try DeedJournal(ground.work)
    }

    /// The lines.
    package func lines() async throws(Failure) -> [Phrase] {
        var deeds = try journal.deeds()
        var lines: [Phrase] = []
        if ground.work.isPaused {
            lines.append(.fleetStatusPaused(command: .fleetResume(file: ground.source.path)))
            if let why = deeds.pause, !why.isEmpty {
                lines.append(.carryPauseWhy(why: VisibleText.escaped(why)))
            }
        }
        let day = ground.day(of: max(deeds.at, SystemClock.now().secondsSinceEpoch))
        let used = deeds.total(since: day).amount
        lines.append(.fleetStatusUsed(n: used.items, size: used.bytes))
        let drives = try await drives(&deeds)
        lines += waves(deeds)
        lines += drives
        if drives.isEmpty { lines.append(.fleetStatusNone) }
        return lines
    }

    /// A line for each drive on which something waits; `deeds` know then how the drives stand now, whoever
    /// took something back there without this program for fleets.
    private func drives(_ deeds: inout FleetDeeds) async throws(Failure) -> [Phrase] {
        var lines: [Phrase] = []
        for key in deeds.drives {
            do throws(Failure) {
                if let line = try await line(key, &deeds) { lines.append(line) }
            } catch {
                // A drive that cannot be asked stops only itself.
                let name = VisibleText.escaped(deeds.names[key] ?? key)
                lines.append(.fleetLine(name: name, text: error.phrase ?? .fleetUnknown))
            }
        }
        return lines
    }

    /// The line of the drive that is called `key`; nil where nothing waits there.
    private func line(_ key: String, _ deeds: inout FleetDeeds) async throws(Failure) -> Phrase? {
        let plans = deeds.plans[key] ?? [:]
        let found = try await ground.withState(key) { session async throws(Failure) in
            (
                try await ground.counts(session, plans), session.file.arguments,
                try await Self.waiting(session),
                try await DueItems.find(session).reversible.count
            )
        }
        guard let (counts, arguments, waiting, due) = found else { return nil }
        var deed = FleetDeed(.undone)
        deed.drive = key
        deed.counts = counts
        deeds.take(deed)
        if waiting.items == 0 { return nil }
        return .fleetStatusLine(
            n: waiting.items, name: VisibleText.escaped(deeds.names[key] ?? key),
            size: waiting.bytes, count: due, text: arguments)
    }

    private static func waiting(_ session: StateSession) async throws(Failure) -> FleetAmount {
        let items = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: Set(ItemState.allCases.filter(\.isActive)))
        }
        return items.reduce(FleetAmount()) { sum, item in
            sum + FleetAmount(items: 1, bytes: max(0, item.order.item.size ?? 0))
        }
    }

    private func waves(_ deeds: FleetDeeds) -> [Phrase] {
        var lines: [Phrase] = []
        for (plan, waves) in deeds.waves.sorted(by: { $0.key < $1.key }) {
            for (number, wave) in waves.sorted(by: { $0.key < $1.key }) {
                let counts = deeds.counts(of: plan, wave: number)
                lines.append(
                    .carryStatusWave(
                        n: wave.drives.count, name: plan, number: number,
                        items: Phrase.carryStatusItems(n: counts.waiting),
                        deleted: counts.deleted, left: counts.changed + counts.failed,
                        undone: counts.undone))
            }
        }
        return lines
    }
}
