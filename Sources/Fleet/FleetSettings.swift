// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import RuleEngine
internal import Text
internal import Wording
package import Workflow
package import YAMLBridge

/// A fleet file that was read, with its rules: all that a night goes by.
package struct FleetSettings: Sendable {
    /// What the file says.
    package let file: FleetFile
    /// The path of the fleet file, absolute.
    package let path: String
    /// The same with the links by which it was named.
    let namedPath: String
    /// The path of the rules, absolute.
    package let rulesPath: String
    /// The folder of states and journal, absolute.
    package let work: FleetFolder
    /// The zone of the rules, whose days the caps count.
    package let timeZone: RuleTimeZone

    /// What the drive of each state is called, and what rules may call it: every drive has the same
    /// rules.
    package static let driveName = "drive"

    /// Reads the fleet file at `path` and its rules, and says all that is wrong with them. Throws
    /// `invalidRules` where anything is.
    package static func load(_ path: String) throws(Failure) -> FleetSettings {
        let file = try read(path)
        guard let rules = file.rules, let work = file.work else { throw Failure(.invalidRules) }
        if file.source != nil {
            throw Failure(
                .invalidRules,
                Message(
                    "'\(VisibleText.escaped(path))' is a fleet with a 'source': its drives are"
                        + " planned together, and have no rounds of their own"))
        }
        let whole = MachinePath.canonical(path) ?? MachinePath.absolute(path)
        let folder = MachinePath.folder(of: whole)
        let rulesPath = MachinePath.resolve(rules.text, from: folder)
        let loaded = try RulesLoader.load(rulesPath)
        try check(loaded)
        return FleetSettings(
            file: file, path: whole, namedPath: MachinePath.named(path), rulesPath: rulesPath,
            work: FleetFolder(path: MachinePath.resolve(work.text, from: folder)),
            timeZone: try loaded.timeZone)
    }

    /// The same for what has to go on whatever is wrong with the rules, or elsewhere in the fleet file: taking
    /// back, and the brake. Throws where nobody can tell where its folder is.
    package static func onRecord(_ path: String) throws(Failure) -> FleetSettings {
        let (file, work, isValid) = try FleetRecords.read(path)
        if !isValid { FleetRecords.warnOfMistakes(path) }
        let whole = MachinePath.canonical(path) ?? MachinePath.absolute(path)
        let folder = MachinePath.folder(of: whole)
        let rules = file.rules.map { MachinePath.resolve($0.text, from: folder) }
        return FleetSettings(
            file: file, path: whole, namedPath: MachinePath.named(path), rulesPath: rules ?? "",
            work: work,
            timeZone: FleetRecords.zone(ofRules: rules))
    }

    /// Reads the fleet file at `path` alone, and says all that is wrong with it.
    static func read(_ path: String) throws(Failure) -> FleetFile {
        let bytes = try FileBytes.read(path, most: FileBytes.rulesBytesMax)
        let decoded = FleetFileDecoder.decode(bytes, file: path)
        RulesLoader.report(decoded.diagnostics, [RuleSource(file: path, bytes: bytes)])
        guard let file = decoded.value else { throw Failure(.invalidRules) }
        return file
    }

    /// Refuses rules that declare drives: those of a fleet stand elsewhere.
    static func refuseDrives(_ rules: LoadedRules) throws(Failure) {
        guard let first = rules.file.drives.first else { return }
        try rules.refuse([
            Diagnostic(
                .error, .keyMisplaced,
                Message(
                    "the rules '\(rules.name)' declare drives; those of a fleet stand in the fleet"
                        + " file, so leave 'drives' out"),
                at: first.location)
        ])
    }

    /// Refuses rules that cannot be those of a fleet.
    private static func check(_ rules: LoadedRules) throws(Failure) {
        try refuseDrives(rules)
        let foreign = (rules.file.protections + rules.file.rules).flatMap { rule in
            rule.scopes.map(\.drive).filter { $0 != driveName }.map { drive in
                Diagnostic(
                    .error, .driveUnknown,
                    Message(
                        "'\(rule.id)' in '\(rules.name)' is for the drive '\(drive)'; in the rules"
                            + " of a fleet every drive is called '\(driveName)'"),
                    at: rule.location)
            }
        }
        try rules.refuse(foreign)
        try RulesTests.demandPassing(rules)
    }

    /// Looks at what no finding speaks of: the credential, and lists that the file names. How many
    /// drives it names; groups and queries are not asked.
    package func check() async throws(Failure) -> Int {
        warnOfTenure()
        try await FleetCredential.demand(file)
        var count = file.users.list.count + file.sites.count + file.drives.count
        if let list = file.users.file {
            count += try FleetInventory.lines(
                of: MachinePath.resolve(list.text, from: MachinePath.folder(of: path))
            ).count
        }
        return count
    }

    /// What no report of the fleet is written over: the fleet file, the rules, and all in its folder.
    package var gate: OutputGate {
        var gate = OutputGate()
        gate.keep(rulesAt: path)
        gate.keep(rulesAt: rulesPath)
        gate.keep(drive: "work", at: work.path)
        return gate
    }

    /// How the drive of that id is declared.
    package func declaration(driveID: String?) -> DriveDeclaration {
        var settings = file.service
        settings["drive_id"] = driveID
        return DriveDeclaration(
            name: Self.driveName, kind: .onedrive, settings: settings, location: nil)
    }

    /// How much of what the service grants is taken at which time.
    package var pace: FleetPace { FleetPace(file, timeZone) }

    /// The day on which `instant` falls, as caps count it.
    package func day(of instant: Timestamp) -> String { timeZone.day(at: instant).text }
}

extension LoadedRules {
    /// Says what was found in these rules beside what is wrong with them by themselves, each at its place, and
    /// throws where that is an error.
    func refuse(_ findings: [Diagnostic]) throws(Failure) {
        RulesLoader.report(findings, sources)
        if findings.contains(where: { $0.severity == .error }) { throw Failure(.invalidRules) }
    }
}
