// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording
package import Workflow
internal import YAMLBridge

/// How a plan over all drives of a fleet stands: its waves, what waits on which drive, what of the caps is
/// used, whether it is paused, and what is wrong with its journal and its states.
package struct FleetStanding {
    /// The lines.
    package private(set) var lines: [Phrase] = []
    /// What the command ends with: as what carries the plan out would, by what is wrong.
    package private(set) var ending = Ending.done

    private let records: FleetRecords
    private let journal: DeedJournal
    private let fit: FleetFit
    /// How all drives stand now, whoever took something back there without this program for fleets.
    private var deeds: FleetDeeds
    private var drives: [Phrase] = []
    /// That the journal is older than a state.
    private var cut: Failure?

    /// The standing of the fleet of `records`.
    package init(_ records: FleetRecords) async throws(Failure) {
        self.records = records
        journal = try DeedJournal(records.work)
        fit = FleetFit(records, journal)
        deeds = try journal.deeds()
        await lookAtDrives()
        if let cut {
            ending = .worst(of: [ending, cut.status])
            lines.append(cut.phrase ?? .fleetUnknown)
        }
        if records.work.isPaused {
            lines.append(.fleetStatusPaused(command: .fleetResume(file: records.path)))
            if let why = deeds.pause, !why.isEmpty {
                lines.append(.carryPauseWhy(why: VisibleText.escaped(why)))
            }
        }
        if let problem = journal.clockProblem(deeds, records.path) {
            lines.append(.clause(problem))
        }
        let day = records.day(of: max(deeds.at, SystemClock.now().secondsSinceEpoch))
        let used = deeds.total(since: day).amount
        lines.append(.fleetStatusUsed(n: used.items, size: used.bytes))
        lines += FleetPace(records.file, records.timeZone).lines(at: SystemClock.now())
        let staged = await waves()
        lines += records.work.planNotes + staged + drives
        if drives.isEmpty { lines.append(.fleetStatusNone) }
    }

    /// Makes a line for each drive on which something waits, or of which something is wrong.
    private mutating func lookAtDrives() async {
        for key in records.work.keys(deeds) {
            do throws(Failure) {
                try fit.demandAudit(of: key, deeds.audits[key])
            } catch {
                take(error, of: key)
            }
            do throws(Failure) {
                try await look(key)
            } catch {
                // A drive that cannot be asked stops only itself.
                take(error, of: key)
            }
        }
    }

    /// Says what is wrong with the drive that is called `key`.
    private mutating func take(_ failure: Failure, of key: String) {
        ending = .worst(of: [ending, failure.status])
        let name = VisibleText.escaped(records.name(of: key, deeds))
        drives.append(.fleetLine(name: name, text: failure.phrase ?? .fleetUnknown))
    }

    private struct Look: Sendable {
        let counts: [String: DeedCounts]
        let arguments: String
        let waiting: FleetAmount
        let due: Int
        let doubt: FleetFit.Doubt?
    }

    private mutating func look(_ key: String) async throws(Failure) {
        let (known, fit) = (deeds.known(key), fit)
        let found = try await records.work.withState(key) { session async throws(Failure) in
            Look(
                counts: try await DeedCounts.all(session, known.plans),
                arguments: session.file.arguments, waiting: try await Self.waiting(session),
                due: try await DueItems.find(session).reversible.count,
                doubt: try await fit.doubt(session, known))
        }
        guard let found else {
            if let gone = try fit.gone(key, deeds, deeds.sum(of: key).waiting) { throw gone }
            return
        }
        switch found.doubt {
        case .journal(let failure)?: cut = cut ?? failure
        case .state(let failure)?: take(failure, of: key)
        case nil:
            var deed = FleetDeed(.undone)
            deed.drive = key
            deed.counts = found.counts
            deeds.take(deed)
        }
        if found.waiting.items == 0 { return }
        drives.append(
            .fleetStatusLine(
                n: found.waiting.items, name: VisibleText.escaped(records.name(of: key, deeds)),
                size: found.waiting.bytes, count: found.due, text: found.arguments))
    }

    private static func waiting(_ session: StateSession) async throws(Failure) -> FleetAmount {
        let items = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: Set(ItemState.allCases.filter(\.isActive)))
        }
        return items.reduce(FleetAmount()) { sum, item in
            sum + FleetAmount(items: 1, bytes: max(0, item.order.item.size ?? 0))
        }
    }

    private func waves() async -> [Phrase] {
        var lines: [Phrase] = []
        for plan in deeds.inOrder(deeds.waves.keys) {
            let waves = deeds.waves[plan] ?? [:]
            for (number, wave) in waves.sorted(by: { $0.key < $1.key }) {
                let counts = deeds.counts(of: plan, wave: number)
                lines.append(
                    .carryStatusWave(
                        n: wave.drives.count, name: plan, number: number,
                        items: Phrase.carryStatusItems(n: counts.waiting),
                        deleted: counts.deleted, left: counts.changed + counts.failed,
                        undone: counts.undone))
                lines += counts.refusals + (await used(of: plan, number))
            }
        }
        return lines
    }

    /// What of the cap of a wave of `plan` is used; what is wrong with a state of it is told elsewhere.
    private func used(of plan: String, _ wave: Int64) async -> [Phrase] {
        if records.file.perWave.isUnbounded { return [] }
        do throws(Failure) {
            let use = try await WaveUse(of: plan, wave, on: [], in: records.work, deeds)
            return [.carryStatusCap(n: use.amount.items, size: use.amount.bytes)]
        } catch {
            return []
        }
    }
}
