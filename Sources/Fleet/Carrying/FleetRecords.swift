// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
package import Workflow
internal import YAMLBridge

/// What is on record of a fleet whose drives are planned together: its folder, with journal and states, and
/// what its inventory calls drives.
///
/// Taking back goes by this alone, so that no mistake in the rules, in the inventory or elsewhere in the fleet
/// file ever stands in its way.
package struct FleetRecords: Sendable {
    /// What the fleet file says, as far as it can be read.
    let file: FleetFile
    /// The path of the fleet file, absolute.
    package let path: String
    /// The same with the links by which it was named.
    let namedPath: String
    /// The folder of states and journal.
    let work: FleetFolder
    /// The zone whose days the caps count; that of the machine where the rules do not tell theirs.
    let timeZone: RuleTimeZone
    /// The path of the rules, absolute; nil where the fleet file does not say it.
    let rulesPath: String?
    private let byKey: [String: FleetDrive]

    /// Whether the drives of the fleet file at `path` are planned together: it says so, or such a plan was
    /// carried out in its folder.
    package static func isMeant(by path: String) throws(Failure) -> Bool {
        let (file, work, _) = try read(path)
        return file.source != nil || FileBytes.exists(work.deeds)
    }

    /// Reads what is on record of the fleet of the file at `path`; `withDrives`: with what the inventory
    /// calls them. Says what had to be left aside. Throws where nobody can tell where its folder is, or its
    /// drives are not planned together.
    package static func load(
        _ path: String, withDrives: Bool = true
    ) throws(Failure) -> FleetRecords {
        let (file, work, isValid) = try read(path)
        guard file.source != nil || FileBytes.exists(work.deeds) else {
            // Its drives have rounds of their own, and nothing together.
            _ = try FleetSource.load(path)
            throw Failure(.invalidRules)
        }
        if !isValid { warnOfMistakes(path) }
        let whole = MachinePath.canonical(path) ?? MachinePath.absolute(path)
        let named = MachinePath.named(path)
        let folder = MachinePath.folder(of: whole)
        var byKey: [String: FleetDrive] = [:]
        if withDrives {
            let source = FleetSource(file: file, path: whole, namedPath: named, work: work)
            for (name, id) in driveIDs(source) {
                let drive = FleetDrive(
                    id: id, name: String(decoding: name, as: UTF8.self), in: work)
                byKey[drive.key] = drive
            }
        }
        let rules = file.rules.map { MachinePath.resolve($0.text, from: folder) }
        return FleetRecords(
            file: file, path: whole, namedPath: named, work: work,
            timeZone: zone(ofRules: rules), rulesPath: rules, byKey: byKey)
    }

    /// Says that something is wrong in the fleet file at `path`.
    static func warnOfMistakes(_ path: String) {
        Host.warn(
            .clause(
                Message(
                    "something is wrong in '\(VisibleText.escaped(path))', which does not matter here;"
                        + " 'cleanrules fleet check' says what")))
    }

    /// What the fleet file at `path` says, as far as it can be read, its folder, and whether nothing is wrong
    /// in it.
    static func read(
        _ path: String
    ) throws(Failure) -> (file: FleetFile, work: FleetFolder, isValid: Bool) {
        let bytes = try FileBytes.read(path, most: FileBytes.rulesBytesMax)
        let (file, isValid) = FleetFileDecoder.readable(bytes, file: path)
        guard let file, let work = file.work else {
            // Nothing can be done without it: all that is wrong is said.
            _ = try FleetSettings.read(path)
            throw Failure(.invalidRules)
        }
        let whole = MachinePath.canonical(path) ?? MachinePath.absolute(path)
        let folder = MachinePath.folder(of: whole)
        let place = FleetFolder(path: MachinePath.resolve(work.text, from: folder))
        return (file, place, isValid)
    }

    private static func driveIDs(_ source: FleetSource) -> [[UInt8]: String] {
        do throws(Failure) {
            return try source.inventory()?.driveIDs ?? [:]
        } catch {
            let why = error.clause ?? Message("the inventory cannot be read")
            Host.warn(
                .clause(Message("\(why); drives are called as the journal has them meanwhile")))
            return [:]
        }
    }

    /// The zone of the rules at `path`, whatever else is wrong with them.
    static func zone(ofRules path: String?) -> RuleTimeZone {
        guard let path, let bytes = try? FileBytes.read(path, most: FileBytes.rulesBytesMax) else {
            return .machine
        }
        let rules = RulesLoader.decode(bytes, name: path).rules.value
        return rules?.timeZone.flatMap { RuleTimeZone(identifier: $0) } ?? .machine
    }

    /// The drive that is called `key` in files; nil where the inventory does not have it.
    func drive(key: String) -> FleetDrive? { byKey[key] }

    /// The day on which `instant` falls, as caps count it.
    func day(of instant: Int64) -> String {
        timeZone.day(at: Timestamp(secondsSinceEpoch: instant)).text
    }

    /// What the journal calls the drive that is called `key` in files.
    func name(of key: String, _ deeds: FleetDeeds) -> String {
        deeds.names[key] ?? drive(key: key)?.name ?? key
    }

    /// Opens the service for all drives at once, which share one budget, where the fleet file says how; else
    /// each drive is opened as its state knows it. Working hours do not count: what brings back waits for
    /// nothing.
    package func openService() async throws(Failure) {
        guard file.hasService else { return }
        let declaration = DriveDeclaration(
            name: FleetSettings.driveName, kind: .onedrive, settings: file.service, location: nil)
        _ = try await TenantQuery.opened(
            declaration, units: FleetPace(file, timeZone).usualUnitsPerMinute, parallel: 2)
    }
}

