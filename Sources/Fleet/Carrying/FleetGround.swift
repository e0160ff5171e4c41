// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
package import Workflow
internal import YAMLBridge

/// What the plan over all drives of a fleet is carried out by: the fleet file, its rules, its inventory,
/// and the folder of states and journal.
package struct FleetGround: Sendable {
    /// The fleet.
    package let source: FleetSource
    /// Its rules, as they are now; they declare no drives.
    let rules: LoadedRules
    /// The zone of the rules, whose days the caps count.
    let timeZone: RuleTimeZone
    /// The drives that have an id, by the bytes of their names.
    let drives: [[UInt8]: FleetDrive]
    private let byKey: [String: FleetDrive]
    private let byIdentity: [String: FleetDrive]

    /// Reads the fleet file at `path`, its rules and its inventory.
    package static func load(_ path: String) throws(Failure) -> FleetGround {
        let source = try FleetSource.load(path)
        let rules = try source.rules()
        let ids = try source.inventory()?.driveIDs ?? [:]
        var drives: [[UInt8]: FleetDrive] = [:]
        var byKey: [String: FleetDrive] = [:]
        var byIdentity: [String: FleetDrive] = [:]
        for (name, id) in ids {
            let drive = FleetDrive(
                id: id, name: String(decoding: name, as: UTF8.self), in: source.work)
            drives[name] = drive
            byKey[drive.key] = drive
            byIdentity[identity(of: drive)] = drive
        }
        return FleetGround(
            source: source, rules: rules, timeZone: try rules.timeZone, drives: drives,
            byKey: byKey, byIdentity: byIdentity)
    }

    /// The folder of states and journal.
    var work: FleetFolder { source.work }
    /// What the fleet file says.
    var file: FleetFile { source.file }

    /// How many drives are at work at once, where nobody says otherwise.
    package var workers: Int { Int(file.atOnce) }

    /// The drive of that name; nil where the inventory does not say its id.
    func drive(named name: String) -> FleetDrive? { drives[Array(name.utf8)] }

    /// The drive that is called `key` in files; nil where it is none of the inventory.
    func drive(key: String) -> FleetDrive? { byKey[key] }

    /// The day on which `instant` falls, as caps count it.
    func day(of instant: Int64) -> String {
        timeZone.day(at: Timestamp(secondsSinceEpoch: instant)).text
    }

    /// Has the fleet for one run, whose folder is of this fleet file from then on, if it was of none: what is
    /// staged there is carried out by no other one.
    func taken() throws(Failure) -> FleetLock {
        try work.prepare()
        let lock = try work.locked()
        try source.tenure.claim()
        return lock
    }

    // MARK: The service

    /// How much of what the service grants is taken at which time.
    var pace: FleetPace { FleetPace(file, timeZone) }

    /// Throws where the fleet file does not say all that has to be known before anything goes.
    package func demandService() throws(Failure) {
        let missing = file.missingService(hasIDs: !drives.isEmpty)
        if missing.isEmpty { return }
        throw Failure(
            .invalidRules,
            Message(
                "'\(VisibleText.escaped(source.path))' does not say how its plan is carried out; it"
                    + " needs \(missing.joined(separator: ", "))"))
    }

    /// Opens the service for all drives at once, which share one budget; `workers` drives are at work at
    /// the same time.
    package func openService(workers: Int) async throws(Failure) {
        try demandService()
        _ = try await TenantQuery.opened(
            declaration(of: nil), units: pace.usualUnitsPerMinute, unitsNow: pace.unitsNow,
            parallel: workers * 2)
    }

    /// How `drive` is declared; without one, as what the application signs in.
    func declaration(of drive: FleetDrive?) -> DriveDeclaration {
        var settings = file.service
        settings["drive_id"] = drive?.id
        return DriveDeclaration(
            name: drive?.name ?? FleetSettings.driveName, kind: .onedrive, settings: settings,
            location: nil)
    }

    /// What tells `drive` from others, in the words of states and plans.
    func identity(of drive: FleetDrive) -> String { Self.identity(of: drive) }

    private static func identity(of drive: FleetDrive) -> String {
        DriveKind.onedrive.rawValue + ":" + GraphID.comparable(drive: drive.id)
    }

    /// The drive of that identity; nil where it is none of the inventory.
    func drive(identity: String) -> FleetDrive? { byIdentity[identity] }

    /// What is kept of `drive` in a state: nothing of it was listed there.
    func record(of drive: FleetDrive) -> LedgerDrive {
        LedgerDrive(
            name: drive.name, kind: DriveKind.onedrive.rawValue, identity: identity(of: drive),
            settings: declaration(of: drive).settings, syncedAt: SystemClock.now(), itemCount: 0,
            fileCount: 0)
    }

    // MARK: States

    /// Calls `body` with the state of the drive that is called `key`, which is there, and closes it
    /// however that ends; nil where there is none.
    func withState<Value: Sendable>(
        _ key: String, _ body: (StateSession) async throws(Failure) -> Value
    ) async throws(Failure) -> Value? {
        try await work.withState(key, body)
    }

    /// Calls `body` with `session`, and closes it however that ends.
    static func with<Value: Sendable>(
        _ session: StateSession, _ body: (StateSession) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await body(session))
        } catch {
            result = .failure(error)
        }
        await OpenStates.end(session)
        return try result.get()
    }

    /// How the items stand that plans over all drives have staged in the state of `session`: by these, of
    /// which `plans` has one for each plan of the state.
    func counts(
        _ session: StateSession, _ plans: [String: String]
    ) async throws(Failure) -> [String: DeedCounts] {
        try await DeedCounts.all(session, plans)
    }
}

extension DeedCounts {
    /// Takes up so many items that are in `state`.
    mutating func take(_ state: ItemState, _ items: Int64) {
        staged += items
        switch state {
        case .staged, .executing, .held, .deferred: waiting += items
        case .failed:
            waiting += items
            failed += items
        case .gaveUp: failed += items
        case .changed, .cancelled: changed += items
        case .deleted, .gone: deleted += items
        case .undone, .restored: undone += items
        }
    }
}
