// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
package import PlanRunner
package import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What is done differently for each kind of drive: a new one is entered here, and the compiler asks
/// for all of it.
package struct DriveKinds: Sendable {
    /// Opens a drive as the rules declare it, to be listed.
    let listed: @Sendable (DriveScope, DriveDeclaration) async throws(Failure) -> ScopedDrive
    /// Opens a drive as the state file knows it, to delete and to bring back; nil where that can be
    /// planned over, and nothing else.
    let known:
        (@Sendable (DriveOpening, LedgerDrive) async throws(DriveError) -> any DeletingDrive)?
    /// Where the rules have a drive that the state file knows.
    let seats: @Sendable (DriveOpening, LedgerDrive) async -> [DriveSeat]
    /// Whether it lies beyond this machine, so that it may be out of reach.
    let isRemote: Bool

    /// Whether items of such a drive can be deleted.
    package var canDelete: Bool { known != nil }

    /// The entry of `kind`.
    package static func of(_ kind: DriveKind) -> DriveKinds {
        switch kind {
        case .local: local
        case .onedrive: oneDrive
        case .listing: listing
        case .memory: memory
        case .dataset: dataset
        }
    }

    /// The entry of the kind that the state file calls `name`; nil for one of another version.
    package static func named(_ name: some StringProtocol) -> DriveKinds? {
        DriveKind(rawValue: String(name)).map(of)
    }

    private static let local = DriveKinds(
        listed: { scope, drive throws(Failure) in try scope.local(drive) },
        known: { opening, drive throws(DriveError) in try await opening.local(drive) },
        seats: { opening, drive in opening.localSeats(of: drive) }, isRemote: false)

    private static let oneDrive = DriveKinds(
        listed: { scope, drive throws(Failure) in try await scope.oneDrive(drive) },
        known: { opening, drive throws(DriveError) in try await opening.oneDrive(drive) },
        seats: { opening, drive in await opening.oneDriveSeats(of: drive) }, isRemote: true)

    private static let listing = DriveKinds(
        listed: { scope, drive throws(Failure) in try scope.listing(drive) }, known: nil,
        seats: { _, drive in [DriveSeat(name: drive.name)] }, isRemote: false)

    private static let memory = DriveKinds(
        listed: { _, drive throws(Failure) in
            throw Failure(
                .failed,
                Message("drive '\(drive.name)' is of kind memory, which is none that lasts"))
        }, known: nil, seats: { _, drive in [DriveSeat(name: drive.name)] }, isRemote: false)

    private static let dataset = DriveKinds(
        listed: { _, drive throws(Failure) in
            throw Failure(
                .failed,
                Message("drive '\(drive.name)' is of kind dataset, which fleets alone have"))
        }, known: nil, seats: { _, drive in [DriveSeat(name: drive.name)] }, isRemote: false)

    /// Refuses what would delete from drives that nothing can be deleted from. Those that a plan was
    /// only made over, as a list that others are compared with, are in nobody's way.
    package static func refuseReadOnlyDrives(_ proposal: StagingProposal) throws(Failure) {
        var seen: Set<String> = []
        for order in proposal.orders where seen.insert(order.driveIdentity).inserted {
            let kind = order.driveIdentity.prefix { $0 != ":" }
            if named(kind)?.canDelete == true { continue }
            throw Failure(
                .refused,
                .stageReadOnly(
                    plan: proposal.plan.id, drive: VisibleText.escaped(order.item.drive),
                    kind: String(kind)))
        }
    }
}

extension LedgerDrive {
    /// Whether it lies beyond this machine, so that it may be out of reach.
    var isRemote: Bool { DriveKinds.named(kind)?.isRemote == true }
}