extension FleetFolder {
    /// Calls `body` with the state of the drive that is called `key`, which is there, and closes it
    /// however that ends; nil where there is none.
    func withState<Value: Sendable>(
        _ key: String, _ body: (StateSession) async throws(Failure) -> Value
    ) async throws(Failure) -> Value? {
        let file = try state(key)
        guard file.exists else { return nil }
        return try await FleetGround.with(try StateSession.existing(file), body)
    }

    /// Whether anything waits in the state of the drive that is called `key`, or was begun there and is not
    /// settled; nil where there is no state.
    func hasWaiting(_ key: String) async throws(Failure) -> Bool? {
        try await withState(key) { session async throws(Failure) in
            try await session.asking { ledger async throws(LedgerError) in
                if try await ledger.waitingItems() != nil { return true }
                return try await !ledger.openItems().isEmpty
            }
        }
    }

    /// The keys of all drives that have a state here, or of which `deeds` tell that something was staged.
    func keys(_ deeds: FleetDeeds) -> [String] { Set(deeds.drives).union(keys).sorted() }
}

extension DeedCounts {
    /// How the items stand that plans over all drives have staged in the state of `session`: by these, of
    /// which `plans` has one for each plan of the state.
    static func all(
        _ session: StateSession, _ plans: [String: String]
    ) async throws(Failure) -> [String: DeedCounts] {
        let found = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stateCounts()
        }
        var counts: [String: DeedCounts] = [:]
        for plan in Set(plans.values) { counts[plan] = DeedCounts() }
        for one in found {
            guard let plan = plans[one.plan] else { continue }
            counts[plan, default: DeedCounts()].take(one.state, one.items)
        }
        let hasFailures = counts.values.contains { $0.failed > 0 }
        return hasFailures ? try await refusals(session, plans, counts) : counts
    }

    /// `counts` with what of the failures the service has refused.
    private static func refusals(
        _ session: StateSession, _ plans: [String: String], _ counts: [String: DeedCounts]
    ) async throws(Failure) -> [String: DeedCounts] {
        let found = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.failureCounts()
        }
        var counts = counts
        for one in found {
            guard let plan = plans[one.plan] else { continue }
            switch ServiceRefusal(problem: one.problem) {
            case .kept?: counts[plan, default: DeedCounts()].kept += one.items
            case .locked?: counts[plan, default: DeedCounts()].locked += one.items
            case nil: continue
            }
        }
        return counts
    }
}
