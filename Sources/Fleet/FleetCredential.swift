// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// As what the application of a fleet signs in, as far as that can be said without asking the service.
enum FleetCredential {
    /// Makes sure that an application could sign in for the fleet of `file`: there is a credential that can
    /// be read, and an organisation is named.
    static func demand(_ file: FleetFile) async throws(Failure) {
        try await AccountOpening.checkApplication(
            DriveDeclaration(
                name: FleetSettings.driveName, kind: .onedrive, settings: file.service,
                location: nil))
    }

    /// Whether the environment names one.
    static var isNamed: Bool { AccountOpening.actsByItself }
}

extension FleetFile {
    /// What the file does not say of how its plan is carried out, as it would stand there; `hasIDs` says
    /// whether the inventory says the id of a drive.
    func missingService(hasIDs: Bool) -> [String] {
        var missing: [String] = []
        if !hasService { missing.append("'graph: {tenant: …, client_id: …}'") }
        if perDay.items == nil { missing.append("'caps: {day: {items: …}}'") }
        if inventory == nil { missing.append("'inventory: drives.ndjson'") }
        if missing.isEmpty, !hasIDs { missing.append("'drive_id' in the inventory") }
        return missing
    }
}

/// What 'fleet stage' will ask for that planning does not need.
struct FleetReadiness {
    private let missing: [String]
    private let hasService: Bool

    /// Looks at the fleet of `source`. Throws where a credential is named that cannot be used.
    init(_ source: FleetSource) async throws(Failure) {
        let hasIDs = try source.inventory()?.driveIDs.isEmpty == false
        missing = source.file.missingService(hasIDs: hasIDs)
        hasService = source.file.hasService
        if hasService, FleetCredential.isNamed { try await FleetCredential.demand(source.file) }
    }

    /// Says what is missing where the file says how its plan is carried out.
    func warn() {
        guard hasService else { return }
        if !missing.isEmpty {
            Host.warn(.fleetCheckStageLacks(names: missing.joined(separator: ", ")))
        }
        if !FleetCredential.isNamed { Host.warn(.fleetCheckCredentialNone) }
    }

    /// What there is to say where nothing is wrong.
    var lines: [Phrase] {
        if !hasService { return [.fleetCheckPlanOnly(names: missing.joined(separator: ", "))] }
        return missing.isEmpty && FleetCredential.isNamed ? [.fleetCheckCredential] : []
    }
}
