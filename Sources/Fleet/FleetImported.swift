// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import RuleEngine
internal import Wording
internal import Workflow
internal import YAMLBridge

/// What was imported last of the source of a fleet: as much as can be said of it before a plan.
struct FleetImported: Sendable {
    /// Of how many files, or states.
    private(set) var files = 0
    /// Of how many there are, of a dataset those that were made of it.
    private(set) var total = 0
    /// How many items these hold.
    private(set) var items: Int64 = 0

    /// Looks at what lies in the folder of `source`.
    init(_ source: FleetSource) {
        let paths = (try? Self.paths(source)) ?? []
        total = paths.count
        for path in paths {
            guard let head = try? source.work.snapshots.snapshot(of: path).head() else { continue }
            files += 1
            items += Int64(head.items)
        }
    }

    private static func paths(_ source: FleetSource) throws(Failure) -> [String] {
        if source.isOfStates { return try source.profiles().map(\.path) }
        if !source.isDataset { return try source.listings().map(\.path) }
        let folder = DatasetFolder(path: source.work.imported)
        guard let made = DatasetMade.read(in: folder)?.generation else { return [] }
        return made.parts.indices.map { folder.listingPath($0, of: made) }
    }
}

/// What there is to say of time and money before a plan: what the service lets through in a day, and where the
/// rest is told.
struct FleetProspect {
    private let source: FleetSource
    private let rules: LoadedRules
    private let pace: FleetPace
    /// What was imported.
    let imported: FleetImported

    /// What there is to say of the fleet of `source`, whose `rules` these are.
    init(_ source: FleetSource, _ rules: LoadedRules) {
        self.source = source
        self.rules = rules
        pace = FleetPace(source.file, (try? rules.timeZone) ?? .utc)
        imported = FleetImported(source)
    }

    /// The lines.
    var lines: [Phrase] {
        if imported.files == 0 {
            return rates + [
                .fleetCheckUnread(
                    command: .fleetImport(file: source.path), show: .fleetPlan(file: source.path))
            ]
        }
        return [
            .fleetCheckImported(n: imported.items, count: imported.files, total: imported.total)
        ] + rates + [.fleetCheckUnplanned(command: .fleetPlan(file: source.path))]
    }

    /// How much of what a plan may ask for the service lets through in a day.
    private var rates: [Phrase] {
        guard source.file.hasService else { return [] }
        let looks: Int8 = source.isDataset ? 2 : 1
        let deletions = pace.unitsPerDay / Int64(PlanLines.Price().units(looks: looks))
        let read = Int64(Double(FleetCurve.bytesPerHour) * pace.hoursPerWeek / 7)
        let reading = rules.file.rules.filter { rule in
            guard rule.isEnabled, rule.action == .delete,
                case .duplicates(let selection)? = rule.selection
            else { return false }
            return selection.verification == .bytes
        }
        return [.fleetCheckRate(n: deletions, used: pace.unitsPerDay)]
            + (reading.isEmpty
                ? []
                : [
                    .fleetCheckReading(
                        names: FleetOwners.text(reading.map(\.id)), size: read)
                ])
    }
}
